/** An order that came to something else than was booked: the chain has the last word, also after the end. */
import type { Plan } from '@purser/contract/plan.ts'
import { symbolOf } from '@purser/contract/tokens.ts'
import { after, type Filled, finished, quiet, type Rules, said } from './step-order.ts'
import { inText, units } from './step-position.ts'
import type { Stepped, StrategyState } from './step.ts'

/**
 * What came of an order that was booked is another by now: a fork has dropped it, or it has landed late. Known also after
 * the end. Decimal text; a change may be negative.
 */
export type Corrected = {
  type: 'corrected'
  now: number
  seq: number
  side: 'buy' | 'sell'
  isExit: boolean
  /** 1: filled after all. -1: not filled after all. 0: filled, or not, as before, with other amounts or another fee. */
  filled: -1 | 0 | 1
  /** What it came to, as for 'filled'; null where it was not filled. */
  fill: { spent: string; received: string; tokens: string; quote: string } | null
  /** Why it was not filled. */
  reason: string
  /** What is to be added to the books; USD for comparisons only. */
  change: Record<'held' | 'cost' | 'realised' | 'spent', string> & Record<'costUsd' | 'realisedUsd', number>
}

const plus = (a: string, b: string): string => inText(units(a) + units(b))
/** Of what is held and what it cost there is never less than nothing. */
const atLeastNone = (text: string): string => (units(text) < 0n ? '0' : text)

/** The books after the correction, whatever else goes on. */
function rebooked(state: StrategyState, { change, filled, isExit }: Corrected): StrategyState {
  const counts = isExit ? 0 : filled
  const held = atLeastNone(plus(state.held, change.held))
  const none = held === '0'
  return {
    ...state,
    held,
    cost: none ? '0' : atLeastNone(plus(state.cost, change.cost)),
    costUsd: none ? 0 : Math.max(0, state.costUsd + change.costUsd),
    realised: plus(state.realised, change.realised),
    realisedUsd: state.realisedUsd + change.realisedUsd,
    spent: atLeastNone(plus(state.spent, change.spent)),
    ordersFilled: state.ordersFilled + counts,
    ordersPlaced: state.ordersPlaced + counts,
  }
}

/** What happened, without what follows from it. */
export function wordsOfCorrection({ seq, side, isExit, filled, fill, reason }: Corrected): string {
  const name = isExit ? `order ${seq}, a sale at the end` : `order ${seq}`
  if (fill === null)
    return filled === -1
      ? `Corrected: ${name} was booked as filled, but the chain has dropped it and it has failed: ${reason}`
      : `Corrected: ${name} has failed as before, but it has cost another fee.`
  const amounts = side === 'buy' ? `${fill.received} for ${fill.spent}` : `${fill.spent} for ${fill.received}`
  if (filled === 0)
    return `Corrected: ${name} has ${side === 'buy' ? 'bought' : 'sold'} ${amounts}; other amounts or another fee were booked before.`
  return `Corrected: ${name} was booked as not filled, but the chain has executed it late: ${side === 'buy' ? 'bought' : 'sold'} ${amounts}.`
}

function lineOf(plan: Plan, state: StrategyState, event: Corrected): string {
  const words = wordsOfCorrection(event)
  if (!state.done) return words
  const held = state.held === '0' ? 'nothing is' : `${state.held} ${symbolOf(plan.token_address)} are`
  return `${words} The strategy has ended; ${held} held.`
}

export function corrected(
  { plan, rules }: { plan: Plan; rules: Rules },
  before: StrategyState,
  event: Corrected,
): Stepped {
  const booked = rebooked(before, event)
  const state = rules.corrected ? { ...booked, mind: rules.corrected(booked, event) } : booked
  const line = lineOf(plan, state, event)
  const { filled, fill, seq, now, side, isExit } = event
  const isBusy = state.pending > 0 || state.doubts.length > 0
  if (state.done || isBusy || state.stopping || state.exit || state.ending || isExit) return said(state, line)
  if (filled === -1 && isOnce(plan) && side === 'buy' && state.held === '0')
    return after(line, finished(state, 'failed', 'its order was dropped by the chain; nothing is held'))
  if (filled === 1 && fill && !state.guarding) {
    const told: Filled = { type: 'filled', now, seq, ...fill, usd: 0, feesUsd: 0 }
    const free = { ...state, retries: 0 }
    return after(line, rules.corrected ? quiet(free) : rules.filled(free, now, told, side))
  }
  return said(state, line)
}

/** One order, and what it bought is watched: at another time it would be another order. */
const isOnce = ({ strategy_type }: Plan): boolean =>
  strategy_type === 'swap' || strategy_type === 'limit' || strategy_type === 'bracket'
