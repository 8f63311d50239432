/** From an instruction to the answer of the parse call: a plan with its verdict, a question back, or an answer. */
import type { ParsedInstruction } from '@purser/contract/agents.ts'
import { parseFailures } from '@purser/contract/parse-failures.ts'
import { SOL_DECIMALS } from '@purser/contract/money.ts'
import type { Plan } from '@purser/contract/plan.ts'
import type { PlanEdit, ReadingPart } from '@purser/contract/reading.ts'
import type { PlanFigures } from '@purser/contract/shown-plans.ts'
import { KNOWN_TOKENS, MAINNET_TOKENS, SOL_MINT } from '@purser/contract/tokens.ts'
import type {
  Interpretation,
  Interpreter,
  InterpreterRequest,
  Pending,
  Progress,
} from '../../ports/interpreter.ts'
import type { TokenNames } from '../tokens/index.ts'
import { type OwnedWallet, redactKeys } from '../wallets/index.ts'
import { answer } from './answers/answer.ts'
import type { AnswerParts } from './answers/asking.ts'
import { asSent } from './as-sent.ts'
import type { Transfers } from '../transfers/index.ts'
import { changesInWords } from './changes.ts'
import { tokensOf } from './explanation/holdings.ts'
import { judge } from './feasibility.ts'
import { planHash } from './hash.ts'
import { createCommitmentReader } from './commitments.ts'
import { limitCheck } from './limit-check.ts'
import { type Examined, factsOf, stopsBefore, wordIn } from './mint-check.ts'
import { callToken, unnamed } from './call-token.ts'
import { type NamedByMarket, namedByMarket } from './named-by-market.ts'
import { choicesOf, nameable, namedInPlan, nameReplaced, whichIsMeant } from './named-tokens.ts'
import { pricePlan } from './price-plan.ts'
import { type ProposalParts, proposeTransfer } from './proposed-transfer/propose.ts'

export type InterpretParts = AnswerParts &
  ProposalParts & {
    interpreter: Interpreter
    tokenNames: Pick<TokenNames, 'known' | 'isSayable' | 'labels'>
    transfers: Pick<Transfers, 'submit'>
    /** Where they are, a token that has no price but its quote needs the user's word. */
    realFunds: boolean
  }
export type Instruction = {
  userId: number
  agentId: number
  text: string
  /** In place of the text: fields of the plan shown last. */
  edits: PlanEdit[]
  /** In place of both: the plan shown last once more, as it was assumed then. */
  again: { assumptions: string[] } | null
  tokenAddress: string | null
  wallets: OwnedWallet[]
  groupId: number | null
  /** Shown when the user did not choose the wallets. */
  walletAssumption: string | null
  /** The last plan shown for this agent. */
  previousPlan: Plan | null
  /** Its fields that have their value by default. */
  unsaid: string[]
  /** The last instruction of this agent that ended in a question. */
  pending: Pending | null
  now: number
}

const SOL = { symbol: 'SOL', mint: SOL_MINT, decimals: SOL_DECIMALS }
/** Known by name, where the market is simulated and where it is live. */
const TOKENS = [...KNOWN_TOKENS, SOL]
const LIVE_TOKENS = [...MAINNET_TOKENS, SOL]

/** An answer without a plan; its text goes into `explanation`. */
export const nothing = {
  success: true,
  parsedPlan: null,
  plan_hash: null,
  feasible: false,
  isQuestion: false,
  isProcessing: false,
  assumptions: [],
  reading: [],
  question: null,
}

/** Facts of a token stand beside what its plan costs, where nobody has to look for them. */
function withWarnings(figures: PlanFigures | null, facts: string[]): PlanFigures | null {
  const warnings = [...(figures?.warnings ?? []), ...facts]
  return figures && warnings.length > 0 ? { ...figures, warnings } : figures
}

