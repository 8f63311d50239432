import type { Key } from '../base58.ts'
import { SYSTEM } from '../programs.ts'
import type { WireTransaction } from '../wire/parse.ts'
import { NO_DATA, type Account, type Accounts } from './accounts.ts'
import type { TransactionError } from './errors.ts'
import { computeFee } from './fees.ts'
import type { TxEntry, TxRecord } from './record/history.ts'
import type { Loaded } from './lookups.ts'
import { advanced, durableNonce, findNonceAccount } from './nonce.ts'
import { getBalances, formatMemo, movesOnlyLamports, sameAccount, writableIndexes } from './record/record.ts'
import type { Svm } from './svm.ts'
import { onlyTransfers } from './record/transfer-logs.ts'
import { tokenBalances } from './record/token-balances.ts'

export type Executed = { entry: TxEntry; record: TxRecord; keys: Key[] } | { dropped: TransactionError }

/** Executes a transaction and writes its changes to the accounts and a record. */
export class Executor {
  private readonly svm: Svm
  private readonly accounts: Accounts

  constructor(svm: Svm, accounts: Accounts) {
    this.svm = svm
    this.accounts = accounts
  }

  run(tx: WireTransaction, loaded: Loaded, slot: number, time: number): Executed {
    const keys =
      loaded.writable.length + loaded.readonly.length > 0
        ? [...tx.keys, ...loaded.writable, ...loaded.readonly]
        : tx.keys
    const before = keys.map((key) => this.accounts.get(key))
    const plain = movesOnlyLamports(tx)
    const result = this.svm.execute(tx, plain, onlyTransfers(tx))
    const payer = keys[0]!
    // A failed transaction is included exactly if it paid its fee.
    if (result.err !== null && this.svm.lamports(payer) === (before[0]?.lamports ?? 0n))
      return { dropped: result.err }

    const after = before.slice()
    if (result.err === null) this.readBack(tx, keys, loaded, after, plain)
    else this.readBackFailed(tx, keys, after)
    const changed: number[] = []
    for (let i = 0; i < keys.length; i++) {
      if (after[i] === before[i]) continue
      this.accounts.set(keys[i]!, after[i], slot)
      changed.push(i)
    }
    const read = (key: Key): Account | undefined => this.accounts.get(key)
    const record: TxRecord = {
      ...result,
      slot,
      time,
      wire: tx.bytes,
      fee: result.err === null ? computeFee(tx) : (before[0]?.lamports ?? 0n) - (after[0]?.lamports ?? 0n),
      pre: getBalances(before),
      post: getBalances(after),
      preTokens: tokenBalances(before, read),
      postTokens: tokenBalances(after, read),
      loaded,
      plain: result.err === null && plain,
      changed: Uint8Array.from(changed),
    }
    const entry: TxEntry = {
      signature: tx.signature,
      slot,
      time,
      err: result.err,
      memo: formatMemo(tx),
      record,
      place: undefined,
    }
    return { entry, record, keys }
  }

  private readBack(
    tx: WireTransaction,
    keys: Key[],
    loaded: Loaded,
    after: (Account | undefined)[],
    plain: boolean,
  ): void {
    for (const i of writableIndexes(tx, loaded.writable)) {
      const was = after[i]
      if (!plain) {
        const is = this.svm.read(keys[i]!)
        if (!sameAccount(was, is)) after[i] = is
        continue
      }
      const lamports = this.svm.lamports(keys[i]!)
      if (lamports === (was?.lamports ?? 0n)) continue
      if (lamports === 0n) after[i] = undefined
      else
        after[i] = was ? { ...was, lamports } : { lamports, owner: SYSTEM, executable: false, data: NO_DATA }
    }
  }

  /** A failed transaction only pays its fee and advances its nonce. */
  private readBackFailed(tx: WireTransaction, keys: Key[], after: (Account | undefined)[]): void {
    const nonce = findNonceAccount(tx)
    const account = nonce && this.accounts.get(nonce.key)
    if (nonce && account && account.data.length === 80) {
      const paid = nonce.index === 0 ? (this.svm.read(keys[0]!) ?? account) : account
      const moved = advanced(paid, durableNonce(this.svm.runtimeBlockhash()))
      this.svm.write(nonce.key, moved)
      after[nonce.index] = moved
      if (nonce.index === 0) return
    }
    const payer = this.svm.read(keys[0]!)
    if (!sameAccount(payer, after[0])) after[0] = payer
  }
}
