/** Parses an instruction and keeps what it shows or asks, unless a newer one was given meanwhile. */
import type { ParsedInstruction } from '@purser/contract/agents/agents.ts'
import { SHOWN_PLANS_KEPT } from '@purser/contract/limits.ts'
import { Plan } from '@purser/contract/strategies/plan.ts'
import type { Db } from '../../../db/client.ts'
import { Fault } from '../../../kernel/fault.ts'
import type { Progress } from '../../../ports/interpreter.ts'
import type { Caller, ParseRequest } from '../agents.ts'
import * as store from '../agents.store.ts'
import type { Instruction, Interpreted } from '../interpretation/instruction.ts'
import { interpret } from '../interpretation/interpret.ts'
import { chooseWallets, getAgent } from '../ownership.ts'
import type { AgentsParts } from '../parts.ts'
import { findPending, rememberAsked } from './asked-back.ts'
import type { DeferredParses } from './deferred-parse.ts'
import { toTerms } from './shown-plans.ts'
import * as shownStore from './shown-plans.store.ts'

/** A stored plan of an older shape counts as none. */
const lastPlan = (row: store.AgentRow): Plan | undefined => Plan.safeParse(row.shownPlan).data

/** Returns what was assumed when a plan was shown, for a request that says and changes nothing. */
async function readAssumptions(
  db: Db,
  row: store.AgentRow,
  { instruction, edits, planHash: hash }: ParseRequest,
): Promise<{ assumptions: string[] } | null> {
  if (instruction !== null || edits.length > 0 || hash === undefined) return null
  return (await shownStore.findLast(db, row.id, { hash })) ?? { assumptions: [] }
}

export async function parseInstruction(
  parts: AgentsParts,
  deferred: DeferredParses,
  caller: Caller,
  id: string,
  request: ParseRequest,
): Promise<ParsedInstruction> {
  const { db, clock, interpreter, marketClock, wallets } = parts
  const { walletAddresses, groupId, tokenAddress, edits } = request
  const found = await getAgent(db, caller.userId, id)
  const { chosen, assumption } = await chooseWallets(wallets, caller, walletAddresses, groupId)
  const slow = interpreter.slow && request.instruction !== null
  if (slow) await deferred.admit(found)
  // The earlier messages are read as of the moment at which this instruction becomes the newest.
  const row = await store.beginParse(db, found.id, request.planHash)
  if (!row) throw new Fault('plan_not_last', { goal: lastPlan(found)?.goal ?? null })
  const instruction: Instruction = {
    userId: caller.userId,
    agentId: row.id,
    text: request.instruction ?? '',
    edits,
    again: await readAssumptions(db, row, request),
    tokenAddress,
    wallets: chosen,
    groupId,
    walletAssumption: assumption,
    now: marketClock.now(),
    previousPlan: lastPlan(row) ?? null,
    unsaid: row.unsaid ?? [],
    pending: findPending(row, clock.now()),
    // A newer plan that is not feasible is not the one that waits.
    isOffered: row.shownPlanHash !== null && row.shownPlanHash === row.lastPlanHash,
  }
  const read = async (progress?: Progress): Promise<ParsedInstruction> => {
    const read = await interpret(parts, instruction, progress)
    // Aborted: it is not shown.
    if (progress?.signal.aborted) return read.parsed
    const plan = read.parsed.parsedPlan
    if (read.withdraws) await store.withdrawPlan(db, row)
    if (plan === null) return { ...read.parsed, question: await rememberAsked(db, row, read, clock.now()) }
    const shown = { read, plan, instruction: { ...instruction, ...read.on } }
    return showPlan(parts, row, { ...shown, isChange: request.instruction === null }, progress)
  }
  return slow ? deferred.begin(row, row.parses, read) : read()
}

type PlanToShow = { read: Interpreted; plan: Plan; instruction: Instruction; isChange: boolean }

/** Keeps the plan as the one shown last, with a preview where it is feasible. */
async function showPlan(
  { db, strategies }: AgentsParts,
  row: store.AgentRow,
  { read: { parsed, unsaid = [], terms }, plan, instruction, isChange }: PlanToShow,
  progress?: Progress,
): Promise<ParsedInstruction> {
  const { feasible, plan_hash: hash, reading, changes } = parsed
  const addresses = instruction.wallets.map((wallet) => wallet.address)
  const kept = await shownStore.rememberPlan(db, row.id, {
    parse: row.parses,
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
      walletAssumption: instruction.walletAssumption,
      walletAddresses: addresses,
      groupId: instruction.groupId,
    },
  })
  // A change that is not kept would show a plan that the next change is refused of.
  if (!kept && isChange) throw new Fault('changed_meanwhile', { what: 'plan' })
  if (!kept) return parsed
  const shown = toTerms(kept)
  if (!feasible) return { ...parsed, shown }
  progress?.status('Loading the last 30 days for a preview...')
  // A feasible plan is shown also while the history is unavailable.
  const preview = await strategies.previews.month(plan, addresses).catch(() => null)
  if (preview) await shownStore.rememberPreview(db, kept.id, preview)
  return { ...parsed, preview, shown }
}
