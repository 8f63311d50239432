/** A plan's result in the past, shown before it is confirmed. Money is USD; percent fields are percent. */
import * as z from 'zod/mini'
import { Time } from '../values.ts'

/** All costs of trading. `bps`: in basis points of what was traded; null without a trade. */
export const BacktestCosts = z.object({
  total_usd: z.number(),
  network_usd: z.number(),
  /** Fee of the market, slippage and price impact. */
  market_usd: z.number(),
  /** Held by the token accounts that are opened. */
  rent_usd: z.number(),
  bps: z.nullable(z.number()),
})
export type BacktestCosts = z.infer<typeof BacktestCosts>

/** The plan over a past time, by the functions that trade live. */
export const Backtest = z.object({
  /** Of `capital_usd`; at least -100. */
  return_percent: z.number(),
  /** The most that the plan needs: its budget, or else the most that was tied up at once. */
  capital_usd: z.number(),
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
  costs: BacktestCosts,
  /** The costs at which the return is 0, in basis points of what was traded; null without a trade. */
  break_even_bps: z.nullable(z.number()),
  buy_and_hold_percent: z.number(),
  /** At most 200 points, oldest first. */
  equity: z.array(z.object({ time: Time, value: z.number() })),
  /** How fills are modelled, in words. */
  assumptions: z.array(z.string()),
})
export type Backtest = z.infer<typeof Backtest>

/** What holding the token gave in 5, 50 and 95 of 100 past windows of this length, in percent. */
export const HoldingWindows = z.object({
  seconds: z.int(),
  /** How many windows there were; they overlap. */
  windows: z.int(),
  /** The time in which they lie, in seconds. */
  past_seconds: z.int(),
  p5: z.number(),
  p50: z.number(),
  p95: z.number(),
})
export type HoldingWindows = z.infer<typeof HoldingWindows>

/**
 * A plan without a rule on price is not tested: whatever its figures were, they are those of holding the token.
 * `holding`: null if the market has too little history for it.
 */
export const Preview = z.discriminatedUnion('tested', [
  z.extend(Backtest, {
    tested: z.literal(true),
    /** The time that was tested: the last 30 days, or the plan's own horizon if that is shorter. */
    seconds: z.int(),
    /** The share of it of which nothing is known, and in which no order was filled. */
    unknown_percent: z.number(),
  }),
  z.object({
    tested: z.literal(false),
    holding: z.nullable(HoldingWindows),
  }),
])
export type Preview = z.infer<typeof Preview>
/** The preview of a plan that was tested. */
export type TestedPreview = Extract<Preview, { tested: true }>
