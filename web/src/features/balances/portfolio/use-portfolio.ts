import { portfolioHistory } from '@purser/contract/balances/balances.ts'
import { SNAPSHOT_MINUTES } from '@purser/contract/limits.ts'
import { parseUnits, SOL_DECIMALS } from '@purser/contract/money.ts'
import { portfolioSummary, type PortfolioSummary } from '@purser/contract/balances/portfolio.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { View } from '#features/wallets/index.ts'
import { call } from '#wire/api.ts'

const portfolioKey = ['portfolio'] as const

/** Today began at midnight in the console's time zone. */
const midnight = (): string => {
  const day = new Date()
  day.setHours(0, 0, 0, 0)
  return day.toISOString()
}

/** All of one time. `today`: the profit since midnight; undefined if no value was recorded before. */
export type RecordedMoment = {
  at: string
  sol: bigint
  usd: number | string
  today: number | string | undefined
}

/** The holdings of the shown wallets and their worth at the time of the figures; undefined if that was not recorded. */
function momentIn(summary: PortfolioSummary | undefined, view: View): RecordedMoment | undefined {
  if (!summary?.at || view === 'ungrouped') return undefined
  const scope = view === 'all' ? summary : summary.groups.find(({ id }) => id === view)
  if (scope?.sol == null || scope.total_usd === null) return undefined
  const today = scope.windows.find(({ name }) => name === 'today')
  return {
    at: summary.at,
    sol: parseUnits(scope.sol, SOL_DECIMALS),
    usd: scope.total_usd,
    today: today?.profit_usd,
  }
}

/**
 * The holdings of these wallets and their worth at the time of the other figures. If they hold something else now, all
 * figures are taken anew. `held`: the known holdings in any text form; undefined while not all are known.
 */
export function useSameMoment(
  { query, renew }: Pick<ReturnType<typeof usePortfolio>, 'query' | 'renew'>,
  view: View,
  held: string | undefined,
): RecordedMoment | undefined {
  const before = useRef<{ view: View; held: string }>(undefined)
  const onHeld = useEffectEvent((view: View, held: string) => {
    const [former, point] = [before.current, momentIn(query.data, view)]
    before.current = { view, held }
    // Not at first, when the figures came with the wallets: only for later changes, or a difference from the start.
    const isNew = former?.view !== view
    const differs = isNew ? point !== undefined && !held.startsWith(`${point.sol} `) : former?.held !== held
    if (differs) void renew()
  })
  const isKnown = query.data !== undefined
  useEffect(() => {
    if (isKnown && held !== undefined) onHeld(view, held)
  }, [isKnown, held, view])
  return momentIn(query.data, view)
}

/** Nothing is recorded before there are wallets. */
export const usePortfolioHistory = (view: View, range: '24h' | '30d', hasWallets = true) =>
  useQuery({
    queryKey: [...portfolioKey, 'history', range, view],
    queryFn: ({ signal }) =>
      call(portfolioHistory, {
        query: typeof view === 'number' ? { range, groupId: view } : { range },
        signal,
      }),
    enabled: hasWallets && view !== 'ungrouped',
    refetchInterval: SNAPSHOT_MINUTES * 60_000,
  })

/**
 * All figures are of one time; `refresh` takes all of them anew, `renew` does so without showing it. None are recorded
 * before there are wallets.
 */
export function usePortfolio(hasWallets = true) {
  const client = useQueryClient()
  const fresh = useRef(false)
  const [refreshing, setRefreshing] = useState(false)
  const query = useQuery({
    queryKey: [...portfolioKey, 'summary'],
    queryFn: ({ signal }) => {
      const isFresh = fresh.current
      fresh.current = false
      return call(portfolioSummary, {
        query: { since: midnight(), ...(isFresh ? { fresh: 'true' as const } : {}) },
        signal,
      })
    },
    enabled: hasWallets,
    refetchInterval: SNAPSHOT_MINUTES * 60_000,
  })
  const { refetch } = query
  const renew = async () => {
    fresh.current = true
    await refetch()
    // The line over time ends with the same point.
    await client.invalidateQueries({ queryKey: [...portfolioKey, 'history'] })
  }
  const refresh = async () => {
    setRefreshing(true)
    try {
      await renew()
    } finally {
      setRefreshing(false)
    }
  }
  return { query, refresh, renew, refreshing }
}
