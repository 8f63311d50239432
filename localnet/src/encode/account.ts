import { zstdCompressSync } from 'node:zlib'
import { toAddress, encodeBase58, type Key } from '../base58.ts'
import type { Account } from '../chain/accounts.ts'
import { MAX_BASE58_ACCOUNT_BYTES } from '../constants.ts'
import { invalidParams } from '../rpc/errors.ts'
import { parseAccount } from './parsed-accounts.ts'

export type AccountEncoding = 'binary' | 'base58' | 'base64' | 'base64+zstd' | 'jsonParsed'

export interface AccountFormat {
  encoding: AccountEncoding
  slice: { offset: number; length: number } | undefined
  /** Reads other accounts at the same slot, for the decimals of a mint. */
  read: (key: Key) => Account | undefined
}

const ENCODINGS = new Set(['binary', 'base58', 'base64', 'base64+zstd', 'jsonParsed'])

/** Encoding and slice of accounts in a response. */
export function accountFormat(
  config: Record<string, unknown>,
  fallback: AccountEncoding,
  read: AccountFormat['read'],
): AccountFormat {
  const encoding = (config.encoding ?? fallback) as AccountEncoding
  if (!ENCODINGS.has(encoding)) throw invalidParams(`Invalid params: unknown variant \`${encoding}\``)
  const slice = config.dataSlice as { offset?: unknown; length?: unknown } | undefined | null
  if (!slice) return { encoding, slice: undefined, read }
  const [offset, length] = [Number(slice.offset), Number(slice.length)]
  if (!Number.isInteger(offset) || !Number.isInteger(length) || offset < 0 || length < 0)
    throw invalidParams('Invalid params: dataSlice: expected offset and length')
  return { encoding, slice: { offset, length }, read }
}

const RENT_EPOCH = 18446744073709551615n

function encodeData(account: Account, format: AccountFormat): unknown {
  const { slice } = format
  const bytes = slice ? account.data.subarray(slice.offset, slice.offset + slice.length) : account.data
  const base64 = (): string => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('base64')
  switch (format.encoding) {
    case 'binary':
    case 'base58': {
      if (bytes.length > MAX_BASE58_ACCOUNT_BYTES)
        throw invalidParams(
          'Encoded binary (base 58) data should be less than 128 bytes, please use Base64 encoding.',
        )
      return format.encoding === 'binary' ? encodeBase58(bytes) : [encodeBase58(bytes), 'base58']
    }
    case 'base64':
      return [base64(), 'base64']
    case 'base64+zstd':
      return [zstdCompressSync(bytes).toString('base64'), 'base64+zstd']
    case 'jsonParsed':
      return parseAccount(account, format.read) ?? [base64(), 'base64']
  }
}

/** An account in the RPC's form; null when it does not exist. */
export function encodeAccount(account: Account | undefined, format: AccountFormat): unknown {
  if (!account) return null
  return {
    data: encodeData(account, format),
    executable: account.executable,
    lamports: account.lamports,
    owner: toAddress(account.owner),
    rentEpoch: RENT_EPOCH,
    space: account.data.length,
  }
}
