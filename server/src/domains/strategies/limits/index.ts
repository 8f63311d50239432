/** The rules of all limits. A new one is a file and a line here. */
import type { Plan } from '@purser/contract/strategies/plan.ts'
import { type LimitField, limits, type LimitSkipCode } from '@purser/contract/strategies/limits/index.ts'
import { limitsIn } from '@purser/contract/strategies/limits/words.ts'
import { units } from '../engine/position.ts'
import type { Idle, StrategyState } from '../engine/types.ts'
import { cooldown } from './cooldown.ts'
import { dailyLoss } from './daily-loss.ts'
import type { Limit, LimitRule } from './limit.ts'
import { maxDrawdown } from './max-drawdown.ts'
import { maxSpend } from './max-spend.ts'
import { stopLoss } from './stop-loss.ts'
import { takeProfit } from './take-profit.ts'

const rules: { [K in LimitField]: LimitRule<K> } = {
  stop_loss_percent: stopLoss,
  take_profit_percent: takeProfit,
  max_drawdown_percent: maxDrawdown,
  daily_loss_limit: dailyLoss,
  max_spend: maxSpend,
  cooldown_seconds: cooldown,
}
const getRule = (field: LimitField) => rules[field] as (plan: Plan, value: unknown) => Limit

/** The limits that a plan has. The first that is met counts. */
export const createLimits = (plan: Plan): Limit[] =>
  limitsIn(plan.risk).map(([field, value]) => getRule(field)(plan, value))

/** The plan without a hold, and without the limits that watch what is held. */
export const onlyCaps = (plan: Plan): Plan => ({
  ...plan,
  risk: Object.fromEntries(limitsIn(plan.risk).filter(([field]) => limits[field].does === 'caps')),
})

type Cap = { most: string; code: LimitSkipCode }
/** The most that the orders of a plan may spend, whole units as decimal text; null if no limit bounds it. */
export function spendCap(plan: Plan, state: StrategyState): Cap | null {
  const caps = createLimits(plan).flatMap(({ most, skipCode: code }) => {
    const found = most?.(state) ?? null
    return found === null || code === undefined ? [] : [{ most: found, code }]
  })
  const [first = null] = caps.toSorted((a, b) => (units(a.most) < units(b.most) ? -1 : 1))
  return first
}

export const NEVER: Idle = { until: Infinity, below: -Infinity, above: Infinity }

/** What holds for both. */
export const narrow = (a: Idle, b: Idle): Idle => ({
  until: Math.min(a.until, b.until),
  below: Math.max(a.below, b.below),
  above: Math.min(a.above, b.above),
  orderAbove: Math.min(a.orderAbove ?? a.above, b.orderAbove ?? b.above),
})

/** The time until which, and the prices between which, none of these limits can be met. */
export function limitsIdle(found: Limit[], state: StrategyState): Idle {
  const until = Math.min(state.endsAt ?? Infinity, state.hold?.until ?? Infinity)
  return found.reduce((all, limit) => narrow(all, { ...NEVER, ...limit.idle?.(state) }), { ...NEVER, until })
}
