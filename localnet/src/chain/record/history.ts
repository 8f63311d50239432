import type { Key } from '../../base58.ts'
import type { Place } from '../../disk/frames.ts'
import { parseTransaction } from '../../wire/parse.ts'
import type { TransactionError } from '../errors.ts'
import type { Loaded } from '../lookups.ts'
import type { Execution } from '../svm.ts'
import type { TokenBalance } from './token-balances.ts'

/** The record of an executed transaction, stored in the ledger in this form. */
export interface TxRecord extends Execution {
  slot: number
  /** Unix seconds of its block. */
  time: number
  wire: Uint8Array
  fee: bigint
  /** Lamports by account index, before and after. */
  pre: BigUint64Array
  post: BigUint64Array
  preTokens: TokenBalance[]
  postTokens: TokenBalance[]
  loaded: Loaded
  /** It changed nothing but lamports, so `post` gives the new states. */
  plain: boolean
  /** Indexes of the accounts that it changed. */
  changed: Uint8Array
}

/** All accounts of a transaction, those from lookup tables included, in the order of its indexes. */
export function getKeys(record: TxRecord, tx = parseTransaction(Buffer.from(record.wire))): Key[] {
  const { writable, readonly } = record.loaded
  return writable.length + readonly.length > 0 ? [...tx.keys, ...writable, ...readonly] : tx.keys
}

export function changedKeys(record: TxRecord): Key[] {
  const keys = getKeys(record)
  return Array.from(record.changed, (i) => keys[i]!)
}

/** Kept in memory for each transaction; old records are read from the ledger. */
export interface TxEntry {
  signature: string
  slot: number
  time: number
  err: TransactionError | null
  memo: string | null
  record: TxRecord | undefined
  place: Place | undefined
}

/** Transactions by signature, address and slot, in the order of execution. */
export class History {
  private readonly bySignature = new Map<string, TxEntry>()
  /** A single entry is stored without an array: most addresses of a bulk payment occur once. */
  private readonly byAddress = new Map<Key, TxEntry | TxEntry[]>()
  private readonly bySlot = new Map<number, TxEntry[]>()
  /** The oldest slot whose transactions are still known. */
  firstSlot: number

  constructor(firstSlot: number) {
    this.firstSlot = firstSlot
  }

  add(entry: TxEntry, keys: readonly Key[]): void {
    this.bySignature.set(entry.signature, entry)
    for (const key of keys) {
      const list = this.byAddress.get(key)
      if (list === undefined) this.byAddress.set(key, entry)
      else if (Array.isArray(list)) list.push(entry)
      else this.byAddress.set(key, [list, entry])
    }
    const slot = this.bySlot.get(entry.slot)
    if (slot) slot.push(entry)
    else this.bySlot.set(entry.slot, [entry])
  }

  get(signature: string): TxEntry | undefined {
    return this.bySignature.get(signature)
  }

  /** Oldest first. */
  ofAddress(key: Key): readonly TxEntry[] {
    const list = this.byAddress.get(key) ?? []
    return Array.isArray(list) ? list : [list]
  }

  inSlot(slot: number): readonly TxEntry[] {
    return this.bySlot.get(slot) ?? []
  }

  /** Drops everything before a slot. */
  forget(before: number): void {
    if (before <= this.firstSlot) return
    this.firstSlot = before
    for (const [slot, entries] of this.bySlot) {
      if (slot >= before) break
      for (const entry of entries) this.bySignature.delete(entry.signature)
      this.bySlot.delete(slot)
    }
    for (const [key, list] of this.byAddress) {
      const n = Array.isArray(list) ? list.findIndex((e) => e.slot >= before) : list.slot >= before ? 0 : -1
      if (n === -1) this.byAddress.delete(key)
      else if (n > 0 && Array.isArray(list)) list.splice(0, n)
    }
  }
}
