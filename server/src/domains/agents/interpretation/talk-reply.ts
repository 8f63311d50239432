/** Answers to acts of talk, to words that stop something, and to matters of wallets. None of them executes anything. */
import type { ChatAction, Suggestion } from '@purser/contract/agents/conversation.ts'
import type { ParsedInstruction } from '@purser/contract/agents/agents.ts'
import type { Choice } from '@purser/contract/agents/reading.ts'
import type { Interpretation } from '../../../ports/interpreter.ts'
import { CAPABILITIES, EXAMPLES } from '../answers/capabilities.ts'
import type { AgentInTalk } from './context.ts'

type Meaning<K extends Interpretation['kind']> = Extract<Interpretation, { kind: K }>
export type Reply = Pick<ParsedInstruction, 'explanation' | 'actions' | 'suggestions'>
/** `isOffered`: a plan waits for Execute. `question`: the open one. */
export type Screen = { isOffered: boolean; isRunning: boolean; question: string | null }

const examples = (): Suggestion[] => EXAMPLES.map((text) => ({ label: text, text }))

export const toSuggestions = (choices: readonly Choice[]): Suggestion[] =>
  choices.map(({ label, reply }) => ({ label, text: reply }))

export function replyToTalk(
  { act, drops, asked }: Meaning<'talk'>,
  { isOffered, isRunning, question }: Screen,
): Reply {
  switch (act) {
    case 'cancel':
      if (drops === undefined) return { explanation: 'Okay, nothing changed.' }
      if (drops === 'plan' || !isOffered) return { explanation: 'Dropped.' }
      return {
        explanation: 'Dropped the question. The plan is still offered.',
        suggestions: [{ label: 'Drop the plan', text: 'drop the plan' }],
      }
    case 'agree':
      if (question !== null) return { explanation: `First: ${question}` }
      if (isOffered) return { explanation: 'Press Execute Strategy to start it.' }
      if (isRunning) return { explanation: 'A strategy is already running.' }
      return { explanation: 'There is no plan to start yet. Tell me what to trade.', suggestions: examples() }
    case 'help':
      return { explanation: CAPABILITIES, suggestions: examples() }
    case 'greeting':
      if (question !== null)
        return { explanation: `Hello. ${question}`, suggestions: toSuggestions(asked?.choices ?? []) }
      return {
        explanation: 'Hello. Tell me what to trade, or ask about your trading.',
        suggestions: examples(),
      }
    case 'thanks':
      if (question === null) return { explanation: "You're welcome." }
      return {
        explanation: `You're welcome. ${question}`,
        suggestions: toSuggestions(asked?.choices ?? []),
      }
  }
}

const VERBS = { stop: 'Stop', pause: 'Pause', resume: 'Resume', close: 'Close the position of' } as const
const NOTHING = {
  stop: 'Nothing is running.',
  pause: 'Nothing is running.',
  resume: 'Nothing is paused.',
  close: 'Nothing is running.',
} as const

export function replyToControl(
  { do: verb, agents: about }: Meaning<'control'>,
  agents: readonly AgentInTalk[],
): Reply {
  const running = agents.filter(({ strategyId }) => strategyId !== null)
  if (about === 'all' && verb === 'stop' && running.length > 0)
    return {
      explanation: `This stops everything that runs: ${running.map(describe).join(', ')}.`,
      actions: [{ do: 'stop_all', label: 'Stop everything' }],
    }
  const named = agents.filter(({ id }) => about === 'all' || about.includes(id))
  const able = named.filter((agent) => agent.strategyId !== null && can(verb, agent))
  const [first] = named
  if (able.length === 0)
    return {
      explanation:
        first && about !== 'all'
          ? `${first.name} is ${statusWord(first)}; nothing to ${verb}.`
          : NOTHING[verb],
    }
  const actions = able.map(
    (agent): ChatAction => ({
      do: verb,
      agent_id: agent.id,
      ...(agent.strategyId === null ? {} : { strategy_id: agent.strategyId }),
      label: `${VERBS[verb]} ${agent.name}`,
    }),
  )
  return {
    explanation: `${VERBS[verb]} ${able.map(describe).join(', ')}? Press the button to confirm.`,
    actions,
  }
}
const describe = ({ name, symbol }: AgentInTalk): string =>
  symbol === undefined ? name : `${name} (${symbol})`
const statusWord = ({ status }: AgentInTalk): string => (status === 'stopped' ? 'not running' : status)
function can(verb: Meaning<'control'>['do'], { status }: AgentInTalk): boolean {
  if (verb === 'resume') return status === 'paused'
  if (verb === 'pause') return status === 'running'
  return status === 'running' || status === 'paused'
}

export function replyToWallets({ matter, name, count = 1 }: Meaning<'wallets'>): Reply {
  switch (matter) {
    case 'create_group':
      return {
        explanation: name === undefined ? 'Create a wallet group?' : `Create the wallet group ${name}?`,
        actions: [
          {
            do: 'create_group',
            ...(name === undefined ? {} : { name }),
            label: `Create group${name ? ` ${name}` : ''}`,
          },
        ],
      }
    case 'generate':
      return {
        explanation: `Wallets are generated in the chat of the console: type "generate ${count} ${count === 1 ? 'wallet' : 'wallets'}".`,
      }
    case 'list':
    case 'export':
      return { explanation: 'Your wallets, and the export of their keys, are on the Wallets page.' }
    case 'use_wallet':
    case 'use_group':
      return { explanation: `Choose ${name} in the settings below, then tell me what to trade.` }
  }
}
