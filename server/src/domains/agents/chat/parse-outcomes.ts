/** The last outcome published on each chat channel, for a client that lost its connection while it waited for one. */
import type { AgentChatMessage } from '@purser/contract/live.ts'
import { HTTP_TIMEOUT_MS } from '@purser/contract/limits.ts'
import { parseFailures } from '@purser/contract/agents/parse-failures.ts'
import { createCache } from '../../../kernel/cache.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { nothing } from '../interpretation/instruction.ts'

const MOST = 5_000

/** Every process receives all messages, so each knows the outcomes of all. */
export function createParseOutcomes(clock: Pick<Clock, 'monotonic'>) {
  /** null: still being parsed. */
  const known = createCache<string, AgentChatMessage | null>({ clock, max: MOST, ttlMs: HTTP_TIMEOUT_MS + 1 })

  return {
    record(externalId: string, message: AgentChatMessage): void {
      // Messages may be long: expired ones go, however few there are.
      known.prune()
      known.set(externalId, message.data ? message : null)
    },
    size: known.size,
    forget: (externalId: string) => known.delete(externalId),
    /** null: still being parsed. An unknown one has failed: the process that parsed it is gone. */
    of(externalId: string, agentId: number): AgentChatMessage | null {
      const found = known.get(externalId)
      if (found !== undefined) return found
      const parsed = { ...nothing, success: false, explanation: parseFailures.away }
      const data = { plan: null, feasible: false, parsed }
      return { type: 'message', agent_id: agentId, content: parsed.explanation, data }
    },
  }
}
