/** What evidence is computed from. */
import type { Plan } from '@purser/contract/strategies/plan.ts'
import { tradesHoldings } from '@purser/contract/strategies/plan.ts'
import { DAY_SECONDS } from '@purser/contract/time.ts'
import type { Conditions } from '../../backtest/exchange.ts'
import type { Terms } from '../../engine/types.ts'
import { replay, type Replayed } from '../replay/replay.ts'
import { computeSignals } from '../replay/signal.ts'
import { type Ground, type Spec, toSpec } from '../replay/spec.ts'
import { createRandom, type Random } from '../statistics/random.ts'
import { type KnownCandles, listKnown } from './known-candles.ts'
import { toSeed } from './seed.ts'

/**
 * The tries of a user and token, this one included in `count`. `ratios`: Sharpe ratios a day of the others; `floor`: the
 * highest benchmark so far, a day.
 */
export type TriesSoFar = { count: number; ratios: number[]; floor: number }

export type EvaluateInput = {
  plan: Plan
  terms: Terms
  conditions: Conditions
  /** At least one candle. */
  ground: Ground
  /** Closes before the first candle, for indicators. */
  warmUp: Float64Array
  tries: TriesSoFar
  /** When it is computed, in milliseconds since 1970. */
  now: number
  withOutcome: boolean
}

/** `step`: the candles of a period whose return counts. */
export type Engine = EvaluateInput & {
  spec: Spec
  isWhole: boolean
  known: KnownCandles
  random: Random
  step: number
}

/** Of a shorter window the returns of hours count. */
const LEAST_DAYS = 90
const HOUR = 3_600

function toStep({ seconds, length }: Ground['history']): number {
  const period = seconds * length < LEAST_DAYS * DAY_SECONDS ? HOUR : DAY_SECONDS
  return Math.max(1, Math.round(period / seconds))
}

export function openEngine(input: EvaluateInput): Engine {
  const { plan, ground } = input
  return {
    ...input,
    spec: toSpec(plan, input.terms, input.conditions),
    isWhole: tradesHoldings(plan),
    known: listKnown(ground),
    random: createRandom(toSeed(plan, ground.history)),
    step: toStep(ground.history),
  }
}

export function replayPlan({ ground, warmUp }: Engine, spec: Spec): Replayed {
  const { plan } = spec
  if (plan.strategy_type !== 'rsi' && plan.strategy_type !== 'ma_cross') return replay({ spec, ground })
  return replay({ spec, ground, signals: computeSignals(plan, warmUp, ground.history.close) })
}

export const round = (value: number, places = 2): number => Number(value.toFixed(places))
