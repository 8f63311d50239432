/** The life that all strategies share: one order in flight at a time, its outcome, pause, resume and stop. */
import type { Plan } from '@purser/contract/strategies/plan.ts'
import { start, resumed } from './begin.ts'
import { corrected } from './correct.ts'
import { closeOnStop, exitFailed, exitFilled, isPartial, sellOut } from './exit.ts'
import { fillLine } from '../lines/fill-line.ts'
import { unwatched } from './guards.ts'
import { atAnyPrice, released } from './held-back.ts'
import { line } from '../lines/lines.ts'
import { inFlight, spendingSide } from './place.ts'
import { afterBuy, afterSale, inText, units } from './position.ts'
import { errorLine } from './retries.ts'
import { skipped } from './skip.ts'
import { after, finished, quiet, withLines } from './stepped.ts'
import type { Failed, Filled, PlanRules, Step, Stepped, StrategyEvent, StrategyState } from './types.ts'

type Stop = Extract<StrategyEvent, { type: 'stopped' }>

export function withOrders({ plan, rules }: PlanRules): Step {
  return (state, event) => {
    if (event.type === 'start')
      return state.startedAt === null ? start(plan, rules, state, event) : quiet(state)
    if (state.startedAt === null) return quiet(state)
    if (event.type === 'corrected') return corrected({ plan, rules }, state, event)
    if (state.done) return quiet(state)
    switch (event.type) {
      case 'tick':
        if (state.pending > 0 || state.paused || state.ending) return quiet(state)
        // The amount of a sale on stop is known only once nothing is in doubt.
        if (state.stopping && state.doubts.length > 0) return quiet(state)
        if (state.exit && state.held === '0') return finished(state, state.exit.status, state.exit.reason)
        if (state.exit) return event.now < state.nextAt ? quiet(state) : sellOut(plan, state)
        if (state.stopping) return closeOnStop(plan, rules, state)
        if (state.guarding) return quiet(state)
        // No hold outlasts the end.
        if (event.now < Math.min(state.hold?.until ?? 0, state.endsAt ?? Infinity)) return quiet(state)
        return rules.tick(state, event.now, event.priceUsd, event.holdings)
      case 'candles': {
        const act =
          state.pending === 0 &&
          !state.paused &&
          !state.stopping &&
          !state.exit &&
          !state.guarding &&
          !state.ending
        if (!rules.closed) return quiet(state)
        return rules.closed(state, event, act && event.now >= (state.hold?.until ?? 0))
      }
      case 'filled':
        return event.seq === state.pending ? filled({ plan, rules }, state, event) : quiet(state)
      case 'failed':
        return event.seq === state.pending ? failed({ plan, rules }, state, event) : quiet(state)
      case 'any-price':
        return atAnyPrice(state, event.now)
      case 'paused':
        if (state.paused || state.stopping) return quiet(state)
        return withLines(
          { ...state, paused: true },
          line('paused', {
            filled: state.ordersFilled,
            count: rules.count,
            unwatched: unwatched(plan, state),
          }),
        )
      case 'resumed':
        return resumed(rules, state, event.now)
      case 'stopped':
        return stopped(plan, rules, state, event)
      case 'doubted':
      case 'continued':
        return quiet(state)
    }
  }
}

/** Stopped while the sale of a limit was in flight: only the plan's own sale on stop may follow it. */
const isOver = ({ stopping, exit }: StrategyState): boolean =>
  stopping && exit !== null && exit.name !== 'stop'

function stopped(plan: Plan, rules: PlanRules['rules'], state: StrategyState, { sells }: Stop): Stepped {
  if (state.stopping) return quiet(state)
  const stopping = {
    ...state,
    stopping: true,
    paused: false,
    retries: 0,
    ...(sells ? { closing: true } : {}),
  }
  if (state.pending === 0 && state.doubts.length === 0) return closeOnStop(plan, rules, stopping)
  return withLines(stopping, line('stopping', { order: state.pending > 0 ? inFlight(rules, state) : null }))
}

function filled({ plan, rules }: PlanRules, state: StrategyState, event: Filled): Stepped {
  const side = state.pendingSide ?? spendingSide(plan)
  const isExit = state.exiting
  const saleCost = isExit ? null : (rules.costOfSale?.(state, event.tokens) ?? null)
  const sale = side === 'sell' ? afterSale(state, event, saleCost) : null
  const spent = side === 'buy' ? event.quote : event.tokens
  const next: StrategyState = {
    ...(isExit && isPartial(event) && state.heldBack?.anyPrice ? state : released(state)),
    ...(sale?.position ?? afterBuy(state, event)),
    pending: 0,
    pendingSide: null,
    exiting: false,
    retries: 0,
    missed: 0,
    ...(state.limited ? { limited: false } : {}),
    ordersFilled: state.ordersFilled + (isExit ? 0 : 1),
    spent: side === spendingSide(plan) ? inText(units(state.spent) + units(spent)) : state.spent,
  }
  const order = isExit
    ? { exit: state.exit?.name ?? null }
    : { number: next.ordersFilled, count: rules.count }
  const bought = fillLine(plan, side, event, {
    order,
    filled: next.ordersFilled,
    profit: sale?.profit ?? null,
  })
  if (isExit && !(isOver(next) && next.held !== '0')) return after(bought, exitFilled(next, event))
  return after(
    bought,
    next.stopping ? closeOnStop(plan, rules, next) : rules.filled(next, event.now, event, side),
  )
}

/** A sale that was sent is no longer held back, whatever its outcome. The owner's release lasts until it is sold. */
const isStillHeldBack = ({ heldBack }: StrategyState, { code }: Failed): boolean =>
  heldBack?.anyPrice === true || code === 'worth' || code === 'market' || code === 'funds'

function failed({ plan, rules }: PlanRules, state: StrategyState, event: Failed): Stepped {
  const before = isStillHeldBack(state, event) ? state : released(state)
  const freed = { ...before, pending: 0, pendingSide: null, exiting: false, retries: state.retries + 1 }
  const wasExit = state.exiting && !isOver(state)
  const ordersPlaced = state.ordersPlaced - (state.exiting ? 0 : 1)
  if (event.skipped)
    return skipped(
      { plan, rules },
      { freed: { ...freed, ordersPlaced, retries: state.retries }, wasExit },
      event,
    )
  if (wasExit) return exitFailed(plan, freed, event)
  const next = { ...freed, ordersPlaced }
  if (!state.stopping) return rules.failed(next, event)
  return after(errorLine(inFlight(rules, state), event), closeOnStop(plan, rules, { ...next, retries: 0 }))
}
