/** Composes the counts towards the limits of real money. */
import { DAY_MS } from '@purser/contract/time.ts'
import { checkLimit, requireWithin } from './check-limit.ts'
import { countRequest } from './count-request.ts'
import { insertSpends, spentAndFolded, spentSince } from './spending.store.ts'
import type { Spending, SpendingParts } from './spending.ts'

export function createSpending(parts: SpendingParts): Spending {
  const { db, clock, limits } = parts
  const dayAgo = () => new Date(clock.now() - DAY_MS)
  const spent = (userId: number) => spentSince(db, userId, dayAgo())
  limits.setCounter(spent)
  return {
    count: (request) => countRequest(parts, request),
    async admit(tx, { userId, operationId }, counted) {
      const userLimits = await limits.hold(tx, userId)
      const used = await spentAndFolded(tx, userId, dayAgo(), { operationId, counted })
      requireWithin(parts, userLimits, used, counted)
    },
    write: (tx, operation, counted) => insertSpends(tx, { ...operation, at: new Date(clock.now()) }, counted),
    checkLimit: (request, times) => checkLimit({ ...parts, spent }, request, times),
    spent,
  }
}
