/** How far luck explains the result of a plan that has traded enough. */
import { DAY_SECONDS } from '@purser/contract/time.ts'
import type { Fills } from '../replay/account.ts'
import { probabilityOfOverfitting, sumBlocks } from '../statistics/overfitting.ts'
import {
  computeBenchmark,
  minimumTrackRecord,
  type Moments,
  probabilisticSharpe,
} from '../statistics/sharpe.ts'
import { walkForward } from '../statistics/walk-forward.ts'
import { computeChance } from './chance.ts'
import { type Equity, followEquity, toReturns } from './equity.ts'
import { type Engine, replayPlan, round } from './input.ts'
import { listVariants } from './lattice.ts'
import { judge } from './verdict.ts'

const FOLDS = 5
const BLOCKS = 8
const CONFIDENCE = 0.95
const DAYS_A_YEAR = 365
/** More days than anybody waits for. */
const MOST_DAYS = 100_000

const secondsAPeriod = ({ step, ground }: Engine): number => step * ground.history.seconds

/** The Sharpe ratio of a day, in which tries are compared. */
export const toDaily = (engine: Engine, { sharpe }: Moments): number =>
  sharpe * Math.sqrt(DAY_SECONDS / secondsAPeriod(engine))

/** What the lattice around the plan says; null for a plan without parameters. */
function lookAround(engine: Engine, own: Equity) {
  const variants = listVariants(engine.plan)
  if (!variants || variants.length < 2) return null
  const { ground, isWhole, step, spec } = engine
  const returns = variants.map((plan, i) => {
    if (i === 0) return toReturns(own, 'of_capital')
    const varied = { ...spec, plan }
    const { fills } = replayPlan(engine, varied)
    const equity = followEquity({ spec: varied, ground, isWhole }, fills, { step, least: own.capital })
    return toReturns({ ...equity, capital: own.capital }, 'of_capital')
  })
  return {
    forward: walkForward(returns, FOLDS),
    pbo: probabilityOfOverfitting(returns.map((one) => sumBlocks(one, BLOCKS))),
  }
}

/** The deflated Sharpe ratio with these tries, and its benchmark, a day. */
function deflate(engine: Engine, moments: Moments) {
  const { tries } = engine
  const perDay = Math.sqrt(DAY_SECONDS / secondsAPeriod(engine))
  const ratios = [...tries.ratios.map((one) => one / perDay), moments.sharpe]
  const benchmark = computeBenchmark(
    { count: tries.count, ratios, floor: tries.floor / perDay },
    moments.periods,
  )
  const needed = minimumTrackRecord(moments, benchmark, CONFIDENCE)
  const days = needed === null ? Infinity : Math.ceil(needed / perDay ** 2)
  return {
    dsr: probabilisticSharpe(moments, benchmark),
    benchmark: benchmark * perDay,
    days: days <= MOST_DAYS ? days : null,
  }
}

type Result = { fills: Fills; equity: Equity; moments: Moments | null; survives: boolean }

const UNPROVEN = { dsr: null, benchmark: null, days: null }

export function prove(engine: Engine, { fills, equity, moments, survives }: Result) {
  const { spec, ground, random, known } = engine
  const { close, length } = ground.history
  const { dsr, benchmark, days } = moments ? deflate(engine, moments) : UNPROVEN
  const chance = computeChance({ fills, spec, known, length, lastPrice: close[length - 1]!, random })
  const around = lookAround(engine, equity)
  const forward = around?.forward ?? null
  const pbo = around?.pbo ?? null
  const perYear = Math.sqrt((DAYS_A_YEAR * DAY_SECONDS) / secondsAPeriod(engine))
  const folds = forward?.positive ?? null
  const verdict = judge({ dsr, random: chance, folds, survivesCosts: survives })
  return {
    finding: { verdict, dsr: dsr ?? 0, random: chance ?? 1, tries: engine.tries.count },
    benchmark,
    figures: {
      sharpe: moments && round(moments.sharpe * perYear),
      dsr: dsr === null ? null : round(dsr, 4),
      p_random: chance === null ? null : round(chance, 4),
      walk_forward: forward && {
        folds: FOLDS,
        positive_percent: round(forward.positive * 100),
        efficiency: forward.efficiency === null ? null : round(forward.efficiency),
      },
      pbo: pbo === null ? null : round(pbo, 4),
      days_needed: days,
    },
  }
}
