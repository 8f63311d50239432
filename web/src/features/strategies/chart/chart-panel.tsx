import { TIMEFRAME_SECONDS, type Timeframe } from '@purser/contract/strategies/plan.ts'
import type { Strategy, StrategyTrade } from '@purser/contract/strategies/strategies.ts'
import { symbolInPlan } from '@purser/contract/tokens/tokens.ts'
import type { Candle } from '@purser/contract/market/market.ts'
import { useEffect, useMemo, useState } from 'react'
import { isDown } from '#wire/fault.ts'
import { boundariesOf, marksOf, spotsOf, timeframeFor } from './chart-data.ts'
import { isSignalPlan } from './chart-rule.ts'
import { FiguresLine } from '../figures-line.tsx'
import { type Overlay, MarketChart } from './market-chart.tsx'
import { useDrawing } from './use-drawing.ts'
import { useCandles, useHistory, useLiveRecord, useTrades } from '../use-record.ts'

type Props = {
  strategy: Strategy
  /** The id of the agent, which names its log channel. */
  externalId: string
  /** The strategy may have traded. */
  onChange: () => void
}

/** The market of a strategy's token with its trades, position and profit. */
export function ChartPanel({ strategy, externalId, onChange }: Props) {
  const [picked, setPicked] = useState<Timeframe>()
  const { plan, created_at: began, ended_at: ended } = strategy
  // The time of opening: a chart does not change its timeframe by itself.
  const [opened] = useState(Date.now)
  const ran = ((ended === null ? opened : Date.parse(ended)) - Date.parse(began)) / 1000
  const timeframe = picked ?? (isSignalPlan(plan) ? plan.timeframe : timeframeFor(ran))
  const candles = useCandles(plan.token_address, timeframe, ended)
  const trades = useTrades(strategy)
  const history = useHistory(strategy)
  useLiveRecord(externalId, strategy.id, onChange)

  const made = useMemo(() => trades.data?.pages.flatMap((page) => page.trades) ?? [], [trades.data])
  useTradesOnScreen(trades, made, candles.data)
  const drawing = useDrawing(strategy, timeframe, candles)
  const overlay = useOverlay(strategy, timeframe, { candles: candles.data, made, points: history.data })
  const queries = [candles, trades, history]
  return (
    <MarketChart
      mint={plan.token_address}
      symbol={symbolInPlan(plan)}
      timeframe={timeframe}
      onTimeframe={setPicked}
      candles={candles}
      drawing={drawing}
      overlay={overlay}
      failed={queries.find((query) => query.isError && !query.data)}
      staleAt={queries.find((query) => query.data && isDown(query.error))?.dataUpdatedAt}
      figures={<FiguresLine strategy={strategy} />}
      foot={trades.data && made.length === 0 && <span>No trades yet</span>}
    />
  )
}

type Record = {
  candles: Candle[] | undefined
  made: StrategyTrade[]
  points: Parameters<typeof spotsOf>[0] | undefined
}

function useOverlay(
  strategy: Strategy,
  timeframe: Timeframe,
  { candles, made, points = [] }: Record,
): Overlay {
  const seconds = TIMEFRAME_SECONDS[timeframe]
  const { quote } = strategy.plan
  return useMemo(() => {
    const known = candles ?? []
    return {
      marks: marksOf(made, known, seconds),
      boundaries: boundariesOf(strategy, made, known, seconds),
      profit: spotsOf(points, known, seconds, (point) => point.pnl),
      position: spotsOf(points, known, seconds, (point) => point.held),
      trades: made.length,
      quote,
    }
  }, [candles, made, points, seconds, strategy, quote])
}

/** Further trades are not drawn: each is a row in the table. */
const MOST_DRAWN = 3_000

/** Loads the trades of all candles that are loaded: none of them is missing on the chart. */
function useTradesOnScreen(
  { hasNextPage, isFetching, isError, fetchNextPage }: ReturnType<typeof useTrades>,
  made: StrategyTrade[],
  candles: Candle[] | undefined,
): void {
  const oldest = made.at(-1)
  const first = candles?.[0]
  const isMissing =
    hasNextPage &&
    made.length < MOST_DRAWN &&
    first !== undefined &&
    oldest !== undefined &&
    Date.parse(oldest.time) / 1000 > first.time
  useEffect(() => {
    if (isMissing && !isFetching && !isError) void fetchNextPage()
  }, [isMissing, isFetching, isError, fetchNextPage])
}
