/** The parts of chat messages besides their text, kept in this tab over a reload. The server keeps text and plans. */
import { Plan } from '@purser/contract/strategies/plan.ts'
import { Preview } from '@purser/contract/strategies/preview.ts'
import { AnswerCard, ChatAction, Suggestion } from '@purser/contract/agents/conversation.ts'
import { AskedBack, PlanChange, ReadingPart } from '@purser/contract/agents/reading.ts'
import { type ShownPlan, ShownTerms } from '@purser/contract/agents/shown-plans.ts'
import { sessionKeys } from '@purser/contract/storage.ts'
import * as z from 'zod/mini'
import { redactKeys } from './redact.ts'
import { readHere, removeHere, writeHere } from './storage.ts'

const CardPlan = z.object({
  plan: Plan,
  hash: z.optional(z.nullable(z.string())),
  assumptions: z.array(z.string()),
  feasible: z.boolean(),
  changes: z.optional(z.array(PlanChange)),
  preview: z.optional(z.nullable(Preview)),
  /** Undefined if the desk does not keep it: a newer instruction came meanwhile. */
  terms: z.optional(ShownTerms),
})
export type CardPlan = z.infer<typeof CardPlan>
const ChatCard = z.object({
  plan: z.optional(CardPlan),
  reading: z.optional(z.array(ReadingPart)),
  question: z.optional(AskedBack),
  answer: z.optional(AnswerCard),
  suggestions: z.optional(z.array(Suggestion)),
  actions: z.optional(z.array(ChatAction)),
})
export type ChatCard = z.infer<typeof ChatCard>
const Kept = z.array(z.object({ content: z.string(), card: ChatCard }))

const PARTS = ['plan', 'reading', 'question', 'answer', 'suggestions', 'actions'] as const

/** A preview has 200 points, and the storage of a tab a few million letters. */
const CARDS_KEPT = 20

type Message = { role: string; content: string }

/** Redacts secret keys in all its texts, like in the stored messages. */
const redacted = <T>(value: T): T =>
  JSON.parse(JSON.stringify(value), (_, inner: unknown) =>
    typeof inner === 'string' ? redactKeys(inner) : inner,
  ) as T

/** A message's plan from the server's record. */
export const cardOf = (shown: ShownPlan): ChatCard => ({
  plan: {
    plan: shown.plan,
    hash: shown.plan_hash,
    assumptions: shown.assumptions,
    feasible: shown.feasible,
    changes: shown.changes,
    preview: shown.preview,
    terms: {
      id: shown.id,
      figures: shown.figures,
      wallet_addresses: shown.wallet_addresses,
      group_id: shown.group_id,
    },
  },
  ...(shown.reading.length > 0 ? { reading: shown.reading } : {}),
})

export const chatCards = {
  keep(agentId: number, messages: (Message & ChatCard)[]): void {
    const kept = messages
      .filter((one) => PARTS.some((part) => one[part] !== undefined))
      .slice(-CARDS_KEPT)
      .map(({ content, ...one }) =>
        redacted({ content, card: Object.fromEntries(PARTS.map((part) => [part, one[part]])) }),
      )
    writeHere(sessionKeys.chatCards(agentId), kept)
  },

  /**
   * Returns the messages with their cards. Stored messages have no key of ours, so a card is found by the text of its
   * message, newest first. If the newest is not found nothing is restored: an older plan must not appear as the last.
   */
  restore<M extends Message>(agentId: number, messages: M[]): [message: M, card: ChatCard][] {
    const kept = readHere(sessionKeys.chatCards(agentId), Kept) ?? []
    const cards = new Map<M, ChatCard>()
    let before = messages.length
    for (const { content, card } of kept.toReversed()) {
      const at = messages.findLastIndex(
        (message, i) => i < before && message.role === 'system' && message.content === content,
      )
      if (at === -1) break
      const message = messages[at]
      if (message) cards.set(message, card)
      before = at
    }
    if (kept.length > 0 && cards.size === 0) removeHere(sessionKeys.chatCards(agentId))
    return messages.map((message) => [message, cards.get(message) ?? {}])
  },
}
