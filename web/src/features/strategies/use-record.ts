/** A strategy's record and its market: polled while on screen, refetched when the log channel brings lines. */
import { CANDLES_PAGE, CHART_POLL_MS, STRATEGY_TRADES_PAGE } from '@purser/contract/limits.ts'
import { LogMessage } from '@purser/contract/live.ts'
import { type Candle, type CandlesState, listCandles } from '@purser/contract/market/market.ts'
import { TIMEFRAME_SECONDS, type Timeframe } from '@purser/contract/strategies/plan.ts'
import { getStrategyHistory, listTrades, type Strategy } from '@purser/contract/strategies/strategies.ts'
import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { call } from '#wire/api.ts'
import { subscribe } from '#wire/live/channel.ts'
import { coalesce } from '#wire/live/coalesce.ts'
import { joinCandles, mergeCandles } from './chart/chart-data.ts'
import { changesRecord } from './log-kinds.ts'

const CANDLES_KEPT = 3_000
/** Candles shown after the end of a run. */
const AFTERWARDS = 20
/** The profit changes with the price, even without trades. */
const HISTORY_POLL_MS = 3 * CHART_POLL_MS
const COALESCE_MS = 250

const recordKey = (strategyId: string, what: 'trades' | 'history') => ['record', strategyId, what]
const isOver = (strategy: Strategy) => strategy.ended_at !== null

/** The newest candles, or those up to the end of a run that ended. Hidden pages do not poll. */
export function useCandles(mint: string, timeframe: Timeframe, endedAt: string | null) {
  const client = useQueryClient()
  const seconds = TIMEFRAME_SECONDS[timeframe]
  const end = endedAt === null ? undefined : Math.ceil(Date.parse(endedAt) / 1000) + AFTERWARDS * seconds
  const queryKey = ['candles', mint, timeframe, end ?? 'newest']
  const exhausted = useRef(false)
  const [state, setState] = useState<CandlesState | null>(null)
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const known = client.getQueryData<Candle[]>(queryKey)
      const last = known?.at(-1)
      const missing = last ? Math.ceil(Date.now() / 1000 / seconds - last.time / seconds) + 1 : Infinity
      const limit = Math.max(2, Math.min(CANDLES_PAGE, missing))
      const load = async (count: number) => {
        const answer = await call(listCandles, {
          params: { mint },
          query: { timeframe, limit: count, ...(end === undefined ? {} : { before: end }) },
          signal,
        })
        setState(answer.state)
        return answer.candles
      }
      const candles = await load(limit)
      // After a long absence there would be a gap between the two.
      if (!known || missing > CANDLES_PAGE) return candles
      const joined = joinCandles(known, candles, CANDLES_KEPT)
      if (joined) return joined
      // The market runs faster than real time.
      const page = await load(CANDLES_PAGE)
      return joinCandles(known, page, CANDLES_KEPT) ?? page
    },
    refetchInterval: () => (end !== undefined && end * 1000 < Date.now() ? false : CHART_POLL_MS),
    refetchOnWindowFocus: true,
  })

  /** Loads candles before the oldest one, until the history begins or CANDLES_KEPT are loaded. */
  const loadOlder = useCallback(async () => {
    const known = client.getQueryData<Candle[]>(['candles', mint, timeframe, end ?? 'newest'])
    const first = known?.[0]
    if (!first || exhausted.current || known.length >= CANDLES_KEPT) return
    exhausted.current = true
    const query = { timeframe, limit: CANDLES_PAGE, before: first.time }
    const { candles, state: older } = await call(listCandles, { params: { mint }, query }).catch(() => ({
      candles: [],
      state: null,
    }))
    // Candles that are still loading may be requested again.
    if (candles.length > 0 || older?.missing != null) exhausted.current = false
    if (candles.length === 0) return
    client.setQueryData<Candle[]>(['candles', mint, timeframe, end ?? 'newest'], (now) =>
      mergeCandles(candles, now ?? [], CANDLES_KEPT),
    )
  }, [client, mint, timeframe, end])
  return { ...query, loadOlder, state }
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
    // It is read once more with its end: its last point is the profit that stays.
    queryKey: [...recordKey(strategy.id, 'history'), strategy.ended_at],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) =>
      (await call(getStrategyHistory, { params: { strategyId: strategy.id }, signal })).points,
    refetchInterval: isOver(strategy) ? false : HISTORY_POLL_MS,
    refetchOnWindowFocus: true,
  })

/** Refetches the record when the log channel brings lines that change it. */
export function useLiveRecord(externalId: string, strategyId: string, onChange: () => void): void {
  const client = useQueryClient()
  const refresh = useCallback(() => {
    void client.invalidateQueries({ queryKey: ['record', strategyId] })
    onChange()
  }, [client, strategyId, onChange])
  useEffect(() => {
    const { soon, cancel } = coalesce(refresh, COALESCE_MS)
    const unsubscribe = subscribe({
      kind: 'logs',
      externalId,
      schema: LogMessage,
      onMessage: ({ log }) => {
        if (log.strategy_id === strategyId && changesRecord(log)) soon()
      },
    })
    return () => {
      unsubscribe()
      cancel()
    }
  }, [externalId, strategyId, refresh])
}
