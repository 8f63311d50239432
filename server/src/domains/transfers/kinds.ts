/** What a kind of operation tells the engine: how to build its transactions, and what came of them. */
import type { Execution } from '../../ports/chain-data.ts'
import type { Budget, Format } from './format.ts'
import type { Built } from './sign.ts'
import type { OperationRow, TransferRow } from './transfers.store.ts'

export type Operation = Pick<
  OperationRow,
  'id' | 'userId' | 'type' | 'originKey' | 'status' | 'request' | 'result' | 'error'
>

export type Ready = Built & {
  /** Movements whose amount is known only now (what a swap brings). */
  amounts?: { position: number; amount: bigint }[]
}

/** An operation of one transaction. */
export type Kind = {
  /** The little of the request that the journal file keeps, should the database be lost: enough to book by, not to sign. */
  recall?(request: unknown): unknown
  /**
   * Builds the transaction from the operation's request, after a crash as well. `refused` ends the operation with this
   * error: it is asked only while nothing of the operation can be executed any more. A Fault 'chain_away' or
   * 'market_away' is waited out.
   */
  build(operation: Operation): Promise<Ready | { refused: string }>
  /**
   * What came of an executed transaction: the operation's result and the true amounts of its movements. Called at least
   * once before the operation ends; what it does elsewhere must bear being done again.
   */
  settle?(
    operation: Operation,
    execution: Execution,
    transfers: TransferRow[],
  ): Promise<{ result?: unknown; amounts?: { position: number; amount: bigint }[] }>
  /**
   * Takes back what `settle` did elsewhere. Called before the operation ends without success: what was executed once may
   * have been dropped by a fork since. Must bear being done again, and where nothing was settled.
   */
  unsettle?(operation: Operation): Promise<void>
}

/** How the transfers of one operation become transactions. */
export type Packing = {
  format: Format
  /** Transfers in one transaction at most. */
  size: number
  budget(transfers: number): Budget
  /** What a transaction of these transfers costs, in lamports. */
  fee(transfers: number): bigint
  build(transfers: TransferRow[]): Promise<Ready>
}

/** An operation of many transfers, packed into as many transactions as they need. Each transfer happens once or not at all. */
export type BulkKind = {
  /** Asked at every start of the operation, after a crash as well. `refused`: what has not been sent fails with this error. */
  prepare(operation: Operation): Promise<Packing | { refused: string }>
  /** The little of the request that the journal file keeps, should the database be lost; never enough to sign with. */
  recall?(request: unknown): unknown
  /** The operation's result, once every transfer has ended; what landed last did so at `slot` (null: nothing landed). */
  close(operation: Operation, ended: { slot: bigint | null; fees: bigint }): Promise<unknown>
}
