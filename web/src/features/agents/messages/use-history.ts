import { type ChatMessage, listChat } from '@purser/contract/agents/agents.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import { call } from '#wire/api.ts'
import { chatCache, chatQueue } from '#wire/storage/caches.ts'
import { cardOf, type ChatCard, chatCards } from '#wire/storage/chat-cards.ts'
import { coalesce } from '#wire/live/coalesce.ts'
import { isDown, sentence } from '#wire/fault.ts'
import { saveMessage, syncChat, unsynced } from './chat-sync.ts'
import { mergeHistory } from './merge-history.ts'
import { screenMessage, withoutRepeats, type Extras, type ScreenMessage } from './screen-message.ts'

type Phase = 'loading' | 'ready' | 'failed'
export type History = {
  messages: ScreenMessage[]
  phase: Phase
  error: string | undefined
  /** When the history was stored (ms), if it comes from the cache. */
  staleAt: number | undefined
  reload: () => void
  say: (role: ScreenMessage['role'], content: string, extras?: Extras) => void
}

type Chat = { messages: ScreenMessage[]; staleAt: number | undefined }
const NONE: ScreenMessage[] = []
/** It shows more than its text. */
const hasCard = ({ plan, reading, question, answer, suggestions, actions }: ScreenMessage): boolean =>
  [plan, reading, question, answer, suggestions, actions].some((part) => part !== undefined)

/** Messages of another tab come in a burst: a question, an answer, and both once they are saved. */
const HEARD_MS = 300

/** The server knows more about a plan than this tab, but this tab knows the sentence that it was read from. */
function fullest(card: ChatCard, { plan, question }: Pick<ChatMessage, 'plan' | 'question'>): ChatCard {
  if (plan) return { ...cardOf(plan), ...(card.reading ? { reading: card.reading } : {}) }
  return question ? { ...card, question } : card
}

/**
 * The server's history and the messages not synced yet; while the server is unavailable, the cached history. `heard`:
 * another tab has added a message, and saves it itself.
 */
async function loadChat(agentId: number, signal: AbortSignal, heard: boolean): Promise<Chat> {
  const chat = (
    messages: (Pick<ScreenMessage, 'role' | 'content' | 'timestamp'> &
      Pick<ChatMessage, 'plan' | 'question'>)[],
    staleAt?: number,
  ): Chat => ({
    messages: chatCards
      .restore(agentId, withoutRepeats(messages))
      .map(([m, card]) => screenMessage(m.role, m.content, fullest(card, m), m.timestamp)),
    staleAt,
  })
  if (!heard) await syncChat(agentId)
  try {
    const stored = await call(listChat, { params: { id: agentId }, signal })
    return chat([...stored, ...unsynced(agentId)])
  } catch (error) {
    if (signal.aborted || !isDown(error)) throw error
    // The cache includes queued messages: it is written with everything on screen.
    const cached = chatCache(agentId).read()
    return chat(cached ? cached.value : [...unsynced(agentId)], cached?.at ?? 0)
  }
}

/** The messages of one agent: the server's, those waiting to be synced, and those added here. */
export function useHistory(agentId: number): History {
  const client = useQueryClient()
  const heard = useRef(false)
  const query = useQuery({
    queryKey: ['chat', agentId],
    queryFn: async ({ signal, queryKey }) => {
      const before = new Set(client.getQueryData<Chat>(queryKey)?.messages)
      const isHeard = heard.current
      heard.current = false
      const loaded = await loadChat(agentId, signal, isHeard)
      const shown = client.getQueryData<Chat>(queryKey)?.messages ?? NONE
      return { ...loaded, messages: mergeHistory(loaded.messages, shown, (one) => !before.has(one)) }
    },
    // Reloaded whenever the agent is opened, after an outage, and when another tab has added a message. Otherwise this
    // tab knows all of it.
    gcTime: 0,
    staleTime: ({ state }) => (state.data && state.data.staleAt === undefined ? 'static' : 0),
  })
  const { data, refetch } = query
  useEffect(() => {
    const later = coalesce(() => {
      heard.current = true
      // A read in progress may have been answered before the message was added.
      void refetch({ cancelRefetch: true })
    }, HEARD_MS)
    const stop = chatQueue.onOtherTab(agentId, later.soon)
    return () => {
      stop()
      later.cancel()
    }
  }, [agentId, refetch])

  useEffect(() => {
    if (!data || data.messages.length === 0) return
    const plain = data.messages.map(({ role, content, timestamp }) => ({ role, content, timestamp }))
    chatCache(agentId).write(plain, data.staleAt)
  }, [agentId, data])

  const say = useCallback<History['say']>(
    (role, content, extras) => {
      const queryKey = ['chat', agentId]
      const last = client.getQueryData<Chat>(queryKey)?.messages.at(-1)
      const replaces = extras?.saved === true && last !== undefined && last.role === role && !last.plan
      const message = screenMessage(role, content, extras, replaces ? last.timestamp : undefined)
      client.setQueryData<Chat>(
        queryKey,
        (chat) =>
          chat && {
            ...chat,
            messages: [...(replaces ? chat.messages.slice(0, -1) : chat.messages), message],
          },
      )
      const messages = client.getQueryData<Chat>(queryKey)?.messages
      if (messages && hasCard(message)) chatCards.keep(agentId, messages)
      if (extras?.saved !== true)
        saveMessage(agentId, role, content, {
          planId: extras?.plan?.terms?.id,
          questionId: extras?.question?.id,
        })
    },
    [client, agentId],
  )
  return {
    messages: data?.messages ?? NONE,
    phase: data ? 'ready' : query.isFetching ? 'loading' : 'failed',
    error: query.isError ? sentence(query.error, 'The messages could not be loaded.') : undefined,
    staleAt: data?.staleAt,
    reload: () => void query.refetch(),
    say,
  }
}
