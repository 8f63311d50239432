/** A kind of operation tells the engine how to build its transactions, and how to book their outcome. */
import type { Address } from '@solana/kit'
import type { Db } from '../../db/client.ts'
import type { AccountChange, AccountState } from '../../ports/account-at.ts'
import type { Execution } from '../../ports/chain-data.ts'
import type { Budget, Format } from '../../kernel/solana/budget.ts'
import type { Built } from '../../kernel/solana/compile.ts'
import type { OperationRow } from './records/operations.store.ts'
import type { TransferRow } from './records/transfers.store.ts'

export type Operation = Pick<
  OperationRow,
  'id' | 'userId' | 'type' | 'originKey' | 'status' | 'request' | 'result' | 'error'
>

/** Looks at what the bytes that will be signed would do. Each sentence is why they are not; null: nothing speaks against it. */
export type Judgement = {
  /** All that they may write. */
  accounts: Address[]
  /** Tells whether it is the payer's: others change by themselves at any time. */
  isOwn(address: Address, state: AccountState): boolean
  refuse(changes: AccountChange[], fee: bigint): Promise<string | null>
  /** Explains a simulation that failed. */
  explain(simulated: { error: string; logs: string[] }): Promise<string>
}

export type ReadyTransaction = Built & {
  /** Set if the default of the engine is not enough. */
  budget?: Budget
  judgement?: Judgement
  /** Movements whose amount is known only now (the proceeds of a swap). */
  amounts?: { position: number; amount: bigint }[]
}

/** The end of an operation of one transaction. */
export type Settlement = {
  result?: unknown
  amounts?: { position: number; amount: bigint }[]
  /**
   * Runs in the transaction that ends the operation, sent at once with its end; what it throws rolls all back, as does an
   * operation that is another run's to end.
   */
  within?(tx: Db): Promise<void>
  /** Runs once that is committed. */
  after?(): void
}

/** An operation of one transaction. */
export type Kind = {
  /**
   * The part of the request that the journal file keeps, should the database be lost: enough to book by, not to sign.
   */
  recall?(request: unknown): unknown
  /**
   * Builds the transaction from the operation's request, also after a crash. `refused` ends the operation with this
   * error, as nothing of it can be executed any more. On chain_away and market_away it is called again. `again`: another
   * attempt was made before.
   */
  build(operation: Operation, how?: { again: boolean }): Promise<ReadyTransaction | { refused: string }>
  /**
   * The operation's result and the true amounts of its movements, from the execution. Called at least once before the
   * operation ends; what it does elsewhere must be idempotent.
   */
  settle?(operation: Operation, execution: Execution): Promise<Settlement>
  /** The error of a transaction that failed on the chain in better words; null: as it is. Called at least once. */
  failed?(operation: Operation, execution: Execution): Promise<string | null>
  /**
   * Undoes what `settle` did elsewhere, before the operation ends without success: a fork may have dropped what was
   * executed. Must be idempotent, also where nothing was settled.
   */
  unsettle?(operation: Operation): Promise<void>
}

/** Turns the transfers of a bulk operation into transactions. */
export type Packing = {
  format: Format
  /** Decides which transfers share a transaction, each in exactly one. Halves of what it returns must fit as well. */
  split(transfers: TransferRow[]): TransferRow[][]
  /** Returns the budget of the transaction of these transfers. */
  budget(transfers: readonly TransferRow[]): Budget
  /** Micro-lamports a unit that later attempts may rise to, which is reserved for; without it all offer the same. */
  most?: bigint | undefined
  /** Returns the lamports of the first attempt. */
  fee(transfers: readonly TransferRow[]): bigint
  build(transfers: TransferRow[]): Promise<ReadyTransaction>
}

/** An operation of many transfers in as many transactions as they need. Each transfer happens once or not at all. */
export type BulkKind = {
  /**
   * Called at each start of the operation, also after a crash. `refused`: what has not been sent fails with this error.
   * The request names the format that it was planned in as `format`: it is called again with 0 there where the cluster
   * has come to refuse version 1, for what is not signed yet.
   */
  prepare(operation: Operation): Promise<Packing | { refused: string }>
  /** The part of the request that the journal file keeps, should the database be lost; never enough to sign with. */
  recall?(request: unknown): unknown
  /** The operation's result, once every transfer has ended; the last one landed at `slot` (null: nothing landed). */
  close(operation: Operation, ended: { slot: bigint | null; fees: bigint }): Promise<unknown>
}

/** The registered kinds, by type. */
export type Kinds = Map<string, Kind | BulkKind>
