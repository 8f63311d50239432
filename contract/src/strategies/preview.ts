/** A backtest of a plan, shown before it is confirmed. */
import * as z from 'zod/mini'
import { Time } from '../values.ts'

/** The plan over the last 30 days, by the functions that trade live. Money is USD; percent fields are percent. */
export const Preview = z.object({
  return_percent: z.number(),
  max_drawdown_percent: z.number(),
  /** From the highest value to the lowest after it; null if it never fell. */
  max_drawdown_from: z.nullable(Time),
  max_drawdown_to: z.nullable(Time),
  /** The Sharpe ratio of daily returns, annualized; null if they never differ. */
  sharpe: z.nullable(z.number()),
  sortino: z.nullable(z.number()),
  /** Gains over losses of closed trades; null without a loss. */
  profit_factor: z.nullable(z.number()),
  /** The share of closed trades with a profit; null without any. */
  win_rate_percent: z.nullable(z.number()),
  trades: z.int(),
  fees_usd: z.number(),
  buy_and_hold_percent: z.number(),
  /** At most 200 points, oldest first. */
  equity: z.array(z.object({ time: Time, value: z.number() })),
  /** How fills are modelled, in words. */
  assumptions: z.array(z.string()),
})
export type Preview = z.infer<typeof Preview>
