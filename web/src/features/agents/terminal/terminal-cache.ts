import { useEffect } from 'react'
import type { TerminalLog } from '@purser/contract/agents/agents.ts'
import { strategyLogsCache, terminalCache } from '#wire/storage/caches.ts'
import type { LineStore } from './line-store.ts'

const CACHE_MS = 1_000

type Place = { agentId: number; strategyId: string | null; store: LineStore }

/** Caches the lines for offline use, at most once a second; those that only this browser has are left out. */
export function useTerminalCache({ agentId, strategyId, store }: Place, enabled: boolean): void {
  useEffect(() => {
    if (!enabled) return
    let cached: TerminalLog[] | undefined
    const keep = () => {
      if (store.lines() === cached) return
      cached = store.lines()
      const stored = cached.filter((line) => line.id > 0)
      terminalCache(agentId).write(stored)
      if (strategyId !== null)
        strategyLogsCache(strategyId).write(stored.filter((line) => line.strategy_id === strategyId))
    }
    // The loaded lines are cached at once: the page may be left, or the server gone, within the second.
    keep()
    const timer = setInterval(keep, CACHE_MS)
    return () => clearInterval(timer)
  }, [agentId, strategyId, enabled, store])
}
