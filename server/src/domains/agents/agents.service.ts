/** Agents: made and deleted, spoken to, and what their strategies do on the user's word. */
import type {
  Agent,
  AgentDetail,
  AgentState,
  AgentStatus,
  ChatMessage,
  ParsedInstruction,
  StrategyDraft,
  TerminalLog,
} from '@purser/contract/agents.ts'
import { AGENTS_PER_USER } from '@purser/contract/limits.ts'
import type { Strategy } from '@purser/contract/strategies.ts'
import type { Db } from '../../db/client.ts'
import type { Bus } from '../../kernel/bus.ts'
import type { Clock } from '../../kernel/clock.ts'
import { Fault, isFault } from '../../kernel/fault.ts'
import type { RowStatus } from '../strategies/index.ts'
import { type OwnedWallet, redactKeys } from '../wallets/index.ts'
import * as store from './agents.store.ts'
import { judge } from './feasibility.ts'
import { planHash } from './hash.ts'
import { type InterpretParts, interpret } from './interpret.ts'

export type AgentsParts = InterpretParts & { db: Db; bus: Bus; clock: Clock }
export type Agents = ReturnType<typeof createAgents>
export type Caller = { userId: number; sessionId: string }

const CHAT_SHOWN = 500
const LIVE = ['active', 'paused', 'stopping']

/** What an agent is doing, told by its live strategy. */
export const stateOf = (status: RowStatus | undefined): AgentState =>
  status === 'active' ? 'running' : status === 'paused' || status === 'stopping' ? status : 'stopped'

/** 'Agent N' with the smallest positive N that no agent of the user has. */
export function nextName(taken: string[]): string {
  const used = new Set(taken)
  for (let n = 1; ; n++) if (!used.has(`Agent ${n}`)) return `Agent ${n}`
}

const toChat = (row: store.ChatRow): ChatMessage => ({
  id: row.id,
  agent_id: row.agentId,
  role: row.role,
  content: row.content,
  timestamp: row.createdAt.toISOString(),
})

