/** How `npm run keys:rotate` asks the running server for a new master key: a socket in the data directory, mode 0600. */
import { chmodSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, type Log } from './kernel/log.ts'

export const rotationSocket = (dataDir: string): string => join(dataDir, 'keys.sock')

export async function listenForRotation(
  dataDir: string,
  rotate: () => Promise<string | null>,
  log: Log,
): Promise<() => Promise<void>> {
  const path = rotationSocket(dataDir)
  rmSync(path, { force: true })
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy())
    rotate().then(
      (key) => {
        log.info({}, 'the master key was changed')
        socket.end(JSON.stringify({ done: true, key }))
      },
      (error: unknown) => {
        log.error(describe(error), 'the master key could not be changed')
        socket.end(JSON.stringify({ done: false }))
      },
    )
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
    new Promise((resolve) =>
      server.close(() => {
        rmSync(path, { force: true })
        resolve()
      }),
    )
}
