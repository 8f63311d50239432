/** Composes the user's control of an agent's strategy. */
import type { Control } from '../agents.ts'
import type { AgentsParts } from '../parts.ts'
import { sellAtAnyPrice } from './any-price.ts'
import { pauseStrategy, resumeStrategy } from './pause-strategy.ts'
import { startStrategy } from './start-strategy.ts'
import { getStatus, listStatuses } from './status.ts'
import { closePosition, stopStrategy } from './stop-strategy.ts'

export function createControl(parts: AgentsParts): Control {
  return {
    start: (caller, id, what, request) => startStrategy(parts, caller, id, what, request),
    stop: (userId, id, strategyId) => stopStrategy(parts, userId, id, strategyId),
    closePosition: (userId, id, strategyId) => closePosition(parts, userId, id, strategyId),
    sellAtAnyPrice: (id, sale) => sellAtAnyPrice(parts, id, sale),
    pause: (userId, id, strategyId) => pauseStrategy(parts, userId, id, strategyId),
    resume: (userId, id, strategyId) => resumeStrategy(parts, userId, id, strategyId),
    status: (userId, id) => getStatus(parts, userId, id),
    listStatuses: (userId) => listStatuses(parts, userId),
  }
}
