/** The risk limits of a replay. */
import { DAY_MS } from '@purser/contract/time.ts'
import type { Idle } from '../../engine/types.ts'
import { CHANGED, type Effect, NONE, TRADED } from '../../backtest/walk.ts'
import { type Account, sell } from './account.ts'

const profitAt = ({ held, realisedUsd, costUsd }: Account, price: number): number =>
  held === 0 ? realisedUsd : realisedUsd + held * price - costUsd
const priceAtProfit = ({ realisedUsd, costUsd, held }: Account, profit: number): number =>
  (profit - realisedUsd + costUsd) / held

const capital = ({ spec, stakeUsd }: Account): number => spec.capitalUsd ?? stakeUsd

/** The profit at which the drawdown is met. */
const floorUsd = (account: Account, drawdown: number): number =>
  account.peakUsd - (drawdown / 100) * (capital(account) + account.peakUsd)

/** Whether the state of a limit has changed. */
function update(account: Account): boolean {
  const { spec, now, price } = account
  const { max_drawdown_percent: drawdown } = spec.plan.risk ?? {}
  let hasChanged = false
  if (account.holdUntil > 0 && now >= account.holdUntil) {
    account.holdUntil = 0
    hasChanged = true
  }
  if (drawdown !== undefined && profitAt(account, price) > account.peakUsd) {
    account.peakUsd = profitAt(account, price)
    hasChanged = true
  }
  const day = Math.floor(now / DAY_MS)
  if (spec.dailyLossUsd !== null && day > account.day) {
    account.day = day
    account.dayUsd = profitAt(account, price)
    hasChanged = true
  }
  return hasChanged
}

function isMet(account: Account): boolean {
  const { spec, price, held, costUsd } = account
  const {
    stop_loss_percent: loss,
    take_profit_percent: gain,
    max_drawdown_percent: drawdown,
  } = spec.plan.risk ?? {}
  const average = held > 0 ? costUsd / held : 0
  if (loss !== undefined && average > 0 && price <= average * (1 - loss / 100)) return true
  if (gain !== undefined && average > 0 && price >= average * (1 + gain / 100)) return true
  const profit = profitAt(account, price)
  if (drawdown !== undefined && capital(account) > 0 && profit <= floorUsd(account, drawdown)) return true
  return spec.dailyLossUsd !== null && profit - account.dayUsd <= -spec.dailyLossUsd
}

/** Sells everything and ends. */
export function exit(account: Account): Effect {
  if (account.held === 0) {
    account.isOver = true
    return CHANGED
  }
  sell(account, account.held)
  account.isOver = true
  return TRADED
}

/** A tick of the limits: what they do, or null if the plan's own rules are next. `changed` is their effect otherwise. */
export function tickLimits(
  account: Account,
  endsItself: boolean,
): { effect: Effect | null; changed: Effect } {
  if (account.now >= account.endsAt && (!endsItself || account.guarding)) {
    account.isOver = true
    return { effect: CHANGED, changed: CHANGED }
  }
  if (account.spec.plan.risk === undefined) return account.guarding ? STILL : FREE
  const changed = update(account) ? CHANGED : NONE
  if (isMet(account)) return { effect: exit(account), changed }
  const waits = account.guarding || account.now < Math.min(account.holdUntil, account.endsAt)
  if (waits) return { effect: changed, changed }
  return changed === NONE ? FREE : MOVED
}
const FREE = { effect: null, changed: NONE } as const
const MOVED = { effect: null, changed: CHANGED } as const
const STILL = { effect: NONE, changed: NONE } as const

/** Narrows `idle` to what the limits leave: see `Idle`. */
export function narrowByLimits(account: Account, idle: Required<Idle>): Required<Idle> {
  const { spec, held, costUsd, holdUntil } = account
  const { risk } = spec.plan
  idle.until = Math.min(idle.until, account.endsAt, holdUntil > 0 ? holdUntil : Infinity)
  if (risk === undefined) return idle
  if (held > 0) {
    const average = costUsd / held
    if (risk.stop_loss_percent !== undefined)
      idle.below = Math.max(idle.below, average * (1 - risk.stop_loss_percent / 100))
    if (risk.take_profit_percent !== undefined) {
      const target = average * (1 + risk.take_profit_percent / 100)
      idle.above = Math.min(idle.above, target)
      idle.orderAbove = Math.min(idle.orderAbove, target)
    }
  }
  narrowByDrawdown(account, idle)
  narrowByDay(account, idle)
  return idle
}

function narrowByDrawdown(account: Account, idle: Required<Idle>): void {
  const { max_drawdown_percent: drawdown } = account.spec.plan.risk ?? {}
  if (drawdown === undefined) return
  const hasCapital = capital(account) > 0
  if (account.held === 0) {
    const { realisedUsd, peakUsd } = account
    if (realisedUsd > peakUsd || (hasCapital && realisedUsd <= floorUsd(account, drawdown))) idle.until = 0
  } else if (hasCapital) {
    idle.below = Math.max(idle.below, priceAtProfit(account, floorUsd(account, drawdown)))
    idle.above = Math.min(idle.above, priceAtProfit(account, account.peakUsd))
  }
}

function narrowByDay(account: Account, idle: Required<Idle>): void {
  const { spec, day, dayUsd, held, realisedUsd } = account
  const most = spec.dailyLossUsd
  if (most === null) return
  const until = (day + 1) * DAY_MS
  if (held > 0) {
    idle.until = Math.min(idle.until, until)
    idle.below = Math.max(idle.below, priceAtProfit(account, dayUsd - most))
  } else idle.until = Math.min(idle.until, realisedUsd - dayUsd <= -most ? 0 : until)
}
