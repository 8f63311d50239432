/** The stored messages of an agent's chat. */
import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { CHAT_MESSAGE_MAX } from '../limits.ts'
import { AskedBack } from './reading.ts'
import { ShownPlan } from './shown-plans.ts'
import { Id, Time } from '../values.ts'

export const ChatRole = z.enum(['user', 'system'])
export const ChatMessage = z.object({
  id: z.int(),
  agent_id: Id,
  role: ChatRole,
  content: z.string(),
  timestamp: Time,
  /** The plan that the message showed, as long as that plan is kept. */
  plan: z.optional(ShownPlan),
  /** The question that the message asks, as long as it is open. */
  question: z.optional(AskedBack),
})
export type ChatMessage = z.infer<typeof ChatMessage>

export const listChat = endpoint({
  method: 'GET',
  path: '/agents/:id/chat',
  summary: 'Chat history, oldest first',
  access: 'session',
  answer: z.array(ChatMessage),
})

export const addChat = endpoint({
  method: 'POST',
  path: '/agents/:id/chat',
  summary: 'Add a chat message; secret keys in it are redacted before it is stored',
  access: 'session',
  status: 201,
  body: z.strictObject({
    role: ChatRole,
    content: z.string().check(z.minLength(1, 'must not be empty'), z.maxLength(CHAT_MESSAGE_MAX)),
    /** The plan of this agent that the message shows. */
    plan_id: z.optional(z.nullable(Id)),
    /** The question of this agent that the message asks. */
    question_id: z.optional(z.nullable(Id)),
  }),
  answer: ChatMessage,
})
