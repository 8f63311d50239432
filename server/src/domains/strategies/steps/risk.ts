/**
 * The limits of a plan's `risk` and its duration, around any strategy. Stop loss, take profit, drawdown and daily loss sell
 * what is held and end it; max_spend caps orders where they are placed; after a loss it waits for the cooldown. Nothing is
 * watched while it is paused.
 */
import { figureWords } from '@purser/contract/money.ts'
import type { Plan } from '@purser/contract/plan.ts'
import { DAY_MS } from '@purser/contract/time.ts'
import { symbolInPlan } from '@purser/contract/tokens.ts'
import { exitPosition } from './exit.ts'
import { type EndingLimit, guards } from './guards.ts'
import { line } from './lines.ts'
import { averageUsd, profitUsd, units } from './position.ts'
import { after, finished } from './stepped.ts'
import type { Exit, Idle, RiskState, Step, Stepped, StrategyState } from './types.ts'
import { dollars, ordersWords, percentWords, priceWords, timeWords } from './words.ts'

const isWatched = (state: StrategyState) =>
  state.startedAt !== null &&
  !state.done &&
  !state.exit &&
  !state.stopping &&
  !state.ending &&
  !state.paused &&
  state.pending === 0

export function withRisk(plan: Plan, inner: Step): Step {
  const { risk } = plan
  return (before, event) => {
    // A correction after the end does not restart it.
    if (before.done) return inner(before, event)
    if (!isWatched(before) || (event.type !== 'tick' && event.type !== 'candles'))
      return withLimits(plan, before, inner(before, event), event.now)
    const over = before.endsAt !== null && event.now >= before.endsAt
    if (over && (plan.strategy_type !== 'dca' || before.guarding)) return timeOver(plan, before)
    if (risk === undefined) return inner(before, event)
    const state = updated(plan, before, event.now, event.priceUsd)
    const exit = event.priceUsd === null ? null : met(plan, state, event.priceUsd)
    if (exit) {
      const { name: limit, reason } = exit
      return after(line('limit-hit', { limit, reason }), exitPosition(plan, state, exit))
    }
    return withLimits(plan, state, inner(state, event), event.now)
  }
}

function timeOver(plan: Plan, state: StrategyState): Stepped {
  const kept = state.held === '0' ? '' : `; ${figureWords(state.held)} ${symbolInPlan(plan)} are kept`
  const time = timeWords((state.endsAt ?? 0) - (state.startedAt ?? 0))
  return finished(
    state,
    'completed',
    `the time of ${time} is over, ${ordersWords(state.ordersFilled)} filled${kept}`,
  )
}

/** Updates the state of the limits by a price. The same object where nothing changes. */
function updated(plan: Plan, state: StrategyState, now: number, priceUsd: number | null): StrategyState {
  const { risk } = state
  const more: Partial<RiskState> = {}
  if (risk.holdUntil > 0 && now >= risk.holdUntil) more.holdUntil = 0
  if (priceUsd !== null && plan.trade_direction === 'sell' && risk.entryUsd === null) more.entryUsd = priceUsd
  if (priceUsd !== null || state.held === '0') {
    const profit = profitUsd(state, priceUsd ?? 0)
    if (plan.risk?.max_drawdown_percent !== undefined && profit > risk.peakUsd) more.peakUsd = profit
    const day = Math.floor(now / DAY_MS)
    if (plan.risk?.daily_loss_limit !== undefined && day > risk.day) {
      more.day = day
      more.dayUsd = profit
    }
  }
  return Object.keys(more).length === 0 ? state : { ...state, risk: { ...risk, ...more } }
}

const referenceOf = (plan: Plan, state: StrategyState): number | null =>
  plan.trade_direction === 'sell' ? state.risk.entryUsd : averageUsd(state)
const capitalOf = ({ terms, risk }: StrategyState): number => terms?.capitalUsd ?? risk.stakeUsd
/** The profit at which the drawdown is at its limit. */
const floorUsd = (state: StrategyState, percent: number): number =>
  state.risk.peakUsd - (percent / 100) * (capitalOf(state) + state.risk.peakUsd)

type Met = (plan: Plan, state: StrategyState, priceUsd: number) => Exit | null

/** Of a stop loss and a take profit: what the price is measured from, where there is that. */
function measuredFrom(plan: Plan, state: StrategyState): number | null {
  const reference = referenceOf(plan, state)
  return reference !== null && reference > 0 ? reference : null
}
function distanceWords(plan: Plan, priceUsd: number, side: string, reference: number): string {
  const of = plan.trade_direction === 'sell' ? 'the price at the start' : 'the average cost'
  return `${priceWords(priceUsd)} is ${percentWords(priceUsd / reference - 1)} ${side} ${of} of ${priceWords(reference)}`
}

