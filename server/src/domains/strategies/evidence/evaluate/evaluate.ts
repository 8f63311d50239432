/**
 * The evidence of a plan over candles. Pure: the same input gives the same figures, but for `outcome`, which is left out if
 * there is no time for it.
 */
import type { Evidence } from '@purser/contract/strategies/evidence.ts'
import { doesNotSayText, type Finding, saysText } from '@purser/contract/strategies/evidence-texts.ts'
import { DAY_SECONDS } from '@purser/contract/time.ts'
import { computeMoments } from '../statistics/sharpe.ts'
import { followEquity, toReturns } from './equity.ts'
import { type Engine, type EvaluateInput, openEngine, replayPlan } from './input.ts'
import { computeOutcome } from './outcome.ts'
import { prove, toDaily } from './prove.ts'
import { LEAST_CANDLES, LEAST_TRADES, MOST_UNKNOWN } from './verdict.ts'
import { countTrades, describeWindow, sumCosts } from './window-figures.ts'

/** `ratio`: its Sharpe ratio a day; `benchmark`: the one that it was measured by, a day. */
export type Evaluated = { evidence: Evidence; ratio: number | null; benchmark: number | null }

type Lack = Extract<Finding, { verdict: 'too_few' }>

const NOTHING_PROVEN = {
  sharpe: null,
  dsr: null,
  p_random: null,
  walk_forward: null,
  pbo: null,
  days_needed: null,
}

/** Evidence without any figures. */
export function withoutFigures(
  finding: Lack | Extract<Finding, { verdict: 'not_tested' }>,
  { now, tries }: { now: number; tries: number },
): Evidence {
  return {
    at: new Date(now).toISOString(),
    verdict: finding.verdict,
    trades: 0,
    tries,
    window: null,
    return_percent: null,
    capital_usd: null,
    max_drawdown_percent: null,
    costs: null,
    break_even_bps: null,
    holding: { return_percent: null, windows: null },
    ...NOTHING_PROVEN,
    outcome: null,
    says: saysText(finding),
    does_not_say: doesNotSayText(finding),
  }
}

export const lacksCandles = (candles: number): Lack => ({
  verdict: 'too_few',
  lacks: 'candles',
  candles,
  least: LEAST_CANDLES,
})

/** Why there is too little to judge; null: there is enough. */
function findLack({ ground, known }: Engine, trades: number): Lack | null {
  const { length, seconds } = ground.history
  const count = known.index.length
  const unknown = 1 - count / length
  if (count < LEAST_CANDLES) return lacksCandles(count)
  if (unknown > MOST_UNKNOWN) return { verdict: 'too_few', lacks: 'known', unknown, most: MOST_UNKNOWN }
  if (trades >= LEAST_TRADES) return null
  const days = Math.max(1, Math.round((length * seconds) / DAY_SECONDS))
  return { verdict: 'too_few', lacks: 'trades', trades, least: LEAST_TRADES, days }
}

/** `hasTime`: whether there is time left for `outcome`, which no verdict needs. */
export function evaluate(input: EvaluateInput, hasTime: () => boolean): Evaluated {
  const engine = openEngine(input)
  const { fills } = replayPlan(engine, engine.spec)
  const equity = followEquity(engine, fills, { step: engine.step, least: engine.spec.capitalUsd ?? 0 })
  const moments = computeMoments(toReturns(equity, 'of_value'))
  const trades = countTrades(engine, fills)
  const { survives, ...costs } = sumCosts(engine, fills, equity.gained)
  const lack = findLack(engine, trades)
  const proof = lack ? null : prove(engine, { fills, equity, moments, survives })
  const finding: Finding = lack ?? proof?.finding ?? lacksCandles(0)
  const isDrawable = input.withOutcome && (!lack || lack.lacks === 'trades')
  return {
    evidence: {
      at: new Date(input.now).toISOString(),
      verdict: finding.verdict,
      trades,
      tries: input.tries.count,
      ...describeWindow(engine, equity),
      ...costs,
      ...(proof?.figures ?? NOTHING_PROVEN),
      outcome: isDrawable ? computeOutcome({ ...engine, fills, hasTime }) : null,
      says: saysText(finding),
      does_not_say: doesNotSayText(finding),
    },
    ratio: moments && toDaily(engine, moments),
    benchmark: proof?.benchmark ?? null,
  }
}
