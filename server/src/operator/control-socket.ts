/**
 * The control socket of a running server: a Unix socket in its data directory, mode 0600, for programs on this machine.
 * One request per connection: a line of JSON with a verb and its input, answered by one line.
 */
import { chmodSync, rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { describe, type Log } from '../kernel/log.ts'

export const controlSocketPath = (dataDir: string): string => join(dataDir, 'control.sock')

export type ControlInput = Record<string, unknown>
/** Returns the answer. The message of a ControlRefusal is sent to the client; any other error is only logged. */
export type ControlVerb = (input: ControlInput) => Promise<object>
/** Its message is for the client: why the request was refused. */
export class ControlRefusal extends Error {}

export type ControlSocket = {
  /** Throws when the verb is registered already. */
  register(verb: string, answer: ControlVerb): void
  close(): Promise<void>
}
type Reply = { answer: object } | { refused: string } | { failed: true }
/** 'absent': no server runs there. 'failed': see the server's log. */
export type ServerReply = { answer: ControlInput } | { refused: string } | 'failed' | 'absent'

/** readline emits the socket's errors again; without a listener they would end the process. */
const readLines = (socket: Socket) => createInterface({ input: socket }).on('error', () => undefined)

export async function openControlSocket(dataDir: string, log: Log): Promise<ControlSocket> {
  const path = controlSocketPath(dataDir)
  rmSync(path, { force: true })
  const verbs = new Map<string, ControlVerb>()
  const open = new Set<Socket>()

  async function answerTo(line: string): Promise<Reply> {
    let verb = ''
    try {
      const request = JSON.parse(line) as { verb?: unknown; input?: ControlInput }
      verb = String(request.verb)
      const answer = verbs.get(verb)
      if (!answer) return { refused: `This server does not know '${verb}'.` }
      return { answer: await answer(request.input ?? {}) }
    } catch (error) {
      if (error instanceof ControlRefusal) return { refused: error.message }
      log.error({ verb, ...describe(error) }, 'a request on the control socket failed')
      return { failed: true }
    }
  }

  const server = createServer((socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
    socket.on('error', () => socket.destroy())
    readLines(socket).once('line', (line) => {
      void answerTo(line).then((reply) => socket.end(`${JSON.stringify(reply)}\n`))
    })
  })
  const mask = process.umask(0o177)
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(path, resolve)
    })
    chmodSync(path, 0o600)
  } finally {
    process.umask(mask)
  }
  return {
    register(verb, answer) {
      if (verbs.has(verb)) throw new Error(`the control socket already has '${verb}'`)
      verbs.set(verb, answer)
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          rmSync(path, { force: true })
          resolve()
        })
        for (const socket of open) socket.destroy()
      }),
  }
}

/** Sends a request to the server of this data directory. */
export function askServer(dataDir: string, verb: string, input: ControlInput = {}): Promise<ServerReply> {
  return new Promise((resolve) => {
    const socket = connect(controlSocketPath(dataDir))
    let connected = false
    socket.once('connect', () => {
      connected = true
      socket.write(`${JSON.stringify({ verb, input })}\n`)
    })
    socket.on('error', () => resolve(connected ? 'failed' : 'absent'))
    socket.on('close', () => resolve('failed'))
    readLines(socket).once('line', (line) => {
      const reply = JSON.parse(line) as { answer?: ControlInput; refused?: string }
      if (reply.answer) resolve({ answer: reply.answer })
      else resolve(reply.refused === undefined ? 'failed' : { refused: reply.refused })
    })
  })
}
