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

/**
 * Inspects what the bytes that will be signed would do. Each sentence is a reason not to sign them; null: there is
 * none.
 */
export type Judgement = {
  /** All accounts that they may write. */
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

/** The end of a single operation. */
export type Settlement = {
  result?: unknown
  amounts?: { position: number; amount: bigint }[]
  /**
   * Runs in the transaction that ends the operation, and is sent together with that end; an error that it throws rolls
   * all back, and so does an operation that another run has to end.
   */
  within?(tx: Db): Promise<void>
  /** Runs once that is committed. */
  after?(): void
}

/** A single operation. */
export type Kind = {
  /**
   * The part of the request that the journal file keeps in case the database is lost: enough to book by, not to sign.
   */
  recall?(request: unknown): unknown
  /**
   * Builds the transaction from the operation's request, also after a crash. `refused` ends the operation with this
   * error: it cannot be executed any more. On chain_away and market_away it is called again. `again`: another attempt
   * was made before.
   */
  build(operation: Operation, how?: { again: boolean }): Promise<ReadyTransaction | { refused: string }>
  /**
   * Returns the operation's result and the true amounts of its movements, from the execution. Called at least once
   * before the operation ends; its effects elsewhere must be idempotent.
   */
  settle?(operation: Operation, execution: Execution): Promise<Settlement>
  /** Words the error of a transaction that failed on the chain; null: the chain's own words. Called at least once. */
  failed?(operation: Operation, execution: Execution): Promise<string | null>
  /**
   * Undoes the effects of `settle` elsewhere, before the operation ends without success: a fork may have dropped its
   * transaction. Must be idempotent, also if nothing was settled.
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
  /** Micro-lamports a unit that later attempts may rise to and that are reserved; without it all offer the same. */
  most?: bigint | undefined
  /** Returns the lamports of the first attempt. */
  fee(transfers: readonly TransferRow[]): bigint
  build(transfers: TransferRow[]): Promise<ReadyTransaction>
}

/** An operation of many transfers in as many transactions as they need. Each transfer happens once or not at all. */
export type BulkKind = {
  /**
   * Called at each start of the operation, also after a crash. `refused`: transfers that were not sent fail with this
   * error. The request names the format that it was planned in as `format`: once the cluster refuses version 1 it is
   * called again with 0 there, for transfers that are not signed yet.
   */
  prepare(operation: Operation): Promise<Packing | { refused: string }>
  /** The part of the request that the journal file keeps in case the database is lost; never enough to sign with. */
  recall?(request: unknown): unknown
  /** The operation's result, once every transfer has ended; the last one landed at `slot` (null: nothing landed). */
  close(operation: Operation, ended: { slot: bigint | null; fees: bigint }): Promise<unknown>
}

/** The registered kinds, by type. */
export type Kinds = Map<string, Kind | BulkKind>
