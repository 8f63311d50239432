/** Import of wallets by their private keys. No answer, fault or log ever holds one of them. */
import { IMPORT_KEYS_MAX } from '@purser/contract/limits.ts'
import { BASE58 } from '@purser/contract/values.ts'
import { alreadyInList } from '@purser/contract/wallets/wallet-texts.ts'
import type { ImportResult, Wallet } from '@purser/contract/wallets/wallets.ts'
import type { Address } from '@solana/kit'
import type { Db } from '../../../db/client.ts'
import { writeAudit } from '../../../kernel/audit.store.ts'
import { Fault, invalid } from '../../../kernel/fault.ts'
import { writeAudits } from '../exports/exports.store.ts'
import { type Dated, ensureGroup, putInGroup, saveWallets, numbered } from './generate.ts'
import type { Keyring } from '../keys/keyring.ts'
import { toAddress, fromBase58, isSecretKey, type SecretKey } from '../keys/keys.ts'
import type { Import, KeysGiven, Origin } from '../wallets.ts'
import * as store from '../wallets.store.ts'

type Line = { line: number; given: string | number[] }

const NO_KEY = 'This is not a private key: it must be base58 or a JSON array of 64 numbers.'
const HALVES = 'This is not a valid private key: its two halves do not match.'
const TWICE = 'This key is listed twice.'

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

const isNumbers = (value: unknown): value is number[] =>
  Array.isArray(value) && value.length > 0 && value.every((n) => typeof n === 'number')

/** The keys of a pasted text or a list, with their line numbers. A key file may span many lines. */
export function splitLines(keys: KeysGiven): Line[] {
  if (typeof keys !== 'string') return keys.map((given, i) => ({ line: i + 1, given }))
  const whole = keys.trim().startsWith('[') ? parseJson(keys) : undefined
  if (isNumbers(whole)) return [{ line: 1, given: whole }]
  if (
    Array.isArray(whole) &&
    whole.every((k): k is string | number[] => typeof k === 'string' || isNumbers(k))
  )
    return whole.map((given, i) => ({ line: i + 1, given }))
  return keys
    .split(/\r\n|\r|\n/)
    .map((given, i) => ({ line: i + 1, given }))
    .filter(({ given }) => given.trim() !== '')
}

const KEY_TEXT = new RegExp(`^${BASE58}{1,100}$`)

/** The 64 bytes of a key, or the reason why it is not one. */
export function readKey(given: string | number[]): SecretKey | { error: string } {
  let bytes: Uint8Array | null
  const text = typeof given === 'string' ? given.trim().replace(/^(["'])(.*)\1$/, '$2') : ''
  const numbers = typeof given === 'string' ? (text.startsWith('[') ? parseJson(text) : null) : given
  if (numbers === null) bytes = KEY_TEXT.test(text) ? fromBase58(text) : null
  else if (!isNumbers(numbers) || !numbers.every((n) => Number.isInteger(n) && n >= 0 && n < 256))
    return { error: NO_KEY }
  else bytes = Uint8Array.from(numbers)
  if (bytes?.length === 32)
    return {
      error: 'This is a 32-byte address or seed. A private key has 64 bytes.',
    }
  if (bytes === null || bytes.length !== 64) return { error: NO_KEY }
  return isSecretKey(bytes) ? bytes : { error: HALVES }
}

type Good = { key: SecretKey; address: Address }

/** Sorts a list into what can be imported and why the rest cannot; throws where nothing can. */
async function sort(
  db: Db,
  userId: number,
  wanted: Import,
): Promise<{ good: Good[]; results: ImportResult[] }> {
  const lines = splitLines(wanted.keys)
  if (lines.length === 0) throw invalid('keys', 'Please enter at least one private key.')
  if (lines.length > IMPORT_KEYS_MAX) throw invalid('keys', `must hold at most ${IMPORT_KEYS_MAX} keys`)
  const read = lines.map(({ line, given }) => {
    const key = readKey(given)
    if ('error' in key) return { line, key: null, address: null, error: key.error }
    return { line, key, address: toAddress(key), error: null }
  })
  const addresses = [...new Set(read.flatMap(({ address }) => address ?? []))]
  const there = new Map(
    (await store.findByAddresses(db, userId, addresses)).map((row) => [row.address, row.name]),
  )
  const seen = new Set<string>()
  const good: Good[] = []
  let listed: string | undefined
  const results = read.map(({ line, key, address, error }): ImportResult => {
    if (key === null || address === null) return { line, status: 'failed', address: null, error }
    const name = there.get(address)
    if (name !== undefined) {
      listed ??= name
      return { line, status: 'duplicate', address, error: alreadyInList(name) }
    }
    if (seen.has(address)) return { line, status: 'duplicate', address, error: TWICE }
    seen.add(address)
    good.push({ key, address })
    return { line, status: 'imported', address, error: null }
  })
  if (good.length === 0) refuse(results, listed)
  return { good, results }
}

/** Throws what the import would: called first, so that no code is used up by a list without a key. */
export async function checkImport(db: Db, userId: number, wanted: Import): Promise<void> {
  const { good } = await sort(db, userId, wanted)
  for (const { key } of good) key.fill(0)
}

/** Addresses named in a row of the audit log; key_audit has all of them. */
const NAMED = 20

/** In the caller's transaction. Good lines are imported even where others are not; see the contract. */
export async function importKeys(
  tx: Db,
  keyring: Keyring,
  userId: number,
  wanted: Import & Origin & Dated,
): Promise<{ wallets: Wallet[]; results: ImportResult[] }> {
  await store.lockUser(tx, userId)
  const { good, results } = await sort(tx, userId, wanted)
  const group = await ensureGroup(tx, userId, { groupId: wanted.groupId, newGroup: null })
  const name = await numbered(tx, userId, wanted.namePrefix ?? 'Imported')
  const alone = good.length === 1 ? wanted.name : undefined
  const secrets = good.map(({ key, address }, i) => ({ secret: key, address, name: alone ?? name(i) }))
  const rows = await saveWallets(tx, keyring, userId, {
    secrets,
    at: wanted.at,
    imported: true,
    keyOut: true,
  })
  const { client, device } = wanted
  await writeAudits(tx, { userId, client, wallets: rows, action: 'import' })
  const named = rows.slice(0, NAMED).map((row) => row.address)
  const detail = { wallets: rows.length, addresses: named.join(' '), group: group?.name ?? null }
  await writeAudit(tx, { userId, type: 'import', detail, address: client, device })
  return { wallets: await putInGroup(tx, rows, group), results }
}

/** `listed`: the name of the first wallet that exists already. */
function refuse(results: ImportResult[], listed: string | undefined): never {
  const known = results.filter((r) => r.status === 'duplicate')
  const others = results.filter((r) => r.status !== 'duplicate')
  const details = [...known, ...others].map(({ line, error }) => ({
    path: `keys.${line}`,
    message: error ?? '',
  }))
  throw listed === undefined
    ? new Fault('invalid_input', { details })
    : new Fault('keys_already_there', { details, name: listed })
}
