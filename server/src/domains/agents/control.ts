/** The user's control of an agent's strategy: start the plan shown, restart, stop, pause, resume. */
import { type HeldBack, heldBackText } from '@purser/contract/held-back.ts'
import { figureWords } from '@purser/contract/money.ts'
import { randomUUID } from 'node:crypto'
import type { AgentState, AgentStatus, Restart, StrategyDraft } from '@purser/contract/agents.ts'
import { FREE_SLIPPAGE_BPS } from '@purser/contract/limits.ts'
import type { Plan } from '@purser/contract/plan.ts'
import type { Strategy } from '@purser/contract/strategies.ts'
import type { Db } from '../../db/client.ts'
import type { Clock } from '../../kernel/clock.ts'
import { writeAudit } from '../../kernel/audit.store.ts'
import { Fault } from '../../kernel/fault.ts'
import type { Accounts } from '../accounts/index.ts'
import { type StrategySummary, isLive } from '../strategies/index.ts'
import type { AgentRow } from './agents.store.ts'
import * as store from './agents.store.ts'
import { judge } from './feasibility.ts'
import { planHash } from './hash.ts'
import type { InterpretParts } from './interpret.ts'
import { type Caller, type Ownership, stateOf, stateOfStatus } from './ownership.ts'
import * as shown from './shown-plans.store.ts'

/** A request to start; `halts` was read before anything else. `code`: for a slippage that asks for one. */
type StartRequest = { originKey: string; halts: number; code: string | undefined }

/** Why its sale does not go out yet; null: it is not held back. */
function heldBackIn(row: { state: { heldBack?: { found: HeldBack } } } | undefined): string | null {
  const found = row?.state.heldBack?.found
  return found ? `The sale is held back, ${heldBackText(found)} No new orders are placed.` : null
}

/** A confirmed sale at any price: whose code it is confirmed with, and from where. */
type AnyPrice = { caller: Caller; strategyId: string; code: string; client: string; device: string }

export type ControlParts = InterpretParts & {
  db: Db
  clock: Clock
  accounts: Pick<Accounts, 'realFunds' | 'keyCodes'>
}

/** What a sale at any price is on record with. */
const saleDetail = ({ sells, token, quote, worth, brings }: HeldBack) => ({
  sells: `${figureWords(sells)} ${token}`,
  worth: worth === null ? null : `${figureWords(worth)} ${quote}`,
  brings: `${figureWords(brings)} ${quote}`,
})

