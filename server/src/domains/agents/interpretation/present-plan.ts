/** From a plan that was read to its card: priced, checked and explained. */
import type { Plan } from '@purser/contract/strategies/plan.ts'
import type { PlanFigures } from '@purser/contract/agents/shown-plans.ts'
import type { NamedToken } from '@purser/contract/tokens/created-tokens.ts'
import type { Interpretation } from '../../../ports/interpreter.ts'
import { readTokens } from '../explanation/holdings.ts'
import { createCommitmentReader } from '../feasibility/commitments.ts'
import { judge } from '../feasibility/judge.ts'
import { limitCheck } from '../feasibility/limit-check.ts'
import { changesInWords } from './changes.ts'
import { planHash } from './hash.ts'
import {
  type Instruction,
  type Interpreted,
  type InterpretParts,
  isOfLastPlan,
  nothing,
} from './instruction.ts'
import { type Examined, describeFacts, stopsBefore } from './mint-check.ts'
import type { NamedByMarket } from './named-by-market.ts'
import { namedInPlan } from './named-tokens.ts'
import { pricePlan } from './price-plan.ts'
import type { ReadText } from './read-text.ts'

type PlanMeaning = Extract<Interpretation, { kind: 'plan' }>
export type PlanToPresent = {
  meaning: PlanMeaning
  read: ReadText
  named: NamedToken[]
  sought: NamedByMarket
}

/** Throws market_away. */
async function examine(
  { lookUp, market, realFunds }: InterpretParts,
  { token_address: mint }: Plan,
): Promise<Examined> {
  return {
    report: lookUp && (await lookUp.report(mint)),
    unpriced: realFunds && (await market.priceUsd(mint)) === null,
  }
}

/** Facts of a token stand beside what its plan costs, where nobody has to look for them. */
function withWarnings(figures: PlanFigures | null, facts: string[]): PlanFigures | null {
  const warnings = [...(figures?.warnings ?? []), ...facts]
  return figures && warnings.length > 0 ? { ...figures, warnings } : figures
}

export async function presentPlan(
  parts: InterpretParts,
  instruction: Instruction,
  { meaning, read, named, sought }: PlanToPresent,
): Promise<Interpreted> {
  const { wallets, groupId, previousPlan } = instruction
  const priced = await pricePlan(parts.market, meaning)
  if ('problem' in priced) return { parsed: { ...nothing, explanation: priced.problem }, pending: null }
  const { plan } = priced
  const examined = await examine(parts, plan)
  const reading = read.locate(meaning.reading)
  const stop = stopsBefore(examined, { plan, text: read.text, accepted: read.accepted, previousPlan })
  // The question before stays open: what answers it is sent once more, with the user's word.
  if (stop) return { parsed: { ...nothing, ...stop, reading } }
  const verdict = await judgePlan(parts, instruction, plan, examined)
  const facts = describeFacts(examined)
  const own = [
    ...meaning.assumptions,
    ...priced.assumptions,
    ...namedInPlan(named, plan),
    ...(sought && 'token' in sought && sought.token.mint === plan.token_address ? [sought.said] : []),
  ]
  // The names in a plan that is checked again are among them already.
  const terms = { assumptions: [...new Set(own)], figures: withWarnings(verdict.figures, facts) }
  const { walletAssumption } = instruction
  const walletAddresses = wallets.map((w) => w.address)
  const shown = {
    ...nothing,
    feasible: verdict.feasible,
    explanation: [verdict.explanation, ...facts].join('\n'),
    parsedPlan: plan,
    plan_hash: planHash({ plan, walletAddresses, groupId, tokenAddress: plan.token_address }),
    assumptions: [...terms.assumptions, ...(walletAssumption ? [walletAssumption] : [])],
    reading,
  }
  const answer = { pending: null, unsaid: unsaidIn(meaning, instruction), terms }
  if (!meaning.changes) return { parsed: shown, ...answer }
  const changes = changesInWords(meaning.changes)
  const changed = `Changes from the previous plan: ${changes.map((c) => c.text).join('; ')}.`
  return { parsed: { ...shown, explanation: `${changed}\n${shown.explanation}`, changes }, ...answer }
}

const judgePlan = (parts: InterpretParts, instruction: Instruction, plan: Plan, { report }: Examined) =>
  judge(
    {
      market: parts.market,
      sizing: parts.strategies.sizing,
      lookUp: parts.lookUp && { ...parts.lookUp, report: async () => report },
      tokens: () => readTokens(parts.balances, instruction.wallets),
      checkLimit: limitCheck(parts.transfers, instruction.userId),
      readCommitted: createCommitmentReader(parts.strategies, instruction),
    },
    plan,
    instruction.wallets,
  )

/** A field that was set by itself is said. */
function unsaidIn(meaning: PlanMeaning, instruction: Instruction): string[] {
  if (!isOfLastPlan(instruction)) return meaning.unsaid ?? []
  const edited = instruction.edits.map(({ path }) => path)
  return instruction.unsaid.filter((one) => !edited.includes(one))
}
