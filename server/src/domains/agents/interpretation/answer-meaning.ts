/** From what a message means to its answer: a plan with its verdict, a question back, figures, or buttons. */
import type { ParsedInstruction } from '@purser/contract/agents/agents.ts'
import { WALLETS_PER_STRATEGY } from '@purser/contract/limits.ts'
import { parseFailures } from '@purser/contract/agents/parse-failures.ts'
import type { Interpretation, Progress, Topic } from '../../../ports/interpreter.ts'
import { answer } from '../answers/answer.ts'
import { EXAMPLES } from '../answers/capabilities.ts'
import { proposeTransfer } from '../proposed-transfer/propose.ts'
import type { Context } from './context.ts'
import { type Instruction, type Interpreted, type InterpretParts, nothing } from './instruction.ts'
import type { NamedByMarket } from './named-by-market.ts'
import { nameReplaced } from './named-tokens.ts'
import { presentPlan, type PlanToPresent } from './present-plan.ts'
import type { ReadText } from './read-text.ts'
import { replyToControl, replyToTalk, replyToWallets, toSuggestions } from './talk-reply.ts'

/** In place of an answer to a question that was not understood. */
const QUESTIONS = EXAMPLES.map((text) => ({ label: text, text }))

type Meaning<K extends Interpretation['kind']> = Extract<Interpretation, { kind: K }>
type Found = Omit<PlanToPresent, 'meaning'> & { context: Context }

/** `progress` receives status lines, with an interpreter that takes seconds. */
export async function answerMeaning(
  parts: InterpretParts,
  instruction: Instruction,
  { meaning, ...found }: Found & { meaning: Interpretation },
  progress?: Progress,
): Promise<Interpreted> {
  const { context, read, sought } = found
  const as = meaning.as === undefined ? {} : { understood_as: meaning.as }
  const asked = meaning.asked === undefined ? {} : { pending: meaning.asked }
  const reply: Reply = (parsed) => ({
    parsed: { ...nothing, ...as, ...parsed },
    ...asked,
  })
  switch (meaning.kind) {
    case 'ask': {
      const { parsed, pending } = askBack(meaning, read, sought)
      const suggestions = toSuggestions(parsed.question?.choices ?? [])
      return { parsed: { ...parsed, ...as, suggestions }, pending: pending ?? null }
    }
    case 'refused': {
      const { sentence, suggestions = [] } = meaning
      return reply({
        explanation: sentence,
        reading: read.locate(meaning.reading),
        suggestions: toSuggestions(suggestions),
      })
    }
    case 'failed':
      return { parsed: { ...nothing, success: false, explanation: parseFailures[meaning.failure] } }
    case 'talk':
      return answerTalk(parts, instruction, { meaning, ...found }, reply)
    case 'control':
      return reply(replyToControl(meaning, context.agents))
    case 'wallets':
      return useWallet(parts, instruction, { meaning, ...found }) ?? reply(replyToWallets(meaning))
    case 'transfer':
      return reply(
        await proposeTransfer(parts, {
          userId: instruction.userId,
          read: meaning.read,
          wallets: context.wallets,
          chosen: instruction.wallets,
        }),
      )
    case 'unknown':
      return reply({
        explanation: meaning.sentence,
        reading: read.locate(meaning.reading),
        suggestions: toSuggestions(meaning.suggestions),
      })
    case 'question': {
      progress?.status('Fetching the figures...')
      const open = meaning.asked && !meaning.asked.isOffer ? toSuggestions(meaning.asked.choices ?? []) : []
      // The open question's choices would be out of sight.
      return reply({
        ...(open.length > 0 ? { suggestions: open } : {}),
        ...(await answerQuestion(parts, instruction, meaning.topic)),
      })
    }
    case 'plan': {
      progress?.status('Checking funds, fees and the market...')
      const shown = await presentPlan(parts, instruction, { meaning, ...found })
      return { ...shown, parsed: { ...shown.parsed, ...as } }
    }
  }
}

type Reply = (parsed: Partial<ParsedInstruction> & { explanation: string }) => Interpreted

