/** What a strategy trades next, by the steps that the runner uses. It only asks them: nothing is stored or placed. */
import { dcaOrders, type Plan, type PlanAmount, twapOrders } from '@purser/contract/plan.ts'
import { onlyCaps } from './limits/index.ts'
import { isLive, type StrategyRow } from './rows.ts'
import type { ExitName, Side } from './steps/codes.ts'
import { compile } from './steps/compile.ts'
import { gridLines } from './steps/grid.ts'
import { guards } from './steps/guards.ts'
import type { OrderRef } from './steps/line-types.ts'
import { place } from './steps/place.ts'
import type { Order, StrategyState } from './steps/types.ts'

/** Times are milliseconds, prices USD. */
export type When =
  | { is: 'time'; at: number }
  /** At that time, where the price is within these bounds. */
  | { is: 'time-within'; at: number; lowest: number | null; highest: number | null }
  /** At or below, at or above this price. `exit`: the barrier that it is. */
  | { is: 'below' | 'above'; usd: number; exit: ExitName | null }
  /** A cross at the close of a candle; the next one closes then. */
  | { is: 'cross'; at: number }
  /** The share is off its target when it is looked at. */
  | { is: 'off-target'; at: number }

/** `atMost`: what is left of the budget, in the unit of what is spent. */
export type DueOrder = {
  side: Side
  /** null: it depends on what is held then. */
  amount: PlanAmount | null
  atMost: string | null
  order: OrderRef | null
  when: When
}
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
      /** Whichever comes first. */
      due: DueOrder[]
      /** Not before: after a failure, or a loss. null: at any time. */
      notBefore: number | null
      /** When the strategy ends, or the order expires. */
      until: number | null
      /** Limits may sell everything before. */
      guarded: boolean
    }

const countOf = (plan: Plan): number | null => {
  switch (plan.strategy_type) {
    case 'swap':
    case 'limit':
    case 'bracket':
      return 1
    case 'dca':
      return dcaOrders(plan)
    case 'twap':
      return twapOrders(plan)
    case 'grid':
    case 'rsi':
    case 'ma_cross':
    case 'rebalance':
      return null
  }
}

type Row = Pick<StrategyRow, 'plan' | 'state' | 'status'>

export function upcomingOf({ plan, state, status }: Row, now: number): Upcoming {
  if (!isLive(status) || state.done) return { none: 'ended' }
  const count = countOf(plan)
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
  const until = expiryOf(plan, state)
  if (until !== null && at >= until && !state.exit) return { none: 'over' }
  const order = { number: state.ordersPlaced + 1, count }
  const due = state.exit
    ? [sale(state, { is: 'time', at: Math.max(now, state.nextAt) }, { exit: state.exit.name })]
    : dueOf(plan, state, at, order)
  if (due === null) return { none: 'budget' }
  return {
    due,
    notBefore: at > now ? at : null,
    until,
    guarded: guards(plan) && state.held !== '0',
  }
}

function expiryOf(plan: Plan, { startedAt, endsAt }: StrategyState): number | null {
  const life = plan.strategy_type === 'limit' ? plan.expires_in_seconds : undefined
  const expires = life === undefined ? Infinity : (startedAt ?? 0) + life * 1000
  const until = Math.min(expires, endsAt ?? Infinity)
  return until === Infinity ? null : until
}

const sale = ({ held }: StrategyState, when: When, order: OrderRef | null): DueOrder => ({
  side: 'sell',
  amount: { value: held, unit: 'token' },
  atMost: null,
  order,
  when,
})

