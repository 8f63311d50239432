/** Facts of a type of plan on which the desk, the console and the engine rely. */
import type { PlanAmount } from '../values.ts'

export type Facts<P> = {
  /**
   * The amount that a plan states: for one order, or in all if its orders divide it. null: it trades with all that the
   * wallets hold.
   */
  amount(plan: P): PlanAmount | null
  /** Orders in all; null if that is open. */
  orders(plan: P): number | null
  /** Orders that must be payable before anything is sold again; null if that is open; absent: one. */
  ordersAhead?(plan: P): number | null
  /** Seconds between two orders, or between two checks of the market. */
  intervalSeconds?(plan: P): number
  /** The price in USD that an order on this side waits for; null: none. */
  orderPrice?(plan: P, side: 'buy' | 'sell'): string | number | null
  /** How long it lasts by itself; null: it has no end of its own. */
  lastsSeconds(plan: P): number | null
  /** An order that is not filled by then expires. */
  expiresSeconds?(plan: P): number | undefined
  /** Its orders divide its amount. */
  divides?: true
  /** Each of its orders has the whole amount. */
  repeats?: true
  /** It watches what it holds and sells that by rules of its own. */
  guards?: true
  /** It buys again after it has sold: what it spends over time has no end. */
  goesOn?: true
  /** It sells each purchase by itself; others sell all at once. */
  sellsEach?: true
  /** Whether its own rules decide by the price. Absent: they do not, and there is nothing to backtest. */
  readsPrice?(plan: P): boolean
}
