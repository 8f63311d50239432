import {
  addTerminalLog,
  clearTerminalLogs,
  listTerminalLogs,
  type TerminalLog,
} from '@purser/contract/agents.ts'
import { LOG_POLL_MS, TERMINAL_LOG_LIMIT } from '@purser/contract/limits.ts'
import { LogMessage } from '@purser/contract/live.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useRefreshBalances } from '#features/balances/index.ts'
import { call } from '#wire/api.ts'
import { strategyLogsCache, terminalCache } from '#wire/caches.ts'
import { isDown, sentence } from '#wire/fault.ts'
import { listen, type ChannelState } from '#wire/live.ts'
import { forLogs, never } from '#wire/retry.ts'
import { mergeLogs } from './merge-logs.ts'

type Place = { agentId: number; externalId: string; strategyId: string | null; active: boolean }
/** Lines that arrive together are shown together: a thousand a second must not mean a thousand renderings. */
const FLUSH_MS = 100
/** Lines after which a wallet holds something else than before. */
const TRADED = /\b(?:Bought|Sold)\b/
const SECOND_LOOK_MS = 1_000

/** The log lines of an agent: history, live lines, and every 5 s what the socket missed. */
export function useTerminal({ agentId, externalId, strategyId, active }: Place) {
  const [lines, setLines] = useState<TerminalLog[]>([])
  const [phase, setPhase] = useState<'loading' | 'ready' | 'failed'>('loading')
  const [channel, setChannel] = useState<ChannelState>({ phase: 'connecting', attempts: 0 })
  const [failures, setFailures] = useState(0)
  const [staleAt, setStaleAt] = useState<number>()
  /** Counts the clearings: what was asked for before one must not come back after it. */
  const epoch = useRef(0)
  const refreshBalances = useRefreshBalances()
  const localId = useRef(0)

  const read = useCallback(
    async (first: boolean) => {
      const asked = epoch.current
      try {
        const got = await call(listTerminalLogs, {
          params: { id: agentId },
          query: { limit: TERMINAL_LOG_LIMIT },
          retry: first ? forLogs : never,
        })
        if (asked !== epoch.current) return
        setLines((shown) => mergeLogs(shown, got))
        setStaleAt(undefined)
        setFailures(0)
        setPhase('ready')
      } catch (error) {
        if (asked !== epoch.current) return
        setFailures((n) => n + 1)
        const kept = isDown(error) ? terminalCache(agentId).read() : undefined
        if (kept) {
          setLines((shown) => mergeLogs(shown, kept.value))
          setStaleAt((at) => at ?? kept.at)
        }
        setPhase((before) => (before === 'ready' || kept ? 'ready' : 'failed'))
      }
    },
    [agentId],
  )

  useEffect(() => {
    const first = setTimeout(() => void read(true))
    const again = setTimeout(() => void read(false), SECOND_LOOK_MS)
    return () => {
      clearTimeout(first)
      clearTimeout(again)
    }
  }, [read])

  useEffect(() => {
    // A failed history is looked for again too, whether the agent trades or not.
    if (!active && failures === 0) return
    const timer = setInterval(() => void read(false), LOG_POLL_MS)
    return () => clearInterval(timer)
  }, [read, active, failures])

  const show = useCallback(
    (batch: TerminalLog[]) => {
      setLines((shown) => mergeLogs(shown, batch))
      if (batch.some((line) => TRADED.test(line.message))) refreshBalances()
    },
    [refreshBalances],
  )
  useEffect(() => {
    let waiting: TerminalLog[] = []
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = listen({
      kind: 'logs',
      externalId,
      schema: LogMessage,
      onMessage: ({ log }) => {
        waiting.push(log)
        if (timer !== undefined) return
        timer = setTimeout(() => {
          timer = undefined
          show(waiting)
          waiting = []
        }, FLUSH_MS)
      },
      onState: setChannel,
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [externalId, show])

  useEffect(() => {
    // What came from the cache keeps its time.
    if (phase !== 'ready' || staleAt !== undefined) return
    const timer = setTimeout(() => {
      const real = lines.filter((line) => line.id > 0)
      terminalCache(agentId).write(real)
      if (strategyId !== null)
        strategyLogsCache(strategyId).write(real.filter((l) => l.strategy_id === strategyId))
    }, SECOND_LOOK_MS)
    return () => clearTimeout(timer)
  }, [agentId, strategyId, phase, staleAt, lines])

  /** Puts a line of the console's own into the terminal; kept by the server when it can be. */
  const append = useCallback(
    async (message: string) => {
      const body = { message, strategy_id: strategyId, external_id: externalId }
      let line: TerminalLog
      try {
        line = await call(addTerminalLog, { params: { id: agentId }, body, retry: never })
      } catch {
        line = { ...body, id: --localId.current, agent_id: agentId, timestamp: new Date().toISOString() }
      }
      setLines((shown) => mergeLogs(shown, [line]))
    },
    [agentId, externalId, strategyId],
  )

  const clear = useCallback(async () => {
    try {
      await call(clearTerminalLogs, { params: { id: agentId } })
      epoch.current++
      setLines([])
      terminalCache(agentId).clear()
    } catch (error) {
      await append(`Error clearing terminal logs: ${sentence(error, 'Unknown error')}`)
    }
  }, [agentId, append])

  return { lines, phase, channel, failures, staleAt, append, clear, reload: () => void read(true) }
}

export type Terminal = ReturnType<typeof useTerminal>
