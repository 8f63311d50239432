/**
 * How `npm run keys:rotate` asks the running server for a new master key: a socket in the data directory, mode 0600.
 * The server says whether the key is configured; then the asker gives the new one, so that the person who must set it
 * holds it before anything is sealed with it. One line of JSON each way, then the outcome.
 */
import { chmodSync, rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { describe, type Log } from './kernel/log.ts'

export const rotationSocket = (dataDir: string): string => join(dataDir, 'keys.sock')

export type Rotatable = {
  /** The master key is MASTER_KEY: `rotate` needs the new one. */
  configured: boolean
  rotate(next?: Uint8Array): Promise<void>
}

/** An error of the socket is heard there; readline tells it again, and unheard it would end the process. */
const linesOf = (socket: Socket) => createInterface({ input: socket }).on('error', () => undefined)

const say = (socket: Socket, message: object) => socket.write(`${JSON.stringify(message)}\n`)

export async function listenForRotation(
  dataDir: string,
  rotatable: Rotatable,
  log: Log,
): Promise<() => Promise<void>> {
  const path = rotationSocket(dataDir)
  rmSync(path, { force: true })
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
    socket.on('error', () => socket.destroy())
    say(socket, { configured: rotatable.configured })
    linesOf(socket).once('line', (line) => {
      rotateAs(rotatable, line).then(
        () => {
          log.info({}, 'the master key was changed')
          socket.end(`${JSON.stringify({ done: true })}\n`)
        },
        (error: unknown) => {
          log.error(describe(error), 'the master key could not be changed')
          socket.end(`${JSON.stringify({ done: false })}\n`)
        },
      )
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
  return () =>
    new Promise((resolve) => {
      server.close(() => {
        rmSync(path, { force: true })
        resolve()
      })
      for (const socket of open) socket.destroy()
    })
}

async function rotateAs(rotatable: Rotatable, line: string): Promise<void> {
  const { next } = JSON.parse(line) as { next?: string }
  if (!rotatable.configured) return rotatable.rotate()
  const key = new Uint8Array(Buffer.from(next ?? '', 'base64'))
  if (key.length !== 32) throw new Error('the new key was not given')
  return rotatable.rotate(key)
}

/** Asks the server of this data directory. 'absent': none runs there. `keyFor` is told whether a key must be given. */
export function askForRotation(
  dataDir: string,
  keyFor: (configured: boolean) => Uint8Array | null,
): Promise<'done' | 'failed' | 'absent'> {
  return new Promise((resolve) => {
    const socket = connect(rotationSocket(dataDir))
    let connected = false
    socket.once('connect', () => {
      connected = true
    })
    socket.on('error', () => resolve(connected ? 'failed' : 'absent'))
    socket.on('close', () => resolve('failed'))
    linesOf(socket).on('line', (line) => {
      const said = JSON.parse(line) as { configured?: boolean; done?: boolean }
      if (said.done !== undefined) return resolve(said.done ? 'done' : 'failed')
      const key = keyFor(said.configured === true)
      say(socket, key ? { next: Buffer.from(key).toString('base64') } : {})
    })
  })
}
