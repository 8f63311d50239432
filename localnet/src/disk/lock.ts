import { mkdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** The directory is locked by another process, or not writable. */
export class LockError extends Error {}

/** SQLITE_BUSY and SQLITE_LOCKED. */
const HELD = [5, 6]
/** Kept referenced: garbage collection would release them. */
const locks = new Set<DatabaseSync>()

/**
 * Locks a directory until the returned release is called, by SQLite's exclusive file lock: it holds between containers on
 * one volume and is released however the process ends.
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
  let database: DatabaseSync | null = null
  try {
    database = new DatabaseSync(join(path, 'lock.db'), { timeout: 0 })
    database.exec('pragma locking_mode = exclusive; begin exclusive')
  } catch (error) {
    database?.close()
    const held = HELD.includes((error as { errcode?: number }).errcode ?? 0)
    throw new LockError(
      held
        ? `${path} is in use by another local network`
        : `${path} cannot be locked: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
  const lock = database
  locks.add(lock)
  return () => {
    if (locks.delete(lock)) lock.close()
  }
}
