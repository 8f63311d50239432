/** The last outcome published on each chat channel, for a client that lost its connection while it waited for one. */
import type { AgentChatMessage } from '@purser/contract/live.ts'
import { HTTP_TIMEOUT_MS } from '@purser/contract/limits.ts'
import { parseFailures } from '@purser/contract/parse-failures.ts'
import type { Clock } from '../../kernel/clock.ts'
import { nothing } from './interpret.ts'

const MOST = 5_000

/** Every process receives all messages, so each knows the outcomes of all. */
export function createParseOutcomes({ monotonic: now }: Pick<Clock, 'monotonic'>) {
  /** Without a message: still being parsed. */
  const known = new Map<string, { at: number; message?: AgentChatMessage }>()

  return {
    record(externalId: string, message: AgentChatMessage): void {
      known.delete(externalId)
      known.set(externalId, { at: now(), ...(message.data ? { message } : {}) })
      // Oldest first: expired ones go, however few there are.
      for (const [oldest, { at }] of known) {
        if (known.size <= MOST && now() - at <= HTTP_TIMEOUT_MS) break
        known.delete(oldest)
      }
    },
    size: () => known.size,
    forget: (externalId: string) => void known.delete(externalId),
    /** null: still being parsed. An unknown one has failed: the process that parsed it is gone. */
    of(externalId: string, agentId: number): AgentChatMessage | null {
      const found = known.get(externalId)
      if (found && now() - found.at <= HTTP_TIMEOUT_MS) return found.message ?? null
      const parsed = { ...nothing, success: false, explanation: parseFailures.away }
      const data = { plan: null, feasible: false, parsed }
      return { type: 'message', agent_id: agentId, content: parsed.explanation, data }
    },
  }
}
