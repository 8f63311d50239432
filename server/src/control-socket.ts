/**
 * How programs on this machine ask the running server of a data directory to do something: a socket in that directory,
 * mode 0600. The asker says a verb and its input in one line of JSON, and gets one line back.
 */
import { chmodSync, rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { describe, type Log } from './kernel/log.ts'

export const controlSocketPath = (dataDir: string): string => join(dataDir, 'control.sock')

export type ControlInput = Record<string, unknown>
/** Answers what the asker is told. A ControlRefusal is told as well; anything else that is thrown is logged only. */
export type ControlVerb = (input: ControlInput) => Promise<object>
/** A sentence for the asker: why this was not done. */
export class ControlRefusal extends Error {}

export type ControlSocket = {
  /** Answers this verb from now on. A verb is registered once. */
  register(verb: string, answer: ControlVerb): void
  close(): Promise<void>
}
type Said = { answer: object } | { refused: string } | { failed: true }
/** 'absent': no server runs there. 'failed': it could not do it, and its log says why. */
export type Asked = { answer: ControlInput } | { refused: string } | 'failed' | 'absent'

/** An error of the socket is heard there; readline tells it again, and unheard it would end the process. */
const linesOf = (socket: Socket) => createInterface({ input: socket }).on('error', () => undefined)

export async function openControlSocket(dataDir: string, log: Log): Promise<ControlSocket> {
  const path = controlSocketPath(dataDir)
  rmSync(path, { force: true })
  const verbs = new Map<string, ControlVerb>()
  const open = new Set<Socket>()

  async function answerTo(line: string): Promise<Said> {
    let verb = ''
    try {
      const asked = JSON.parse(line) as { verb?: unknown; input?: ControlInput }
      verb = String(asked.verb)
      const answer = verbs.get(verb)
      if (!answer) return { refused: `This server does not know '${verb}'.` }
      return { answer: await answer(asked.input ?? {}) }
    } catch (error) {
      if (error instanceof ControlRefusal) return { refused: error.message }
      log.error({ verb, ...describe(error) }, 'what was asked on the control socket failed')
      return { failed: true }
    }
  }

  const server = createServer((socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
    socket.on('error', () => socket.destroy())
    linesOf(socket).once('line', (line) => {
      void answerTo(line).then((said) => socket.end(`${JSON.stringify(said)}\n`))
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
      if (verbs.has(verb)) throw new Error(`the control socket has '${verb}' already`)
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

/** Asks the server of this data directory. */
export function askServer(dataDir: string, verb: string, input: ControlInput = {}): Promise<Asked> {
  return new Promise((resolve) => {
    const socket = connect(controlSocketPath(dataDir))
    let connected = false
    socket.once('connect', () => {
      connected = true
      socket.write(`${JSON.stringify({ verb, input })}\n`)
    })
    socket.on('error', () => resolve(connected ? 'failed' : 'absent'))
    socket.on('close', () => resolve('failed'))
    linesOf(socket).once('line', (line) => {
      const said = JSON.parse(line) as { answer?: ControlInput; refused?: string }
      if (said.answer) resolve({ answer: said.answer })
      else resolve(said.refused === undefined ? 'failed' : { refused: said.refused })
    })
  })
}
