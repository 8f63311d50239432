/** Buys and sells at the first barrier that is met, or guards what is held and sells that. */
import type { BracketPlan } from '@purser/contract/plan.ts'
import { symbolInPlan } from '@purser/contract/tokens.ts'
import type { ExitName } from './codes.ts'
import { exitPosition } from './exit.ts'
import { line } from './lines.ts'
import { place } from './place.ts'
import { averageUsd } from './position.ts'
import { EXIT_RETRIES, retry } from './retries.ts'
import { decidedAnew, skippedOnce, waitsAgain } from './skip.ts'
import { ANY_PRICE, finished, quiet, said } from './stepped.ts'
import { onceFailed } from './swap.ts'
import type { Rules, Stepped, StrategyState } from './types.ts'
import { orderWords, percentWords, priceWords, symbolsOf, timeWords } from './words.ts'

export function bracketRules(plan: BracketPlan): Rules {
  const buys = plan.trade_direction === 'buy'
  const entryPrice = plan.entry_price_usd === undefined ? null : Number(plan.entry_price_usd)
  const { stop_loss_percent: loss, take_profit_percent: gain, trailing_stop_percent: trail } = plan
  const limitMs = plan.time_limit_seconds === undefined ? Infinity : plan.time_limit_seconds * 1000

  const stopAt = (entry: number) => (loss === undefined ? -Infinity : entry * (1 - loss / 100))
  const gainAt = (entry: number) => (gain === undefined ? Infinity : entry * (1 + gain / 100))
  const trailAt = (peak: number) => (trail === undefined ? -Infinity : peak * (1 - trail / 100))
  const ready = (state: StrategyState) => state.mind.entryUsd ?? null

  function enter(state: StrategyState, now: number, entryUsd: number): Stepped {
    const barriers = {
      stopUsd: loss === undefined ? null : stopAt(entryUsd),
      takeUsd: gain === undefined ? null : gainAt(entryUsd),
      trailPercent: trail ?? null,
      limitMs: limitMs === Infinity ? null : limitMs,
    }
    return said(
      { ...state, mind: { entryUsd, peakUsd: entryUsd, enteredAt: now, met: null } },
      line('entered', { entryUsd, ...barriers }),
    )
  }

  type Barrier = { name: ExitName; reason: string }
  /** The first barrier that is met, with its figures. */
  function barrier(state: StrategyState, now: number, priceUsd: number | null): Barrier | null {
    const { entryUsd, peakUsd, enteredAt = 0 } = state.mind
    const met = (name: ExitName, figures: string) => ({ name, reason: `${name}: ${figures}` })
    if (now >= enteredAt + limitMs) return met('time limit', `${timeWords(limitMs)} are over`)
    if (priceUsd === null || typeof entryUsd !== 'number' || typeof peakUsd !== 'number') return null
    const distance = `${priceWords(priceUsd)} is ${percentWords(priceUsd / entryUsd - 1)}`
    const entry = `the entry at ${priceWords(entryUsd)}`
    if (priceUsd <= stopAt(entryUsd))
      return met('stop loss', `${distance} below ${entry}, the limit is ${loss} %`)
    if (priceUsd >= gainAt(entryUsd))
      return met('take profit', `${distance} above ${entry}, the limit is ${gain} %`)
    if (priceUsd > trailAt(peakUsd)) return null
    const fallen = `${priceWords(priceUsd)} is ${percentWords(priceUsd / peakUsd - 1)} below`
    return met('trailing stop', `${fallen} the highest of ${priceWords(peakUsd)}, the limit is ${trail} %`)
  }

  /** Raises the peak that a trailing stop is measured from. */
  const raised = (state: StrategyState, priceUsd: number | null): StrategyState =>
    trail !== undefined && !state.mind.met && priceUsd !== null && priceUsd > (state.mind.peakUsd ?? Infinity)
      ? { ...state, mind: { ...state.mind, peakUsd: priceUsd } }
      : state

  function guard(before: StrategyState, now: number, priceUsd: number | null): Stepped {
    const state = raised(before, priceUsd)
    if (buys) {
      const met = barrier(state, now, priceUsd)
      return met ? exitPosition(plan, state, { ...met, status: 'completed' }) : quiet(state)
    }
    const why = state.mind.met ?? barrier(state, now, priceUsd)?.reason
    if (why === undefined || now < state.nextAt) return quiet(state)
    const request = { side: 'sell' as const, amount: plan.amount, count: 1, why, upTo: true as const }
    const placed = place(plan, request, state, priceUsd)
    return { ...placed, state: { ...placed.state, mind: { ...placed.state.mind, met: why } } }
  }

  const barriers = [
    ...(loss === undefined ? [] : [`stop loss ${loss} %`]),
    ...(gain === undefined ? [] : [`take profit ${gain} %`]),
    ...(trail === undefined ? [] : [`trailing stop ${trail} %`]),
    ...(limitMs === Infinity ? [] : [`time limit ${timeWords(limitMs)}`]),
  ].join(', ')
  const entry = entryPrice === null || !buys ? '' : ` at or below ${priceWords(entryPrice)}`
  const what = orderWords(symbolsOf(plan), plan.trade_direction, plan.amount)
  return {
    title: `bracket, ${what}${entry}, ${barriers}`,
    first: buys
      ? entryPrice === null
        ? 'the entry follows at once'
        : `the entry follows when the price is at or below ${priceWords(entryPrice)}`
      : `watches the price of ${symbolInPlan(plan)}`,
    count: 1,
    endsAt: () => null,

    idle(state) {
      const entryUsd = ready(state)
      if (state.retries > 0 || state.mind.met) return { ...ANY_PRICE, until: state.nextAt }
      if (entryUsd === null)
        return buys && entryPrice !== null
          ? { ...ANY_PRICE, until: Infinity, below: entryPrice }
          : { ...ANY_PRICE, until: 0 }
      const peakUsd = state.mind.peakUsd ?? entryUsd
      return {
        until: (state.mind.enteredAt ?? 0) + limitMs,
        below: Math.max(stopAt(entryUsd), trailAt(peakUsd)),
        above: Math.min(gainAt(entryUsd), trail === undefined ? Infinity : peakUsd),
      }
    },

    tick(state, now, priceUsd) {
      if (ready(state) !== null) return guard(state, now, priceUsd)
      if (now < state.nextAt) return quiet(state)
      if (!buys) return priceUsd === null ? quiet(state) : enter(state, now, entryPrice ?? priceUsd)
      if (entryPrice !== null && (priceUsd === null || priceUsd > entryPrice))
        return quiet(state.retries > 0 ? { ...state, retries: 0 } : state)
      return place(plan, { side: 'buy', amount: plan.amount, count: 1 }, state, priceUsd)
    },

    filled: (state, now) =>
      buys
        ? enter(state, now, averageUsd(state) ?? 0)
        : finished(state, 'completed', state.mind.met ?? 'the order is filled'),

    skipped: (state, event, skip) =>
      // Its sale may be of what was held before: the limits of real money bind it, and it waits for them.
      !buys && event.code !== 'limit'
        ? decidedAnew(state, event, skip)
        : (entryPrice === null ? skippedOnce : waitsAgain)(state, event, skip),

    failed(state, event) {
      if (buys || event.fatal || state.retries > EXIT_RETRIES) return onceFailed(state, event)
      return retry(state, event, { exit: null }, EXIT_RETRIES)
    },
  }
}
