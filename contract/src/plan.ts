/**
 * A plan is what an instruction means (specification 5): one tagged union on strategy_type, shared by the console, the
 * server, the backtest and a model's structured output. Amounts are totals over all chosen wallets per order.
 */
import * as z from 'zod/mini'
import { DEFAULT_SLIPPAGE_BPS, MAX_SLIPPAGE_BPS } from './limits.ts'
import { Risk } from './strategies/limits/index.ts'
import { Gain, Percent, PlanAmount, Price, Seconds } from './strategies/values.ts'
import { Address } from './values.ts'

export { Risk } from './strategies/limits/index.ts'
export { PlanAmount, Unit } from './strategies/values.ts'

const envelope = {
  version: z.literal(1),
  /** The instruction in one plain sentence. */
  goal: z.string().check(z.minLength(1), z.maxLength(500)),
  /** The mint that is traded (base). */
  token_address: Address,
  /** What it is called, where the desk could find that out and no list knows it. Only the desk ever sets it. */
  token_symbol: z.optional(z.string().check(z.minLength(1), z.maxLength(40))),
  /** What it is traded against. */
  quote: z.enum(['SOL', 'USDC']),
  slippage_bps: z._default(z.int().check(z.minimum(1), z.maximum(MAX_SLIPPAGE_BPS)), DEFAULT_SLIPPAGE_BPS),
  /** The strategy ends after this many days, whatever is left. */
  duration_days: z.optional(z.number().check(z.positive(), z.maximum(3650))),
  /** What happens to the token bought when the strategy is stopped. */
  on_stop: z._default(z.enum(['keep', 'sell']), 'keep'),
  risk: z.optional(Risk),
}

export const SwapPlan = z.strictObject({
  ...envelope,
  strategy_type: z.literal('swap'),
  trade_direction: z.enum(['buy', 'sell']),
  amount: PlanAmount,
})
export type SwapPlan = z.infer<typeof SwapPlan>

export const DcaPlan = z.strictObject({
  ...envelope,
  strategy_type: z.literal('dca'),
  trade_direction: z.enum(['buy', 'sell']),
  amount_per_order: PlanAmount,
  interval_seconds: Seconds,
  /** Without it and without duration_days: until stopped or out of funds. */
  order_count: z.optional(z.int().check(z.minimum(1), z.maximum(1_000_000))),
  /** Outside these bounds an order is skipped and said so. */
  min_price_usd: z.optional(Price),
  max_price_usd: z.optional(Price),
})
export type DcaPlan = z.infer<typeof DcaPlan>

const oneSided = { trade_direction: z.enum(['buy', 'sell']) }
const bothSides = { trade_direction: z.literal('both') }

/** Equal slices of a total; the remainder of base units goes to the last. */
export const TwapPlan = z
  .strictObject({
    ...envelope,
    ...oneSided,
    strategy_type: z.literal('twap'),
    total_amount: PlanAmount,
    total_duration_seconds: Seconds,
    order_interval_seconds: Seconds,
  })
  .check(
    z.refine((plan) => plan.order_interval_seconds <= plan.total_duration_seconds, {
      message: 'must not be longer than total_duration_seconds',
      path: ['order_interval_seconds'],
    }),
  )
export type TwapPlan = z.infer<typeof TwapPlan>

/** Buys at or below the price, sells at or above it. */
export const LimitPlan = z.strictObject({
  ...envelope,
  ...oneSided,
  strategy_type: z.literal('limit'),
  amount: PlanAmount,
  limit_price_usd: Price,
  expires_in_seconds: z.optional(Seconds),
})
export type LimitPlan = z.infer<typeof LimitPlan>

/** Buys on each level passed downward, sells on each passed upward. */
export const GridPlan = z
  .strictObject({
    ...envelope,
    ...bothSides,
    strategy_type: z.literal('grid'),
    lower_price_usd: Price,
    upper_price_usd: Price,
    grid_levels: z.int().check(z.minimum(2), z.maximum(200)),
    total_amount: PlanAmount,
    spacing: z._default(z.enum(['arithmetic', 'geometric']), 'arithmetic'),
  })
  .check(
    z.refine((plan) => Number(plan.lower_price_usd) < Number(plan.upper_price_usd), {
      message: 'must be above lower_price_usd',
      path: ['upper_price_usd'],
    }),
  )