/** null: what it may spend is spent. */
function dueOf(plan: Plan, state: StrategyState, at: number, order: OrderRef): DueOrder[] | null {
  const as = (when: When, { side, amount, atMost }: Order): DueOrder => ({
    side,
    amount,
    atMost: atMost ?? null,
    order,
    when,
  })
  /** The order at this price, as if no limit that sells were met. */
  const atPrice = (usd: number | null): Order | undefined =>
    compile(onlyCaps(plan)).step({ ...state, hold: null }, { type: 'tick', now: at, priceUsd: usd }).orders[0]
  const one = (when: When, usd: number | null) => {
    const found = atPrice(usd)
    return found ? [as(when, found)] : null
  }
  switch (plan.strategy_type) {
    case 'swap':
    case 'twap':
      return one({ is: 'time', at }, null)
    case 'dca': {
      const [lowest, highest] = [boundOf(plan.min_price_usd), boundOf(plan.max_price_usd)]
      if (lowest === null && highest === null) return one({ is: 'time', at }, null)
      return one({ is: 'time-within', at, lowest, highest }, lowest ?? highest)
    }
    case 'limit': {
      const usd = Number(plan.limit_price_usd)
      return one({ is: plan.trade_direction === 'buy' ? 'below' : 'above', usd, exit: null }, usd)
    }
    case 'grid':
      return gridDue(plan, state, atPrice, as)
    case 'bracket': {
      const { entryUsd } = state.mind
      if (typeof entryUsd === 'number') return barriersOf(plan, state, at)
      if (plan.trade_direction === 'sell') return barriersOf(plan, state, at, Number(plan.entry_price_usd))
      const usd = boundOf(plan.entry_price_usd)
      return one(usd === null ? { is: 'time', at } : { is: 'below', usd, exit: null }, usd)
    }
    case 'rsi':
    case 'ma_cross': {
      const { wish } = state.mind
      const when: When = wish
        ? { is: 'time', at: Math.max(at, state.slotAt) }
        : { is: 'cross', at: Math.max(at, state.nextAt) }
      if ((wish ?? (state.held === '0' ? 'buy' : 'sell')) === 'sell') return [sale(state, when, order)]
      const [placed] = place(
        plan,
        { side: 'buy', amount: plan.amount_per_trade, count: null },
        state,
        null,
      ).orders
      return placed ? [as(when, placed)] : null
    }
    case 'rebalance':
      return (['buy', 'sell'] as const).map((side) => ({
        side,
        amount: null,
        atMost: null,
        order,
        when: { is: 'off-target', at },
      }))
  }
}

const boundOf = (price: string | number | undefined): number | null =>
  price === undefined ? null : Number(price)

type Plans = { [K in Plan['strategy_type']]: Extract<Plan, { strategy_type: K }> }

/** The nearest line that buys and the nearest that sells; a line that the price was not above yet buys later. */
function gridDue(
  plan: Plans['grid'],
  state: StrategyState,
  atPrice: (usd: number) => Order | undefined,
  as: (when: When, order: Order) => DueOrder,
): DueOrder[] | null {
  const lines = gridLines(plan)
  const cells = state.mind.cells ?? []
  const linesOf = (size: number, shift: number) =>
    cells.flatMap((cell, i) => (cell?.length === size ? [lines[i + shift] ?? 0] : []))
  const [buys, sells] = [linesOf(0, 0), linesOf(2, 1)]
  const unarmed = cells.flatMap((cell, i) => (cell === null ? [lines[i] ?? 0] : []))
  const found: DueOrder[] = []
  for (const [is, usd] of [
    ['below', Math.max(...buys)],
    ['above', Math.min(...sells)],
  ] as const) {
    const order = Number.isFinite(usd) ? atPrice(usd) : undefined
    if (order) found.push(as({ is, usd, exit: null }, order))
  }
  if (found.length > 0) return found
  if (buys.length > 0) return null
  const usd = Math.min(...unarmed)
  return Number.isFinite(usd)
    ? [{ side: 'buy', amount: null, atMost: null, order: null, when: { is: 'below', usd, exit: null } }]
    : null
}

/** The sale at each barrier of a position that was entered; `entry`: of one that is guarded from that price on. */
function barriersOf(
  plan: Plans['bracket'],
  state: StrategyState,
  at: number,
  entry = Number.NaN,
): DueOrder[] {
  const { met, enteredAt = state.startedAt ?? at } = state.mind
  const entryUsd = state.mind.entryUsd ?? entry
  const amount: PlanAmount =
    plan.trade_direction === 'sell' ? plan.amount : { value: state.held, unit: 'token' }
  const due = (when: When, exit: ExitName): DueOrder => ({
    side: 'sell',
    amount,
    atMost: null,
    order: { exit },
    when,
  })
  if (met) return [{ ...due({ is: 'time', at }, 'stop loss'), order: { exit: null } }]
  const { stop_loss_percent: loss, take_profit_percent: gain, trailing_stop_percent: trail } = plan
  const peakUsd = state.mind.peakUsd ?? entryUsd
  const known = Number.isFinite(entryUsd)
  return [
    ...(loss === undefined || !known
      ? []
      : [due({ is: 'below', usd: entryUsd * (1 - loss / 100), exit: 'stop loss' }, 'stop loss')]),
    ...(gain === undefined || !known
      ? []
      : [due({ is: 'above', usd: entryUsd * (1 + gain / 100), exit: 'take profit' }, 'take profit')]),
    ...(trail === undefined || !known
      ? []
      : [due({ is: 'below', usd: peakUsd * (1 - trail / 100), exit: 'trailing stop' }, 'trailing stop')]),
    ...(plan.time_limit_seconds === undefined
      ? []
      : [due({ is: 'time', at: enteredAt + plan.time_limit_seconds * 1000 }, 'time limit')]),
  ]
}
