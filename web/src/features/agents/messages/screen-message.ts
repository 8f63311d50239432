import type { ChatMessage } from '@purser/contract/agents/agents.ts'
import type { ProposedTransfer } from '@purser/contract/agents/proposed-transfer.ts'
import type { KeysFile } from '#features/wallets/index.ts'
import type { ChatCard } from '#wire/storage/chat-cards.ts'
import { newKey } from '#wire/idempotency.ts'
import { looksLikeError, replies } from './replies.ts'

/** A message on screen. */
export type ScreenMessage = {
  key: string
  role: ChatMessage['role']
  content: string
  timestamp: string
  isError: boolean
  isWalletGeneration: boolean
  plan?: ChatCard['plan']
  /** The reading of the user's last message, part by part. */
  reading?: ChatCard['reading']
  /** The question that this message asks. */
  question?: ChatCard['question']
  /** The figures of an answer. */
  answer?: ChatCard['answer']
  /** Buttons that act, and texts to send next. */
  actions?: ChatCard['actions']
  suggestions?: ChatCard['suggestions']
  /** The user agreed to the plan that is offered: its button stands here, too. */
  isAgreed?: boolean
  /** A proposed transfer, to be opened on its page. */
  transfer?: ProposedTransfer
  /** A download that is offered while the page is open. */
  file?: KeysFile
}

export type Extras = Partial<
  Pick<
    ScreenMessage,
    | 'isError'
    | 'isWalletGeneration'
    | 'plan'
    | 'reading'
    | 'question'
    | 'answer'
    | 'actions'
    | 'suggestions'
    | 'isAgreed'
    | 'transfer'
    | 'file'
  >
> & {
  /** The text was saved already, while another agent was on screen: it is the last message of the history. */
  saved?: boolean | undefined
}

export function screenMessage(
  role: ScreenMessage['role'],
  content: string,
  extras: Extras = {},
  timestamp = new Date().toISOString(),
): ScreenMessage {
  const { saved: _, ...shown } = extras
  const isError = role === 'system' && looksLikeError(content)
  return { key: newKey(), role, content, timestamp, isError, isWalletGeneration: false, ...shown }
}

/**
 * Messages of the console itself that are shown only once: they are stored as plain text, so their text identifies
 * them.
 */
const once = (content: string) => content === replies.monitoring || content.startsWith('Welcome to ')

/** The history without repeated welcomes. */
export function withoutRepeats<M extends { content: string }>(messages: M[]): M[] {
  const seen = new Set<string>()
  return messages.filter(({ content }) => {
    if (!once(content)) return true
    if (seen.has(content)) return false
    seen.add(content)
    return true
  })
}
