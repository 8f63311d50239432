/**
 * The next orders of a strategy, by the rules that the runner uses. It only evaluates them: nothing is stored or
 * placed.
 */
import { typeFacts, type Plan } from '@purser/contract/strategies/plan.ts'
import { compile } from './engine/compile.ts'
import { guards } from './engine/guards.ts'
import type { Order, StrategyState } from './engine/types.ts'
import { onlyCaps } from './limits/index.ts'
import type { OrderRef } from './lines/line-types.ts'
import { isLive, type StrategyRow } from './rows.ts'
import { planType } from './types/index.ts'
import { type DueOrder, saleOfAll } from './types/plan-type.ts'

export type NothingDue =
  | 'ended'
  | 'starting'
  | 'stopping'
  | 'paused'
  | 'guarding'
  | 'all-placed'
  | 'budget'
  | 'over'
export type Upcoming =
  | { none: NothingDue }
  | { inFlight: OrderRef }
  | {
      /** Its next orders: whichever comes first. */
      due: DueOrder[]
      /** The earliest time: after a failure, or a loss. null: at any time. */
      notBefore: number | null
      /** When the strategy ends, or the order expires. */
      until: number | null
      /** Limits may sell everything earlier. */
      guarded: boolean
    }

type Row = Pick<StrategyRow, 'plan' | 'state' | 'status'>

export function computeUpcoming({ plan, state, status }: Row, now: number): Upcoming {
  if (!isLive(status) || state.done) return { none: 'ended' }
  const count = typeFacts(plan).orders(plan)
  if (state.pending > 0)
    return {
      inFlight: state.exiting ? { exit: state.exit?.name ?? null } : { number: state.ordersPlaced, count },
    }
  if (status === 'stopping' || state.stopping || state.ending) return { none: 'stopping' }
  if (status === 'paused' || state.paused) return { none: 'paused' }
  if (state.startedAt === null) return { none: 'starting' }
  if (state.guarding) return { none: 'guarding' }
  if (count !== null && state.doubts.length > 0 && state.ordersPlaced >= count) return { none: 'all-placed' }
  const at = Math.max(now, state.nextAt, state.hold?.until ?? 0)
  const until = computeExpiry(plan, state)
  if (until !== null && at >= until && !state.exit) return { none: 'over' }
  const order = { number: state.ordersPlaced + 1, count }
  const due = state.exit
    ? [saleOfAll(state, { is: 'time', at: Math.max(now, state.nextAt) }, { exit: state.exit.name })]
    : findDueOrders(plan, state, at, order)
  if (due === null) return { none: 'budget' }
  return {
    due,
    notBefore: at > now ? at : null,
    until,
    guarded: guards(plan) && state.held !== '0',
  }
}

function computeExpiry(plan: Plan, { startedAt, endsAt }: StrategyState): number | null {
  const life = typeFacts(plan).expiresSeconds?.(plan)
  const expires = life === undefined ? Infinity : (startedAt ?? 0) + life * 1000
  const until = Math.min(expires, endsAt ?? Infinity)
  return until === Infinity ? null : until
}

/** null: its budget is spent. */
function findDueOrders(plan: Plan, state: StrategyState, at: number, order: OrderRef): DueOrder[] | null {
  /** Ignores the limits that sell. */
  const orderAt = (usd: number | null): Order | undefined =>
    compile(onlyCaps(plan)).step({ ...state, hold: null }, { type: 'tick', now: at, priceUsd: usd }).orders[0]
  return planType(plan).next(plan, { state, at, order, orderAt })
}