export function createAgents(parts: AgentsParts) {
  const { db, bus, clock, strategies, wallets } = parts

  async function mine(userId: number, id: string, handle: Db = db): Promise<store.AgentRow> {
    const row = /^[1-9]\d{0,14}$/.test(id) ? await store.findAgent(handle, userId, Number(id)) : undefined
    if (!row) throw new Fault('not_found', { what: 'Agent' })
    return row
  }

  async function toAgents(userId: number, rows: store.AgentRow[]): Promise<Agent[]> {
    const all = await strategies.rows(
      userId,
      rows.map((r) => r.id),
    )
    return rows.map((row) => {
      const own = all.filter((s) => s.agentId === row.id)
      const status = stateOf(own.find((s) => LIVE.includes(s.status))?.status)
      return {
        id: row.id,
        name: row.name,
        external_id: row.externalId,
        active: status !== 'stopped',
        status,
        strategies: own.map(({ id, status: s }) => ({ id, status: s })),
        created_at: row.createdAt.toISOString(),
      }
    })
  }

  async function statusOf(userId: number, row: store.AgentRow): Promise<AgentStatus> {
    const live = await strategies.findLive(userId, row.id)
    const latest = live ?? (await strategies.rows(userId, [row.id]))[0]
    const status = stateOf(live?.status)
    return {
      agent_id: row.id,
      active: status !== 'stopped',
      status,
      strategy_id: latest?.id ?? null,
      external_id: row.externalId,
    }
  }

  /** The wallets that were named, else the one connected to this session, else the default. */
  async function walletsFor(
    caller: Caller,
    addresses: string[],
  ): Promise<{ chosen: OwnedWallet[]; assumption: string | null }> {
    if (addresses.length > 0)
      return { chosen: await wallets.owned(caller.userId, [...new Set(addresses)]), assumption: null }
    const fallback = (await wallets.connected(caller)) ?? (await wallets.defaultWallet(caller.userId))
    return fallback
      ? { chosen: [fallback], assumption: `Wallet: ${fallback.name}, as none was chosen.` }
      : { chosen: [], assumption: null }
  }

  async function begin(caller: Caller, row: store.AgentRow, draft: StrategyDraft): Promise<Strategy> {
    const { parsedStrategy: plan, groupId = null } = draft
    const { chosen } = await walletsFor(caller, draft.walletAddresses ?? [])
    const walletAddresses = chosen.map((w) => w.address)
    const hash = planHash({
      plan,
      walletAddresses,
      groupId,
      tokenAddress: draft.tokenAddress || plan.token_address,
    })
    if (row.shownPlanHash === null || hash !== row.shownPlanHash) throw new Fault('plan_not_shown')
    if (await strategies.findLive(caller.userId, row.id)) throw new Fault('strategy_running')
    const verdict = await judge({ market: parts.market, sizing: strategies.sizing }, plan, chosen)
    if (!verdict.feasible) throw new Fault('plan_not_feasible', { reason: verdict.explanation })
    return strategies.start({ userId: caller.userId, agent: row, plan, walletAddresses, groupId })
  }

  async function again(userId: number, row: store.AgentRow, strategyId: string): Promise<Strategy> {
    const former = UUID.test(strategyId) ? await strategies.find(userId, strategyId) : undefined
    if (!former || former.agentId !== row.id) throw new Fault('not_found', { what: 'Strategy' })
    if (await strategies.findLive(userId, row.id)) throw new Fault('strategy_running')
    const verdict = await judge(
      { market: parts.market, sizing: strategies.sizing },
      former.plan,
      await wallets.owned(userId, former.walletAddresses),
    )
    if (!verdict.feasible) throw new Fault('plan_not_feasible', { reason: verdict.explanation })
    return strategies.restart(userId, row.id, strategyId)
  }

  return {
    async list(userId: number): Promise<Agent[]> {
      return toAgents(userId, await store.listAgents(db, userId))
    },

    /** In the caller's transaction. */
    async create(tx: Db, userId: number, name: string | undefined): Promise<Agent> {
      await store.lockUser(tx, userId)
      const all = await store.listAgents(tx, userId)
      if (all.length >= AGENTS_PER_USER) throw new Fault('agent_limit', { limit: AGENTS_PER_USER })
      const row = await store.insertAgent(tx, userId, name ?? nextName(all.map((a) => a.name)))
      return {
        id: row.id,
        name: row.name,
        external_id: row.externalId,
        active: false,
        status: 'stopped',
        strategies: [],
        created_at: row.createdAt.toISOString(),
      }
    },

    async detail(userId: number, id: string): Promise<AgentDetail> {
      const row = await mine(userId, id)
      const [agent] = await toAgents(userId, [row])
      if (!agent) throw new Error('one row makes one agent')
      return { ...agent, strategies: await strategies.list(userId, row.id) }
    },

    /** Stops its strategy first. The agent is gone for the user at once, an order in flight is still brought to its end. */
    async remove(userId: number, id: string): Promise<void> {
      const row = await mine(userId, id)
      await strategies.stop(userId, row.id).catch((error: unknown) => {
        if (!isFault(error, 'no_strategy')) throw error
      })
      await store.markDeleted(db, row.id, new Date(clock.now()))
      bus.publish('agent.deleted', { userId, agentId: row.id, externalId: row.externalId })
    },

    async chat(userId: number, id: string): Promise<ChatMessage[]> {
      const row = await mine(userId, id)
      return (await store.listChat(db, row.id, CHAT_SHOWN)).map(toChat)
    },

    /** In the caller's transaction; secret keys are struck out before anything is written. */
    async addChat(
      tx: Db,
      userId: number,
      id: string,
      message: { role: 'user' | 'system'; content: string },
    ): Promise<ChatMessage> {
      const row = await mine(userId, id, tx)
      return toChat(
        await store.insertChat(tx, {
          agentId: row.id,
          role: message.role,
          content: redactKeys(message.content),
        }),
      )
    },

    async parse(
      caller: Caller,
      id: string,
      said: {
        instruction: string
        tokenAddress: string | null
        walletAddresses: string[]
        groupId: number | null
      },
    ): Promise<ParsedInstruction> {
      const row = await mine(caller.userId, id)
      const { chosen, assumption } = await walletsFor(caller, said.walletAddresses)
      const parsed = await interpret(parts, {
        userId: caller.userId,
        agentId: row.id,
        text: said.instruction,
        tokenAddress: said.tokenAddress,
        wallets: chosen,
        groupId: said.groupId,
        walletAssumption: assumption,
        now: clock.now(),
      })
      if (parsed.feasible && parsed.plan_hash !== null) await store.rememberPlan(db, row.id, parsed.plan_hash)
      return parsed
    },

    async start(
      caller: Caller,
      id: string,
      what: StrategyDraft | { external_id: string },
    ): Promise<{ strategyId: string; message: string }> {
      const row = await mine(caller.userId, id)
      const strategy =
        'external_id' in what
          ? await again(caller.userId, row, what.external_id)
          : await begin(caller, row, what)
      return {
        strategyId: strategy.id,
        message:
          'The trading agent has been successfully deployed. You can view its activity in the terminal below.',
      }
    },

    async stop(
      userId: number,
      id: string,
      strategyId?: string | null,
    ): Promise<{ status: AgentState; message: string }> {
      const status = stateOf(await strategies.stop(userId, (await mine(userId, id)).id, strategyId))
      return {
        status,
        message:
          status === 'stopping'
            ? 'An order is still in flight. The strategy stops as soon as its outcome is known; nothing new is started.'
            : 'The strategy is stopped. No order is open.',
      }
    },

    async pause(
      userId: number,
      id: string,
      strategyId?: string | null,
    ): Promise<{ status: AgentState; message: string }> {
      const status = stateOf(await strategies.pause(userId, (await mine(userId, id)).id, strategyId))
      return {
        status,
        message: status === 'paused' ? 'The strategy is paused.' : 'The strategy has ended meanwhile.',
      }
    },

    async resume(
      userId: number,
      id: string,
      strategyId?: string | null,
    ): Promise<{ status: AgentState; message: string }> {
      const status = stateOf(await strategies.resume(userId, (await mine(userId, id)).id, strategyId))
      return { status, message: 'The strategy goes on.' }
    },

    async status(userId: number, id: string): Promise<AgentStatus> {
      return statusOf(userId, await mine(userId, id))
    },

    async allStatus(userId: number): Promise<Record<string, AgentStatus>> {
      const rows = await store.listAgents(db, userId)
      const all = await strategies.rows(
        userId,
        rows.map((r) => r.id),
      )
      return Object.fromEntries(
        rows.map((row) => {
          const own = all.filter((s) => s.agentId === row.id)
          const live = own.find((s) => LIVE.includes(s.status))
          const status = stateOf(live?.status)
          return [
            row.id,
            {
              agent_id: row.id,
              active: status !== 'stopped',
              status,
              strategy_id: (live ?? own[0])?.id ?? null,
              external_id: row.externalId,
            },
          ]
        }),
      )
    },

    async strategies(userId: number, id: string): Promise<Strategy[]> {
      return strategies.list(userId, (await mine(userId, id)).id)
    },

    async strategyLogs(userId: number, id: string, strategyId: string): Promise<TerminalLog[]> {
      const row = await mine(userId, id)
      const strategy = UUID.test(strategyId) ? await strategies.find(userId, strategyId) : undefined
      if (!strategy || strategy.agentId !== row.id) throw new Fault('not_found', { what: 'Strategy' })
      return strategies.logs(userId, strategyId, STRATEGY_LINES)
    },

    async terminal(userId: number, id: string, limit: number): Promise<TerminalLog[]> {
      return strategies.agentLogs(userId, (await mine(userId, id)).id, limit)
    },

    async addLine(
      userId: number,
      id: string,
      line: { message: string; strategyId: string | null },
    ): Promise<TerminalLog> {
      const row = await mine(userId, id)
      if (line.strategyId !== null) {
        const strategy = UUID.test(line.strategyId)
          ? await strategies.find(userId, line.strategyId)
          : undefined
        if (strategy?.agentId !== row.id) throw new Fault('not_found', { what: 'Strategy' })
      }
      return strategies.addLog(userId, row, redactKeys(line.message), line.strategyId)
    },

    async clearTerminal(userId: number, id: string): Promise<void> {
      await strategies.clearLogs(userId, (await mine(userId, id)).id)
    },

    /** The feed of an agent's channel, or null when it is not this user's. */
    async agentFeed(userId: number, externalId: string): Promise<string | null> {
      return UUID.test(externalId) && (await store.findByExternalId(db, userId, externalId))
        ? externalId
        : null
    },

    /** The same for one strategy's lines. */
    async strategyFeed(userId: number, strategyId: string): Promise<string | null> {
      const found = UUID.test(strategyId) ? await strategies.find(userId, strategyId) : undefined
      return found && (await store.findAgent(db, userId, found.agentId)) ? strategyId : null
    },
  }
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const STRATEGY_LINES = 1_000
