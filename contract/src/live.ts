/** Live channels: their paths and what travels on them. Both sides send JSON text; {type: 'ping'} is answered {type: 'pong'}. */
import * as z from 'zod/mini'
import { AgentState, ParsedInstruction, TerminalLog } from './agents.ts'
import { Plan } from './plan.ts'

export const channels = {
  /** Chat of an agent: status lines while a model works, plans and answers that follow later. */
  chat: '/ws/agent_chat/:externalId',
  /** Terminal of an agent (by its external id) or of one strategy (by its id). */
  logs: '/ws/logs/:externalId',
  /** Status of all agents of the user. */
  status: '/ws/external-holders',
} as const

export const Ping = z.object({ type: z.literal('ping') })
export const Pong = z.object({ type: z.literal('pong') })

/** A new line in the terminal. */
export const LogMessage = z.object({ type: z.literal('log'), log: TerminalLog })
export type LogMessage = z.infer<typeof LogMessage>

export const StatusMessage = z.object({
  type: z.literal('agent_status_update'),
  agentId: z.int(),
  active: z.boolean(),
  status: AgentState,
  strategyId: z.nullable(z.string()),
})
export type StatusMessage = z.infer<typeof StatusMessage>

/** `update` is a status line that replaces the last; with `data` it is a final plan. */
export const AgentChatMessage = z.object({
  type: z.literal('message'),
  agent_id: z.int(),
  content: z.optional(z.string()),
  update: z.optional(z.string()),
  data: z.optional(
    z.object({ plan: z.nullable(Plan), feasible: z.boolean(), parsed: z.optional(ParsedInstruction) }),
  ),
})
export type AgentChatMessage = z.infer<typeof AgentChatMessage>

export const HeartbeatMessage = z.object({ type: z.literal('heartbeat') })
