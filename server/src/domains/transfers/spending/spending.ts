/**
 * Counts what operations spend towards their user's limits, in the transaction that reserves their funds. It is part of
 * the engine only if funds are real: otherwise nothing is read for it.
 */
import type { LimitRefusal } from '@purser/contract/transfers/limit-refusal.ts'
import type { Db } from '../../../db/client.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { Market } from '../../../ports/market.ts'
import type { Accounts } from '../../accounts/index.ts'
import type { Wallets } from '../../wallets/index.ts'
import type { Movement } from '../records/operations.store.ts'
import type { Counted as StoredCount } from './spending.store.ts'

export type SpendingParts = {
  db: Db
  clock: Pick<Clock, 'now'>
  limits: Pick<Accounts['limits'], 'hold' | 'read' | 'computeRemaining' | 'setCounter'>
  wallets: { lookups: Pick<Wallets['lookups'], 'listSettled'> }
  market: Pick<Market, 'priceUsd' | 'keptPrice'>
}
/** The fields of a submission that are read. */
export type SpendRequest = {
  userId: number
  type: string
  request: unknown
  movements: Movement[]
  spends: { mint: string; amount: bigint; decimals: number }[]
  /** Base units of the whole order; this is one wallet's part of it. */
  ofOrder?: bigint
  /** Accounts that some of the movements close: their rent, in lamports each, goes with what is moved. */
  closing?: { positions: readonly number[]; rent: bigint } | undefined
}
/** Lamports. `whole`: those of its order, if that is more. `isLoss`: they are not its price, but its possible loss. */
export type Counted = StoredCount & { whole: bigint; isLoss?: true }

export type Spending = {
  /**
   * Counts at the market's present prices: it runs before the transaction, since neither chain nor market may be called
   * within. Throws no_price_for_limit and market_away.
   */
  count(request: SpendRequest): Promise<Counted[]>
  /**
   * Runs in the transaction that reserves the funds, before the operation is written. Two of a user follow one another:
   * the second counts the first. Throws spending_limit.
   */
  admit(tx: Db, operation: { userId: number; operationId: string }, counted: Counted[]): Promise<void>
  /** Runs later in the same transaction. */
  write(tx: Db, operation: { userId: number; operationId: string }, counted: Counted[]): Promise<void>
  /**
   * Checks for a preview whether this would be refused now, `times` over. Empty: it would not, or the market does not
   * answer. Reserves nothing.
   */
  checkLimit(request: SpendRequest, times?: number): Promise<{ limit?: LimitRefusal }>
  /** Returns the lamports of the last 24 hours. */
  spent(userId: number): Promise<bigint>
}
