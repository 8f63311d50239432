import {
  addTerminalLog,
  clearTerminalLogs,
  listTerminalLogs,
  type TerminalLog,
} from '@purser/contract/agents/agents.ts'
import { LOG_POLL_MS, TERMINAL_LOG_LIMIT } from '@purser/contract/limits.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { call } from '#wire/api.ts'
import { terminalCache } from '#wire/storage/caches.ts'
import { isDown, sentence } from '#wire/fault.ts'
import { forLogs, never, retryDelay } from '#wire/retry.ts'
import { createLineStore, type LineStore } from './line-store.ts'
import { useTerminalCache } from './terminal-cache.ts'
import { useLiveLines } from './use-live-lines.ts'

type Place = { agentId: number; externalId: string; strategyId: string | null; active: boolean }
/**
 * The state of reading the history; the lines themselves are in the store. `failures`: those since the last success.
 */
type Reading = { loaded: boolean; failures: number; staleAt?: number | undefined }
const SECOND_READ_MS = 1_000

/** The log lines of an agent: history, live lines while it trades, and every 5 s the lines that the socket missed. */
export function useTerminal({ agentId, externalId, strategyId, active }: Place) {
  const client = useQueryClient()
  const [store] = useState(createLineStore)
  const empty = useSyncExternalStore(store.subscribe, store.empty)
  const { channel, drop } = useLiveLines(externalId, store, active)
  const { reading, fetching, refetch } = useTerminalHistory({ agentId, store, active, strategyId })
  useTerminalCache({ agentId, strategyId, store }, reading.loaded && reading.staleAt === undefined)

  const localId = useRef(0)
  /** Adds a line of the console itself; stored by the server when it is available. */
  const append = useCallback(
    async (message: string) => {
      const body = { message, strategy_id: strategyId, external_id: externalId }
      let line: TerminalLog
      try {
        line = await call(addTerminalLog, { params: { id: agentId }, body, retry: never })
      } catch {
        const own = { kind: 'user' as const, timestamp: new Date().toISOString() }
        line = { ...body, ...own, id: --localId.current, agent_id: agentId }
      }
      store.add([line])
    },
    [agentId, externalId, strategyId, store],
  )

  const clear = async () => {
    try {
      await call(clearTerminalLogs, { params: { id: agentId } })
      // A read that started earlier must not bring the lines back.
      await client.cancelQueries({ queryKey: terminalKey(agentId) })
      drop()
      store.clear()
      terminalCache(agentId).clear()
    } catch (error) {
      await append(`Error clearing terminal logs: ${sentence(error, 'Unknown error')}`)
    }
  }

  return {
    store,
    empty,
    phase: reading.loaded ? ('ready' as const) : fetching ? ('loading' as const) : ('failed' as const),
    channel,
    failures: reading.failures,
    staleAt: reading.staleAt,
    append,
    clear,
    reload: () => void refetch(),
  }
}

export type Terminal = ReturnType<typeof useTerminal>

const terminalKey = (agentId: number) => ['terminal', agentId]
const UNREAD: Reading = { loaded: false, failures: 0 }
type HistoryProps = Omit<Place, 'externalId'> & { store: LineStore }

/** Reads the newest lines into the store: once, after failures, and every 5 s if a strategy may write more. */
function useTerminalHistory({ agentId, store, active, strategyId }: HistoryProps) {
  const client = useQueryClient()
  const pollMs = ({ failures }: Reading): number | false => {
    if (active || strategyId !== null) return LOG_POLL_MS
    return failures > 0 && Math.min(LOG_POLL_MS, retryDelay(forLogs, failures - 1, 0))
  }
  const query = useQuery({
    queryKey: terminalKey(agentId),
    queryFn: async ({ signal }): Promise<Reading> => {
      const before = client.getQueryData<Reading>(terminalKey(agentId)) ?? UNREAD
      const params = { id: agentId }
      try {
        const limit = { limit: TERMINAL_LOG_LIMIT }
        store.add(await call(listTerminalLogs, { params, query: limit, retry: never, signal }))
        return { loaded: true, failures: 0 }
      } catch (error) {
        if (signal.aborted) throw error
        const cached = isDown(error) ? terminalCache(agentId).read() : undefined
        if (cached) store.add(cached.value)
        const { loaded, failures, staleAt = cached?.at } = before
        return { loaded: loaded || cached !== undefined, failures: failures + 1, staleAt }
      }
    },
    gcTime: 0,
    refetchInterval: ({ state }) => pollMs(state.data ?? UNREAD),
    refetchIntervalInBackground: true,
    refetchOnWindowFocus: ({ state }) => (pollMs(state.data ?? UNREAD) === false ? false : 'always'),
  })
  const { data: reading = UNREAD, isFetching, refetch } = query
  // Lines written around a start or a stop may have missed the socket: read at once and a second later. What was already
  // going on when the terminal opened is read once, and the poll finds what came before the socket.
  const before = useRef(active)
  useEffect(() => {
    if (before.current === active) return
    before.current = active
    void refetch({ cancelRefetch: active })
    const second = setTimeout(() => void refetch(), SECOND_READ_MS)
    return () => clearTimeout(second)
  }, [active, refetch])
  return { reading, fetching: isFetching && reading.failures === 0, refetch }
}
