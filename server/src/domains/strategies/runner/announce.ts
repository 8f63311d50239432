/**
 * Announces to other domains, consoles and server processes that a strategy's status has changed, or a change was
 * requested.
 */
import type { Bus } from '../../../kernel/bus.ts'
import type { StrategyRow } from '../rows.ts'

export const announce = (bus: Bus, { userId, agentId, id: strategyId, status }: StrategyRow): void =>
  bus.publish('strategy.changed', { userId, agentId, strategyId, status })
