/** The costs of trading: network fee, market cost and rent. */
import * as z from 'zod/mini'
import { Amount } from '../values.ts'

/** `unit`: the symbol of the currency, such as SOL. */
export const CurrencyAmount = z.object({ value: Amount, unit: z.string() })
export type CurrencyAmount = z.infer<typeof CurrencyAmount>

/** `total` is the exact sum of the other three. */
export const TradingCosts = z.object({
  /** One amount if the quote is SOL; else the quote's amount, then SOL's. */
  total: z.array(CurrencyAmount),
  /** SOL: the network fee, priority included. */
  network: Amount,
  /**
   * The market's fee and price impact: the difference to the mid price when the trade was booked, negative if the fill
   * was better. Null without a price.
   */
  market: z.nullable(CurrencyAmount),
  /** SOL that new token accounts hold; closing them returns it. */
  rent: Amount,
})
export type TradingCosts = z.infer<typeof TradingCosts>
