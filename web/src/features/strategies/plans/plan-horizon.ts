import { typeFacts, type Plan } from '@purser/contract/strategies/plan.ts'
import { DAY_SECONDS } from '@purser/contract/time.ts'

/** The duration of a plan, in seconds; null if it does not end by itself. */
export function horizonOf(plan: Plan): number | null {
  const own = typeFacts(plan).lastsSeconds(plan)
  const most = plan.duration_days === undefined ? null : plan.duration_days * DAY_SECONDS
  if (own === null || most === null) return own ?? most
  return Math.min(own, most)
}
