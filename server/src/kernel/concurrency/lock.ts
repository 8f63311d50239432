/**
 * An exclusive lock on the data directory: two processes on one embedded database lose acknowledged commits. It is an
 * fcntl lock on a file in the directory, taken by SQLite since Node has no file locks of its own. So it holds between
 * containers and network namespaces on one volume, where sockets and process ids mean nothing, and it is released
 * however the process dies. Danger: closing any other descriptor of this file in this process releases the lock, so
 * nothing else may open it.
 */
import { chmodSync, mkdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

export class LockedError extends Error {}

const LOCK_FILE = 'lock.db'
/** SQLITE_BUSY and SQLITE_LOCKED. */
const HELD = [5, 6]
/** SQLITE_FULL, https://www.sqlite.org/rescode.html#full */
const FULL = 13
/** Kept referenced: garbage collection would release them. */
const locks = new Set<DatabaseSync>()

/** Mode 0600. An existing file is not opened, only its mode is set: see the danger above. */
function makePrivate(file: string): void {
  try {
    writeFileSync(file, '', { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  chmodSync(file, 0o600)
}

/** Returns the release. Throws LockedError when the directory is locked, also by this process, or not writable. */
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
    const { errcode = 0 } = error as { errcode?: number }
    if (HELD.includes(errcode)) throw new LockedError(`DATA_DIR ${dir} is in use by another running Purser.`)
    if (errcode === FULL)
      throw new LockedError(
        `DATA_DIR ${dir} cannot be locked: its disk is full. Free up space and restart Purser.`,
      )
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
