/** Starts the plan shown last, or an ended strategy again. */
import type { Restart, StrategyDraft } from '@purser/contract/agents/agents.ts'
import { FREE_SLIPPAGE_BPS } from '@purser/contract/limits.ts'
import type { Plan } from '@purser/contract/strategies/plan.ts'
import type { Strategy } from '@purser/contract/strategies/strategies.ts'
import { randomUUID } from 'node:crypto'
import type { Db } from '../../../db/client.ts'
import { Fault } from '../../../kernel/fault.ts'
import type { OwnedWallet } from '../../wallets/index.ts'
import type { Caller, Control } from '../agents.ts'
import * as store from '../agents.store.ts'
import * as shown from '../chat/shown-plans.store.ts'
import { judge } from '../feasibility/judge.ts'
import { planHash } from '../interpretation/hash.ts'
import { chooseWallets, getAgent } from '../ownership.ts'
import type { AgentsParts } from '../parts.ts'

/** `halts` was read before anything else. */
type StartRequest = Parameters<Control['start']>[3] & { halts: number }

export async function startStrategy(
  parts: AgentsParts,
  caller: Caller,
  id: string,
  what: StrategyDraft | Restart,
  { originKey, code }: Parameters<Control['start']>[3],
): ReturnType<Control['start']> {
  const { db, strategies } = parts
  const request = { originKey, code, halts: await strategies.halts.count(caller.userId) }
  const row = await getAgent(db, caller.userId, id)
  // A repeated request finds the strategy that it started.
  const strategy =
    (await strategies.starts.findStarted(caller.userId, originKey)) ??
    ('external_id' in what
      ? await restart(parts, caller, row, what, request)
      : await startPlan(parts, caller, row, what, request))
  return {
    strategyId: strategy.id,
    message:
      'The trading agent has been successfully deployed. You can view its activity in the terminal below.',
  }
}

async function startPlan(
  parts: AgentsParts,
  caller: Caller,
  row: store.AgentRow,
  draft: StrategyDraft,
  request: StartRequest,
): Promise<Strategy> {
  const { strategies, wallets } = parts
  const { parsedStrategy: plan, groupId = null } = draft
  const { chosen } = await chooseWallets(wallets, caller, draft.walletAddresses ?? [], groupId)
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
  await requireFeasible(parts, plan, chosen)
  await requireSlippageCode(parts, caller, plan, request)
  const strategyId = randomUUID()
  return strategies.starts.start(
    { id: strategyId, userId: caller.userId, agent: row, plan, walletAddresses, groupId },
    { ...request, agentExists: (tx) => takeShown(parts, tx, row.id, { hash, strategyId }) },
  )
}

/** Goes on with the next order unless it is asked to begin with the first: nothing is traded twice unasked. */
async function restart(
  parts: AgentsParts,
  caller: Caller,
  row: store.AgentRow,
  { external_id: strategyId, from: wanted = 'next' }: Restart,
  request: StartRequest,
): Promise<Strategy> {
  const { strategies, wallets } = parts
  const { userId } = caller
  const former = await strategies.lookups.find(userId, strategyId)
  if (!former || former.agentId !== row.id) throw new Fault('not_found', { what: 'Strategy' })
  if (await strategies.lookups.findLive(userId, row.id)) throw new Fault('strategy_running')
  const progress = strategies.starts.describeRestart(former)
  const why = progress && wanted === 'next' ? strategies.starts.cannotContinue(former) : null
  if (why) throw new Fault('nothing_to_continue', why)
  const from = progress && wanted === 'next' ? 'next' : 'first'
  const plan = from === 'next' ? strategies.starts.planLeft(former) : former.plan
  const owned = await wallets.lookups.getByAddresses(userId, former.walletAddresses)
  if (plan) await requireFeasible(parts, plan, owned)
  await requireSlippageCode(parts, caller, plan ?? former.plan, request)
  const { originKey, halts } = request
  const agentExists = (tx: Db) => store.holdAgent(tx, row.id)
  return strategies.starts.restart(former, from, { originKey, halts, agentExists })
}

async function requireFeasible(
  { market, strategies: { sizing }, lookUp }: AgentsParts,
  plan: Plan,
  wallets: OwnedWallet[],
): Promise<void> {
  const verdict = await judge({ market, sizing, lookUp }, plan, wallets)
  if (!verdict.feasible) throw new Fault('plan_not_feasible', { goal: plan.goal, why: verdict.why })
}

/** A slippage that may lose much to others needs its owner's word. Throws key_code_needed and wrong_key_code. */
async function requireSlippageCode(
  { accounts }: AgentsParts,
  caller: Caller,
  { slippage_bps: bps }: Plan,
  { code }: StartRequest,
): Promise<void> {
  if (accounts.realFunds && bps > FREE_SLIPPAGE_BPS) await accounts.keyCodes.check(caller, code, 'slippage')
}

/** A plan that was shown once is started once, whatever the key of the request. */
async function takeShown(
  { clock }: AgentsParts,
  tx: Db,
  agentId: number,
  taken: { hash: string; strategyId: string },
): Promise<boolean> {
  if (!(await store.holdAgent(tx, agentId))) return false
  if (!(await shown.takeShown(tx, agentId, { ...taken, at: new Date(clock.now()) })))
    throw new Fault('plan_not_shown')
  return true
}
