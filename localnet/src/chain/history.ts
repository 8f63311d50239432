import type { Key } from '../base58.ts'
import type { Place } from '../disk/ledger.ts'
import type { TransactionError } from './errors.ts'
import type { Loaded } from './lookups.ts'
import type { Execution } from './svm.ts'
import type { TokenBalance } from './token-balances.ts'

/** All that is told about an executed transaction; written to the ledger as it stands here. */
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
  /** Accounts that it left in a new state. */
  changed: Key[]
}

/** What is kept in memory of each transaction; the record itself comes from the ledger once it is old. */
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
  private readonly byAddress = new Map<Key, TxEntry[]>()
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
      if (list) list.push(entry)
      else this.byAddress.set(key, [entry])
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
    return this.byAddress.get(key) ?? []
  }

  inSlot(slot: number): readonly TxEntry[] {
    return this.bySlot.get(slot) ?? []
  }

  /** Forgets everything before a slot. */
  forget(before: number): void {
    if (before <= this.firstSlot) return
    this.firstSlot = before
    for (const [slot, entries] of this.bySlot) {
      if (slot >= before) break
      for (const entry of entries) this.bySignature.delete(entry.signature)
      this.bySlot.delete(slot)
    }
    for (const [key, list] of this.byAddress) {
      const n = list.findIndex((e) => e.slot >= before)
      if (n === -1) this.byAddress.delete(key)
      else if (n > 0) list.splice(0, n)
    }
  }
}
