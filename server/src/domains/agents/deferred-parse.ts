/**
 * Deferred parses: with an interpreter that takes seconds the call answers isProcessing, and status lines, then the plan,
 * the answer or the failure, follow on the agent's chat channel. One at a time per agent: a newer instruction aborts the
 * older one, in whichever process that is parsed.
 */
import type { ParsedInstruction } from '@purser/contract/agents.ts'
import type { AgentChatMessage } from '@purser/contract/live.ts'
import { parseFailures } from '@purser/contract/parse-failures.ts'
import type { Bus } from '../../kernel/bus.ts'
import type { Clock } from '../../kernel/clock.ts'
import { Fault, isFault } from '../../kernel/fault.ts'
import { describe, type Log } from '../../kernel/log.ts'
import type { Limiter } from '../../kernel/concurrency/limiter.ts'
import { createSemaphore } from '../../kernel/concurrency/semaphore.ts'
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

export type DeferredParts = { db: Db; bus: Bus; clock: Clock; log: Log; limiter: Limiter }

/** For who has too many parses at once. */
const RETRY_SECONDS = 5

export function createDeferredParses({ db, bus, clock, log, limiter }: DeferredParts) {
  const running = new Map<
    number,
    { abort: AbortController; parse: number; userId: number; done: Promise<void> }
  >()

  const semaphore = createSemaphore(READINGS_OF_A_PROCESS)

  const publish = (agent: AgentRow, message: Omit<AgentChatMessage, 'type' | 'agent_id'>) =>
    bus.publish('agent.message', {
      userId: agent.userId,
      agentId: agent.id,
      externalId: agent.externalId,
      message: { type: 'message', agent_id: agent.id, ...message } satisfies AgentChatMessage,
    })

  const offDeleted = bus.subscribe('agent.deleted', ({ agentId }) => running.get(agentId)?.abort.abort())
  const offAsked = bus.subscribe('agent.asked', ({ agentId, parse }) => {
    const one = running.get(agentId)
    if (one && one.parse < parse) one.abort.abort()
  })

  function failed(error: unknown): ParsedInstruction {
    const known = isFault(error)
    if (!known) log.error({ part: 'agents', ...describe(error) }, 'an instruction could not be parsed')
    const explanation = isFault(error, 'market_away')
      ? parseFailures.no_market
      : known
        ? error.message
        : parseFailures.unexpected
    return { ...nothing, success: false, explanation }
  }

  /** A place among the parses of this process, or undefined where none gets free in time. */
  async function takeInTime(signal: AbortSignal) {
    const late = new AbortController()
    void clock.sleep(HTTP_TIMEOUT_MS / 2, AbortSignal.any([signal, late.signal])).then(() => late.abort())
    const free = await semaphore.acquire(AbortSignal.any([signal, late.signal]))
    late.abort()
    return free
  }

  async function follow(
    agent: AgentRow,
    { abort, parse }: { abort: AbortController; parse: number },
    work: (progress: Progress) => Promise<ParsedInstruction>,
  ): Promise<void> {
    const { signal } = abort
    const status = (line: string) => {
      if (!signal.aborted) publish(agent, { parse, update: line })
    }
    const free = await takeInTime(signal)
    const parsed = free
      ? await work({ signal, status }).catch(failed).finally(free)
      : { ...nothing, success: false, explanation: parseFailures.busy }
    // Not where a newer instruction replaced it, here or in another process, or the agent is deleted.
    const isNewest = !signal.aborted && (await isNewestParse(db, agent.id, parse).catch(() => true))
    if (isNewest && !signal.aborted)
      publish(agent, {
        parse,
        content: parsed.explanation,
        data: { plan: parsed.parsedPlan, feasible: parsed.feasible, parsed },
      })
    if (running.get(agent.id)?.abort === abort) running.delete(agent.id)
  }

  function limitParallel(id: number, userId: number): void {
    const others = [...running].filter(
      ([agentId, one]) => one.userId === userId && agentId !== id && !one.abort.signal.aborted,
    )
    if (others.length >= READINGS_AT_ONCE)
      throw new Fault('too_many_requests', { retryAfterSeconds: RETRY_SECONDS })
  }

  return {
    /** Every parse costs the operator: refuses what is beyond the limits. */
    async admit({ id, userId }: AgentRow): Promise<void> {
      limitParallel(id, userId)
      const retryAfterSeconds = await limiter.hit(`readings:${userId}`, READINGS_PER_MINUTE, 60)
      if (retryAfterSeconds !== null) throw new Fault('too_many_requests', { retryAfterSeconds })
    },

    /** Returns at once. `work` must change nothing once its signal is aborted. */
    begin(
      agent: AgentRow,
      parse: number,
      work: (progress: Progress) => Promise<ParsedInstruction>,
    ): ParsedInstruction {
      // Others may have begun since `admit`.
      limitParallel(agent.id, agent.userId)
      running.get(agent.id)?.abort.abort()
      bus.publish('agent.asked', { agentId: agent.id, parse })
      const abort = new AbortController()
      publish(agent, { parse, update: 'Analyzing your instruction...' })
      running.set(agent.id, {
        abort,
        parse,
        userId: agent.userId,
        done: follow(agent, { abort, parse }, work),
      })
      return {
        ...nothing,
        explanation: 'I am reading your instruction. The result will appear here.',
        isProcessing: true,
      }
    },

    /** Aborts all and waits until they have ended. */
    async close(): Promise<void> {
      offDeleted()
      offAsked()
      const all = [...running.values()]
      for (const { abort } of all) abort.abort()
      await Promise.all(all.map(({ done }) => done))
    },
  }
}
