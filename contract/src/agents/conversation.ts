/** The branches of a conversation, and the buttons and cards of its answers. Source: specification 5, 'A conversation'. */
import * as z from 'zod/mini'
import { Id } from '../values.ts'

/** The branches of a conversation, in the order in which a message is tried. */
export const UnderstoodAs = z.enum([
  'cancel',
  'agree',
  'thanks',
  'help',
  'stop',
  'instruction',
  'question',
  'answer',
  'change',
  'wallets',
  'transfer',
  'unknown',
])
export type UnderstoodAs = z.infer<typeof UnderstoodAs>

/**
 * A button that acts as the button of the same name does, with the same confirmation. `name`: of the group to create.
 * `strategy_id` and `agent_id`: of what is stopped, paused, resumed or closed.
 */
export const ChatAction = z.object({
  do: z.enum(['stop', 'pause', 'resume', 'close', 'stop_all', 'create_group']),
  agent_id: z.optional(Id),
  strategy_id: z.optional(z.string()),
  name: z.optional(z.string()),
  label: z.string(),
})
export type ChatAction = z.infer<typeof ChatAction>

/** A text that is sent as the next message when its button is pressed: a choice, an example, or the nearest plan. */
export const Suggestion = z.object({ label: z.string(), text: z.string() })
export type Suggestion = z.infer<typeof Suggestion>

/** An answer from the records, as a small card. `value` is text with its sign; `change` is percent within 24 hours. */
export const AnswerCard = z.object({
  title: z.string(),
  figures: z.array(
    z.object({
      label: z.string(),
      value: z.string(),
      unit: z.string(),
      change: z.optional(z.number()),
    }),
  ),
  note: z.optional(z.string()),
})
export type AnswerCard = z.infer<typeof AnswerCard>
