import type { Agent, AgentDetail } from '@purser/contract/agents/agents.ts'
import { AgentChatMessage, LogMessage, StatusMessage } from '@purser/contract/live.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { changesRecord } from '#features/strategies/index.ts'
import type { Known } from '#wire/storage/cache.ts'
import { reopen, subscribe } from '#wire/live/channel.ts'
import { coalesce } from '#wire/live/coalesce.ts'
import { keepOfflineCopy } from '#wire/offline-copy.ts'
import { saveMessage, syncChat } from './messages/chat-sync.ts'
import { liveKind } from './messages/live-message.ts'
import { shownKey } from './plans/use-shown-plans.ts'
import { agentKey, agentsKey, strategiesKey, useAgents } from './use-agents.ts'
import { onScreen, pendingReplies } from './messages/pending-replies.ts'

/** Agents beyond this are only polled every 30 s: browsers limit the number of sockets. */
const MOST_FOLLOWED = 25
/** Many orders within this time cause one read. */
const COALESCE_MS = 1_000

/**
 * Follows the agents of the signed-in user on every page: their status, and the channels of the active ones. It loads
 * first after a sign-in, so it requests the offline copy.
 */
export function AgentMonitor() {
  const client = useQueryClient()
  const { data, dataUpdatedAt } = useAgents()
  const agents = data?.value
  const active = agents?.filter((agent) => agent.active).slice(0, MOST_FOLLOWED) ?? []

  useEffect(keepOfflineCopy, [])
  useEffect(() => {
    let missed = false
    return subscribe({
      kind: 'status',
      schema: StatusMessage,
      onState: ({ phase }) => {
        // Everything that arrives on it, from filled orders to notifications, is read again after a gap, however short.
        if (phase === 'open' && missed) void client.invalidateQueries()
        missed = phase !== 'open' && (missed || phase !== 'connecting')
      },
      onMessage: ({ agentId, active: trades, status }) => {
        const patch = <A extends Agent | AgentDetail>(agent: A): A => ({ ...agent, active: trades, status })
        client.setQueryData<Known<Agent[]>>(agentsKey, (known) =>
          known
            ? { ...known, value: known.value.map((agent) => (agent.id === agentId ? patch(agent) : agent)) }
            : known,
        )
        client.setQueryData<AgentDetail>(agentKey(agentId), (agent) => (agent ? patch(agent) : agent))
        void client.invalidateQueries({ queryKey: agentKey(agentId) })
        void client.invalidateQueries({ queryKey: shownKey(agentId) })
        void client.invalidateQueries({ queryKey: strategiesKey })
      },
    })
  }, [client])
  useEffect(() => {
    // Each poll of the agents reopens resting channels too.
    if (dataUpdatedAt > 0) reopen()
  }, [dataUpdatedAt])
  const ids = agents?.map((agent) => agent.id).join() ?? ''
  useEffect(() => {
    // Messages that were queued on an earlier visit while the server was unavailable.
    for (const id of ids.split(',').filter(Boolean)) void syncChat(Number(id))
  }, [ids])
  const pending = useSyncExternalStore(pendingReplies.subscribe, pendingReplies.ids)
  return (
    <>
      {active.map((agent) => (
        <FollowedLogs key={agent.external_id} id={agent.id} externalId={agent.external_id} />
      ))}
      {agents
        ?.filter((agent) => active.includes(agent) || pending.includes(agent.id))
        .map((agent) => (
          <FollowedChat key={agent.external_id} id={agent.id} externalId={agent.external_id} />
        ))}
    </>
  )
}

/** The chat of an agent that trades, or that owes an answer. */
function FollowedChat({ id, externalId }: { id: number; externalId: string }) {
  useEffect(
    () =>
      subscribe({
        kind: 'chat',
        externalId,
        schema: AgentChatMessage,
        onMessage: (message) => {
          // An answer for an agent that is not on screen is saved by the tab that sent the message.
          const pending = pendingReplies.get(id)
          if (onScreen.has(id) || !pending || message.content === undefined) return
          const kind = liveKind(message, pending.kind === 'plan')
          if (kind === 'status' || kind === 'drop') return
          // A plan is requested again when its agent is opened, with everything needed to execute it.
          if (message.data?.plan) pendingReplies.set(id, { ...pending, answered: true, saved: true })
          else pendingReplies.delete(id)
          const { shown, question } = message.data?.parsed ?? {}
          if (!pending.saved)
            saveMessage(id, 'system', message.content, { planId: shown?.id, questionId: question?.id })
        },
      }),
    [id, externalId],
  )
  return null
}

/**
 * Keeps the log channel open while pages change; the terminal shares it. A strategy's fills and earnings are read again
 * when a line reports a change, once for all that show them: the bar, the list of agents and the page of strategies.
 */
function FollowedLogs({ id, externalId }: { id: number; externalId: string }) {
  const client = useQueryClient()
  useEffect(() => {
    const { soon, cancel } = coalesce(() => {
      void client.invalidateQueries({ queryKey: agentKey(id) })
      void client.invalidateQueries({ queryKey: strategiesKey })
    }, COALESCE_MS)
    const unsubscribe = subscribe({
      kind: 'logs',
      externalId,
      schema: LogMessage,
      onMessage: ({ log }) => changesRecord(log) && soon(),
    })
    return () => {
      unsubscribe()
      cancel()
    }
  }, [client, id, externalId])
  return null
}