async function answerTalk(
  parts: InterpretParts,
  { agentId, ...instruction }: Instruction,
  { meaning, context, ...found }: Found & { meaning: Meaning<'talk'> },
  reply: Reply,
): Promise<Interpreted> {
  const { isOffered, pending, previousPlan: plan, unsaid } = instruction
  const question = (pending && !pending.isOffer && pending.question) || null
  const isRunning = context.agents.some(({ id, strategyId }) => id === agentId && strategyId !== null)
  // A plan that could not be done is checked again: it says what would make it feasible, or is offered now.
  if (meaning.act === 'agree' && plan && !isOffered && !isRunning && question === null) {
    const again = { kind: 'plan' as const, plan, assumptions: [], unsaid, reading: meaning.reading ?? [] }
    const shown = await presentPlan(parts, { agentId, ...instruction }, { meaning: again, ...found })
    return { ...shown, parsed: { ...shown.parsed, understood_as: 'agree' } }
  }
  const answered = reply(replyToTalk(meaning, { isOffered, isRunning, question }))
  return meaning.drops === 'plan' ? { ...answered, withdraws: true } : answered
}

async function answerQuestion(
  parts: InterpretParts,
  { userId, agentId, wallets, previousPlan: plan, isOffered, tokenAddress, now }: Instruction,
  topic: Topic,
): Promise<Pick<ParsedInstruction, 'isQuestion' | 'explanation' | 'answer' | 'suggestions'>> {
  const walletAddresses = wallets.map((w) => w.address)
  const named = 'agent' in topic ? topic.agent : undefined
  const { card, text } = await answer(parts, topic, {
    userId,
    agentId: named?.id ?? agentId,
    walletAddresses,
    plan: named ? null : plan,
    isOffered: isOffered && !named,
    tokenAddress,
    now,
  })
  const label = (words: string) => (named ? `${named.name}: ${words}` : words)
  return {
    isQuestion: true,
    explanation: card ? text : label(text),
    ...(card ? { answer: { ...card, title: label(card.title) } } : {}),
    ...(topic.about === 'unknown' ? { suggestions: QUESTIONS } : {}),
  }
}

/** The plan shown, with another wallet: 'use wallet 2'. Undefined where none is shown, or it is another matter. */
function useWallet(
  parts: InterpretParts,
  instruction: Instruction,
  { meaning, context, ...found }: Found & { meaning: Meaning<'wallets'> },
): Promise<Interpreted> | undefined {
  const { previousPlan: plan, unsaid } = instruction
  const wallets =
    meaning.matter === 'use_wallet'
      ? context.wallets.filter(({ name }) => name === meaning.name)
      : meaning.matter === 'use_group'
        ? context.wallets.filter(({ groupIds }) => groupIds.some((id) => isGroup(context, id, meaning.name)))
        : []
  // Neither of two wallets with the same name is chosen.
  const isOpen = meaning.matter === 'use_wallet' ? wallets.length > 1 : wallets.length > WALLETS_PER_STRATEGY
  if (plan === null || wallets.length === 0 || isOpen) return undefined
  const groupId = context.groups.find(({ name }) => name === meaning.name)?.id ?? null
  const chosen = { wallets, groupId: meaning.matter === 'use_group' ? groupId : null, walletAssumption: null }
  return presentPlan(
    parts,
    { ...instruction, ...chosen },
    { ...found, meaning: { kind: 'plan', plan, assumptions: [], unsaid, reading: meaning.reading ?? [] } },
  ).then((shown) => ({
    ...shown,
    parsed: { ...shown.parsed, understood_as: 'change' as const },
    on: chosen,
    pending: meaning.asked ?? null,
  }))
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
      text === '' || meaning.asked === null
        ? null
        : { ...meaning.asked, instruction: pinned(meaning.asked?.instruction ?? text, sought), code },
  }
}

/** Returns what is still to be answered, with the mint that a name was read as: an answer must not mean another. */
const pinned = (text: string, sought: NamedByMarket): string =>
  (sought && 'token' in sought && nameReplaced(text, sought.token.symbol, sought.token.mint)) || text
