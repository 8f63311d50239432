import { listChat } from '@purser/contract/agents.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { call } from '#wire/api.ts'
import { chatCache } from '#wire/caches.ts'
import { isDown, sentence } from '#wire/fault.ts'
import { useConnection } from '#wire/use-connection.ts'
import { saveMessage, syncChat, unsynced } from './chat-sync.ts'
import { screenMessage, withoutRepeats, type Extras, type ScreenMessage } from './messages.ts'

type Phase = 'loading' | 'ready' | 'failed'
export type History = {
  messages: ScreenMessage[]
  phase: Phase
  error: string | undefined
  /** When the shown history was known (ms), while the server is away. */
  staleAt: number | undefined
  reload: () => void
  say: (role: ScreenMessage['role'], content: string, extras?: Extras) => void
}

/** The messages of one agent: what the server has, what waits to be synced, and what is said from here on. */
export function useHistory(agentId: number): History {
  const [messages, setMessages] = useState<ScreenMessage[]>([])
  const [phase, setPhase] = useState<Phase>('loading')
  const [error, setError] = useState<string>()
  const [staleAt, setStaleAt] = useState<number>()

  const load = useCallback(
    async (signal?: AbortSignal) => {
      const show = (
        known: Pick<ScreenMessage, 'role' | 'content' | 'timestamp'>[],
        at: number | undefined,
      ) => {
        setMessages(withoutRepeats(known).map((m) => screenMessage(m.role, m.content, {}, m.timestamp)))
        setStaleAt(at)
        setPhase('ready')
      }
      await syncChat(agentId)
      try {
        const stored = await call(listChat, { params: { id: agentId }, ...(signal ? { signal } : {}) })
        if (!signal?.aborted) show([...stored, ...unsynced(agentId)], undefined)
      } catch (cause) {
        if (signal?.aborted) return
        if (isDown(cause)) {
          // The cache holds what was queued too: it is written with everything that was on screen.
          const kept = chatCache(agentId).read()
          return show(kept ? kept.value : [...unsynced(agentId)], kept?.at ?? 0)
        }
        setError(sentence(cause, 'The messages could not be loaded.'))
        setPhase('failed')
      }
    },
    [agentId],
  )
  useEffect(() => {
    const gone = new AbortController()
    const start = setTimeout(() => void load(gone.signal))
    return () => {
      clearTimeout(start)
      gone.abort()
    }
  }, [load])

  // Back after an outage: what was shown from the cache, and said meanwhile, is at the server now.
  const back = useConnection() === 'live' && staleAt !== undefined
  useEffect(() => {
    if (!back) return
    const start = setTimeout(() => void load())
    return () => clearTimeout(start)
  }, [back, load])

  useEffect(() => {
    if (phase !== 'ready' || messages.length === 0) return
    const plain = messages.map(({ role, content, timestamp }) => ({ role, content, timestamp }))
    chatCache(agentId).write(plain, staleAt)
  }, [agentId, phase, staleAt, messages])

  const shown = useRef(messages)
  useEffect(() => {
    shown.current = messages
  }, [messages])
  const say = useCallback<History['say']>(
    (role, content, extras) => {
      const last = shown.current.at(-1)
      // Saved while another agent was on screen: it only gets what belongs to it.
      if (extras?.plan && last && !last.plan && last.role === role && content.startsWith(last.content))
        return setMessages((all) => [
          ...all.slice(0, -1),
          screenMessage(role, content, extras, last.timestamp),
        ])
      setMessages((shown) => [...shown, screenMessage(role, content, extras)])
      saveMessage(agentId, role, content)
    },
    [agentId],
  )
  const reload = useCallback(() => {
    setPhase('loading')
    void load()
  }, [load])
  return { messages, phase, error, staleAt, reload, say }
}
