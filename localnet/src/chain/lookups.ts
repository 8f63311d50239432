import { keyAt, type Key } from '../base58.ts'
import { ADDRESS_LOOKUP_TABLE } from '../programs.ts'
import type { WireTransaction } from '../wire/parse.ts'
import type { Account } from './accounts.ts'

/** Bytes before the first address of a lookup table. */
const TABLE_HEADER = 56

export interface Loaded {
  writable: Key[]
  readonly: Key[]
}

/**
 * Addresses that a v0 transaction loads from lookup tables. An unreadable table yields none: the
 * runtime then fails the transaction with the right error.
 */
export function loadedAddresses(tx: WireTransaction, read: (key: Key) => Account | undefined): Loaded {
  const loaded: Loaded = { writable: [], readonly: [] }
  for (const lookup of tx.lookups) {
    const table = read(lookup.table)
    if (table?.owner !== ADDRESS_LOOKUP_TABLE) continue
    const data = Buffer.from(table.data.buffer, table.data.byteOffset, table.data.length)
    const take = (indexes: Uint8Array, into: Key[]): void => {
      for (const i of indexes) {
        const at = TABLE_HEADER + 32 * i
        if (at + 32 <= data.length) into.push(keyAt(data, at))
      }
    }
    take(lookup.writable, loaded.writable)
    take(lookup.readonly, loaded.readonly)
  }
  return loaded
}
