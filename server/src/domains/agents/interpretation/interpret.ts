/** From an instruction to the answer of the parse call: a plan with its verdict, a question back, or an answer. */
import type { ParsedInstruction } from '@purser/contract/agents/agents.ts'
import { SOL_DECIMALS } from '@purser/contract/money.ts'
import { parseFailures } from '@purser/contract/agents/parse-failures.ts'
import { KNOWN_TOKENS, MAINNET_TOKENS, SOL_MINT } from '@purser/contract/tokens/tokens.ts'
import type { Interpretation, Interpreter, InterpreterRequest, Progress, Topic } from '../../../ports/interpreter.ts'
import { answer } from '../answers/answer.ts'
import { EXAMPLES } from '../answers/capabilities.ts'
import { proposeTransfer } from '../proposed-transfer/propose.ts'
import { callToken, unnamed } from './call-token.ts'
import { type Context, readContext } from './context.ts'
import {
  type Instruction,
  type Interpreted,
  type InterpretParts,
  isOfLastPlan,
  nothing,
} from './instruction.ts'
import { type NamedByMarket, namedByMarket } from './named-by-market.ts'
import { toChoices, nameable, nameReplaced, whichIsMeant } from './named-tokens.ts'
import { presentPlan, type PlanToPresent } from './present-plan.ts'
import { replyToControl, replyToTalk, replyToWallets } from './talk-reply.ts'
import { type ReadText, readText } from './read-text.ts'

const SOL = { symbol: 'SOL', mint: SOL_MINT, decimals: SOL_DECIMALS }
/** Known by name, where the market is simulated and where it is live. */
const TOKENS = [...KNOWN_TOKENS, SOL]
const LIVE_TOKENS = [...MAINNET_TOKENS, SOL]

/** In place of an answer to a question that was not understood. */
const QUESTIONS = EXAMPLES.map((text) => ({ label: text, reply: text }))

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
  const { userId, agentId, wallets, tokenAddress } = instruction
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
  const as = meaning.as === undefined ? {} : { understood_as: meaning.as }
  const asked = meaning.asked === undefined ? {} : { pending: meaning.asked }
  const reply = (parsed: Partial<ParsedInstruction> & { explanation: string }): Interpreted => ({
    parsed: { ...nothing, ...as, ...parsed },
    ...asked,
  })
  switch (meaning.kind) {
    case 'ask': {
      const { parsed, pending } = askBack(meaning, read, sought)
      return { parsed: { ...parsed, ...as }, pending: pending ?? null }
    }
    case 'refused': {
      const { sentence, suggestions = [] } = meaning
      return reply({ explanation: sentence, reading: read.locate(meaning.reading), suggestions })
    }
    case 'failed':
      return { parsed: { ...nothing, success: false, explanation: parseFailures[meaning.failure] } }
    case 'talk': {
      const { isOffered, pending, previousPlan: plan, unsaid } = instruction
      const question = (pending && !pending.isOffer && pending.question) || null
      const isRunning = context.agents.some(({ id, strategyId }) => id === agentId && strategyId !== null)
      // A plan that could not be done is checked again: it says what would make it feasible, or is offered now.
      if (meaning.act === 'agree' && plan && !isOffered && !isRunning && question === null) {
        const again = { kind: 'plan' as const, plan, assumptions: [], unsaid, reading: meaning.reading ?? [] }
        const shown = await presentPlan(parts, instruction, { meaning: again, read, named, sought })
        return { ...shown, parsed: { ...shown.parsed, ...as } }
      }
      const answer = reply(replyToTalk(meaning, { isOffered, isRunning, question }))
      return meaning.drops === 'plan' ? { ...answer, withdraws: true } : answer
    }
    case 'control':
      return reply(replyToControl(meaning, context.agents))
    case 'wallets':
      return (
        useWallet(parts, instruction, { meaning, context, read, named, sought }) ??
        reply(replyToWallets(meaning))
      )
    case 'transfer':
      return reply(
        await proposeTransfer(parts, {
          userId,
          read: meaning.read,
          wallets: context.wallets,
          chosen: wallets,
        }),
      )
    case 'unknown':
      return reply({
        explanation: meaning.sentence,
        reading: read.locate(meaning.reading),
        suggestions: meaning.suggestions,
      })
    case 'question': {
      progress?.status('Fetching the figures...')
      return reply(await answerQuestion(parts, instruction, meaning.topic))
    }
    case 'plan': {
      progress?.status('Checking funds, fees and the market...')
      const shown = await presentPlan(parts, instruction, { meaning, read, named, sought })
      return { ...shown, parsed: { ...shown.parsed, ...as } }
    }
  }
}

async function answerQuestion(
  parts: InterpretParts,
  { userId, agentId, wallets, previousPlan: plan, tokenAddress, now }: Instruction,
  topic: Topic,
): Promise<Pick<ParsedInstruction, 'isQuestion' | 'explanation' | 'answer' | 'suggestions'>> {
  const walletAddresses = wallets.map((w) => w.address)
  const { card, text } = await answer(parts, topic, {
    userId,
    agentId,
    walletAddresses,
    plan,
    tokenAddress,
    now,
  })
  return {
    isQuestion: true,
    explanation: text,
    ...(card ? { answer: card } : {}),
    ...(topic.about === 'unknown' ? { suggestions: QUESTIONS } : {}),
  }
}

/** The plan shown, with another wallet: 'use wallet 2'. Undefined where none is shown, or it is another matter. */
function useWallet(
  parts: InterpretParts,
  instruction: Instruction,
  {
    meaning,
    context,
    ...found
  }: Omit<PlanToPresent, 'meaning'> & {
    meaning: Extract<Interpretation, { kind: 'wallets' }>
    context: Context
  },
): Promise<Interpreted> | undefined {
  const { previousPlan: plan, unsaid } = instruction
  const wallets =
    meaning.matter === 'use_wallet'
      ? context.wallets.filter(({ name }) => name === meaning.name)
      : meaning.matter === 'use_group'
        ? context.wallets.filter(({ groupIds }) => groupIds.some((id) => isGroup(context, id, meaning.name)))
        : []
  if (plan === null || wallets.length === 0) return undefined
  const groupId = context.groups.find(({ name }) => name === meaning.name)?.id ?? null
  const chosen = { wallets, groupId: meaning.matter === 'use_group' ? groupId : null, walletAssumption: null }
  return presentPlan(
    parts,
    { ...instruction, ...chosen },
    { ...found, meaning: { kind: 'plan', plan, assumptions: [], unsaid, reading: meaning.reading ?? [] } },
  ).then((shown) => ({ ...shown, parsed: { ...shown.parsed, understood_as: 'change' as const }, on: chosen }))
}
const isGroup = ({ groups }: Context, id: number, name: string | undefined): boolean =>
  groups.some((group) => group.id === id && group.name === name)

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
    pending:
      text === ''
        ? null
        : { ...meaning.asked, instruction: pinned(meaning.asked?.instruction ?? text, sought), code },
  }
}
