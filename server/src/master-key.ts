/**
 * The key that seals all data keys: MASTER_KEY, or one generated into the data directory (mode 0600). During a rotation
 * there are several, and no key file is removed before the database is durably under another key: a rotation may fail at
 * any step, repeatedly, without losing the key in use.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { systemClock } from './kernel/clock.ts'

export class MasterKeyError extends Error {}

/** Suffix of a file that is being written. */
const UNFINISHED = '.new'

/** Whether this master key opens the data keys of the database; null when it holds none yet. */
export type Opens = (key: Uint8Array) => Promise<boolean | null>

export type Rotation = {
  /** Puts every data key under `next`, in one transaction; `adopt` is called within it, before it commits. */
  reseal(next: Uint8Array, adopt: () => void): Promise<unknown>
  /** Resolves when the resealed keys survive a power loss. */
  settled(): Promise<void>
  /** The new MASTER_KEY; without it one is generated into the data directory. */
  next?: Uint8Array
}

export type MasterKey = {
  current(): Uint8Array
  /** Every key that may be in use, the current one first. */
  candidates(): Uint8Array[]
  /** It comes from MASTER_KEY: a rotation must be given the new one. */
  configured: boolean
  rotate(rotation: Rotation): Promise<void>
}

/**
 * Throws MasterKeyError when the key does not open this database. `settled` resolves when the database survives a power
 * loss: before that no key that may be in use is removed.
 */
export async function openMasterKey(
  configured: Uint8Array | null,
  dataDir: string,
  opens: Opens,
  settled: () => Promise<void> = async () => undefined,
): Promise<MasterKey> {
  const file = join(dataDir, 'master.key')
  let key = configured ? await checked(configured, opens) : await find(file, opens, settled)
  /** Keys of unfinished rotations: any may be in use until a later rotation has settled. */
  let uncertain: Uint8Array[] = []
  let rotating = false
  return {
    current: () => key,
    candidates: () => [key, ...uncertain],
    configured: configured !== null,
    async rotate({ reseal, settled: done, next = new Uint8Array(randomBytes(32)) }) {
      if (rotating) throw new Error('the master key is already being rotated')
      rotating = true
      // The new key is on disk, beside all former ones, before anything is sealed with it.
      const path = configured ? null : `${file}.next-${systemClock.now()}-${randomUUID()}`
      const before = key
      const former = [before, ...uncertain]
      try {
        if (path) write(path, next)
        uncertain = [...former, next]
        try {
          await reseal(next, () => void (key = next))
        } catch (error) {
          // The commit may have succeeded though its result was lost: the database shows which key it is under.
          key = (await findKey(opens, [next, ...former])) ?? before
          if (key !== next) throw error
        }
        await done()
        if (path) promote(path, file)
        uncertain = []
      } finally {
        uncertain = uncertain.filter((k) => k !== key)
        rotating = false
      }
    },
  }
}

/** The first of these keys that opens the database; null when none does or it is unavailable. */
async function findKey(opens: Opens, keys: Uint8Array[]): Promise<Uint8Array | null> {
  for (const key of keys) if ((await opens(key).catch(() => false)) === true) return key
  return null
}

async function checked(key: Uint8Array, opens: Opens): Promise<Uint8Array> {
  if ((await opens(key)) !== false) return key
  throw new MasterKeyError(
    'MASTER_KEY does not open the keys in this database. If it was changed with keys:rotate, set the new one; otherwise set the previous one.',
  )
}

/** The key of the data directory; of several left by rotations, the one that opens the database. */
async function find(file: string, opens: Opens, settled: () => Promise<void>): Promise<Uint8Array> {
  for (const path of [file, ...nexts(file)]) {
    const found = read(path)
    const opened = found && (await opens(found))
    if (!found || opened === false) continue
    // An empty database proves nothing, so the other keys stay: it may be the wrong database.
    if (opened) await settle(path, file, settled)
    return found
  }
  const key = new Uint8Array(randomBytes(32))
  const there = existsSync(file) || nexts(file).length > 0
  if (there || (await opens(key)) === false)
    throw new MasterKeyError(
      `The key in ${file} ${there ? 'does not open' : 'is missing, and nothing else opens'} the wallets in this database. Restore the key that belongs to it.`,
    )
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  write(file, key)
  return key
}

/** Key files of unfinished rotations, newest first. */
function nexts(file: string): string[] {
  if (!existsSync(dirname(file))) return []
  return readdirSync(dirname(file))
    .filter((name) => name.startsWith(`${basename(file)}.next`) && !name.endsWith(UNFINISHED))
    .sort()
    .reverse()
    .map((name) => join(dirname(file), name))
}

/** Removes all other keys once the database is durably under this one. */
async function settle(path: string, file: string, settled: () => Promise<void>): Promise<void> {
  if (path === file && nexts(file).length === 0) return
  try {
    await settled()
    promote(path, file)
  } catch {
    // The next start tries again.
  }
}

/** Renames this key to the current one and removes all others. */
function promote(path: string, file: string): void {
  if (path !== file) renameSync(path, file)
  syncDirectory(dirname(file))
  for (const other of nexts(file)) rmSync(other, { force: true })
}

function read(file: string): Uint8Array | null {
  if (!existsSync(file)) return null
  const bytes = Buffer.from(readFileSync(file, 'utf8').trim(), 'base64')
  return bytes.length === 32 ? new Uint8Array(bytes) : null
}

/** Atomically, by rename. */
function write(file: string, key: Uint8Array): void {
  const unfinished = `${file}${UNFINISHED}`
  try {
    writeFileSync(unfinished, `${Buffer.from(key).toString('base64')}\n`, { mode: 0o600, flush: true })
    chmodSync(unfinished, 0o600)
    renameSync(unfinished, file)
    syncDirectory(dirname(file))
  } finally {
    rmSync(unfinished, { force: true })
  }
}

function syncDirectory(dir: string): void {
  const handle = openSync(dir, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
