/** Places an order that the strategy requests, within what may still be spent. */
import { figureWords } from '@purser/contract/money.ts'
import type { Plan } from '@purser/contract/strategies/plan.ts'
import { symbolInPlan } from '@purser/contract/tokens/tokens.ts'
import { spendCap } from '../limits/index.ts'
import type { Side } from './codes.ts'
import type { OrderRef } from '../lines/line-types.ts'
import { line } from '../lines/lines.ts'
import { inText, units } from './position.ts'
import { finished, quiet, withLines } from './stepped.ts'
import type { Order, OrderRequest, Rules, Stepped, StrategyState } from './types.ts'
import { getSymbols } from '../lines/words.ts'

export const spendingSide = (plan: Plan): Side => (plan.trade_direction === 'sell' ? 'sell' : 'buy')

/** The most that orders in doubt may have spent on this side. */
export const heldInDoubt = ({ doubts }: StrategyState, side: Side): bigint =>
  doubts.reduce((sum, doubt) => (doubt.side === side ? sum + units(doubt.spends) : sum), 0n)

/** The next order of the strategy's own. */
export const nextOrder = ({ ordersPlaced }: StrategyState, count: number | null): OrderRef => ({
  number: ordersPlaced + 1,
  count,
})
export const inFlight = (rules: Rules, { exiting, exit, ordersPlaced }: StrategyState): OrderRef =>
  exiting ? { exit: exit?.name ?? null } : { number: ordersPlaced, count: rules.count }

/** Returns no order if nothing more may be spent. The caller sets when the next one is due. */
export function place(
  plan: Plan,
  request: OrderRequest,
  state: StrategyState,
  priceUsd: number | null,
): Stepped {
  const { side, amount, count, why = null } = request
  const order: Order = { seq: state.seq + 1, side, amount, ...(request.upTo ? { upTo: true } : {}) }
  const ref = nextOrder(state, count)
  const cap = side === spendingSide(plan) ? spendCap(plan, state) : null
  const unit = side === 'buy' ? plan.quote : symbolInPlan(plan)
  if (cap) {
    const left = units(cap.most) - units(state.spent) - heldInDoubt(state, side)
    if (left <= 0n) {
      if (state.doubts.length > 0) return quiet(state)
      const reason = `${figureWords(state.spent)} ${unit} of at most ${figureWords(cap.most)} ${unit} spent`
      return plan.trade_direction === 'both' && state.held !== '0'
        ? withLines(state, line('skipped', { order: ref, code: cap.code, why: reason, next: null }))
        : finished(state, 'completed', reason)
    }
    order.atMost = inText(left)
  }
  const placed = line('placed', {
    order: ref,
    attempt: state.retries + 1,
    side,
    amount,
    ...getSymbols(plan),
    atMost: order.atMost === undefined ? null : { value: order.atMost, unit },
    priceUsd,
    why,
  })
  return {
    state: {
      ...state,
      seq: order.seq,
      pending: order.seq,
      pendingSide: side,
      ordersPlaced: state.ordersPlaced + 1,
      waiting: false,
    },
    orders: [order],
    lines: [placed],
  }
}
