/** From an instruction to the answer of the parse call: a plan with its verdict, a question back, or an answer. */
import { SOL_DECIMALS } from '@purser/contract/money.ts'
import { KNOWN_TOKENS, MAINNET_TOKENS, SOL_MINT } from '@purser/contract/tokens/tokens.ts'
import type { Interpretation, Interpreter, InterpreterRequest, Progress } from '../../../ports/interpreter.ts'
import { callToken, unnamed } from './call-token.ts'
import { answerMeaning } from './answer-meaning.ts'
import { readContext } from './context.ts'
import {
  type Instruction,
  type Interpreted,
  type InterpretParts,
  isOfLastPlan,
  nothing,
} from './instruction.ts'
import { type NamedByMarket, namedByMarket } from './named-by-market.ts'
import { toChoices, nameable, whichIsMeant } from './named-tokens.ts'
import { readText } from './read-text.ts'

const SOL = { symbol: 'SOL', mint: SOL_MINT, decimals: SOL_DECIMALS }
/** Known by name, where the market is simulated and where it is live. */
const TOKENS = [...KNOWN_TOKENS, SOL]
const LIVE_TOKENS = [...MAINNET_TOKENS, SOL]

/** Reads what the text means; a name in it that no token bears is looked up in the live market first, and then read as its token. */
async function readMeaning(
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

function ofLastPlan(
  interpreter: Interpreter,
  request: InterpreterRequest,
  { edits, again, unsaid }: Instruction,
): Interpretation {
  const { previousPlan } = request
  return again === null || previousPlan === null
    ? interpreter.editPlan({ ...request, edits })
    : { kind: 'plan', plan: previousPlan, assumptions: again.assumptions, unsaid }
}

/** `progress` receives status lines, with an interpreter that takes seconds. */
export async function interpret(
  parts: InterpretParts,
  instruction: Instruction,
  progress?: Progress,
): Promise<Interpreted> {
  const { userId, agentId, tokenAddress } = instruction
  const read = readText(instruction.text)
  const { text } = read
  const named = await parts.tokenNames.known(userId)
  const nameables = nameable(named, {
    text,
    tokenAddress,
    isSayable: (name) => parts.tokenNames.isSayable(name),
  })
  if ('ambiguous' in nameables) {
    const question = { code: 'token' as const, choices: toChoices(text, nameables.ambiguous) }
    const explanation = whichIsMeant(nameables.ambiguous)
    return { parsed: { ...nothing, explanation, question }, pending: null }
  }
  const tokens = [...(parts.lookUp ? LIVE_TOKENS : TOKENS), ...nameables.tokens]
  const context = await readContext(parts, userId, {
    instruction: text,
    tokens,
    pending: instruction.pending,
  })
  const request: InterpreterRequest = {
    instruction: text,
    tokenAddress,
    tokens,
    previousPlan: instruction.previousPlan && unnamed(instruction.previousPlan),
    unsaid: instruction.unsaid,
    pending: instruction.pending,
    agents: context.agents,
    agentId,
    wallets: context.wallets,
    groups: context.groups,
  }
  const { meaning: found, sought } = isOfLastPlan(instruction)
    ? { meaning: ofLastPlan(parts.interpreter, request, instruction), sought: null }
    : await readMeaning(parts, request, progress)
  const meaning = await callToken(parts, userId, found)
  return answerMeaning(parts, instruction, { meaning, context, read, named, sought }, progress)
}
