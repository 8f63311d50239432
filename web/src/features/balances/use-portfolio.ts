import { SNAPSHOT_MINUTES } from '@purser/contract/limits.ts'
import { portfolioSummary } from '@purser/contract/portfolio.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { call } from '#wire/api.ts'

export const portfolioKey = ['portfolio'] as const

/** Today began at midnight where the console is. */
const midnight = (): string => {
  const day = new Date()
  day.setHours(0, 0, 0, 0)
  return day.toISOString()
}

/** All figures are of one time; `refresh` takes all of them anew. */
export function usePortfolio() {
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
    refetchInterval: SNAPSHOT_MINUTES * 60_000,
  })
  const { refetch } = query
  const refresh = async () => {
    setRefreshing(true)
    fresh.current = true
    try {
      await refetch()
      // The line over time ends with the same point.
      await client.invalidateQueries({ queryKey: [...portfolioKey, 'history'] })
    } finally {
      setRefreshing(false)
    }
  }
  return { query, refresh, refreshing }
}
