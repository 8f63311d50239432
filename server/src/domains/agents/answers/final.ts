/** Words common to answers, and their text on the chat channel, whose shape tells that it is final. */
import type { AnswerCard } from '@purser/contract/agents/conversation.ts'
import { percentText } from '@purser/contract/market/percent-text.ts'
import { typeFacts } from '@purser/contract/strategies/plan.ts'
import type { Present } from '../../strategies/index.ts'
import type { Answer } from './asking.ts'

/** It makes the content longer than 200 characters, whatever the answer. */
const FINAL = [
  'These are the figures of your desk at this moment, from your own records and from the market.',
  'Asking changes nothing, and nothing is started or stopped by it. Ask again for newer figures at any time.',
].join(' ')

type Figure = AnswerCard['figures'][number]
/** 'Realized P&L: +0.002 SOL', 'Price: $0.85000, 24h +2.10%'. */
const figureLine = ({ label, value, unit, change }: Figure): string =>
  [
    `${label}: ${value}${unit === '' ? '' : ` ${unit}`}`,
    ...(change === undefined ? [] : [`24h ${percentText(change)}`]),
  ].join(', ')

export const cardLines = ({ title, figures, note }: AnswerCard): string[] => [
  title,
  ...figures.map(figureLine),
  ...(note === undefined ? [] : [note]),
]

/** An answer as one text: longer than 200 characters and with 'Summary' in it, by which a final answer is recognised. */
export const finalContent = (card: AnswerCard, text: string): string =>
  [...cardLines(card), `Summary: ${text} ${FINAL}`].join('\n')

export const NO_STRATEGY: Answer = { text: 'This agent has not run a strategy yet. Tell me what to trade.' }

export const statusWords = ({ strategy: { status } }: Present): string =>
  status === 'active' ? 'running' : status

/** Orders still to come; null if their number is open. */
export function countRemaining({ strategy, upcoming }: Present): number | null {
  if ('none' in upcoming && upcoming.none === 'ended') return 0
  const count = typeFacts(strategy.plan).orders(strategy.plan)
  return count === null ? null : Math.max(0, count - strategy.orders_filled)
}
