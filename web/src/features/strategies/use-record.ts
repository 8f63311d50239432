/** What a strategy has done, and the market it does it on: asked while it is looked at, told of by the log channel. */
import { CANDLES_PAGE, CHART_POLL_MS, STRATEGY_TRADES_PAGE } from '@purser/contract/limits.ts'
import { LogMessage } from '@purser/contract/live.ts'
import { type Candle, listCandles } from '@purser/contract/market.ts'
import { TIMEFRAME_SECONDS, type Timeframe } from '@purser/contract/plan.ts'
import { getStrategyHistory, listTrades, type Strategy } from '@purser/contract/strategies.ts'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import { call } from '#wire/api.ts'
import { listen } from '#wire/live.ts'
import { mergeCandles } from './chart-data.ts'

const CANDLES_KEPT = 3_000
/** Candles beside the end of a run that is over. */
const AFTERWARDS = 20
/** The profit changes with the price, though nothing is traded. */
const HISTORY_POLL_MS = 3 * CHART_POLL_MS
/** Lines after which there is something new to see. */
const TOLD = new Set(['bought', 'sold', 'skipped', 'error', 'failed'])
const TOGETHER_MS = 250

const recordKey = (strategyId: string, what: 'trades' | 'history') => ['record', strategyId, what]
const isOver = (strategy: Strategy) => strategy.ended_at !== null

/** The newest candles, or those up to the end of a run that is over. Hidden pages ask for nothing. */
export function useCandles(mint: string, timeframe: Timeframe, endedAt: string | null) {
  const client = useQueryClient()
  const seconds = TIMEFRAME_SECONDS[timeframe]
  const end = endedAt === null ? undefined : Math.ceil(Date.parse(endedAt) / 1000) + AFTERWARDS * seconds
  const queryKey = ['candles', mint, timeframe, end ?? 'newest']
  const exhausted = useRef(false)
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const known = client.getQueryData<Candle[]>(queryKey)
      const last = known?.at(-1)
      const missing = last ? Math.ceil(Date.now() / 1000 / seconds - last.time / seconds) + 1 : Infinity
      const limit = Math.max(2, Math.min(CANDLES_PAGE, missing))
      const { candles } = await call(listCandles, {
        params: { mint },
        query: { timeframe, limit, ...(end === undefined ? {} : { before: end }) },
        signal,
      })
      // After a long absence the two would not meet.
      return known && missing <= CANDLES_PAGE ? mergeCandles(known, candles, CANDLES_KEPT) : candles
    },
    refetchInterval: () => (end !== undefined && end * 1000 < Date.now() ? false : CHART_POLL_MS),
    refetchOnWindowFocus: true,
  })

  /** What lies before the oldest candle, until the history begins or enough is kept. */
  const loadOlder = useCallback(async () => {
    const known = client.getQueryData<Candle[]>(['candles', mint, timeframe, end ?? 'newest'])
    const first = known?.[0]
    if (!first || exhausted.current || known.length >= CANDLES_KEPT) return
    exhausted.current = true
    const asked = { timeframe, limit: CANDLES_PAGE, before: first.time }
    const { candles } = await call(listCandles, { params: { mint }, query: asked }).catch(() => ({
      candles: [],
    }))
    if (candles.length === 0) return
    exhausted.current = false
    client.setQueryData<Candle[]>(['candles', mint, timeframe, end ?? 'newest'], (now) =>
      mergeCandles(candles, now ?? [], CANDLES_KEPT),
    )
  }, [client, mint, timeframe, end])
  return { ...query, loadOlder }
}

export const useTrades = (strategy: Strategy) =>
  useInfiniteQuery({
    queryKey: recordKey(strategy.id, 'trades'),
    queryFn: ({ pageParam, signal }) =>
      call(listTrades, {
        params: { strategyId: strategy.id },
        query: { limit: STRATEGY_TRADES_PAGE, ...(pageParam === '' ? {} : { before: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
    refetchInterval: isOver(strategy) ? false : HISTORY_POLL_MS,
    refetchOnWindowFocus: true,
  })

export const useHistory = (strategy: Strategy) =>
  useQuery({
    queryKey: recordKey(strategy.id, 'history'),
    queryFn: async ({ signal }) =>
      (await call(getStrategyHistory, { params: { strategyId: strategy.id }, signal })).points,
    refetchInterval: isOver(strategy) ? false : HISTORY_POLL_MS,
    refetchOnWindowFocus: true,
  })

/** Looks again as soon as a line tells of a trade; lines that come together are one look. */
export function useTold(externalId: string, strategyId: string, onTold: () => void): void {
  const client = useQueryClient()
  const look = useCallback(() => {
    void client.invalidateQueries({ queryKey: ['record', strategyId] })
    onTold()
  }, [client, strategyId, onTold])
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = listen({
      kind: 'logs',
      externalId,
      schema: LogMessage,
      onMessage: ({ log }) => {
        if (log.strategy_id !== strategyId || !TOLD.has(log.kind) || timer !== undefined) return
        timer = setTimeout(() => {
          timer = undefined
          look()
        }, TOGETHER_MS)
      },
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [externalId, strategyId, look])
}
