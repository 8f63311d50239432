/** The live channels of agents: their terminal, their chat, and the state of all. */
import type { AgentChatMessage, LogMessage, StatusMessage } from '@purser/contract/live.ts'
import { channels as paths } from '@purser/contract/live.ts'
import type { Bus } from '../../kernel/bus.ts'
import type { Channels } from '../../kernel/channel.ts'
import type { RowStatus } from '../strategies/index.ts'
import type { Agents } from './agents.service.ts'
import { stateOf } from './own.ts'

const chatFeed = (externalId: string) => `chat:${externalId}`
const logFeed = (id: string) => `logs:${id}`
/** What every console of a user hears. */
export const statusFeed = (userId: number) => `status:${userId}`

export function agentChannels(channels: Channels, agents: Agents, bus: Bus): void {
  channels.open(paths.chat, async ({ userId }, { externalId = '' }) => {
    const id = await agents.agentFeed(userId, externalId)
    return id === null ? null : chatFeed(id)
  })
  channels.open(paths.logs, async ({ userId }, { externalId = '' }) => {
    const id = (await agents.agentFeed(userId, externalId)) ?? (await agents.strategyFeed(userId, externalId))
    return id === null ? null : logFeed(id)
  })
  channels.open(paths.status, async ({ userId }) => statusFeed(userId))

  bus.subscribe('agent.log', ({ externalId, strategyId, log }) => {
    const message: LogMessage = { type: 'log', log: log as LogMessage['log'] }
    channels.send(logFeed(externalId), message)
    if (strategyId !== null) channels.send(logFeed(strategyId), message)
  })
  bus.subscribe('agent.message', ({ externalId, message }) =>
    channels.send(chatFeed(externalId), message as AgentChatMessage),
  )
  bus.subscribe('strategy.changed', ({ userId, agentId, strategyId, status }) => {
    const state = stateOf(status as RowStatus)
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
  bus.subscribe('agent.deleted', ({ externalId }) => {
    channels.end(chatFeed(externalId))
    channels.end(logFeed(externalId))
  })
}
