/** The result of a backtest in the figures that traders compare. Floats: none of them moves funds. */
import { DAY_SECONDS } from '@purser/contract/time.ts'
import type { Backtest } from '@purser/contract/strategies/preview.ts'
import { type Plan, tradesHoldings } from '@purser/contract/strategies/plan.ts'
import { inUsd } from './exchange.ts'
import { MINUTE } from './history.ts'
import type { Run, RunInput, Trade } from './run.ts'

const MOST_POINTS = 200
const DAYS_A_YEAR = 365
const BPS = 10_000

const round = (value: number, places = 2): number => Number(value.toFixed(places))
const iso = (seconds: number): string => new Date(seconds * 1000).toISOString()
const sum = (trades: Trade[], figure: (trade: Trade) => number): number =>
  trades.reduce((all, trade) => all + figure(trade), 0)

/** What the network and new token accounts take from each trade, beside its amounts. */
const extraCosts = (trades: Trade[], { rent, solUsd }: RunInput['conditions']): Float64Array => {
  const costs = Float64Array.from(trades, ({ networkUsd }) => networkUsd)
  const first = trades.findIndex(({ tokens }) => tokens > 0)
  if (first >= 0) costs[first]! += inUsd(rent, solUsd)
  return costs
}

/** Value at the close of each candle, in USD, of the capital that the plan needs. Never below 0. */
export function computeEquity(
  { plan, terms, history, quoteUsd, conditions }: RunInput,
  { trades }: Run,
): Float64Array {
  const { length, open, close } = history
  const { purse, tokenDecimals, quoteDecimals } = conditions
  const isWhole = tradesHoldings(plan)
  const extra = extraCosts(trades, conditions)
  const sold = sum(trades, ({ tokens }) => Math.max(0, -tokens))
  // Holdings at the start: everything for a rebalance, the tokens to be sold for a plan that sells. The wallets hold the
  // fees beside them.
  let tokens = isWhole ? Number(purse.token) / 10 ** tokenDecimals : 0
  let quote = isWhole ? Number(purse.quote) / 10 ** quoteDecimals : 0
  let cash = extra.reduce((all, one) => all + one, 0)
  if (!isWhole && plan.trade_direction === 'sell') {
    const planned = (terms.capitalUsd ?? 0) / (close[length - 1] || 1)
    tokens = Math.max(sold, Math.min(planned, Number(purse.token) / 10 ** tokenDecimals))
  } else if (!isWhole) cash = requiredCapital(terms.capitalUsd, trades, extra)
  const equity = new Float64Array(length + 1)
  equity[0] = cash + tokens * (open[0] ?? 0) + quote * (quoteUsd?.[0] ?? 1)
  let next = 0
  for (let i = 0; i < length; i++) {
    for (; next < trades.length && trades[next]!.at <= i; next++) {
      const trade = trades[next]!
      tokens += trade.tokens
      if (isWhole) quote += trade.quote
      else cash += trade.usd
      cash -= extra[next]!
    }
    equity[i + 1] = Math.max(0, cash + tokens * close[i]! + (isWhole ? quote * (quoteUsd?.[i] ?? 1) : 0))
  }
  return equity
}

/**
 * The budget, and no less than the largest net outlay: a plan that buys again after each loss needs more than one trade
 * takes, and can lose no more than all of it.
 */
