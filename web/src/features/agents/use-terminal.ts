import {
  addTerminalLog,
  clearTerminalLogs,
  listTerminalLogs,
  type TerminalLog,
} from '@purser/contract/agents.ts'
import { LOG_POLL_MS, TERMINAL_LOG_LIMIT } from '@purser/contract/limits.ts'
import { LogMessage } from '@purser/contract/live.ts'
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useRefreshBalances } from '#features/balances/index.ts'
import { call } from '#wire/api.ts'
import { strategyLogsCache, terminalCache } from '#wire/caches.ts'
import { isDown, sentence } from '#wire/fault.ts'
import { subscribe, type ChannelState } from '#wire/channel.ts'
import { forLogs, never } from '#wire/retry.ts'
import { createLogBuffer } from './log-buffer.ts'
import { createLineStore } from './line-store.ts'

type Place = { agentId: number; externalId: string; strategyId: string | null; active: boolean }
const CLOSED: ChannelState = { phase: 'ended', attempts: 0 }
/** Lines after which a wallet holds something else than before. */
const TRADED = /\b(?:Bought|Sold)\b/
const SECOND_LOOK_MS = 1_000
const CACHE_MS = 1_000

/** The log lines of an agent: history, live lines while it trades, and every 5 s what the socket missed. */
export function useTerminal({ agentId, externalId, strategyId, active }: Place) {
  const [store] = useState(createLineStore)
  const empty = useSyncExternalStore(store.subscribe, store.empty)
  const [phase, setPhase] = useState<'loading' | 'ready' | 'failed'>('loading')
  const [channel, setChannel] = useState<ChannelState>({ phase: 'connecting', attempts: 0 })
  const [failures, setFailures] = useState(0)
  const [staleAt, setStaleAt] = useState<number>()
  const [buffer] = useState(createLogBuffer)
  const refreshBalances = useRefreshBalances()
  const localId = useRef(0)

  const read = useCallback(
    async (first: boolean) => {
      // What was asked for before a clearing must not come back after it.
      const asked = store.clearings()
      try {
        const got = await call(listTerminalLogs, {
          params: { id: agentId },
          query: { limit: TERMINAL_LOG_LIMIT },
          retry: first ? forLogs : never,
        })
        if (asked !== store.clearings()) return
        store.add(got)
        setStaleAt(undefined)
        setFailures(0)
        setPhase('ready')
      } catch (error) {
        if (asked !== store.clearings()) return
        setFailures((n) => n + 1)
        const kept = isDown(error) ? terminalCache(agentId).read() : undefined
        if (kept) {
          store.add(kept.value)
          setStaleAt((at) => at ?? kept.at)
        }
        setPhase((before) => (before === 'ready' || kept ? 'ready' : 'failed'))
      }
    },
    [agentId, store],
  )

  useEffect(() => {
    // Starting and stopping look again at once: what was said around them may have missed the socket. While it trades the
    // next look comes by itself; else this one is tried again.
    const first = setTimeout(() => void read(!active))
    const again = setTimeout(() => void read(false), SECOND_LOOK_MS)
    return () => {
      clearTimeout(first)
      clearTimeout(again)
    }
  }, [read, active])

  // A failed history is looked for again too, whether there was a strategy or not.
  const polls = active || strategyId !== null || failures > 0
  useEffect(() => {
    if (!polls) return
    const timer = setInterval(() => void read(false), LOG_POLL_MS)
    const seen = () => document.visibilityState === 'visible' && void read(false)
    document.addEventListener('visibilitychange', seen)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', seen)
    }
  }, [read, polls])

  const show = useCallback(() => {
    const batch = buffer.take()
    store.add(batch)
    if (batch.some((line) => TRADED.test(line.message))) refreshBalances()
  }, [buffer, store, refreshBalances])
  useEffect(() => {
    if (!active) return
    let frame: number | undefined
    const stop = subscribe({
      kind: 'logs',
      externalId,
      schema: LogMessage,
      onMessage: ({ log }) => {
        buffer.add(log)
        // One rendering a frame, however many lines arrive in it.
        if (frame !== undefined) return
        frame = requestAnimationFrame(() => {
          frame = undefined
          show()
        })
      },
      onState: setChannel,
    })
    return () => {
      stop()
      if (frame !== undefined) cancelAnimationFrame(frame)
    }
  }, [externalId, active, buffer, show])

  // What came from the cache keeps its time.
  const keeps = phase === 'ready' && staleAt === undefined
  useEffect(() => {
    if (!keeps) return
    let kept: TerminalLog[] | undefined
    const timer = setInterval(() => {
      if (store.lines() === kept) return
      kept = store.lines()
      const real = kept.filter((line) => line.id > 0)
      terminalCache(agentId).write(real)
      if (strategyId !== null)
        strategyLogsCache(strategyId).write(real.filter((l) => l.strategy_id === strategyId))
    }, CACHE_MS)
    return () => clearInterval(timer)
  }, [agentId, strategyId, keeps, store])

  /** Puts a line of the console's own into the terminal; kept by the server when it can be. */
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

  const clear = useCallback(async () => {
    try {
      await call(clearTerminalLogs, { params: { id: agentId } })
      buffer.take()
      store.clear()
      terminalCache(agentId).clear()
    } catch (error) {
      await append(`Error clearing terminal logs: ${sentence(error, 'Unknown error')}`)
    }
  }, [agentId, append, buffer, store])

  return {
    store,
    empty,
    phase,
    channel: active ? channel : CLOSED,
    failures,
    staleAt,
    append,
    clear,
    reload: () => void read(true),
  }
}

export type Terminal = ReturnType<typeof useTerminal>
