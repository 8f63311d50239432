/**
 * Instructions whose meaning takes seconds: the call answers isProcessing, and status lines, then the plan, the answer or
 * the failure, follow on the agent's chat channel. One at a time for an agent: a newer instruction ends the older one, in
 * whichever process that is read.
 */
import type { ParsedInstruction } from '@purser/contract/agents.ts'
import type { AgentChatMessage } from '@purser/contract/live.ts'
import { parseFailures } from '@purser/contract/parse-failures.ts'
import type { Bus } from '../../kernel/bus.ts'
import { Fault, isFault } from '../../kernel/fault.ts'
import { describe, type Log } from '../../kernel/log.ts'
import type { Limiter } from '../../kernel/limiter.ts'
import { createSemaphore } from '../../kernel/semaphore.ts'
import type { Progress } from '../../ports/interpreter.ts'
import {
  HTTP_TIMEOUT_MS,
  READINGS_AT_ONCE,
  READINGS_OF_A_PROCESS,
  READINGS_PER_MINUTE,
} from '@purser/contract/limits.ts'
import type { Db } from '../../db/client.ts'
import { type AgentRow, isNewestParse } from './agents.store.ts'
import { nothing } from './interpret.ts'

export type Later = ReturnType<typeof createLater>

export type LaterParts = { db: Db; bus: Bus; log: Log; limiter: Limiter }

/** What is told to whoever has too much read at once. */
const SOON_SECONDS = 5

export function createLater({ db, bus, log, limiter }: LaterParts) {
  const atWork = new Map<
    number,
    { abort: AbortController; parse: number; userId: number; done: Promise<void> }
  >()

  const slots = createSemaphore(READINGS_OF_A_PROCESS)

  const publish = (agent: AgentRow, message: Omit<AgentChatMessage, 'type' | 'agent_id'>) =>
    bus.publish('agent.message', {
      userId: agent.userId,
      agentId: agent.id,
      externalId: agent.externalId,
      message: { type: 'message', agent_id: agent.id, ...message } satisfies AgentChatMessage,
    })

  const off = bus.subscribe('agent.deleted', ({ agentId }) => atWork.get(agentId)?.abort.abort())
  const offAsked = bus.subscribe('agent.asked', ({ agentId, parse }) => {
    const one = atWork.get(agentId)
    if (one && one.parse < parse) one.abort.abort()
  })

  function failed(error: unknown): ParsedInstruction {
    const known = isFault(error)
    if (!known) log.error({ part: 'agents', ...describe(error) }, 'an instruction could not be read')
    const explanation = isFault(error, 'market_away')
      ? parseFailures.no_market
      : known
        ? error.message
        : parseFailures.unexpected
    return { ...nothing, success: false, explanation }
  }

  async function follow(
    agent: AgentRow,
    { abort, parse }: { abort: AbortController; parse: number },
    work: (progress: Progress) => Promise<ParsedInstruction>,
  ): Promise<void> {
    const { signal } = abort
    const status = (line: string) => {
      if (!signal.aborted) publish(agent, { update: line })
    }
    const free = await slots.acquire(AbortSignal.any([signal, AbortSignal.timeout(HTTP_TIMEOUT_MS / 2)]))
    const parsed = free
      ? await work({ signal, status }).catch(failed).finally(free)
      : { ...nothing, success: false, explanation: parseFailures.busy }
    // Nobody waits for what was replaced, here or in another process, or whose agent is gone.
    const isNewest = !signal.aborted && (await isNewestParse(db, agent.id, parse).catch(() => true))
    if (isNewest && !signal.aborted)
      publish(agent, {
        content: parsed.explanation,
        data: { plan: parsed.parsedPlan, feasible: parsed.feasible, parsed },
      })
    if (atWork.get(agent.id)?.abort === abort) atWork.delete(agent.id)
  }

  function holdToFew(id: number, userId: number): void {
    const others = [...atWork].filter(
      ([agentId, one]) => one.userId === userId && agentId !== id && !one.abort.signal.aborted,
    )
    if (others.length >= READINGS_AT_ONCE)
      throw new Fault('too_many_requests', { retryAfterSeconds: SOON_SECONDS })
  }

  return {
    /** Every reading costs whoever runs the desk: refuses the one that is too much. */
    async admit({ id, userId }: AgentRow): Promise<void> {
      holdToFew(id, userId)
      const retryAfterSeconds = await limiter.hit(`readings:${userId}`, READINGS_PER_MINUTE, 60)
      if (retryAfterSeconds !== null) throw new Fault('too_many_requests', { retryAfterSeconds })
    },

    /** Answers at once. `work` must change nothing once its signal is aborted. */
    begin(
      agent: AgentRow,
      parse: number,
      work: (progress: Progress) => Promise<ParsedInstruction>,
    ): ParsedInstruction {
      // Others may have begun since it was admitted.
      holdToFew(agent.id, agent.userId)
      atWork.get(agent.id)?.abort.abort()
      bus.publish('agent.asked', { agentId: agent.id, parse })
      const abort = new AbortController()
      publish(agent, { update: 'Analyzing your instruction...' })
      atWork.set(agent.id, {
        abort,
        parse,
        userId: agent.userId,
        done: follow(agent, { abort, parse }, work),
      })
      return {
        ...nothing,
        explanation: 'I am reading your instruction; what I make of it follows here.',
        isProcessing: true,
      }
    },

    /** Ends what is under way and waits until it has. */
    async close(): Promise<void> {
      off()
      offAsked()
      const all = [...atWork.values()]
      for (const { abort } of all) abort.abort()
      await Promise.all(all.map(({ done }) => done))
    },
  }
}
