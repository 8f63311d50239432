/** Plans of every type on one token, with figures that keep them trading: for proofs that need all of them. */
import { Plan } from '@purser/contract/strategies/plan.ts'
import { KNOWN_TOKENS } from '@purser/contract/tokens/tokens.ts'
import { createPath } from '../adapters/market/simulated/path.ts'
import { createProfile } from '../adapters/market/simulated/profile.ts'

const WIF = KNOWN_TOKENS.find((t) => t.symbol === 'WIF')?.mint ?? ''

/** The price in USD on the local network. */
export const priceAt = (ms: number): number => createPath(createProfile(WIF, 'localnet')).at(ms)
export const sol = (value: number) => ({ value, unit: 'SOL' })

export const createPlan = (fields: object): Plan =>
  Plan.parse({
    version: 1,
    goal: 'A plan of the proof.',
    token_address: WIF,
    quote: 'SOL',
    trade_direction: 'both',
    ...fields,
  })

type Figures = {
  price: number
  twap: { total_duration_seconds: number; order_interval_seconds: number }
  rebalance: { threshold_percent: number; interval_seconds: number }
  gridLevels: number
  limitUsd: number
  trailingStopPercent: number
}

/** One of each type besides swap and dca. */
export function otherPlans(figures: Figures): Plan[] {
  const { price } = figures
  const buys = { trade_direction: 'buy' }
  const candles = { timeframe: '1m', amount_per_trade: sol(0.1) }
  return [
    { strategy_type: 'twap', ...buys, total_amount: sol(0.500000007), ...figures.twap },
    { strategy_type: 'rebalance', target_percent: 50, ...figures.rebalance },
    {
      strategy_type: 'grid',
      lower_price_usd: price * 0.97,
      upper_price_usd: price * 1.03,
      grid_levels: figures.gridLevels,
      total_amount: sol(1),
      on_stop: 'sell',
    },
    { strategy_type: 'limit', ...buys, amount: sol(0.1), limit_price_usd: figures.limitUsd },
    {
      strategy_type: 'bracket',
      ...buys,
      amount: sol(0.1),
      trailing_stop_percent: figures.trailingStopPercent,
      risk: { max_drawdown_percent: 50 },
    },
    { strategy_type: 'rsi', ...candles, length: 2, buy_below: 49, sell_above: 51 },
    { strategy_type: 'ma_cross', ...candles, fast_length: 1, slow_length: 2 },
  ].map(createPlan)
}
