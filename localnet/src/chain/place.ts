import { decodeBase58, bytesToKey, type Key } from '../base58.ts'
import type { Bank } from './bank.ts'

/** An account copied from another cluster, or made for a test. */
export interface PlacedAccount {
  address: string
  owner: string
  data: Uint8Array
  /** The rent minimum by default. */
  lamports?: bigint
  executable?: boolean
}

/** Why an account was not placed, as a sentence. */
export class PlaceRefused extends Error {}

function parseKey(address: string): Key {
  const bytes = address.length > 64 ? undefined : decodeBase58(address)
  if (bytes?.length !== 32) throw new PlaceRefused(`'${address.slice(0, 64)}' is not an address`)
  return bytesToKey(bytes)
}

/** Writes them as if they had always existed; all of them or none. */
export function placeAccounts(bank: Bank, accounts: readonly PlacedAccount[]): void {
  if (!bank.inMemory) throw new PlaceRefused('a chain on disk keeps no accounts that no transaction made')
  const placed = accounts.map(({ address, owner, data, lamports, executable }) => ({
    key: parseKey(address),
    account: {
      lamports: lamports ?? bank.svm.computeRent(data.length),
      owner: parseKey(owner),
      executable: executable ?? false,
      // Copied: data from another thread may share one large buffer.
      data: data.slice(),
    },
  }))
  for (const { key, account } of placed) {
    bank.accounts.setBase(key, account)
    bank.svm.write(key, account)
  }
}
