import { Skeleton, useComputedColorScheme } from '@mantine/core'
import '@mantine/core/styles/Skeleton.css'
import { CANDLES_SOURCE } from '@purser/contract/candle-texts.ts'
import { TIMEFRAME_SECONDS, Timeframe } from '@purser/contract/plan.ts'
import type { Strategy } from '@purser/contract/strategies.ts'
import { symbolOf } from '@purser/contract/tokens.ts'
import { lazy, Suspense, useMemo, useState } from 'react'
import { ErrorBox } from '#ui/error-box.tsx'
import { StaleNote } from '#ui/stale-note.tsx'
import { ToggleButtons } from '#ui/toggle-buttons.tsx'
import { priceText } from '#ui/price-text.ts'
import { isDown, sentence } from '#wire/fault.ts'
import { levelsOf, marksOf, spotsOf, timeframeFor } from './chart-data.ts'
import { CandlesNote } from './candles-note.tsx'
import { FiguresLine } from './figures-line.tsx'
import { Tip } from './chart-tip.tsx'
import { TradeTable } from './trade-table.tsx'
import { useCandles, useHistory, useLiveRecord, useTrades } from './use-record.ts'
import css from './chart-panel.module.css'

const PriceChart = lazy(() => import('./price-chart.tsx').then((m) => ({ default: m.PriceChart })))

type Props = {
  strategy: Strategy
  /** The agent's, which names its log channel. */
  externalId: string
  /** The strategy may have traded. */
  onChange: () => void
}

/** The market of a strategy's token with its trades, position and profit. */
export function ChartPanel({ strategy, externalId, onChange }: Props) {
  const [picked, setPicked] = useState<Timeframe>()
  const [pointed, setPointed] = useState<number>()
  const scheme = useComputedColorScheme()
  const { plan, created_at: began, ended_at: ended } = strategy
  // As of opening: a chart does not change its timeframe by itself.
  const [opened] = useState(Date.now)
  const ran = ((ended === null ? opened : Date.parse(ended)) - Date.parse(began)) / 1000
  const timeframe = picked ?? timeframeFor(ran)
  const seconds = TIMEFRAME_SECONDS[timeframe]
  const candles = useCandles(plan.token_address, timeframe, ended)
  const trades = useTrades(strategy)
  const history = useHistory(strategy)
  useLiveRecord(externalId, strategy.id, onChange)

  const shown = candles.data
  const made = useMemo(() => trades.data?.pages.flatMap((page) => page.trades) ?? [], [trades.data])
  const drawn = useMemo(() => {
    if (!shown) return undefined
    const points = history.data ?? []
    return {
      marks: marksOf(made, shown, seconds),
      profit: spotsOf(points, shown, seconds, (point) => point.pnl),
      position: spotsOf(points, shown, seconds, (point) => point.held),
    }
  }, [shown, made, history.data, seconds])
  const levels = useMemo(() => levelsOf(strategy), [strategy])
  const symbol = symbolOf(plan.token_address)
  const last = shown?.at(-1)
  const staleAt = [candles, trades, history].find((query) => query.data && isDown(query.error))?.dataUpdatedAt
  const failed = [candles, trades, history].find((query) => query.isError && !query.data)
  const skipped = trades.data?.pages[0]?.skipped ?? []
  return (
    <section className={`surface ${css.panel}`} aria-labelledby="chart-title">
      <div className={css.head}>
        <h2 id="chart-title" className={css.title}>
          {symbol} in USD
        </h2>
        {last && <span className={css.price}>{priceText(last.close)}</span>}
        {staleAt !== undefined && <StaleNote at={staleAt} />}
        <div className={css.frames}>
          <ToggleButtons
            label="Timeframe"
            value={timeframe}
            options={Timeframe.options.map((one) => [one, one])}
            onChange={setPicked}
            small
          />
        </div>
      </div>
      {candles.state && <CandlesNote state={candles.state} />}
      <FiguresLine strategy={strategy} />
      {failed && (
        <ErrorBox
          message={sentence(failed.error, 'The chart could not be loaded.')}
          onRetry={() => void failed.refetch()}
          retrying={failed.isFetching}
        />
      )}
      {shown && drawn ? (
        <div className={css.chart}>
          <Tip candles={shown} marks={drawn.marks} pointed={pointed} symbol={symbol} quote={plan.quote} />
          <Suspense fallback={<Skeleton className={css.canvas ?? ''} />}>
            <PriceChart
              // Another token, timeframe or theme is another chart, scrolled to its end.
              key={`${plan.token_address} ${timeframe} ${scheme}`}
              candles={shown}
              marks={drawn.marks}
              levels={levels}
              profit={drawn.profit}
              position={drawn.position}
              label={`Candles of ${timeframe} of ${symbol}, last ${last ? priceText(last.close) : 'unknown'}, with ${made.length} trades; they stand in the table below`}
              onPoint={setPointed}
              onOlder={() => void candles.loadOlder()}
            />
          </Suspense>
        </div>
      ) : (
        candles.isPending && <Skeleton className={css.canvas ?? ''} />
      )}
      <div className={css.foot}>
        {trades.data && made.length === 0 && <span>No trades yet</span>}
        {candles.state && (
          <a href={CANDLES_SOURCE.url} target="_blank" rel="noopener noreferrer">
            {CANDLES_SOURCE.text}
          </a>
        )}
        <a href="https://www.tradingview.com/" target="_blank" rel="noopener noreferrer">
          Charts by TradingView
        </a>
      </div>
      {(made.length > 0 || skipped.length > 0) && (
        <details className={css.trades}>
          <summary>
            Trades ({made.length}
            {trades.hasNextPage ? '+' : ''})
          </summary>
          <TradeTable
            trades={made}
            skipped={skipped}
            symbol={symbol}
            quote={plan.quote}
            more={trades.hasNextPage}
            loading={trades.isFetchingNextPage}
            onMore={() => void trades.fetchNextPage()}
          />
        </details>
      )}
    </section>
  )
}
