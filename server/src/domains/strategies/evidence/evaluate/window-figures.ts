/** The figures that are facts of the window, whatever they prove. */
import { tradesHoldings } from '@purser/contract/strategies/plan.ts'
import type { BacktestCosts } from '@purser/contract/strategies/preview.ts'
import type { Fills } from '../replay/account.ts'
import type { Ground } from '../replay/spec.ts'
import type { Equity } from './equity.ts'
import { type Engine, round } from './input.ts'

const BPS = 10_000

/** `survives`: it still gains at twice the costs. A trade would be the same at any costs. */
export function sumCosts({ spec }: Engine, { usd, extraUsd, marketUsd, tokens }: Fills, gained: number) {
  let [extra, market, traded] = [0, 0, 0]
  usd.forEach((one, i) => {
    extra += extraUsd[i]!
    market += marketUsd[i]!
    // A sale is valued before what the market takes of it.
    traded += one > 0 ? one + marketUsd[i]! : -one
  })
  const rent = tokens.some((one) => one > 0) ? spec.friction.rentUsd : 0
  const total = extra + market
  const bps = (value: number) => (traded > 0 ? round((value / traded) * BPS) : null)
  const costs: BacktestCosts = {
    total_usd: round(total, 4),
    network_usd: round(extra - rent, 4),
    market_usd: round(market, 4),
    rent_usd: round(rent, 4),
    bps: bps(total),
  }
  return { costs, break_even_bps: bps(gained + total), survives: gained - total > 0 }
}

/** Round trips: a plan that trades with its holdings may sell what it has not bought. */
export const countTrades = ({ plan }: Engine, { sales, tokens }: Fills): number =>
  tradesHoldings(plan) ? Math.min(sales, tokens.filter((one) => one > 0).length) : sales

const iso = (seconds: number): string => new Date(seconds * 1000).toISOString()

const holdingPercent = ({ open, close, length }: Ground['history']): number =>
  round((close[length - 1]! / open[0]! - 1) * 100)

export function describeWindow({ ground, known }: Engine, equity: Equity) {
  const { start, seconds, length } = ground.history
  return {
    window: {
      from: iso(start),
      to: iso(start + length * seconds),
      candle_seconds: seconds,
      unknown_percent: round(100 - (known.index.length / length) * 100, 1),
    },
    return_percent: round((equity.gained / equity.capital) * 100),
    capital_usd: round(equity.capital, 4),
    max_drawdown_percent: round(equity.drawdown * 100),
    holding: { return_percent: holdingPercent(ground.history), windows: null },
  }
}
