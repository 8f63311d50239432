/**
 * One message of a conversation. It is tried as an act of talk, a matter of wallets or a transfer, an instruction, a
 * question, an answer, a change, in this order; the first that fits decides, and nothing is forced. Source:
 * specification 5, 'A conversation'.
 */
import type { Choice, ReadingPart } from '@purser/contract/agents/reading.ts'
import type { Language } from '../interpret.ts'
import { interpretWith } from '../interpreter.ts'
import type { Interpretation, InterpreterRequest, NamedToken, Pending, RunningAgent } from '../port.ts'
import { answerTransfer, mayBeTransfer, readTransfer, type TransferRead } from '../transfers/read.ts'
import { questions } from '../transfers/questions.ts'
import { cannotDo } from './cannot.ts'
import { type Control, readTalk, type Talk } from './talk.ts'
import { asksToUse, readWalletMatter } from './wallet-matters.ts'

export function converse(language: Language, request: InterpreterRequest): Interpretation {
  const { instruction, tokens, agents = [], wallets = [], groups = [], pending = null } = request
  const said: ReadingPart[] = wholeReading(instruction)
  const talk = readTalk(instruction, {
    names: agents.map(({ name }) => name),
    symbols: agents.flatMap(({ symbol }) => symbol ?? []),
  })
  const act = talk && actOf(talk, request)
  if (act) return { ...act, reading: said }
  const matter = readWalletMatter(instruction, {
    wallets: wallets.map(({ name }) => name),
    groups: groups.map(({ name }) => name),
  })
  if (matter) {
    const isUse = matter.matter === 'use_wallet' || matter.matter === 'use_group'
    return { kind: 'wallets', ...matter, reading: said, as: isUse ? 'change' : 'wallets', asked: pending }
  }
  const transfer = transferIn(request)
  if (transfer) return { ...transfer, reading: said }
  const meant = cannotDo(language, request) ?? interpretWith(language, request)
  return { ...meant, asked: meant.asked === undefined ? askedAfter(meant, request) : meant.asked }
}

/** A transfer, or the answer to what one left open: an amount, a place, how it is shared. */
function transferIn({ instruction, tokens, wallets = [], groups = [], pending = null }: InterpreterRequest): Extract<Interpretation, { kind: 'transfer' }> | undefined {
  const known = { wallets, groups }
  if (pending?.isTransfer) {
    const before = readTransfer(pending.instruction, tokens, known)
    const read = before && !('question' in before) ? answerTransfer(before, instruction, tokens) : undefined
    if (read) return { kind: 'transfer', read, as: 'answer', asked: stillOpen(read, pending.instruction) }
  }
  const read = mayBeTransfer(instruction, tokens) ? readTransfer(instruction, tokens, known) : null
  if (read === null) return undefined
  // What was asked before stays open beside it.
  const open = 'question' in read ? null : stillOpen(read, instruction)
  return { kind: 'transfer', read, as: 'transfer', asked: open ?? pending }
}

/** Only an amount that is missing is asked for: a text with another gap is written anew. */
const stillOpen = ({ amount, verb, token }: TransferRead, instruction: string): Pending | null =>
  amount === undefined && verb !== 'gather'
    ? { instruction, code: 'amount', question: questions.amount(token.symbol), choices: [], isTransfer: true }
    : null

const wholeReading = (text: string): ReadingPart[] => {
  const words = text.trim()
  const from = text.indexOf(words)
  return [{ from, to: from + words.length, kind: 'filler' }]
}

/** The question that is open after a message. */
function askedAfter(meant: Interpretation, { instruction, pending = null }: InterpreterRequest): Pending | null {
  switch (meant.kind) {
    case 'ask':
      return {
        instruction: meant.merged ?? instruction.replace(/[\r\n]/g, ' '),
        code: meant.code ?? 'other',
        question: meant.question,
        choices: meant.choices ?? [],
      }
    case 'question':
      return pending
    default:
      return null
  }
}

const isLive = ({ status }: RunningAgent) => status === 'running' || status === 'paused' || status === 'stopping'

type Act = Extract<Interpretation, { kind: 'talk' | 'control' }>

function actOf(talk: Talk, request: InterpreterRequest): Act | undefined {
  const { pending = null, previousPlan, agents = [], agentId } = request
  const self = agents.find(({ id }) => id === agentId)
  const isRunning = self !== undefined && isLive(self)
  // Yes and no to a question that they can answer are answers.
  const isYesOrNo = pending !== null && pending.choices?.length === 1
  switch (talk.act) {
    case 'acknowledge':
    case 'greet':
      return {
        kind: 'talk',
        act: talk.act === 'greet' ? 'greeting' : 'thanks',
        as: 'thanks',
        asked: pending,
      }
    case 'help':
      return { kind: 'talk', act: 'help', as: 'help', asked: pending }
    case 'agree':
      return isYesOrNo ? undefined : { kind: 'talk', act: 'agree', as: 'agree', asked: pending }
    case 'cancel':
      if (talk.hasObject && agents.some(isLive)) return controlOf('stop', talk, request)
      return cancel(request, isYesOrNo ? 'answer' : 'cancel')
    case 'close':
      if (talk.sells) return isRunning ? controlOf('close', talk, request) : undefined
      break
    default:
  }
  const control = controlOf(talk.act as Control, talk, request)
  if (control.kind === 'control' && control.agents.length === 0 && talk.act !== 'resume')
    return pending !== null || previousPlan !== null || !agents.some(isLive)
      ? cancel(request, 'cancel')
      : control
  return control
}

function cancel({ pending = null, previousPlan }: InterpreterRequest, as: 'cancel' | 'answer'): Act {
  const isAsked = pending !== null && !pending.isOffer
  const drops = isAsked ? ('question' as const) : previousPlan ? ('plan' as const) : undefined
  return { kind: 'talk', act: 'cancel', as, asked: null, ...(drops ? { drops } : {}) }
}

/** The agents that it is about: those named, else the one talked to, else whichever run. */
function controlOf(verb: Control, talk: Talk, request: InterpreterRequest): Act {
  const { agents = [], agentId, pending = null } = request
  const answer = (found: 'all' | RunningAgent[]): Act => ({
    kind: 'control',
    do: verb,
    agents: found === 'all' ? found : found.map(({ id }) => id),
    as: 'stop',
    asked: pending,
  })
  const fits = (agent: RunningAgent) => (verb === 'resume' ? agent.status === 'paused' : isLive(agent))
  if (talk.names.length > 0)
    return answer(agents.filter(({ name }) => talk.names.includes(name.toLowerCase())))
  if (talk.symbols.length > 0)
    return answer(agents.filter((one) => fits(one) && talk.symbols.includes((one.symbol ?? '').toLowerCase())))
  if (talk.all && agents.some(fits)) return answer('all')
  const self = agents.find(({ id }) => id === agentId)
  if (self && fits(self)) return answer([self])
  return answer(agents.filter(fits).slice(0, MOST_BUTTONS))
}
const MOST_BUTTONS = 3

/** Names of agents only bear on what stops something, those of wallets on what speaks of one. */
export const namesNeeded = (text: string, tokens: readonly NamedToken[]): { agents: boolean; wallets: boolean } => ({
  agents: text.length <= TALK_LENGTH && /\p{L}/u.test(text),
  wallets: asksToUse(text) || mayBeTransfer(text, tokens),
})
const TALK_LENGTH = 120

export const suggest = (...texts: string[]): Choice[] => texts.map((text) => ({ label: text, reply: text }))
