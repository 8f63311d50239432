import { decodeBase58, bytesToKey, type Key } from '../base58.ts'
import { parseTokenAccount, type Account } from '../chain/accounts.ts'
import { MAX_FILTERS } from '../constants.ts'
import { isTokenProgram } from '../programs.ts'
import { invalidParams } from './errors.ts'
import { toU64 } from './params.ts'

export interface Filters {
  matches(account: Account): boolean
  /** Filters of token accounts that an index serves. */
  hint: { tokenOwner?: Key | undefined; mint?: Key | undefined } | undefined
}

interface Memcmp {
  offset: number
  bytes: Buffer
}

function parseMemcmp(value: Record<string, unknown>): Memcmp {
  const offset = Number(toU64(value.offset, 'offset'))
  const { bytes: text, encoding } = value
  let bytes: Buffer | undefined
  if (Array.isArray(text)) bytes = Buffer.from(text as number[])
  else if (typeof text === 'string')
    bytes = encoding === 'base64' ? Buffer.from(text, 'base64') : decodeBase58(text)
  if (!bytes) throw invalidParams('Invalid param: could not decode memcmp bytes')
  if (bytes.length > 128) throw invalidParams('Invalid param: memcmp filter data is too large')
  return { offset, bytes }
}

/** Reads the filters of getProgramAccounts and programSubscribe. */
export function readFilters(value: unknown, program: Key): Filters {
  const list = (value ?? []) as Record<string, unknown>[]
  if (!Array.isArray(list)) throw invalidParams('Invalid params: filters: expected a sequence')
  if (list.length > MAX_FILTERS) throw invalidParams(`Too many filters provided; max ${MAX_FILTERS}`)
  const compares: Memcmp[] = []
  let size: number | undefined
  let tokenState = false
  for (const filter of list) {
    if (typeof filter === 'object' && 'memcmp' in filter)
      compares.push(parseMemcmp(filter.memcmp as Record<string, unknown>))
    else if (typeof filter === 'object' && 'dataSize' in filter)
      size = Number(toU64(filter.dataSize, 'dataSize'))
    else if (
      (filter as unknown) === 'tokenAccountState' ||
      (typeof filter === 'object' && 'tokenAccountState' in filter)
    )
      tokenState = true
    else throw invalidParams('Invalid params: unknown filter')
  }
  const matches = (account: Account): boolean => {
    if (size !== undefined && account.data.length !== size) return false
    if (tokenState && !parseTokenAccount(account)) return false
    return compares.every(
      ({ offset, bytes }) =>
        offset + bytes.length <= account.data.length &&
        bytes.equals(account.data.subarray(offset, offset + bytes.length)),
    )
  }
  const keyIn = (offset: number): Key | undefined => {
    const found = compares.find((c) => c.offset === offset && c.bytes.length === 32)
    return found && bytesToKey(found.bytes)
  }
  // The index holds token accounts only; without a size mints could match the same bytes.
  const [mint, tokenOwner] = [keyIn(0), keyIn(32)]
  const hint =
    isTokenProgram(program) && (size === 165 || tokenState) && (mint ?? tokenOwner)
      ? { mint, tokenOwner }
      : undefined
  return { matches, hint }
}
