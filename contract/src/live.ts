/** Live channels: their paths and messages. Both sides send JSON text; {type: 'ping'} is answered {type: 'pong'}. */
import * as z from 'zod/mini'
import { AgentState, ParsedInstruction, TerminalLog } from './agents/agents.ts'
import { Notification } from './notifications.ts'
import { Plan } from './strategies/plan.ts'

export const channels = {
  /** Chat of an agent: status lines while a model works, plans and answers that follow later. */
  chat: '/ws/agent_chat/:externalId',
  /** Terminal of an agent (by its external id) or of one strategy (by its id). */
  logs: '/ws/logs/:externalId',
  /** Status of all agents of the user, and their notifications. */
  status: '/ws/external-holders',
  /** SOL distributions and gathers: begun or resumed here, with their progress. */
  solanaDistribution: '/ws/solana-distribution',
  /** One task of /token-distribution, by its id: its progress. */
  tokenTransfer: '/ws/token_transfer/:taskId',
} as const

/** One socket for all channels of a console: each message names its channel. */
export const deskSocketPath = '/ws/desk'
const ChannelPath = z.string().check(z.startsWith('/ws/'), z.maxLength(300))
export const DeskRequest = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('subscribe'), channel: ChannelPath }),
  z.strictObject({ type: z.literal('unsubscribe'), channel: ChannelPath }),
  z.strictObject({ type: z.literal('send'), channel: ChannelPath, message: z.unknown() }),
])
export type DeskRequest = z.infer<typeof DeskRequest>
/**
 * 'opened' answers a subscription, 'closed' ends it: the code is the one with which a socket of that channel alone would
 * be closed. Without a type it is a message of the channel.
 */
export const DeskMessage = z.union([
  z.strictObject({ channel: z.string(), type: z.literal('opened') }),
  z.strictObject({ channel: z.string(), type: z.literal('closed'), code: z.int() }),
  z.strictObject({ channel: z.string(), message: z.unknown() }),
])
export type DeskMessage = z.infer<typeof DeskMessage>

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

/** On the status channel too: a new notification. */
export const NotificationMessage = z.object({ type: z.literal('notification'), notification: Notification })
export type NotificationMessage = z.infer<typeof NotificationMessage>

/** On the status channel: notifications were read or their settings changed, in any console. */
export const NotificationsChangedMessage = z.object({ type: z.literal('notifications_changed') })

/** On the status channel: the kill switch was used; refetch strategies, top-ups and operations. */
export const EverythingStoppedMessage = z.object({ type: z.literal('everything_stopped') })

/** On the status channel: settings of automatic top-up were changed, or a round began, progressed or ended. */
export const TopUpsChangedMessage = z.object({ type: z.literal('top_ups_changed') })

/** On the status channel: the bot of this group, its trades or their effects on its wallets. */
export const TradingBotsChangedMessage = z.object({
  type: z.literal('trading_bots_changed'),
  groupId: z.int(),
})

/** On the status channel: payments, their settings, or what became of their lines and refunds. */
export const PaymentsChangedMessage = z.object({ type: z.literal('payments_changed') })

/** On the status channel: these operations began, progressed, ended, were reopened or became final. */
export const OperationsChangedMessage = z.object({
  type: z.literal('operations_changed'),
  operationIds: z.array(z.string()),
})

/** `update` is a status line that replaces the last; with `data` it is a final plan. */
export const AgentChatMessage = z.object({
  type: z.literal('message'),
  agent_id: z.int(),
  /** Which instruction it belongs to; numbers increase for each agent. */
  parse: z.optional(z.int()),
  content: z.optional(z.string()),
  update: z.optional(z.string()),
  data: z.optional(
    z.object({ plan: z.nullable(Plan), feasible: z.boolean(), parsed: z.optional(ParsedInstruction) }),
  ),
})
export type AgentChatMessage = z.infer<typeof AgentChatMessage>

/** Sent by a client that reconnected while it waits for a deferred parse: answered with the outcome, once there is one. */
export const ResumeChat = z.strictObject({ type: z.literal('resume'), externalId: z.string() })
export type ResumeChat = z.infer<typeof ResumeChat>

export const HeartbeatMessage = z.object({ type: z.literal('heartbeat') })
export type HeartbeatMessage = z.infer<typeof HeartbeatMessage>
