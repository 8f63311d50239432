/**
 * Calls that moving funds never makes, and those that all endpoints answer alike: the model is one node that is always
 * well.
 */
import type { EndpointHealth } from '../server/src/ports/endpoint-health.ts'

export const never = () => Promise.reject(new Error('funds that are moved ask nothing of this kind'))
const health: EndpointHealth = {
  isWell: () => true,
  isForeign: () => false,
  restMs: () => 0,
  requestedRestMs: () => 0,
  statistics: () => ({ errorRate: null, latencyMs: null }),
  slotsBehind: () => null,
  refused: () => undefined,
  isRefusing: () => false,
  moved: () => 'confirmed',
  checked: () => undefined,
}
export const UNASKED = {
  health,
  inspect: never,
  takesVersion1: async () => true,
  holdings: never,
  tokenHoldings: never,
  accounts: never,
  tokenAmounts: never,
  states: never,
}