/** The exit with its figures where this price meets the limit. The first that is met counts. */
const exits: Record<EndingLimit, Met> = {
  stop_loss_percent(plan, state, priceUsd) {
    const loss = plan.risk?.stop_loss_percent
    const reference = measuredFrom(plan, state)
    if (loss === undefined || reference === null || !(priceUsd <= reference * (1 - loss / 100))) return null
    const reason = `stop loss: ${distanceWords(plan, priceUsd, 'below', reference)}, the limit is ${loss} %`
    return { name: 'stop loss', status: 'stopped', reason }
  },

  take_profit_percent(plan, state, priceUsd) {
    const gain = plan.risk?.take_profit_percent
    const reference = measuredFrom(plan, state)
    if (gain === undefined || reference === null || !(priceUsd >= reference * (1 + gain / 100))) return null
    const reason = `take profit: ${distanceWords(plan, priceUsd, 'above', reference)}, the limit is ${gain} %`
    return { name: 'take profit', status: 'completed', reason }
  },

  max_drawdown_percent(plan, state, priceUsd) {
    const drawdown = plan.risk?.max_drawdown_percent
    const profit = profitUsd(state, priceUsd)
    const capital = capitalOf(state)
    if (drawdown === undefined || !(capital > 0 && profit <= floorUsd(state, drawdown))) return null
    return {
      name: 'drawdown',
      status: 'stopped',
      reason: `drawdown: the strategy is worth ${dollars(capital + profit)}, ${percentWords((state.risk.peakUsd - profit) / (capital + state.risk.peakUsd))} below its highest of ${dollars(capital + state.risk.peakUsd)}, the limit is ${drawdown} %`,
    }
  },

  daily_loss_limit(_, state, priceUsd) {
    const daily = state.terms?.dailyLossUsd ?? null
    const today = profitUsd(state, priceUsd) - state.risk.dayUsd
    if (daily === null || !(today <= -daily)) return null
    const reason = `daily loss: ${dollars(-today)} were lost today (UTC), the limit is ${dollars(daily)}`
    return { name: 'daily loss', status: 'stopped', reason }
  },
}

function met(plan: Plan, state: StrategyState, priceUsd: number): Exit | null {
  for (const exit of Object.values(exits)) {
    const found = exit(plan, state, priceUsd)
    if (found) return found
  }
  return null
}

/** Applies the limits to what a step came to: the largest stake, guarding after the last order, the cooldown. */
function withLimits(plan: Plan, before: StrategyState, out: Stepped, now: number): Stepped {
  const { state } = out
  const { risk = {} } = plan
  if (state.costUsd > state.risk.stakeUsd && plan.risk)
    return withLimits(
      plan,
      before,
      { ...out, state: { ...state, risk: { ...state.risk, stakeUsd: state.costUsd } } },
      now,
    )
  if (state.done?.status === 'completed' && guards(plan) && state.held !== '0') {
    const over = state.endsAt !== null && now >= state.endsAt
    // Only a strategy that ended because its orders are done is guarded.
    if (!before.exit && !before.stopping && !over)
      return {
        ...out,
        state: { ...state, done: null, guarding: true },
        lines: [
          ...out.lines.slice(0, -1),
          line('guarding', {
            reason: state.done.reason,
            held: state.held,
            token: symbolInPlan(plan),
          }),
        ],
      }
  }
  const lost = state.realised !== before.realised && units(state.realised) < units(before.realised)
  if (risk.cooldown_seconds === undefined || !lost || state.done || state.exit) return out
  const holdUntil = now + risk.cooldown_seconds * 1000
  return {
    ...out,
    state: { ...state, risk: { ...state.risk, holdUntil } },
    lines: [...out.lines, line('cooldown', { ms: holdUntil - now })],
  }
}

/** Until when, and between which prices, no limit can be met. */
export function riskIdle(plan: Plan, state: StrategyState): Idle {
  const idle: Idle = { until: state.endsAt ?? Infinity, below: -Infinity, above: Infinity }
  const { risk } = plan
  if (risk === undefined) return idle
  if (state.risk.holdUntil > 0) idle.until = Math.min(idle.until, state.risk.holdUntil)
  const { stop_loss_percent: loss, take_profit_percent: gain, max_drawdown_percent: drawdown } = risk
  if (plan.trade_direction === 'sell' && state.risk.entryUsd === null) idle.until = 0
  const reference = referenceOf(plan, state)
  if (reference !== null) {
    if (loss !== undefined) idle.below = reference * (1 - loss / 100)
    if (gain !== undefined) idle.above = reference * (1 + gain / 100)
  }
  const daily = state.terms?.dailyLossUsd ?? null
  if (daily !== null) idle.until = Math.min(idle.until, (state.risk.day + 1) * DAY_MS)
  const held = Number(state.held)
  if (held === 0) {
    // Nothing held: what was realised alone decides, whatever the price.
    const { realisedUsd } = state
    const isDown = drawdown !== undefined && capitalOf(state) > 0 && realisedUsd <= floorUsd(state, drawdown)
    const isUp = drawdown !== undefined && realisedUsd > state.risk.peakUsd
    const isLost = daily !== null && realisedUsd - state.risk.dayUsd <= -daily
    if (isDown || isUp || isLost) idle.until = 0
    return idle
  }
  /** The price at which the profit is this. */
  const priceAt = (profit: number) => (profit - state.realisedUsd + state.costUsd) / held
  if (drawdown !== undefined && capitalOf(state) > 0) {
    idle.below = Math.max(idle.below, priceAt(floorUsd(state, drawdown)))
    idle.above = Math.min(idle.above, priceAt(state.risk.peakUsd))
  }
  if (daily !== null) idle.below = Math.max(idle.below, priceAt(state.risk.dayUsd - daily))
  return idle
}