export function createControl(parts: ControlParts, own: Ownership) {
  const { db, strategies, wallets, clock, accounts } = parts

  async function statusOf(userId: number, row: AgentRow): Promise<AgentStatus> {
    const [present] = await strategies.lookups.summaries(userId, [row.id])
    return toStatus(row, present)
  }

  function toStatus(row: AgentRow, present: StrategySummary | undefined): AgentStatus {
    const status = stateOf(present && isLive(present.status) ? present : undefined)
    return {
      agent_id: row.id,
      active: status !== 'stopped',
      status,
      strategy_id: present?.id ?? null,
      external_id: row.externalId,
    }
  }

  const causeOf = (row: AgentRow, { originKey, halts }: StartRequest) => ({
    originKey,
    halts,
    agentExists: (tx: Db) => store.holdAgent(tx, row.id),
  })

  /** A plan that was shown once is started once, whatever the key of the request. */
  async function takeShown(tx: Db, agentId: number, hash: string, strategyId: string): Promise<boolean> {
    if (!(await store.holdAgent(tx, agentId))) return false
    const taken = await shown.takeShown(tx, agentId, { hash, strategyId, at: new Date(clock.now()) })
    if (!taken) throw new Fault('plan_not_shown')
    return true
  }

  /** What may be lost to others within it needs its owner's word. Throws key_code_needed and wrong_key_code. */
  async function requireSlippageCode(
    caller: Caller,
    { slippage_bps: bps }: Plan,
    { code }: StartRequest,
  ): Promise<void> {
    if (accounts.realFunds && bps > FREE_SLIPPAGE_BPS) await accounts.keyCodes.check(caller, code, 'slippage')
  }

  async function begin(
    caller: Caller,
    row: AgentRow,
    draft: StrategyDraft,
    request: StartRequest,
  ): Promise<Strategy> {
    const { parsedStrategy: plan, groupId = null } = draft
    const { chosen } = await own.walletsFor(caller, draft.walletAddresses ?? [], groupId)
    const walletAddresses = chosen.map((w) => w.address)
    const hash = planHash({
      plan,
      walletAddresses,
      groupId,
      tokenAddress: draft.tokenAddress || plan.token_address,
    })
    const isRunning = (await strategies.lookups.findLive(caller.userId, row.id)) !== undefined
    // The plan shown last may be the one that runs: since its start it no longer counts as shown.
    if (hash !== row.shownPlanHash)
      throw new Fault(isRunning && row.shownPlanHash === null ? 'strategy_running' : 'plan_not_shown')
    if (isRunning) throw new Fault('strategy_running')
    const verdict = await judge(
      { market: parts.market, sizing: strategies.sizing, lookUp: parts.lookUp },
      plan,
      chosen,
    )
    if (!verdict.feasible) throw new Fault('plan_not_feasible', { goal: plan.goal, why: verdict.why })
    await requireSlippageCode(caller, plan, request)
    const strategyId = randomUUID()
    return strategies.starts.start(
      { id: strategyId, userId: caller.userId, agent: row, plan, walletAddresses, groupId },
      { ...request, agentExists: (tx) => takeShown(tx, row.id, hash, strategyId) },
    )
  }

  /** Goes on with the next order unless it is asked to begin with the first: nothing is traded twice unasked. */
  async function again(
    caller: Caller,
    row: AgentRow,
    { external_id: strategyId, from: wanted = 'next' }: Restart,
    request: StartRequest,
  ): Promise<Strategy> {
    const { userId } = caller
    const former = await strategies.lookups.find(userId, strategyId)
    if (!former || former.agentId !== row.id) throw new Fault('not_found', { what: 'Strategy' })
    if (await strategies.lookups.findLive(userId, row.id)) throw new Fault('strategy_running')
    const progress = strategies.starts.describeRestart(former)
    const why = progress && wanted === 'next' ? strategies.starts.cannotContinue(former) : null
    if (why) throw new Fault('nothing_to_continue', why)
    const from = progress && wanted === 'next' ? 'next' : 'first'
    const rest = from === 'next' ? strategies.starts.planLeft(former) : former.plan
    const owned = await wallets.owned(userId, former.walletAddresses)
    const verdict =
      rest &&
      (await judge({ market: parts.market, sizing: strategies.sizing, lookUp: parts.lookUp }, rest, owned))
    if (rest && verdict && !verdict.feasible)
      throw new Fault('plan_not_feasible', { goal: rest.goal, why: verdict.why })
    await requireSlippageCode(caller, rest ?? former.plan, request)
    return strategies.starts.restart(former, from, causeOf(row, request))
  }

  return {
    async start(
      caller: Caller,
      id: string,
      what: StrategyDraft | Restart,
      { originKey, code }: Pick<StartRequest, 'originKey' | 'code'>,
    ): Promise<{ strategyId: string; message: string }> {
      const request = { originKey, code, halts: await strategies.halts.count(caller.userId) }
      const row = await own.agent(caller.userId, id)
      // A repeated request finds the strategy that it started.
      const strategy =
        (await strategies.starts.startedBy(caller.userId, originKey)) ??
        ('external_id' in what
          ? await again(caller, row, what, request)
          : await begin(caller, row, what, request))
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
      const agent = await own.agent(userId, id)
      const ended = await strategies.control.stop(userId, agent.id, strategyId)
      if (ended === 'completed' || ended === 'failed')
        return { status: 'stopped', message: 'The strategy had already ended. No orders are open.' }
      if (ended !== 'stopping')
        return { status: 'stopped', message: 'The strategy is stopped. No orders are open.' }
      const held = heldBackIn(await strategies.lookups.findLive(userId, agent.id))
      return {
        status: 'stopping',
        message:
          held ??
          'An order is still in flight. The strategy stops as soon as its outcome is known and places no new orders.',
      }
    },

    /** The strategy's own sale, with its slippage limit: it tries again until all is sold, or says why it cannot. */
    async closePosition(
      userId: number,
      id: string,
      strategyId: string,
    ): Promise<{ status: AgentState; message: string; held: string }> {
      const agent = await own.agent(userId, id)
      const row = await strategies.control.closePosition(userId, agent.id, strategyId)
      const { status: ended, state } = row
      const { held } = state
      if (isLive(ended))
        return {
          status: 'stopping',
          message:
            heldBackIn(row) ??
            'The position is being sold. The strategy ends as soon as the sale is certain and places no new orders.',
          held,
        }
      const message =
        held === '0' && state.exit === null
          ? 'There was no position to sell. The strategy is stopped.'
          : held === '0'
            ? 'The position is closed. The strategy is stopped.'
            : `The position could not be sold: ${figureWords(held)} still held.`
      return { status: 'stopped', message, held }
    },

    /** Throws not_held_back before the mailed code is checked, so that it is not used up in vain. */
    async sellAtAnyPrice(
      id: string,
      { caller, strategyId, code, client, device }: AnyPrice,
    ): Promise<{ status: AgentState; message: string }> {
      const { userId } = caller
      const agent = await own.agent(userId, id)
      const held = await strategies.control.findHeldBack(userId, agent.id, strategyId)
      await accounts.keyCodes.check(caller, code, 'sale')
      const status = await strategies.control.sellAtAnyPrice(held, (tx, found) =>
        writeAudit(tx, {
          userId,
          type: 'any-price',
          detail: { agent: agent.name, ...saleDetail(found) },
          address: client,
          device,
        }),
      )
      const message =
        status === 'paused'
          ? 'The strategy is paused. Once you resume it, the sale goes out at whatever price the market gives.'
          : 'The sale now goes out at whatever price the market gives.'
      return { status: stateOfStatus(status), message }
    },

    async pause(
      userId: number,
      id: string,
      strategyId?: string | null,
    ): Promise<{ status: AgentState; message: string }> {
      const agent = await own.agent(userId, id)
      await strategies.control.pause(userId, agent.id, strategyId)
      const live = await strategies.lookups.findLive(userId, agent.id)
      const status = stateOf(live)
      const unwatched = live && strategies.control.unwatched(live)
      const paused = unwatched ? `paused; ${unwatched}` : 'paused'
      return {
        status,
        message:
          status === 'paused'
            ? `The strategy is ${paused}.`
            : status === 'stopping'
              ? 'An order is still in flight. The strategy pauses as soon as its outcome is known and places no new orders.'
              : 'The strategy has ended in the meantime.',
      }
    },

    async resume(
      userId: number,
      id: string,
      strategyId?: string | null,
    ): Promise<{ status: AgentState; message: string }> {
      await strategies.control.resume(userId, (await own.agent(userId, id)).id, strategyId)
      return { status: 'running', message: 'Strategy resumed.' }
    },

    async status(userId: number, id: string): Promise<AgentStatus> {
      return statusOf(userId, await own.agent(userId, id))
    },

    async allStatus(userId: number): Promise<Record<string, AgentStatus>> {
      const rows = await store.listAgents(db, userId)
      const ids = rows.map((row) => row.id)
      const present = new Map(
        (await strategies.lookups.summaries(userId, ids)).map((one) => [one.agentId, one]),
      )
      return Object.fromEntries(rows.map((row) => [row.id, toStatus(row, present.get(row.id))]))
    },
  }
}
