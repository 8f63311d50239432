/** The rule by which a landing counts as certain. */
import type { Landing, SentTransaction } from '../send/landing.ts'
import type { CertaintyState } from './certainty.ts'
import { isLanding } from './observation.ts'

/**
 * `states`: the answer of each endpoint; null: not landed, 'unavailable': no answer. `began`: when they were called.
 */
export function certainLanding(
  { failedSince, apartMs }: CertaintyState,
  { signature }: SentTransaction,
  states: (Landing | null | 'unavailable')[],
  began: number,
): Landing | undefined {
  const landings = states.filter(isLanding)
  const success = landings.find(({ error }) => error === null)
  if (success || (landings.length === 0 && states.includes(null))) failedSince.forget(signature)
  if (success) return success
  const [failure, another] = landings.filter(({ finalized }) => finalized)
  if (states.length > 1) return another && failure
  if (landings.length === 0) return undefined
  const since = failedSince.mark(signature)
  if (failure === undefined || since === undefined || began - since < apartMs) return undefined
  failedSince.forget(signature)
  return failure
}
