/** What a kind of operation tells the engine: how to build its transaction, and what came of it. */
import type { Execution } from '../../ports/chain.ts'
import type { OperationRow, TransferRow } from './transfers.store.ts'
import type { Built } from './sign.ts'

export type Operation = Pick<
  OperationRow,
  'id' | 'userId' | 'type' | 'originKey' | 'status' | 'request' | 'result' | 'error'
>

export type Ready = Built & {
  /** Movements whose amount is known only now (what a swap brings). */
  amounts?: { position: number; amount: bigint }[]
}

export type Kind = {
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
}
