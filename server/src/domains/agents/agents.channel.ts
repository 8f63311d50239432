/** The live channels of agents: their terminal, their chat, and the state of all. */
import type { AgentChatMessage, LogMessage, StatusMessage } from '@purser/contract/live.ts'
import { channels as paths, ResumeChat } from '@purser/contract/live.ts'
import type { Bus } from '../../kernel/bus.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Channels } from '../../kernel/live/channel.ts'
import type { RowStatus } from '../strategies/index.ts'
import type { Agents } from './agents.ts'
import { createParseOutcomes } from './chat/parse-outcomes.ts'
import { stateOfStatus } from './ownership.ts'

const chatFeed = (externalId: string) => `chat:${externalId}`
const logFeed = (id: string) => `logs:${id}`
/** Received by every console of a user. */
export const statusFeed = (userId: number) => `status:${userId}`

type ChannelParts = { channels: Channels; agents: Agents; bus: Bus; clock: Clock }

export function agentChannels({ channels, agents, bus, clock }: ChannelParts): void {
  const outcomes = createParseOutcomes(clock)
  channels.open(
    paths.chat,
    async ({ userId }, { externalId = '' }) => {
      const id = await agents.feeds.findAgentFeed(userId, externalId)
      return id === null ? null : chatFeed(id)
    },
    {
      /** Anything but a resume of one's own agent is ignored. */
      async onMessage({ caller, send }, message) {
        const { data } = ResumeChat.safeParse(message)
        const agentId = data
          ? await agents.feeds.findAgentId(caller.userId, data.externalId).catch(() => null)
          : null
        const outcome = data && agentId !== null ? outcomes.of(data.externalId, agentId) : null
        if (outcome) send(outcome)
      },
    },
  )
  channels.open(paths.logs, async ({ userId }, { externalId = '' }) => {
    const id =
      (await agents.feeds.findAgentFeed(userId, externalId)) ??
      (await agents.feeds.findStrategyFeed(userId, externalId))
    return id === null ? null : logFeed(id)
  })
  channels.open(paths.status, async ({ userId }) => statusFeed(userId))

  bus.subscribe('agent.log', ({ externalId, strategyId, log }) => {
    const message: LogMessage = { type: 'log', log: log as LogMessage['log'] }
    channels.stream(logFeed(externalId), message)
    if (strategyId !== null) channels.stream(logFeed(strategyId), message)
  })
  bus.subscribe('agent.message', ({ externalId, message }) => {
    outcomes.record(externalId, message as AgentChatMessage)
    channels.send(chatFeed(externalId), message as AgentChatMessage)
  })
  bus.subscribe('strategy.changed', ({ userId, agentId, strategyId, status }) => {
    const state = stateOfStatus(status as RowStatus)
    const message: StatusMessage = {
      type: 'agent_status_update',
      agentId,
      active: state !== 'stopped',
      status: state,
      strategyId,
    }
    channels.send(statusFeed(userId), message)
  })
  bus.subscribe('everything.stopped', ({ userId }) =>
    channels.send(statusFeed(userId), { type: 'everything_stopped' }),
  )
  bus.subscribe('top-ups.changed', ({ userId }) =>
    channels.send(statusFeed(userId), { type: 'top_ups_changed' }),
  )
  bus.subscribe('payments.changed', ({ userId }) =>
    channels.send(statusFeed(userId), { type: 'payments_changed' }),
  )
  bus.subscribe('agent.deleted', ({ externalId }) => {
    outcomes.forget(externalId)
    channels.end(chatFeed(externalId))
    channels.end(logFeed(externalId))
  })
}
