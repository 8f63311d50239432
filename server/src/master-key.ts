/**
 * The key under which all data keys are sealed: MASTER_KEY, or one generated into the data directory (mode 0600).
 * While it is being changed there are two, and a crash at any point leaves the one in use at hand.
 */
import { createHmac, randomBytes } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'

export class MasterKeyError extends Error {}

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

/** Throws MasterKeyError, with one sentence, when the key does not open this database. */
export async function openMasterKey(
  configured: Uint8Array | null,
  dataDir: string,
  opens: Opens,
): Promise<MasterKey> {
  const file = join(dataDir, 'master.key')
  let key = configured ? await checked(configured, opens) : await find(file, opens)
  let before: Uint8Array | null = null
  let changing = false
  return {
    current: () => key,
    candidates: () => (before === null ? [key] : [key, before]),
    configured: configured !== null,
    derive: (use) => new Uint8Array(createHmac('sha256', key).update(use).digest()),
    async rotate({ reseal, settled, next = new Uint8Array(randomBytes(32)) }) {
      if (changing) throw new Error('the master key is being changed already')
      changing = true
      try {
        // The new key is on the disk before anything is sealed with it.
        if (!configured) write(`${file}.next`, next)
        const old = key
        await reseal(next, () => {
          before = old
          key = next
        }).catch(async (error: unknown) => {
          // The answer may be lost though the change was kept: the database itself says under which key it lies.
          if ((await opens(next)) === true) return
          key = old
          before = next
          throw error
        })
        await settled()
        if (!configured) replace(`${file}.next`, file)
      } finally {
        changing = false
      }
    },
  }
}

async function checked(key: Uint8Array, opens: Opens): Promise<Uint8Array> {
  if ((await opens(key)) !== false) return key
  throw new MasterKeyError(
    'MASTER_KEY does not open the keys in this database. If it was changed with keys:rotate, set the new one; else the one that was set before.',
  )
}

/** The key of the data directory; of two that a rotation left behind, the one that opens the database. */
async function find(file: string, opens: Opens): Promise<Uint8Array> {
  const next = `${file}.next`
  for (const path of [file, next]) {
    const found = read(path)
    if (!found || (await opens(found)) === false) continue
    if (path === next) replace(next, file)
    else rmSync(next, { force: true })
    return found
  }
  const key = new Uint8Array(randomBytes(32))
  if (existsSync(file) || (await opens(key)) === false)
    throw new MasterKeyError(
      `The key in ${file} ${existsSync(file) ? 'does not open' : 'is missing, and without it nothing opens'} the wallets in this database. Put back the one that belongs to it.`,
    )
  mkdirSync(join(file, '..'), { recursive: true, mode: 0o700 })
  write(file, key)
  return key
}

function read(file: string): Uint8Array | null {
  if (!existsSync(file)) return null
  const bytes = Buffer.from(readFileSync(file, 'utf8').trim(), 'base64')
  return bytes.length === 32 ? new Uint8Array(bytes) : null
}

function write(file: string, key: Uint8Array): void {
  writeFileSync(file, `${Buffer.from(key).toString('base64')}\n`, { mode: 0o600, flush: true })
  chmodSync(file, 0o600)
  syncDirectory(join(file, '..'))
}

function replace(from: string, to: string): void {
  renameSync(from, to)
  syncDirectory(join(to, '..'))
}

function syncDirectory(dir: string): void {
  const handle = openSync(dir, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
