/** The result of a backtest in the figures that traders compare. Floats: none of them moves funds. */
import { DAY_SECONDS } from '@purser/contract/time.ts'
import type { Preview } from '@purser/contract/strategies/preview.ts'
import { type Plan, tradesHoldings } from '@purser/contract/strategies/plan.ts'
import { MINUTE } from './history.ts'
import type { Run, RunInput, Trade } from './run.ts'

const MOST_POINTS = 200
const DAY = DAY_SECONDS / MINUTE
const DAYS_A_YEAR = 365

const round = (value: number, places = 2): number => Number(value.toFixed(places))
const iso = (seconds: number): string => new Date(seconds * 1000).toISOString()

/** Value at the close of each minute, in USD, of the capital that the plan commits. */
export function computeEquity(
  { plan, terms, history, quoteUsd, conditions }: RunInput,
  { trades }: Run,
): Float64Array {
  const { length, open, close } = history
  const { purse, tokenDecimals, quoteDecimals } = conditions
  const isWhole = tradesHoldings(plan)
  const sold = trades.reduce((sum, t) => sum + Math.max(0, -t.tokens), 0)
  // Holdings at the start: everything for a rebalance, the tokens to be sold for a plan that sells.
  let tokens = isWhole ? Number(purse.token) / 10 ** tokenDecimals : 0
  let quote = isWhole ? Number(purse.quote) / 10 ** quoteDecimals : 0
  let cash = 0
  if (!isWhole && plan.trade_direction === 'sell') {
    const planned = (terms.capitalUsd ?? 0) / (close[length - 1] || 1)
    tokens = Math.max(sold, Math.min(planned, Number(purse.token) / 10 ** tokenDecimals))
  } else if (!isWhole) cash = requiredCapital(terms.capitalUsd, trades, conditions.feeBps)
  const equity = new Float64Array(length + 1)
  equity[0] = cash + tokens * (open[0] ?? 0) + quote * (quoteUsd?.[0] ?? 1)
  let next = 0
  for (let i = 0; i < length; i++) {
    for (; next < trades.length && trades[next]!.at <= i; next++) {
      const trade = trades[next]!
      tokens += trade.tokens
      if (isWhole) quote += trade.quote
      else cash += trade.usd
      cash -= chainFee(trade, conditions.feeBps)
    }
    equity[i + 1] = cash + tokens * close[i]! + (isWhole ? quote * (quoteUsd?.[i] ?? 1) : 0)
  }
  return equity
}

/** The market's fee is in the amounts already. */
const chainFee = ({ feesUsd, usd }: Trade, feeBps: number): number =>
  Math.max(0, feesUsd - (Math.abs(usd) * feeBps) / 10_000)

/**
 * The committed capital, and no less than the largest net outlay: a plan that buys again after each loss needs more
 * than one trade takes, and can lose no more than all of it.
 */
function requiredCapital(fixed: number | null, trades: Trade[], feeBps: number): number {
  let [out, most] = [0, fixed ?? 0]
  for (const trade of trades) {
    out += chainFee(trade, feeBps) - trade.usd
    most = Math.max(most, out)
  }
  return most > 0 ? most : 1
}

/** The deepest fall from a peak, with the minutes of both. */
export function computeDrawdown(equity: Float64Array): { percent: number; from: number; to: number } {
  let [peak, peakAt, worst, from, to] = [equity[0] ?? 0, 0, 0, 0, 0]
  for (let i = 1; i < equity.length; i++) {
    const value = equity[i]!
    if (value > peak) {
      peak = value
      peakAt = i
    } else if (peak - value > worst * peak) {
      worst = (peak - value) / peak
      from = peakAt
      to = i
    }
  }
  return { percent: worst * 100, from, to }
}

/** Ratios of daily returns, over a year; null if they never differ. */
function ratios(equity: Float64Array): { sharpe: number | null; sortino: number | null } {
  const returns: number[] = []
  for (let i = DAY; i < equity.length; i += DAY) returns.push(equity[i]! / equity[i - DAY]! - 1)
  const mean = returns.reduce((sum, r) => sum + r, 0) / returns.length
  const spread = Math.sqrt(returns.reduce((sum, r) => sum + (r - mean) ** 2, 0) / (returns.length - 1))
  const down = Math.sqrt(returns.reduce((sum, r) => sum + Math.min(0, r) ** 2, 0) / returns.length)
  const yearly = (over: number) => (over > 1e-12 ? round((mean / over) * Math.sqrt(DAYS_A_YEAR)) : null)
  return { sharpe: yearly(spread), sortino: yearly(down) }
}

export function createReport(input: RunInput, done: Run): Preview {
  const { history } = input
  const { trades } = done
  const equity = computeEquity(input, done)
  const [first, last] = [equity[0]!, equity.at(-1)!]
  const fall = computeDrawdown(equity)
  const closed = trades.flatMap((t) => (t.profitUsd === null ? [] : [t.profitUsd]))
  const gains = closed.reduce((sum, p) => sum + Math.max(0, p), 0)
  const losses = closed.reduce((sum, p) => sum + Math.max(0, -p), 0)
  const step = Math.ceil((equity.length - 1) / (MOST_POINTS - 1))
  const points: Preview['equity'] = []
  const at = (i: number) => iso(history.start + i * MINUTE)
  for (let i = 0; i < equity.length - 1; i += step) points.push({ time: at(i), value: round(equity[i]!, 4) })
  points.push({ time: at(equity.length - 1), value: round(last, 4) })
  return {
    return_percent: round((last / first - 1) * 100),
    max_drawdown_percent: round(fall.percent),
    max_drawdown_from: fall.percent > 0 ? at(fall.from) : null,
    max_drawdown_to: fall.percent > 0 ? at(fall.to) : null,
    ...ratios(equity),
    profit_factor: losses > 0 ? round(gains / losses) : null,
    win_rate_percent:
      closed.length > 0 ? round((closed.filter((p) => p > 0).length / closed.length) * 100) : null,
    trades: trades.length,
    fees_usd: round(
      trades.reduce((sum, t) => sum + t.feesUsd, 0),
      4,
    ),
    buy_and_hold_percent: round((history.close[history.length - 1]! / history.open[0]! - 1) * 100),
    equity: points,
    assumptions: describeAssumptions(input.plan, input, done),
  }
}

/** A number of minutes in words. */
function spanWords(minutes: number): string {
  const [n, unit] = minutes >= DAY ? [minutes / DAY, 'day'] : [minutes, 'minute']
  return `${round(n, 1)} ${unit}${n === 1 ? '' : 's'}`
}

function describeAssumptions(plan: Plan, { conditions, history }: RunInput, { cut }: Run): string[] {
  return [
    `Prices are the one-minute candles of the last ${spanWords(history.length)}, without the effect of anyone’s trades; within a minute, the price moves from the open to the nearer extreme, then the other extreme, then the close.`,
    `Every order fills at the price at that moment, less the market fee of ${conditions.feeBps / 100}%, 0.05% for the delay, and its own price impact by the market’s formula.`,
    `Each transaction costs ${conditions.wallets === 1 ? 'the network fee' : `the network fee in each of ${conditions.wallets} wallets`}; token account rent and failed orders are not included.`,
    tradesHoldings(plan)
      ? 'Values are in USD and cover everything the wallets now hold of both.'
      : 'Values are in USD: the capital the plan commits and what became of it; funds waiting in the quote do not change in value.',
    ...(cut ? ['It trades so often that only the first part of the period was simulated.'] : []),
  ]
}
