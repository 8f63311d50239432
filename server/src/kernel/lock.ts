/**
 * Holds the data directory: two processes on one embedded database lose acknowledged commits. The lock is one that the
 * operating system keeps on a file inside the directory (SQLite's exclusive lock, which is fcntl's), so it holds between
 * containers and network namespaces on one volume, where names of sockets and numbers of processes mean nothing, and it
 * is free the moment the process is gone, however it dies. Node has no file locks of its own; its SQLite does, and needs
 * no package with a binary of somebody else. Danger: closing any other descriptor of this file in this process would
 * let go of the lock, so nothing else ever opens it.
 */
import { chmodSync, mkdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

export class LockedError extends Error {}

const LOCK_FILE = 'lock.db'
/** SQLITE_BUSY and SQLITE_LOCKED: somebody else has it. */
const HELD = [5, 6]
/** Kept in sight: one that is collected as garbage lets go of its lock. */
const locks = new Set<DatabaseSync>()

/** For its owner alone. One that is there already is never opened here, only its mode is set: see the danger above. */
function makePrivate(file: string): void {
  try {
    writeFileSync(file, '', { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  chmodSync(file, 0o600)
}

/** Throws LockedError when another process, or another holder in this one, has the directory or it cannot be written. */
export async function lockDirectory(dir: string): Promise<() => Promise<void>> {
  try {
    mkdirSync(dir, { recursive: true, mode: 0o700 })
    const probe = join(dir, `.write-${process.pid}`)
    writeFileSync(probe, '')
    rmSync(probe)
  } catch {
    throw new LockedError(`DATA_DIR ${dir} cannot be written to.`)
  }
  const file = join(realpathSync(dir), LOCK_FILE)
  let database: DatabaseSync | null = null
  try {
    makePrivate(file)
    database = new DatabaseSync(file, { timeout: 0 })
    database.exec('pragma locking_mode = exclusive; begin exclusive')
  } catch (error) {
    database?.close()
    if (HELD.includes((error as { errcode?: number }).errcode ?? 0))
      throw new LockedError(`DATA_DIR ${dir} is in use by another running Purser.`)
    throw new LockedError(
      `DATA_DIR ${dir} cannot be locked: ${error instanceof Error ? error.message : String(error)}.`,
    )
  }
  const held = database
  locks.add(held)
  return async () => {
    if (locks.delete(held)) held.close()
  }
}
