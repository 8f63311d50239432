/** The same purchase at each interval, within bounds of the price. */
import { type DcaPlan, dcaOrders, type TwapPlan, twapOrders } from '@purser/contract/strategies/plan.ts'
import { CHANGED, type Effect, NONE, TRADED } from '../../../backtest/walk.ts'
import { computeTolerance } from '../../../types/schedule.ts'
import { type Account, complete } from '../account.ts'
import { buyAmount, type Rule } from './rule.ts'

type Course = { slotAt: number; filled: number }

export function scheduleRule(plan: DcaPlan | TwapPlan): Rule {
  const isTwap = plan.strategy_type === 'twap'
  const count = isTwap ? twapOrders(plan) : dcaOrders(plan)
  const interval = (isTwap ? plan.order_interval_seconds : plan.interval_seconds) * 1000
  const lowest = isTwap || plan.min_price_usd === undefined ? -Infinity : Number(plan.min_price_usd)
  const highest = isTwap || plan.max_price_usd === undefined ? Infinity : Number(plan.max_price_usd)
  const course: Course = { slotAt: 0, filled: 0 }

  const passSlot = (now: number) => {
    course.slotAt = Math.max(course.slotAt + interval, now + interval - computeTolerance(interval))
  }
  /** Its last order is filled, or its time is over. */
  const hasEnded = ({ now, endsAt }: Account) => (count !== null && course.filled >= count) || now >= endsAt
  const getAmount = ({ spec, spent }: Account) => {
    if (!isTwap) return plan.amount_per_order
    const each = (spec.budget ?? 0) / (count ?? 1)
    const left = (spec.budget ?? 0) - spent
    return { value: left > 0 && left < each ? left : each, unit: plan.quote }
  }
  function tick(account: Account): Effect {
    if (hasEnded(account)) {
      complete(account)
      return CHANGED
    }
    const { now, price } = account
    if (now < course.slotAt) return NONE
    if (price < lowest || price > highest) {
      passSlot(now)
      return CHANGED
    }
    const effect = buyAmount(account, getAmount(account))
    if (effect !== TRADED) return effect
    passSlot(now)
    course.filled++
    if (!account.hasFailed && hasEnded(account)) complete(account)
    return TRADED
  }
  return {
    ...(isTwap ? {} : { endsItself: true }),
    begin(account) {
      course.slotAt = account.startedAt
      course.filled = 0
    },
    narrow(account, idle) {
      idle.until = Math.min(idle.until, course.slotAt, account.endsAt)
    },
    tick,
  }
}
