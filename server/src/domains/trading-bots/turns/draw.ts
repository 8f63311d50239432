/** Draws a turn: side, size and the next interval. Pure: the chance comes from outside, as numbers in [0, 1). */
import type { BotClass } from '@purser/contract/trading-bots/trading-bots.ts'
import type { Parameters } from '../rows.ts'

export const PPM = 1_000_000n

/** Changes of the price; null if the market has no history that long. */
export type Change = { hour: number | null; day: number | null }
/** How the flow reacts: `target` is the side that it leans to, `skew` 1 leaves sizes and intervals as they are. */
export type Flow = { target: 'buy' | 'sell' | null; skew: number; aggressiveness: number }
export const CALM: Flow = { target: null, skew: 1, aggressiveness: 0 }

type FlowParameters = Pick<
  Parameters,
  'hour_threshold' | 'day_threshold' | 'volatility_multiplier' | 'aggressiveness' | 'use_advanced_settings'
>

/**
 * The direction is that of the hour if it has reached its threshold, else that of the day. No change has no direction.
 */
export function reactionTo(parameters: FlowParameters, { hour, day }: Change): Flow {
  const { aggressiveness, volatility_multiplier: most } = parameters
  if (!parameters.use_advanced_settings || aggressiveness === 0) return CALM
  const reached = [
    hour !== null && Math.abs(hour) >= parameters.hour_threshold ? hour : 0,
    day !== null && Math.abs(day) >= parameters.day_threshold ? day : 0,
  ].find((change) => change !== 0)
  if (reached === undefined) return CALM
  return {
    target: reached > 0 ? 'buy' : 'sell',
    skew: 1 + (most - 1) * aggressiveness,
    aggressiveness,
  }
}

/** A whole number of [min, max], each with equal probability: `share` is in [0, 1]. */
function within(min: number, max: number, share: number): number {
  return Math.min(max, min + Math.floor(share * (max - min + 1)))
}

/** Whole parts per million between two fractions; if the range holds none, the one below its end. */
export function toParts(min: number, max: number): { min: number; max: number } {
  // To a billionth first: 0.07 as a float times a million is more than 70,000.
  const [low, high] = [Math.round(min * 1e3 * 1e6), Math.round(max * 1e3 * 1e6)]
  const most = Math.floor(high / 1_000)
  return { min: Math.min(Math.ceil(low / 1_000), most), max: most }
}

export type ClassTerms = {
  percent: { min: number; max: number }
  interval: { min: number; max: number }
  buyProbability: number
}

export const getTerms = (p: Parameters, of: BotClass): ClassTerms =>
  of === 'whale'
    ? {
        percent: { min: p.whale_trade_percent_min, max: p.whale_trade_percent_max },
        interval: { min: p.whale_interval_min, max: p.whale_interval_max },
        buyProbability: p.whale_buy_probability,
      }
    : {
        percent: { min: p.retail_trade_percent_min, max: p.retail_trade_percent_max },
        interval: { min: p.retail_interval_min, max: p.retail_interval_max },
        buyProbability: p.retail_buy_probability,
      }

/** Seconds until the next turn; a lively flow draws towards the shortest. */
export const drawInterval = ({ interval }: ClassTerms, chance: number, { skew }: Flow = CALM): number =>
  within(interval.min, interval.max, chance ** skew)

/** Parts per million of the holdings; a lively flow draws towards the largest. */
export function drawSize({ percent }: ClassTerms, chance: number, { skew }: Flow = CALM): number {
  const { min, max } = toParts(percent.min, percent.max)
  return within(min, max, 1 - (1 - chance) ** skew)
}

export function buyProbability({ buyProbability: p }: ClassTerms, { target, aggressiveness }: Flow): number {
  if (target === null) return p
  return p + aggressiveness * ((target === 'buy' ? 1 : 0) - p)
}

export const drawSide = (terms: ClassTerms, chance: number, flow: Flow = CALM): 'buy' | 'sell' =>
  chance < buyProbability(terms, flow) ? 'buy' : 'sell'

export const takePart = (amount: bigint, ppm: number): bigint => (amount * BigInt(ppm)) / PPM

type First = { now: number; lastTurnAt: number | null; chances: [number, number] }

/**
 * When a wallet's first turn is due: within a drawn interval, but never sooner after its last one than the minimum. A
 * last turn in the future is from before the clock was set back: the next is an interval away, as if it were just
 * taken.
 */
export function firstTurn(terms: ClassTerms, { now, lastTurnAt, chances: [a, b] }: First): number {
  const interval = drawInterval(terms, b) * 1_000
  if (lastTurnAt !== null && lastTurnAt > now) return now + interval
  const drawn = now + Math.floor(a * interval)
  return lastTurnAt === null ? drawn : Math.max(drawn, lastTurnAt + terms.interval.min * 1_000)
}