/** What is kept of a plan besides what is answered: its assumptions without the one of its wallets. */
export type Terms = { assumptions: string[]; figures: PlanFigures | null }
/**
 * `pending`: the question that is open after it; undefined: the one before stays so. `unsaid` and `terms`: of the plan.
 */
export type Interpreted = {
  parsed: ParsedInstruction
  pending?: Pending | null
  unsaid?: string[]
  terms?: Terms
}

/** What the text means; a name in it that no token bears is looked up in the live market first, and then read as its token. */
async function read(
  { interpreter, lookUp }: InterpretParts,
  request: InterpreterRequest,
  progress?: Progress,
): Promise<{ meaning: Interpretation; sought: NamedByMarket }> {
  const meaning = await interpreter.interpret(request, progress)
  if (lookUp === null || meaning.kind !== 'ask' || meaning.unknownName === undefined)
    return { meaning, sought: null }
  progress?.status('Looking up the token...')
  const sought = await namedByMarket(lookUp, { word: meaning.unknownName, text: request.instruction })
  if (sought === null || 'question' in sought) return { meaning, sought }
  const tokens = [...request.tokens, sought.token]
  return { meaning: await interpreter.interpret({ ...request, tokens }, progress), sought }
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

/** Not what is said: the plan shown last with other fields, or as it is. */
const isOfLastPlan = ({ edits, again }: Instruction): boolean => edits.length > 0 || again !== null

function ofLastPlan(
  interpreter: Interpreter,
  request: InterpreterRequest,
  { edits, again, unsaid }: Instruction,
): Interpretation {
  const { previousPlan } = request
  return again === null || previousPlan === null
    ? interpreter.edited({ ...request, edits })
    : { kind: 'plan', plan: previousPlan, assumptions: again.assumptions, unsaid }
}

/** What is still to be answered, with the mint that a name was read as: an answer must not mean another. */
const pinned = (text: string, sought: NamedByMarket): string =>
  (sought && 'token' in sought && nameReplaced(text, sought.token.symbol, sought.token.mint)) || text

/** `progress` receives status lines, with an interpreter that takes seconds. */
export async function interpret(
  parts: InterpretParts,
  instruction: Instruction,
  progress?: Progress,
): Promise<Interpreted> {
  const { userId, agentId, wallets, groupId, now } = instruction
  const { said, accepted } = wordIn(instruction.text)
  const text = redactKeys(said.trim())
  const asRead = (parts: ReadingPart[] = []): ReadingPart[] => [
    ...asSent(said, text, parts),
    ...(accepted === null
      ? []
      : [{ from: said.length, to: instruction.text.length, kind: 'filler' as const }]),
  ]
  const named = await parts.tokenNames.known(userId)
  const nameables = nameable(named, {
    text,
    tokenAddress: instruction.tokenAddress,
    isSayable: (name) => parts.tokenNames.isSayable(name),
  })
  if ('ambiguous' in nameables)
    return {
      parsed: {
        ...nothing,
        explanation: whichIsMeant(nameables.ambiguous),
        question: { code: 'token', choices: choicesOf(text, nameables.ambiguous) },
      },
      pending: null,
    }
  const request = {
    instruction: text,
    tokenAddress: instruction.tokenAddress,
    tokens: [...(parts.lookUp ? LIVE_TOKENS : TOKENS), ...nameables.tokens],
    previousPlan: instruction.previousPlan && unnamed(instruction.previousPlan),
    unsaid: instruction.unsaid,
    pending: instruction.pending,
  }
  const walletAddresses = wallets.map((w) => w.address)
  if (!isOfLastPlan(instruction)) {
    // Moving funds between wallets is no plan, and no interpreter takes part in it.
    const transfer = await proposeTransfer(parts, {
      userId,
      text,
      tokens: request.tokens,
      chosen: wallets,
    })
    if (transfer) return { parsed: { ...nothing, ...transfer }, pending: null }
  }
  const { meaning: found, sought } = isOfLastPlan(instruction)
    ? { meaning: ofLastPlan(parts.interpreter, request, instruction), sought: null }
    : await read(parts, request, progress)
  const meaning = await callToken(parts, userId, found)
  switch (meaning.kind) {
    case 'ask':
      if (sought && 'question' in sought)
        return {
          parsed: { ...nothing, ...sought, reading: asRead(meaning.reading) },
          pending: { instruction: meaning.merged ?? text, code: 'token' },
        }
      return {
        parsed: {
          ...nothing,
          explanation: meaning.question,
          reading: asRead(meaning.reading),
          question: { code: meaning.code ?? 'other', choices: meaning.choices ?? [] },
        },
        // Edits of a plan ask nothing that an instruction could answer.
        pending:
          text === ''
            ? null
            : { instruction: pinned(meaning.merged ?? text, sought), code: meaning.code ?? 'other' },
      }
    case 'refused':
      return {
        parsed: { ...nothing, explanation: meaning.sentence, reading: asRead(meaning.reading) },
        pending: null,
      }
    case 'failed':
      return { parsed: { ...nothing, success: false, explanation: parseFailures[meaning.failure] } }
    case 'question':
      progress?.status('Fetching the figures...')
      return {
        parsed: {
          ...nothing,
          isQuestion: true,
          explanation: await answer(parts, meaning.topic, { userId, agentId, walletAddresses, now }),
        },
      }
    case 'plan': {
      progress?.status('Checking funds, fees and the market...')
      const priced = await pricePlan(parts.market, meaning)
      if ('problem' in priced) return { parsed: { ...nothing, explanation: priced.problem }, pending: null }
      const { plan } = priced
      const examined = await examine(parts, plan)
      const stop = stopsBefore(examined, {
        plan,
        text,
        accepted,
        previousPlan: instruction.previousPlan,
      })
      // The question before stays open: what answers it is sent once more, with the user's word.
      if (stop) return { parsed: { ...nothing, ...stop, reading: asRead(meaning.reading) } }
      const verdict = await judge(
        {
          market: parts.market,
          sizing: parts.strategies.sizing,
          lookUp: parts.lookUp && { ...parts.lookUp, report: async () => examined.report },
          tokens: () => tokensOf(parts.balances, wallets),
          limitOf: limitCheck(parts.transfers, instruction.userId),
          readCommitted: createCommitmentReader(parts.strategies, instruction),
        },
        plan,
        wallets,
      )
      const facts = factsOf(examined)
      const explanation = [verdict.explanation, ...facts].join('\n')
      const own = [
        ...meaning.assumptions,
        ...priced.assumptions,
        ...namedInPlan(named, plan),
        ...(sought && 'token' in sought && sought.token.mint === plan.token_address ? [sought.said] : []),
      ]
      // Of a plan that is checked again, the names are told already.
      const terms = { assumptions: [...new Set(own)], figures: withWarnings(verdict.figures, facts) }
      const assumptions = [
        ...terms.assumptions,
        ...(instruction.walletAssumption ? [instruction.walletAssumption] : []),
      ]
      const shown = {
        ...nothing,
        feasible: verdict.feasible,
        explanation,
        parsedPlan: plan,
        plan_hash: planHash({ plan, walletAddresses, groupId, tokenAddress: plan.token_address }),
        assumptions,
        reading: asRead(meaning.reading),
      }
      // A field that was set by itself is said.
      const edited = instruction.edits.map(({ path }) => path)
      const unsaid = isOfLastPlan(instruction)
        ? instruction.unsaid.filter((one) => !edited.includes(one))
        : (meaning.unsaid ?? [])
      if (!meaning.changes) return { parsed: shown, pending: null, unsaid, terms }
      const changes = changesInWords(meaning.changes)
      const changed = `Changes from the previous plan: ${changes.map((c) => c.text).join('; ')}.`
      return {
        parsed: { ...shown, explanation: `${changed}\n${explanation}`, changes },
        pending: null,
        unsaid,
        terms,
      }
    }
  }
}
