/**
 * What a replay needs of a plan, in floats: it is run hundreds of times for one card, and moves no funds. That it trades as
 * the engine's own steps do is proven by replay.test.ts.
 */
import type { Plan, PlanAmount } from '@purser/contract/strategies/plan.ts'
import type { Conditions } from '../../backtest/exchange.ts'
import { inUsd } from '../../backtest/exchange.ts'
import type { History } from '../../backtest/history.ts'
import { guards } from '../../engine/guards.ts'
import type { Terms } from '../../engine/types.ts'

/** Candles of the token, and the close of the quote in each, in USD. `signals`: of an indicator, see signal.ts. */
export type Ground = { history: History; quoteUsd: Float64Array }

/** What trading takes: `networkUsd` each order, `rentUsd` with the first purchase. */
export type Friction = { feeBps: number; depthUsd: number; networkUsd: number; rentUsd: number }

export type Spec = {
  plan: Plan
  friction: Friction
  solUsd: number
  /** Whole units of token and quote that the wallets hold; Infinity: enough for every order. */
  purse: { token: number; quote: number }
  /** The plan's total, and the most that it may spend, in whole units of the quote. */
  budget: number | null
  maxSpend: number | null
  dailyLossUsd: number | null
  /** The capital that a drawdown is measured by; null: the most that was invested so far. */
  capitalUsd: number | null
  /** Limits watch what it holds, also after its last order. */
  isGuarded: boolean
}

const whole = (units: bigint, decimals: number): number => Number(units) / 10 ** decimals

export function toSpec(plan: Plan, terms: Terms, conditions: Conditions): Spec {
  const { feeBps, depthUsd, solUsd, networkFee, rent, wallets, purse } = conditions
  const toNumber = (text: string | undefined | null) => (text ? Number(text) : null)
  return {
    plan,
    solUsd,
    friction: {
      feeBps,
      depthUsd: Math.round(depthUsd),
      networkUsd: inUsd(networkFee, solUsd) * Math.max(1, wallets),
      rentUsd: inUsd(rent, solUsd),
    },
    purse: {
      token: whole(purse.token, conditions.tokenDecimals),
      quote: whole(purse.quote, conditions.quoteDecimals),
    },
    budget: toNumber(terms.budget),
    maxSpend: toNumber(terms.limits.max_spend?.units),
    dailyLossUsd: terms.limits.daily_loss_limit?.usd ?? null,
    capitalUsd: terms.capitalUsd,
    isGuarded: guards(plan),
  }
}

/** An amount in whole units of the quote, at these prices. */
export function toQuote(
  { plan, purse, solUsd }: Spec,
  { value, unit }: PlanAmount,
  priceUsd: number,
  quoteUsd: number,
): number {
  const amount = Number(value)
  if (unit === plan.quote) return amount
  if (unit === 'percent') return (purse.quote * amount) / 100
  const unitUsd = unit === 'token' ? priceUsd : unit === 'SOL' ? solUsd : 1
  return (amount * unitUsd) / quoteUsd
}
