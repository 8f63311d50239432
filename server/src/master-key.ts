/**
 * The key under which all data keys are sealed: MASTER_KEY, or one generated into the data directory (mode 0600).
 * While it is being changed there are several, and no file of one is removed before the database surely lies under another:
 * a rotation may fail at any step, again and again, and the key in use is always at hand.
 */
import { createHmac, randomBytes, randomUUID } from 'node:crypto'
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

/** A file that is being written. */
const UNFINISHED = '.new'

/** Whether this master key opens the data keys of the database; null when it holds none yet. */
export type Opens = (key: Uint8Array) => Promise<boolean | null>

export type Rotation = {
  /** Puts every data key under `next`, in one transaction; `adopt` is called within it, before it commits. */
  reseal(next: Uint8Array, adopt: () => void): Promise<unknown>
  /** Resolves when what was resealed outlives a loss of power. */
  settled(): Promise<void>
  /** The new key, from whoever keeps MASTER_KEY; without it one is generated into the data directory. */
  next?: Uint8Array
}

export type MasterKey = {
  current(): Uint8Array
  /** Every key that something may lie under just now, the current one first. */
  candidates(): Uint8Array[]
  /** True: it is MASTER_KEY, and a new one must be given by whoever sets that. */
  configured: boolean
  /** A key for one use, that tells nothing about the master key. */
  derive(use: string): Uint8Array
  rotate(rotation: Rotation): Promise<void>
}

/**
 * Throws MasterKeyError, with one sentence, when the key does not open this database. `settled` resolves when what the
 * database holds outlives a loss of power: before that no key that may still be the one in use is removed.
 */
export async function openMasterKey(
  configured: Uint8Array | null,
  dataDir: string,
  opens: Opens,
  settled: () => Promise<void> = async () => undefined,
): Promise<MasterKey> {
  const file = join(dataDir, 'master.key')
  let key = configured ? await checked(configured, opens) : await find(file, opens, settled)
  /** Keys of rotations that did not end: something may lie under one of them until a later rotation has settled. */
  let doubtful: Uint8Array[] = []
  let changing = false
  return {
    current: () => key,
    candidates: () => [key, ...doubtful],
    configured: configured !== null,
    derive: (use) => new Uint8Array(createHmac('sha256', key).update(use).digest()),
    async rotate({ reseal, settled: done, next = new Uint8Array(randomBytes(32)) }) {
      if (changing) throw new Error('the master key is being changed already')
      changing = true
      // The new key is on the disk, beside all those before it, before anything is sealed with it.
      const path = configured ? null : `${file}.next-${systemClock.now()}-${randomUUID()}`
      const before = key
      const former = [before, ...doubtful]
      try {
        if (path) write(path, next)
        doubtful = [...former, next]
        try {
          await reseal(next, () => void (key = next))
        } catch (error) {
          // The answer may be lost though the change was kept: the database itself says under which key it lies.
          key = (await keyOf(opens, [next, ...former])) ?? before
          if (key !== next) throw error
        }
        await done()
        if (path) promote(path, file)
        doubtful = []
      } finally {
        doubtful = doubtful.filter((k) => k !== key)
        changing = false
      }
    },
  }
}

/** The first of these keys under which the database lies; null where it cannot be asked. */
async function keyOf(opens: Opens, keys: Uint8Array[]): Promise<Uint8Array | null> {
  for (const key of keys) if ((await opens(key).catch(() => false)) === true) return key
  return null
}

async function checked(key: Uint8Array, opens: Opens): Promise<Uint8Array> {
  if ((await opens(key)) !== false) return key
  throw new MasterKeyError(
    'MASTER_KEY does not open the keys in this database. If it was changed with keys:rotate, set the new one; else the one that was set before.',
  )
}

/** The key of the data directory; of several that rotations left behind, the one that opens the database. */
async function find(file: string, opens: Opens, settled: () => Promise<void>): Promise<Uint8Array> {
  for (const path of [file, ...nexts(file)]) {
    const found = read(path)
    const opened = found && (await opens(found))
    if (!found || opened === false) continue
    // An empty database says nothing about the others: it may be the wrong one.
    if (opened) await settle(path, file, settled)
    return found
  }
  const key = new Uint8Array(randomBytes(32))
  const there = existsSync(file) || nexts(file).length > 0
  if (there || (await opens(key)) === false)
    throw new MasterKeyError(
      `The key in ${file} ${there ? 'does not open' : 'is missing, and without it nothing opens'} the wallets in this database. Put back the one that belongs to it.`,
    )
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  write(file, key)
  return key
}

/** What rotations wrote that did not end, newest first. */
function nexts(file: string): string[] {
  if (!existsSync(dirname(file))) return []
  return readdirSync(dirname(file))
    .filter((name) => name.startsWith(`${basename(file)}.next`) && !name.endsWith(UNFINISHED))
    .sort()
    .reverse()
    .map((name) => join(dirname(file), name))
}

/** Leaves the key in use alone, once the database surely lies under it; until then all of them stay. */
async function settle(path: string, file: string, settled: () => Promise<void>): Promise<void> {
  if (path === file && nexts(file).length === 0) return
  try {
    await settled()
    promote(path, file)
  } catch {
    // A disk that is full, perhaps: the next start tries again.
  }
}

/** Gives this key the name of the one in use and removes all the others. */
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

/** Under its name only when it is whole. */
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