export type GridPlan = z.infer<typeof GridPlan>

/** buy: buys, then exits by the first barrier met. sell: guards what is held. Barriers are measured from the entry. */
export const BracketPlan = z
  .strictObject({
    ...envelope,
    ...oneSided,
    strategy_type: z.literal('bracket'),
    amount: PlanAmount,
    entry_price_usd: z.optional(Price),
    stop_loss_percent: z.optional(Percent),
    take_profit_percent: z.optional(Gain),
    trailing_stop_percent: z.optional(Percent),
    time_limit_seconds: z.optional(Seconds),
  })
  .check(
    z.refine(
      (plan) =>
        plan.stop_loss_percent !== undefined ||
        plan.take_profit_percent !== undefined ||
        plan.trailing_stop_percent !== undefined ||
        plan.time_limit_seconds !== undefined,
      {
        message: 'needs a stop loss, a take profit, a trailing stop or a time limit',
        path: ['stop_loss_percent'],
      },
    ),
  )
export type BracketPlan = z.infer<typeof BracketPlan>

export const Timeframe = z.enum(['1m', '5m', '15m', '1h', '4h', '1d'])
export type Timeframe = z.infer<typeof Timeframe>
export const TIMEFRAME_SECONDS: Record<Timeframe, number> = {
  '1m': 60,
  '5m': 300,
  '15m': 900,
  '1h': 3_600,
  '4h': 14_400,
  '1d': 86_400,
}
const Level = z.number().check(z.gt(0), z.lt(100))
const Length = z.int().check(z.minimum(2), z.maximum(500))

/** Trades when the RSI of closed candles crosses a level. */
export const RsiPlan = z
  .strictObject({
    ...envelope,
    ...bothSides,
    strategy_type: z.literal('rsi'),
    timeframe: Timeframe,
    length: z._default(Length, 14),
    buy_below: z._default(Level, 30),
    sell_above: z._default(Level, 70),
    amount_per_trade: PlanAmount,
  })
  .check(
    z.refine((plan) => plan.buy_below < plan.sell_above, {
      message: 'must be above buy_below',
      path: ['sell_above'],
    }),
  )
export type RsiPlan = z.infer<typeof RsiPlan>

/** Buys on the upward cross of the fast over the slow average, sells on the downward one. */
export const MaCrossPlan = z
  .strictObject({
    ...envelope,
    ...bothSides,
    strategy_type: z.literal('ma_cross'),
    timeframe: Timeframe,
    kind: z._default(z.enum(['sma', 'ema']), 'sma'),
    fast_length: z.int().check(z.minimum(1), z.maximum(499)),
    slow_length: Length,
    amount_per_trade: PlanAmount,
  })
  .check(
    z.refine((plan) => plan.fast_length < plan.slow_length, {
      message: 'must be above fast_length',
      path: ['slow_length'],
    }),
  )
export type MaCrossPlan = z.infer<typeof MaCrossPlan>

/** Keeps the token at a share of token plus quote. */
export const RebalancePlan = z.strictObject({
  ...envelope,
  ...bothSides,
  strategy_type: z.literal('rebalance'),
  target_percent: z.number().check(z.gt(0), z.lt(100)),
  threshold_percent: z._default(Percent, 5),
  interval_seconds: z._default(Seconds, 3_600),
})
export type RebalancePlan = z.infer<typeof RebalancePlan>

export const Plan = z.discriminatedUnion('strategy_type', [
  SwapPlan,
  DcaPlan,
  TwapPlan,
  LimitPlan,
  GridPlan,
  BracketPlan,
  RsiPlan,
  MaCrossPlan,
  RebalancePlan,
])
export type Plan = z.infer<typeof Plan>
export type StrategyType = Plan['strategy_type']

/** Slices of a total. */
export const twapOrders = (plan: TwapPlan): number =>
  Math.max(1, Math.floor(plan.total_duration_seconds / plan.order_interval_seconds))

/** How many orders a DCA plan places: its count, else as many as fit its duration, else null (no end). */
export function dcaOrders(plan: DcaPlan): number | null {
  const byTime =
    plan.duration_days === undefined
      ? null
      : Math.max(1, Math.floor((plan.duration_days * 86_400) / plan.interval_seconds + 1e-9))
  if (plan.order_count === undefined) return byTime
  return byTime === null ? plan.order_count : Math.min(plan.order_count, byTime)
}
