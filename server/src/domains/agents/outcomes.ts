/** The last outcome that followed on each chat channel, for a connection that broke off while it was waited for. */
import type { AgentChatMessage } from '@purser/contract/live.ts'
import { HTTP_TIMEOUT_MS } from '@purser/contract/limits.ts'
import { parseFailures } from '@purser/contract/parse-failures.ts'
import { nothing } from './interpret.ts'

const MOST = 5_000

/** Every process hears all messages, so that each can tell, whichever did the work. */
export function createOutcomes(now: () => number = Date.now) {
  /** Without a message: it is still worked on. */
  const known = new Map<string, { at: number; message?: AgentChatMessage }>()

  return {
    heard(externalId: string, message: AgentChatMessage): void {
      known.delete(externalId)
      known.set(externalId, { at: now(), ...(message.data ? { message } : {}) })
      // The oldest come first: what nobody can ask for any more goes, however few there are.
      for (const [oldest, { at }] of known) {
        if (known.size <= MOST && now() - at <= HTTP_TIMEOUT_MS) break
        known.delete(oldest)
      }
    },
    size: () => known.size,
    forget: (externalId: string) => void known.delete(externalId),
    /** null: it is still worked on. What nobody knows of any more has failed, as a server that worked on it is gone. */
    of(externalId: string, agentId: number): AgentChatMessage | null {
      const found = known.get(externalId)
      if (found && now() - found.at <= HTTP_TIMEOUT_MS) return found.message ?? null
      const parsed = { ...nothing, success: false, explanation: parseFailures.away }
      const data = { plan: null, feasible: false, parsed }
      return { type: 'message', agent_id: agentId, content: parsed.explanation, data }
    },
  }
}
