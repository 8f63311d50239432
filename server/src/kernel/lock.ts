/**
 * Holds the data directory: two processes on one embedded database lose acknowledged commits. On Linux an abstract unix
 * socket, which the kernel frees with the process however it dies; elsewhere a lock file that names the holder's pid.
 */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'

export class LockedError extends Error {}

export async function lockDirectory(dir: string): Promise<() => Promise<void>> {
  try {
    mkdirSync(dir, { recursive: true, mode: 0o700 })
    const probe = join(dir, `.write-${process.pid}`)
    writeFileSync(probe, '')
    rmSync(probe)
  } catch {
    throw new LockedError(`DATA_DIR ${dir} cannot be written to.`)
  }
  const inUse = new LockedError(`DATA_DIR ${dir} is in use by another running Purser.`)
  return process.platform === 'linux' ? lockBySocket(dir, inUse) : lockByFile(dir, inUse)
}

async function lockBySocket(dir: string, inUse: LockedError): Promise<() => Promise<void>> {
  const name = `\0purser-${createHash('sha256').update(realpathSync(dir)).digest('hex').slice(0, 32)}`
  const server = createServer((socket) => socket.destroy())
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'EADDRINUSE' ? inUse : error),
    )
    server.listen(name, resolve)
  })
  server.unref()
  return () => new Promise((resolve) => server.close(() => resolve()))
}

async function lockByFile(dir: string, inUse: LockedError): Promise<() => Promise<void>> {
  const file = join(dir, 'lock')
  if (existsSync(file)) {
    const pid = Number(readFileSync(file, 'utf8'))
    if (pid > 0 && isAlive(pid)) throw inUse
    rmSync(file, { force: true })
  }
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' })
  } catch {
    throw inUse
  }
  return async () => rmSync(file, { force: true })
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
