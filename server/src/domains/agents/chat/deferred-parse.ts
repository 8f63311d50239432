/**
 * Deferred parses: with an interpreter that takes seconds the call answers isProcessing, and status lines, then the plan,
 * the answer or the failure, follow on the agent's chat channel. One at a time per agent: a newer instruction aborts the
 * older one, in whichever process that is parsed.
 */
import type { ParsedInstruction } from '@purser/contract/agents/agents.ts'
import {
  HTTP_TIMEOUT_MS,
  READINGS_AT_ONCE,
  READINGS_OF_A_PROCESS,
  READINGS_PER_MINUTE,
} from '@purser/contract/limits.ts'
import type { AgentChatMessage } from '@purser/contract/live.ts'
import { parseFailures } from '@purser/contract/agents/parse-failures.ts'
import type { Db } from '../../../db/client.ts'
import type { Bus } from '../../../kernel/bus.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { Limiter } from '../../../kernel/concurrency/limiter.ts'
import { createSemaphore, type Semaphore } from '../../../kernel/concurrency/semaphore.ts'
import { Fault, isFault } from '../../../kernel/fault.ts'
import { describe, type Log } from '../../../kernel/log.ts'
import type { Progress } from '../../../ports/interpreter.ts'
import { type AgentRow, isNewestParse } from '../agents.store.ts'
import { finalContent } from '../answers/final.ts'
import { nothing } from '../interpretation/instruction.ts'

export type DeferredParts = { db: Db; bus: Bus; clock: Clock; log: Log; limiter: Limiter }
/** It must change nothing once its signal is aborted. */
type Work = (progress: Progress) => Promise<ParsedInstruction>

export type DeferredParses = {
  /** Refuses what is beyond the limits: every parse costs the operator. Throws too_many_requests. */
  admit(agent: AgentRow): Promise<void>
  /** Returns at once. Throws too_many_requests: others may have begun since `admit`. */
  begin(agent: AgentRow, parse: number, work: Work): ParsedInstruction
  /** Aborts all and waits until they have ended. */
  close(): Promise<void>
}

type DeferredParse = { abort: AbortController; parse: number; userId: number; done: Promise<void> }
/** `running`: by the ids of their agents. */
type DeferredState = DeferredParts & { running: Map<number, DeferredParse>; semaphore: Semaphore }

/** For who has too many parses at once. */
const RETRY_SECONDS = 5

export function createDeferredParses(parts: DeferredParts): DeferredParses {
  const { bus } = parts
  const running = new Map<number, DeferredParse>()
  const state: DeferredState = { ...parts, running, semaphore: createSemaphore(READINGS_OF_A_PROCESS) }
  const offDeleted = bus.subscribe('agent.deleted', ({ agentId }) => running.get(agentId)?.abort.abort())
  const offAsked = bus.subscribe('agent.asked', ({ agentId, parse }) => {
    const one = running.get(agentId)
    if (one && one.parse < parse) one.abort.abort()
  })
  return {
    admit: (agent) => admitParse(state, agent),
    begin: (agent, parse, work) => beginParse(state, agent, parse, work),
    async close() {
      offDeleted()
      offAsked()
      const all = [...running.values()]
      for (const { abort } of all) abort.abort()
      await Promise.all(all.map(({ done }) => done))
    },
  }
}

function publish(
  { bus }: DeferredState,
  agent: AgentRow,
  message: Omit<AgentChatMessage, 'type' | 'agent_id'>,
): void {
  bus.publish('agent.message', {
    userId: agent.userId,
    agentId: agent.id,
    externalId: agent.externalId,
    message: { type: 'message', agent_id: agent.id, ...message } satisfies AgentChatMessage,
  })
}

function limitParallel({ running }: DeferredState, { id, userId }: AgentRow): void {
  const others = [...running].filter(
    ([agentId, one]) => one.userId === userId && agentId !== id && !one.abort.signal.aborted,
  )
  if (others.length >= READINGS_AT_ONCE)
    throw new Fault('too_many_requests', { retryAfterSeconds: RETRY_SECONDS })
}

async function admitParse(state: DeferredState, agent: AgentRow): Promise<void> {
  limitParallel(state, agent)
  const retryAfterSeconds = await state.limiter.hit(`readings:${agent.userId}`, READINGS_PER_MINUTE, 60)
  if (retryAfterSeconds !== null) throw new Fault('too_many_requests', { retryAfterSeconds })
}

function beginParse(state: DeferredState, agent: AgentRow, parse: number, work: Work): ParsedInstruction {
  const { bus, running } = state
  limitParallel(state, agent)
  running.get(agent.id)?.abort.abort()
  bus.publish('agent.asked', { agentId: agent.id, parse })
  const abort = new AbortController()
  publish(state, agent, { parse, update: 'Analyzing your instruction...' })
  running.set(agent.id, {
    abort,
    parse,
    userId: agent.userId,
    done: followParse(state, agent, { abort, parse }, work),
  })
  return {
    ...nothing,
    explanation: 'I am reading your instruction. The result will appear here.',
    isProcessing: true,
  }
}

async function followParse(
  state: DeferredState,
  agent: AgentRow,
  { abort, parse }: { abort: AbortController; parse: number },
  work: Work,
): Promise<void> {
  const { db, log, running } = state
  const { signal } = abort
  const status = (line: string) => {
    if (!signal.aborted) publish(state, agent, { parse, update: line })
  }
  const free = await takeInTime(state, signal)
  const parsed = free
    ? await work({ signal, status })
        .catch((error: unknown) => toFailure(log, error))
        .finally(free)
    : { ...nothing, success: false, explanation: parseFailures.busy }
  // Not where a newer instruction replaced it, here or in another process, or the agent is deleted.
  const isNewest = !signal.aborted && (await isNewestParse(db, agent.id, parse).catch(() => true))
  if (isNewest && !signal.aborted)
    publish(state, agent, {
      parse,
      content: parsed.answer ? finalContent(parsed.answer, parsed.explanation) : parsed.explanation,
      data: { plan: parsed.parsedPlan, feasible: parsed.feasible, parsed },
    })
  if (running.get(agent.id)?.abort === abort) running.delete(agent.id)
}

/** Returns the release of a place among the parses of this process, or null where none gets free in time. */
async function takeInTime({ clock, semaphore }: DeferredState, signal: AbortSignal) {
  const late = new AbortController()
  void clock.sleep(HTTP_TIMEOUT_MS / 2, AbortSignal.any([signal, late.signal])).then(() => late.abort())
  const free = await semaphore.acquire(AbortSignal.any([signal, late.signal]))
  late.abort()
  return free
}

function toFailure(log: Log, error: unknown): ParsedInstruction {
  const known = isFault(error)
  if (!known) log.error({ part: 'agents', ...describe(error) }, 'an instruction could not be parsed')
  const explanation = isFault(error, 'market_away')
    ? parseFailures.no_market
    : known
      ? error.message
      : parseFailures.unexpected
  return { ...nothing, success: false, explanation }
}
