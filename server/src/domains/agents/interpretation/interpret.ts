/** From an instruction to the answer of the parse call: a plan with its verdict, a question back, or an answer. */
import { SOL_DECIMALS } from '@purser/contract/money.ts'
import { parseFailures } from '@purser/contract/agents/parse-failures.ts'
import { KNOWN_TOKENS, MAINNET_TOKENS, SOL_MINT } from '@purser/contract/tokens/tokens.ts'
import type { Interpretation, Interpreter, InterpreterRequest, Progress } from '../../../ports/interpreter.ts'
import { answer } from '../answers/answer.ts'
import { proposeTransfer } from '../proposed-transfer/propose.ts'
import { callToken, unnamed } from './call-token.ts'
import {
  type Instruction,
  type Interpreted,
  type InterpretParts,
  isOfLastPlan,
  nothing,
} from './instruction.ts'
import { type NamedByMarket, namedByMarket } from './named-by-market.ts'
import { toChoices, nameable, nameReplaced, whichIsMeant } from './named-tokens.ts'
import { presentPlan } from './present-plan.ts'
import { type ReadText, readText } from './read-text.ts'

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
    ? interpreter.edited({ ...request, edits })
    : { kind: 'plan', plan: previousPlan, assumptions: again.assumptions, unsaid }
}

/** Returns what is still to be answered, with the mint that a name was read as: an answer must not mean another. */
const pinned = (text: string, sought: NamedByMarket): string =>
  (sought && 'token' in sought && nameReplaced(text, sought.token.symbol, sought.token.mint)) || text

/** `progress` receives status lines, with an interpreter that takes seconds. */
export async function interpret(
  parts: InterpretParts,
  instruction: Instruction,
  progress?: Progress,
): Promise<Interpreted> {
  const { userId, agentId, wallets, now, tokenAddress } = instruction
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
  const request: InterpreterRequest = {
    instruction: text,
    tokenAddress,
    tokens: [...(parts.lookUp ? LIVE_TOKENS : TOKENS), ...nameables.tokens],
    previousPlan: instruction.previousPlan && unnamed(instruction.previousPlan),
    unsaid: instruction.unsaid,
    pending: instruction.pending,
  }
  if (!isOfLastPlan(instruction)) {
    // Moving funds between wallets is no plan, and no interpreter takes part in it.
    const { tokens } = request
    const transfer = await proposeTransfer(parts, { userId, text, tokens, chosen: wallets })
    if (transfer) return { parsed: { ...nothing, ...transfer }, pending: null }
  }
  const { meaning: found, sought } = isOfLastPlan(instruction)
    ? { meaning: ofLastPlan(parts.interpreter, request, instruction), sought: null }
    : await readMeaning(parts, request, progress)
  const meaning = await callToken(parts, userId, found)
  switch (meaning.kind) {
    case 'ask':
      return askBack(meaning, read, sought)
    case 'refused':
      return {
        parsed: { ...nothing, explanation: meaning.sentence, reading: read.locate(meaning.reading) },
        pending: null,
      }
    case 'failed':
      return { parsed: { ...nothing, success: false, explanation: parseFailures[meaning.failure] } }
    case 'question': {
      progress?.status('Fetching the figures...')
      const walletAddresses = wallets.map((w) => w.address)
      const explanation = await answer(parts, meaning.topic, { userId, agentId, walletAddresses, now })
      return { parsed: { ...nothing, isQuestion: true, explanation } }
    }
    case 'plan':
      progress?.status('Checking funds, fees and the market...')
      return presentPlan(parts, instruction, { meaning, read, named, sought })
  }
}

function askBack(
  meaning: Extract<Interpretation, { kind: 'ask' }>,
  { text, locate }: ReadText,
  sought: NamedByMarket,
): Interpreted {
  const reading = locate(meaning.reading)
  if (sought && 'question' in sought)
    return {
      parsed: { ...nothing, ...sought, reading },
      pending: { instruction: meaning.merged ?? text, code: 'token' },
    }
  const code = meaning.code ?? 'other'
  const question = { code, choices: meaning.choices ?? [] }
  return {
    parsed: { ...nothing, explanation: meaning.question, reading, question },
    // Edits of a plan ask nothing that an instruction could answer.
    pending: text === '' ? null : { instruction: pinned(meaning.merged ?? text, sought), code },
  }
}
