import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'

/** Another process holds the directory, or it cannot be written. */
export class LockError extends Error {}

/**
 * Holds a directory for this process until the answer is called. On Linux an abstract socket named after
 * the real path: the kernel frees it however the process ends. Elsewhere a file with the process id.
 */
export async function lockDirectory(dir: string): Promise<() => void> {
  try {
    mkdirSync(dir, { recursive: true, mode: 0o700 })
    const probe = join(dir, '.writable')
    writeFileSync(probe, '')
    rmSync(probe)
  } catch (error) {
    throw new LockError(`cannot write to ${dir}: ${(error as NodeJS.ErrnoException).code ?? String(error)}`)
  }
  const path = realpathSync(dir)
  return process.platform === 'linux' ? lockBySocket(path) : lockByFile(path)
}

const held = (path: string): LockError => new LockError(`${path} is in use by another local network`)

function lockBySocket(path: string): Promise<() => void> {
  const name = `\0localnet-${createHash('sha256').update(path).digest('hex')}`
  const { promise, resolve, reject } = Promise.withResolvers<() => void>()
  const server = createServer((socket) => socket.destroy())
  server.once('error', (error: NodeJS.ErrnoException) =>
    reject(error.code === 'EADDRINUSE' ? held(path) : error),
  )
  server.listen(name, () => resolve(() => void server.close()))
  server.unref()
  return promise
}

function lockByFile(path: string): () => void {
  const file = join(path, 'lock')
  for (let tries = 0; tries < 2; tries++) {
    try {
      writeFileSync(file, String(process.pid), { flag: 'wx', mode: 0o600 })
      return () => rmSync(file, { force: true })
    } catch {
      if (isAlive(Number(readFileSync(file, 'utf8')))) throw held(path)
      rmSync(file, { force: true })
    }
  }
  throw held(path)
}

function isAlive(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
