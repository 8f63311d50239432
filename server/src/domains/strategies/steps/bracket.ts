/** Buys and exits by the first barrier that is met, or guards what is held and sells it then. */
import type { BracketPlan } from '@purser/contract/plan.ts'
import { symbolOf } from '@purser/contract/tokens.ts'
import { leave } from './step-exit.ts'
import {
  ALWAYS,
  failedLine,
  finished,
  place,
  quiet,
  RETRIES,
  type Rules,
  retryWait,
  said,
} from './step-order.ts'
import { averageUsd } from './step-position.ts'
import { decidedAnew, skippedOnce, waitsAgain } from './step-skip.ts'
import { onceFailed } from './step-swap.ts'
import type { Stepped, StrategyState } from './step.ts'
import { orderWords, percentWords, priceWords, timeWords } from './step-words.ts'

/** How often the sale at a barrier is tried. */
const GUARD_TRIES = 40

export function bracketRules(plan: BracketPlan): Rules {
  const buys = plan.trade_direction === 'buy'
  const wanted = plan.entry_price_usd === undefined ? null : Number(plan.entry_price_usd)
  const { stop_loss_percent: loss, take_profit_percent: gain, trailing_stop_percent: trail } = plan
  const limitMs = plan.time_limit_seconds === undefined ? Infinity : plan.time_limit_seconds * 1000

  const stopAt = (entry: number) => (loss === undefined ? -Infinity : entry * (1 - loss / 100))
  const gainAt = (entry: number) => (gain === undefined ? Infinity : entry * (1 + gain / 100))
  const trailAt = (peak: number) => (trail === undefined ? -Infinity : peak * (1 - trail / 100))
  const ready = (state: StrategyState) => state.mind.entryUsd ?? null

  function enter(state: StrategyState, now: number, entryUsd: number): Stepped {
    const parts = [
      ...(loss === undefined ? [] : [`the price falls to ${priceWords(stopAt(entryUsd))}`]),
      ...(gain === undefined ? [] : [`it rises to ${priceWords(gainAt(entryUsd))}`]),
      ...(trail === undefined ? [] : [`it falls ${trail} % below its highest`]),
      ...(limitMs === Infinity ? [] : [`${timeWords(limitMs)} are over`]),
    ]
    return said(
      { ...state, mind: { entryUsd, peakUsd: entryUsd, enteredAt: now, met: null } },
      `Guarding from ${priceWords(entryUsd)}: sells when ${parts.join(', or ')}`,
    )
  }

  /** The first barrier that is met, with its figures. */
  function barrier(state: StrategyState, now: number, priceUsd: number | null): string | null {
    const { entryUsd, peakUsd, enteredAt = 0 } = state.mind
    if (now >= enteredAt + limitMs) return `time limit: ${timeWords(limitMs)} are over`
    if (priceUsd === null || typeof entryUsd !== 'number' || typeof peakUsd !== 'number') return null
    const away = `${priceWords(priceUsd)} is ${percentWords(priceUsd / entryUsd - 1)}`
    if (priceUsd <= stopAt(entryUsd))
      return `stop loss: ${away} below the entry at ${priceWords(entryUsd)}, the limit is ${loss} %`
    if (priceUsd >= gainAt(entryUsd))
      return `take profit: ${away} above the entry at ${priceWords(entryUsd)}, the limit is ${gain} %`
    if (priceUsd <= trailAt(peakUsd))
      return `trailing stop: ${priceWords(priceUsd)} is ${percentWords(priceUsd / peakUsd - 1)} below the highest of ${priceWords(peakUsd)}, the limit is ${trail} %`
    return null
  }

  /** A price above the highest one is the new highest one. */
  const raised = (state: StrategyState, priceUsd: number | null): StrategyState =>
    trail !== undefined && !state.mind.met && priceUsd !== null && priceUsd > (state.mind.peakUsd ?? Infinity)
      ? { ...state, mind: { ...state.mind, peakUsd: priceUsd } }
      : state

  function guard(before: StrategyState, now: number, priceUsd: number | null): Stepped {
    const state = raised(before, priceUsd)
    const met = state.mind.met ?? barrier(state, now, priceUsd)
    if (met === null) return quiet(state)
    if (buys) return leave(plan, state, { name: met.split(':')[0] ?? met, status: 'completed', reason: met })
    if (now < state.nextAt) return quiet(state)
    const wish = { side: 'sell' as const, amount: plan.amount, count: 1, why: met, upTo: true as const }
    const placed = place(plan, wish, state, priceUsd)
    return { ...placed, state: { ...placed.state, mind: { ...placed.state.mind, met } } }
  }

  const barriers = [
    ...(loss === undefined ? [] : [`stop loss ${loss} %`]),
    ...(gain === undefined ? [] : [`take profit ${gain} %`]),
    ...(trail === undefined ? [] : [`trailing stop ${trail} %`]),
    ...(limitMs === Infinity ? [] : [`time limit ${timeWords(limitMs)}`]),
  ].join(', ')
  const entry = wanted === null || !buys ? '' : ` at or below ${priceWords(wanted)}`
  return {
    title: `bracket, ${orderWords(plan, plan.trade_direction, plan.amount)}${entry}, ${barriers}`,
    first: buys
      ? wanted === null
        ? 'the entry follows at once'
        : `the entry follows when the price is at or below ${priceWords(wanted)}`
      : `watches the price of ${symbolOf(plan.token_address)}`,
    count: 1,
    endsAt: () => null,

    idle(state) {
      const entryUsd = ready(state)
      if (state.retries > 0 || state.mind.met) return { ...ALWAYS, until: state.nextAt }
      if (entryUsd === null)
        return buys && wanted !== null
          ? { ...ALWAYS, until: Infinity, below: wanted }
          : { ...ALWAYS, until: 0 }
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
      if (!buys) return priceUsd === null ? quiet(state) : enter(state, now, wanted ?? priceUsd)
      if (wanted !== null && (priceUsd === null || priceUsd > wanted))
        return quiet(state.retries > 0 ? { ...state, retries: 0 } : state)
      return place(plan, { side: 'buy', amount: plan.amount, count: 1 }, state, priceUsd)
    },

    filled: (state, now) =>
      buys
        ? enter(state, now, averageUsd(state) ?? 0)
        : finished(state, 'completed', state.mind.met ?? 'the order is filled'),

    skipped: (state, event, line) =>
      !buys
        ? decidedAnew(state, event, line)
        : (wanted === null ? skippedOnce : waitsAgain)(state, event, line),

    failed(state, event) {
      if (buys || event.fatal || state.retries > GUARD_TRIES) return onceFailed(state, event)
      const wait = retryWait(Math.min(state.retries, RETRIES))
      return said({ ...state, nextAt: event.now + wait }, failedLine('the sale', event, state.retries, wait))
    },
  }
}
