/** Agents: created and deleted, their chat, their instructions, and the control of their strategies. */
import type { addChat, Agent, AgentDetail, ChatMessage, ParsedInstruction } from '@purser/contract/agents.ts'
import type { BodyIn } from '@purser/contract/endpoint.ts'
import { AGENTS_PER_USER, CHAT_KEPT, CHAT_KEPT_BYTES, SHOWN_PLANS_KEPT } from '@purser/contract/limits.ts'
import { Plan } from '@purser/contract/plan.ts'
import type { AskedBack, PlanEdit } from '@purser/contract/reading.ts'
import type { ShownPlan, ShownStatus } from '@purser/contract/shown-plans.ts'
import type { Strategy } from '@purser/contract/strategies.ts'
import { HOUR_MS } from '@purser/contract/time.ts'
import type { Db } from '../../db/client.ts'
import type { Clock } from '../../kernel/clock.ts'
import { Fault } from '../../kernel/fault.ts'
import type { Limiter } from '../../kernel/concurrency/limiter.ts'
import { describe, type Log } from '../../kernel/log.ts'
import type { Progress } from '../../ports/interpreter.ts'
import { type StrategySummary, isLive } from '../strategies/index.ts'
import { redactKeys } from '../wallets/index.ts'
import * as store from './agents.store.ts'
import { pendingOf, questionOf, rememberAsked } from './asked-back.ts'
import { type ControlParts, createControl } from './control.ts'
import { interpret } from './interpret.ts'
import { createDeferredParses } from './deferred-parse.ts'
import { type Caller, createOwnership, stateOf } from './ownership.ts'
import { createRecord } from './record.ts'
import { shownPlans, shownStatuses, termsOf } from './shown-plans.ts'
import * as shownStore from './shown-plans.store.ts'
import { createStopAll, type StopAllParts } from './stop-all.ts'
import { createTerminal } from './terminal.ts'

export type AgentsParts = ControlParts &
  StopAllParts & {
    /** What answers tell of the market is of its time. */
    marketClock: Pick<Clock, 'now'>
    log: Log
    limiter: Limiter
  }
export type Agents = ReturnType<typeof createAgents>

type ParseRequest = {
  /** null: `edits` of the plan shown last, or without any the same plan again. */
  instruction: string | null
  edits: PlanEdit[]
  /** The plan that `edits` are for. */
  planHash: string | undefined
  tokenAddress: string | null
  walletAddresses: string[]
  groupId: number | null
}

const PURGE_AFTER_MS = HOUR_MS
/** 'Agent N' with the smallest positive N that no agent of the user has. */
export function nextName(taken: string[]): string {
  const used = new Set(taken)
  for (let n = 1; ; n++) if (!used.has(`Agent ${n}`)) return `Agent ${n}`
}

/** A stored plan of an older shape counts as none. */
const lastPlan = (row: store.AgentRow): Plan | undefined => Plan.safeParse(row.shownPlan).data

const toChat = (row: store.ChatRow, plan?: ShownPlan, question?: AskedBack): ChatMessage => ({
  id: row.id,
  agent_id: row.agentId,
  role: row.role,
  content: row.content,
  timestamp: row.createdAt.toISOString(),
  ...(plan ? { plan } : {}),
  ...(question ? { question } : {}),
})

/** `present`: its live strategy, or else its newest. */
function toAgent(row: store.AgentRow, present: StrategySummary | undefined): Agent {
  const status = stateOf(present && isLive(present.status) ? present : undefined)
  return {
    id: row.id,
    name: row.name,
    external_id: row.externalId,
    active: status !== 'stopped',
    status,
    strategies: present ? [{ id: present.id, status: present.status }] : [],
    created_at: row.createdAt.toISOString(),
  }
}

