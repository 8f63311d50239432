/** What trading costs beside what it buys or sells. */
import * as z from 'zod/mini'
import { Amount } from './values.ts'

/** An amount and the symbol of what it is of. */
export const AmountOf = z.object({ value: Amount, unit: z.string() })
export type AmountOf = z.infer<typeof AmountOf>

/** Each part is in `total`. */
export const TradingCosts = z.object({
  /** By currency, the quote first: one sum where the quote is SOL, else two. */
  total: z.array(AmountOf),
  /** SOL: the network's fee with its priority fee. */
  network: Amount,
  /**
   * The market's fee and the price impact: what was received against the mid price when it was booked, below 0 where it was
   * better. Null
   * without a price.
   */
  market: z.nullable(AmountOf),
  /** SOL that new token accounts hold; closing them returns it. */
  rent: Amount,
})
export type TradingCosts = z.infer<typeof TradingCosts>