function requiredCapital(budget: number | null, trades: Trade[], extra: Float64Array): number {
  let [outlay, most] = [0, budget ?? 0]
  trades.forEach(({ usd }, i) => {
    outlay += extra[i]! - usd
    most = Math.max(most, outlay)
  })
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
function ratios(equity: Float64Array, day: number): { sharpe: number | null; sortino: number | null } {
  const returns: number[] = []
  for (let i = day; i < equity.length; i += day)
    returns.push(equity[i - day]! > 0 ? equity[i]! / equity[i - day]! - 1 : 0)
  const mean = returns.reduce((all, r) => all + r, 0) / returns.length
  const spread = Math.sqrt(returns.reduce((all, r) => all + (r - mean) ** 2, 0) / (returns.length - 1))
  const down = Math.sqrt(returns.reduce((all, r) => all + Math.min(0, r) ** 2, 0) / returns.length)
  const yearly = (over: number) => (over > 1e-12 ? round((mean / over) * Math.sqrt(DAYS_A_YEAR)) : null)
  return { sharpe: yearly(spread), sortino: yearly(down) }
}

/** The costs of all trades, and those at which the return would be 0: a trade would be the same at any. */
function computeCosts({ conditions }: RunInput, trades: Trade[], gained: number) {
  const [network, market] = [sum(trades, (t) => t.networkUsd), sum(trades, (t) => t.marketUsd)]
  const rent = trades.some(({ tokens }) => tokens > 0) ? inUsd(conditions.rent, conditions.solUsd) : 0
  // A sale is valued before what the market takes of it.
  const traded = sum(trades, ({ usd, marketUsd }) => (usd > 0 ? usd + marketUsd : -usd))
  const total = network + market + rent
  const bps = (usd: number) => (traded > 0 ? round((usd / traded) * BPS) : null)
  return {
    costs: {
      total_usd: round(total, 4),
      network_usd: round(network, 4),
      market_usd: round(market, 4),
      rent_usd: round(rent, 4),
      bps: bps(total),
    },
    break_even_bps: bps(gained + total),
  }
}

export function computeReport(input: RunInput, done: Run): Backtest {
  const { history } = input
  const { trades } = done
  const day = DAY_SECONDS / history.seconds
  const equity = computeEquity(input, done)
  const [first, last] = [equity[0]!, equity.at(-1)!]
  const fall = computeDrawdown(equity)
  const closed = trades.flatMap((t) => (t.profitUsd === null ? [] : [t.profitUsd]))
  const gains = closed.reduce((all, p) => all + Math.max(0, p), 0)
  const losses = closed.reduce((all, p) => all + Math.max(0, -p), 0)
  const step = Math.ceil((equity.length - 1) / (MOST_POINTS - 1))
  const points: Backtest['equity'] = []
  const at = (i: number) => iso(history.start + i * history.seconds)
  for (let i = 0; i < equity.length - 1; i += step) points.push({ time: at(i), value: round(equity[i]!, 4) })
  points.push({ time: at(equity.length - 1), value: round(last, 4) })
  const [opened, ended] = [history.open[0]!, history.close[history.length - 1]!]
  return {
    return_percent: first > 0 ? round((last / first - 1) * 100) : 0,
    capital_usd: round(first, 4),
    max_drawdown_percent: round(fall.percent),
    max_drawdown_from: fall.percent > 0 ? at(fall.from) : null,
    max_drawdown_to: fall.percent > 0 ? at(fall.to) : null,
    ...ratios(equity, day),
    profit_factor: losses > 0 ? round(gains / losses) : null,
    win_rate_percent:
      closed.length > 0 ? round((closed.filter((p) => p > 0).length / closed.length) * 100) : null,
    trades: trades.length,
    ...computeCosts(input, trades, last - first),
    buy_and_hold_percent: opened > 0 ? round((ended / opened - 1) * 100) : 0,
    equity: points,
    assumptions: describeAssumptions(input.plan, input, done),
  }
}

/** A number of seconds in words. */
function spanWords(seconds: number): string {
  const [n, unit] = seconds >= DAY_SECONDS ? [seconds / DAY_SECONDS, 'day'] : [seconds / MINUTE, 'minute']
  return `${round(n, 1)} ${unit}${n === 1 ? '' : 's'}`
}

function describeAssumptions(plan: Plan, { conditions, history }: RunInput, { cut }: Run): string[] {
  const { wallets, feeBps } = conditions
  return [
    `Prices are the one-minute candles of the last ${spanWords(history.length * history.seconds)}, without the effect of anyone’s trades; within a minute, the price moves from the open to the nearer extreme, then the other extreme, then the close.`,
    `Every order fills at the price at that moment, less the market fee of ${feeBps / 100}%, 0.05% for the delay, and its own price impact by the market’s formula.`,
    `Each transaction costs ${wallets === 1 ? 'the network fee' : `the network fee in each of ${wallets} wallets`}, and the first purchase the rent of new token accounts; failed orders are not included.`,
    tradesHoldings(plan)
      ? 'Values are in USD and cover everything the wallets now hold of both.'
      : 'Values are in USD: the most capital that the plan needs and what became of it; funds waiting in the quote do not change in value.',
    ...(cut ? ['It trades so often that only the first part of the period was simulated.'] : []),
  ]
}