export function createAgents(parts: AgentsParts) {
  const { db, bus, clock, strategies } = parts
  const own = createOwnership(parts)
  const deferred = createDeferredParses(parts)

  async function toAgents(userId: number, rows: store.AgentRow[]): Promise<Agent[]> {
    const ids = rows.map((row) => row.id)
    const all = new Map((await strategies.lookups.summaries(userId, ids)).map((one) => [one.agentId, one]))
    return rows.map((row) => toAgent(row, all.get(row.id)))
  }

  /** Of a request that says and changes nothing: what was assumed when its plan was shown. */
  async function againOf(
    row: store.AgentRow,
    { instruction, edits, planHash: hash }: Pick<ParseRequest, 'instruction' | 'edits' | 'planHash'>,
  ): Promise<{ assumptions: string[] } | null> {
    if (instruction !== null || edits.length > 0 || hash === undefined) return null
    return (await shownStore.findLast(db, row.id, { hash })) ?? { assumptions: [] }
  }

  return {
    ...createControl(parts, own),
    ...createTerminal(parts, own),
    ...createRecord(parts, own),
    ...createStopAll(parts),

    /** In the order of the list. */
    async names(userId: number): Promise<{ id: number; name: string }[]> {
      return (await store.listAgents(db, userId)).map(({ id, name }) => ({ id, name }))
    },

    /** Of these, by their ids. */
    async namesOf(userId: number, ids: number[]): Promise<Map<number, string>> {
      return new Map((await store.listNames(db, userId, ids)).map(({ id, name }) => [id, name]))
    },

    async list(userId: number): Promise<Agent[]> {
      return toAgents(userId, await store.listAgents(db, userId))
    },

    /** In the caller's transaction. */
    async create(tx: Db, userId: number, name: string | undefined): Promise<Agent> {
      await store.lockUser(tx, userId)
      const all = await store.listAgents(tx, userId)
      if (all.length >= AGENTS_PER_USER) throw new Fault('agent_limit', { limit: AGENTS_PER_USER })
      const row = await store.insertAgent(tx, userId, name ?? nextName(all.map((a) => a.name)))
      return toAgent(row, undefined)
    },

    /** What runs goes on: its lines and channels are named by its external id. */
    async rename(userId: number, id: string, name: string): Promise<Agent> {
      const row = await own.agent(userId, id)
      await store.renameAgent(db, row.id, name)
      const [agent] = await toAgents(userId, [{ ...row, name }])
      if (!agent) throw new Error('one row makes one agent')
      return agent
    },

    async detail(userId: number, id: string): Promise<AgentDetail> {
      // At once: each of them is asked for this user.
      const agentId = own.idOf(id)
      const [row, [present], all] = await Promise.all([
        own.agent(userId, id),
        strategies.lookups.summaries(userId, [agentId]),
        strategies.lookups.list(userId, agentId),
      ])
      return { ...toAgent(row, present), strategies: all }
    },

    /** Gone for the user at once; its strategy is stopped and an order in flight still executed. */
    /** `externalId`: where it is given, of that agent. Throws not_found. */
    async remove(userId: number, id: string, externalId?: string): Promise<void> {
      const row = await own.agent(userId, id)
      if (externalId !== undefined && externalId !== row.externalId)
        throw new Fault('not_found', { what: 'Agent' })
      // In one transaction: from its commit nothing can start, and the stop of what runs is requested even if this process dies.
      const halted = await db.transaction(async (tx) => {
        await store.markDeleted(tx, row.id, new Date(clock.now()))
        return strategies.halts.haltAgents(tx, [row.id])
      })
      await strategies.halts
        .settle(userId, halted)
        .catch((error: unknown) =>
          parts.log.warn(describe(error), 'waiting for the end of a strategy failed'),
        )
      bus.publish('agent.deleted', { userId, agentId: row.id, externalId: row.externalId })
    },

    /**
     * Stops strategies of deleted agents, and deletes these agents for good once nothing of theirs is in flight. Their
     * operations stay.
     */
    async sweep(): Promise<void> {
      await strategies.halts.haltAgents(db, await store.listDeleted(db))
      for (const id of await store.listPurgeable(db, new Date(clock.now() - PURGE_AFTER_MS)))
        if (await strategies.lifecycle.forget(id)) await store.purgeAgent(db, id)
    },

    async chat(userId: number, id: string): Promise<ChatMessage[]> {
      const row = await own.agent(userId, id)
      const [messages, plans] = await Promise.all([
        store.listChat(db, row.id, CHAT_KEPT),
        shownPlans(db, row),
      ])
      const planOf = ({ planId }: store.ChatRow) => (planId === null ? undefined : plans.get(planId))
      return messages.map((one) => toChat(one, planOf(one), questionOf(row, one, clock.now())))
    },

    /** In the caller's transaction; secret keys are redacted before anything is written. */
    async addChat(tx: Db, userId: number, id: string, message: BodyIn<typeof addChat>): Promise<ChatMessage> {
      const row = await own.agent(userId, id, tx)
      const planId = message.plan_id ?? null
      if (planId !== null && !(await shownStore.hasShown(tx, row.id, planId)))
        throw new Fault('not_found', { what: 'Plan' })
      const written = await store.insertChat(tx, {
        agentId: row.id,
        role: message.role,
        content: redactKeys(message.content),
        planId,
        questionId: message.question_id ?? null,
      })
      await store.trimChat(tx, row.id, { rows: CHAT_KEPT, bytes: CHAT_KEPT_BYTES })
      return toChat(written)
    },

    async parse(caller: Caller, id: string, request: ParseRequest): Promise<ParsedInstruction> {
      const found = await own.agent(caller.userId, id)
      const { chosen, assumption } = await own.walletsFor(caller, request.walletAddresses, request.groupId)
      const slow = parts.interpreter.slow && request.instruction !== null
      if (slow) await deferred.admit(found)
      // What was said before is of the moment at which this instruction becomes the newest.
      const row = await store.beginParse(db, found.id, request.planHash)
      if (!row) throw new Fault('plan_not_last', { goal: lastPlan(found)?.goal ?? null })
      const parse = row.parses
      const instruction = {
        userId: caller.userId,
        agentId: row.id,
        text: request.instruction ?? '',
        edits: request.edits,
        again: await againOf(row, request),
        tokenAddress: request.tokenAddress,
        wallets: chosen,
        groupId: request.groupId,
        walletAssumption: assumption,
        now: parts.marketClock.now(),
        previousPlan: lastPlan(row) ?? null,
        unsaid: row.unsaid ?? [],
        pending: pendingOf(row, clock.now()),
      }
      const read = async (progress?: Progress): Promise<ParsedInstruction> => {
        const read = await interpret(parts, instruction, progress)
        const { parsed, unsaid = [], terms } = read
        const { parsedPlan: plan } = parsed
        // Aborted: it is not shown.
        if (progress?.signal.aborted) return parsed
        if (plan === null) return { ...parsed, question: await rememberAsked(db, row, read, clock.now()) }
        const { feasible, plan_hash: hash, reading, changes } = parsed
        const addresses = chosen.map((wallet) => wallet.address)
        const kept = await shownStore.rememberPlan(db, row.id, {
          parse,
          unsaid,
          kept: SHOWN_PLANS_KEPT,
          shown: {
            plan,
            hash,
            feasible,
            reading,
            changes,
            assumptions: terms?.assumptions ?? parsed.assumptions,
            figures: terms?.figures ?? null,
            walletAssumption: assumption,
            walletAddresses: addresses,
            groupId: request.groupId,
          },
        })
        // A change that is not kept would show a plan that the next change is refused of.
        if (!kept && request.instruction === null) throw new Fault('changed_meanwhile', { what: 'plan' })
        if (!kept) return parsed
        const shown = termsOf(kept)
        if (!feasible) return { ...parsed, shown }
        progress?.status('Loading the last 30 days for a preview...')
        // A feasible plan is shown also while the history is unavailable.
        const preview = await strategies.previews.month(plan, addresses).catch(() => null)
        if (preview) await shownStore.rememberPreview(db, kept.id, preview)
        return { ...parsed, preview, shown }
      }
      return slow ? deferred.begin(row, parse, read) : read()
    },

    /** What became of the plans that were shown, newest first. */
    async plans(userId: number, id: string): Promise<ShownStatus[]> {
      return shownStatuses(db, await own.agent(userId, id))
    },

    /** Aborts deferred parses. */
    close: deferred.close,

    async strategies(userId: number, id: string): Promise<Strategy[]> {
      return strategies.lookups.list(userId, (await own.agent(userId, id)).id)
    },
  }
}
