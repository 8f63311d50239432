import { TIMEFRAME_SECONDS, type Timeframe } from '@purser/contract/strategies/plan.ts'
import type { Strategy, StrategyTrade } from '@purser/contract/strategies/strategies.ts'
import { symbolInPlan } from '@purser/contract/tokens/tokens.ts'
import type { Candle } from '@purser/contract/market/market.ts'
import { useEffect, useMemo, useState } from 'react'
import { isDown } from '#wire/fault.ts'
import { boundariesOf, levelsOf, marksOf, spotsOf, timeframeFor } from './chart-data.ts'
import { FiguresLine } from '../figures-line.tsx'
import { type Overlay, MarketChart } from './market-chart.tsx'
import { TradeList } from '../trades/trade-list.tsx'
import { useCandles, useHistory, useLiveRecord, useTrades } from '../use-record.ts'
import css from './chart-panel.module.css'

type Props = {
  strategy: Strategy
  /** The id of the agent, which names its log channel. */
  externalId: string
  /** The strategy may have traded. */
  onChange: () => void
  /** A table elsewhere on the page has its trades. */
  tradesElsewhere?: boolean
}

/** The market of a strategy's token with its trades, position and profit. */
export function ChartPanel({ strategy, externalId, onChange, tradesElsewhere = false }: Props) {
  const [picked, setPicked] = useState<Timeframe>()
  const { plan, created_at: began, ended_at: ended } = strategy
  // The time of opening: a chart does not change its timeframe by itself.
  const [opened] = useState(Date.now)
  const ran = ((ended === null ? opened : Date.parse(ended)) - Date.parse(began)) / 1000
  const timeframe = picked ?? timeframeFor(ran)
  const candles = useCandles(plan.token_address, timeframe, ended)
  const trades = useTrades(strategy)
  const history = useHistory(strategy)
  useLiveRecord(externalId, strategy.id, onChange)

  const made = useMemo(() => trades.data?.pages.flatMap((page) => page.trades) ?? [], [trades.data])
  useTradesOnScreen(trades, made, candles.data)
  const overlay = useOverlay(strategy, timeframe, { candles: candles.data, made, points: history.data })
  const queries = [candles, trades, history]
  const skipped = trades.data?.pages[0]?.skipped ?? []
  return (
    <MarketChart
      mint={plan.token_address}
      symbol={symbolInPlan(plan)}
      timeframe={timeframe}
      onTimeframe={setPicked}
      candles={candles}
      overlay={overlay}
      failed={queries.find((query) => query.isError && !query.data)}
      staleAt={queries.find((query) => query.data && isDown(query.error))?.dataUpdatedAt}
      figures={<FiguresLine strategy={strategy} />}
      foot={trades.data && made.length === 0 && <span>No trades yet</span>}
    >
      {!tradesElsewhere && (made.length > 0 || skipped.length > 0) && (
        <details className={css.trades}>
          <summary>
            Trades ({made.length.toLocaleString('en')}
            {trades.hasNextPage ? '+' : ''})
          </summary>
          <TradeList strategy={strategy} />
        </details>
      )}
    </MarketChart>
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
  const levels = useMemo(() => levelsOf(strategy), [strategy])
  const { quote } = strategy.plan
  return useMemo(() => {
    const known = candles ?? []
    return {
      marks: marksOf(made, known, seconds),
      boundaries: boundariesOf(strategy, made, known, seconds),
      profit: spotsOf(points, known, seconds, (point) => point.pnl),
      position: spotsOf(points, known, seconds, (point) => point.held),
      levels,
      trades: made.length,
      quote,
    }
  }, [candles, made, points, seconds, levels, strategy, quote])
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
