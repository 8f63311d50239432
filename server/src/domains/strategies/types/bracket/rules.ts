/** Buys and sells at the first barrier that is met, or guards what is held and sells that. */
import type { BracketPlan } from '@purser/contract/strategies/plan.ts'
import { symbolInPlan } from '@purser/contract/tokens/tokens.ts'
import { exitPosition } from '../../engine/exit.ts'
import { onceFailed } from '../../engine/give-up.ts'
import { place } from '../../engine/place.ts'
import { averageUsd } from '../../engine/position.ts'
import { EXIT_RETRIES, retry } from '../../engine/retries.ts'
import { decidedAnew, skippedOnce, waitsAgain } from '../../engine/skip.ts'
import { ANY_PRICE, finished, quiet, withLines } from '../../engine/stepped.ts'
import type { Idle, Rules, Stepped, StrategyState } from '../../engine/types.ts'
import { line } from '../../lines/lines.ts'
import { orderWords, priceWords, getSymbols, timeWords } from '../../lines/words.ts'
import {
  bracketState,
  entryPrice,
  limitMs,
  metBarrier,
  stopAt,
  takeAt,
  trailAt,
  withBracket,
} from './barriers.ts'
import type { BracketState } from './state.ts'

const isPurchase = (plan: BracketPlan): boolean => plan.trade_direction === 'buy'

function enter(plan: BracketPlan, state: StrategyState, now: number, entryUsd: number): Stepped {
  const own: BracketState = { type: 'bracket', entryUsd, peakUsd: entryUsd, enteredAt: now, met: null }
  return withLines(
    { ...state, typeState: own },
    line('entered', {
      entryUsd,
      stopUsd: plan.stop_loss_percent === undefined ? null : stopAt(plan, entryUsd),
      takeUsd: plan.take_profit_percent === undefined ? null : takeAt(plan, entryUsd),
      trailPercent: plan.trailing_stop_percent ?? null,
      limitMs: plan.time_limit_seconds === undefined ? null : limitMs(plan),
    }),
  )
}

/** Raises the peak that a trailing stop is measured from. */
function raised(plan: BracketPlan, state: StrategyState, priceUsd: number | null): StrategyState {
  const { peakUsd = Infinity, met = null } = bracketState(state) ?? {}
  const isHigher = !met && priceUsd !== null && priceUsd > peakUsd
  return plan.trailing_stop_percent !== undefined && isHigher
    ? withBracket(state, { peakUsd: priceUsd })
    : state
}

/** Sells an entered position at the first barrier. */
function guard(plan: BracketPlan, before: StrategyState, now: number, priceUsd: number | null): Stepped {
  const state = raised(plan, before, priceUsd)
  const own = bracketState(state)
  if (!own) return quiet(state)
  const found = metBarrier(plan, own, now, priceUsd)
  if (isPurchase(plan))
    return found ? exitPosition(plan, state, { ...found, status: 'completed' }) : quiet(state)
  const why = own.met ?? found?.reason
  if (why === undefined || now < state.nextAt) return quiet(state)
  const request = { side: 'sell' as const, amount: plan.amount, count: 1, why, upTo: true as const }
  const placed = place(plan, request, state, priceUsd)
  return { ...placed, state: withBracket(placed.state, { met: why }) }
}

function tick(plan: BracketPlan, state: StrategyState, now: number, priceUsd: number | null): Stepped {
  if (bracketState(state)) return guard(plan, state, now, priceUsd)
  if (now < state.nextAt) return quiet(state)
  const entry = entryPrice(plan)
  if (!isPurchase(plan)) return priceUsd === null ? quiet(state) : enter(plan, state, now, entry ?? priceUsd)
  if (entry !== null && (priceUsd === null || priceUsd > entry))
    return quiet(state.retries > 0 ? { ...state, retries: 0 } : state)
  return place(plan, { side: 'buy', amount: plan.amount, count: 1 }, state, priceUsd)
}

function idle(plan: BracketPlan, state: StrategyState): Idle {
  const own = bracketState(state)
  const entry = entryPrice(plan)
  if (state.retries > 0 || own?.met) return { ...ANY_PRICE, until: state.nextAt }
  if (!own)
    return isPurchase(plan) && entry !== null
      ? { ...ANY_PRICE, until: Infinity, below: entry }
      : { ...ANY_PRICE, until: 0 }
  const { entryUsd, peakUsd, enteredAt } = own
  const trails = plan.trailing_stop_percent !== undefined
  return {
    until: enteredAt + limitMs(plan),
    below: Math.max(stopAt(plan, entryUsd), trailAt(plan, peakUsd)),
    above: Math.min(takeAt(plan, entryUsd), trails ? peakUsd : Infinity),
    orderAbove: takeAt(plan, entryUsd),
  }
}

function formatTitle(plan: BracketPlan): string {
  const { stop_loss_percent: loss, take_profit_percent: gain, trailing_stop_percent: trail } = plan
  const barriers = [
    ...(loss === undefined ? [] : [`stop loss ${loss}%`]),
    ...(gain === undefined ? [] : [`take profit ${gain}%`]),
    ...(trail === undefined ? [] : [`trailing stop ${trail}%`]),
    ...(plan.time_limit_seconds === undefined ? [] : [`time limit ${timeWords(limitMs(plan))}`]),
  ].join(', ')
  const price = entryPrice(plan)
  const entry = price === null || !isPurchase(plan) ? '' : ` at or below ${priceWords(price)}`
  return `bracket, ${orderWords(getSymbols(plan), plan.trade_direction, plan.amount)}${entry}, ${barriers}`
}

function describeStart(plan: BracketPlan): string {
  const price = entryPrice(plan)
  if (!isPurchase(plan)) return `watches the price of ${symbolInPlan(plan)}`
  return price === null
    ? 'the entry order follows now'
    : `the entry order follows when the price is at or below ${priceWords(price)}`
}

export function bracketRules(plan: BracketPlan): Rules {
  const buys = isPurchase(plan)
  return {
    title: formatTitle(plan),
    first: describeStart(plan),
    count: 1,
    endsAt: () => null,
    idle: (state) => idle(plan, state),
    tick: (state, now, priceUsd) => tick(plan, state, now, priceUsd),
    filled: (state, now) =>
      buys
        ? enter(plan, state, now, averageUsd(state) ?? 0)
        : finished(state, 'completed', bracketState(state)?.met ?? 'the order is filled'),
    skipped: (state, event, skip) =>
      // Its sale may cover earlier holdings: the limits of real money apply to it, and it waits for them.
      !buys && event.code !== 'limit'
        ? decidedAnew(state, event, skip)
        : (entryPrice(plan) === null ? skippedOnce : waitsAgain)(state, event, skip),
    failed: (state, event) =>
      buys || event.fatal || state.retries > EXIT_RETRIES
        ? onceFailed(state, event)
        : retry(state, event, { exit: null }, EXIT_RETRIES),
  }
}
