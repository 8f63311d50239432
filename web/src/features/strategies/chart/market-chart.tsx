import { ActionIcon, Skeleton, useComputedColorScheme } from '@mantine/core'
import '@mantine/core/styles/Skeleton.css'
import { useFullscreenElement } from '@mantine/hooks'
import { IconMaximize, IconMinimize } from '@tabler/icons-react'
import { CANDLES_SOURCE } from '@purser/contract/market/candle-texts.ts'
import type { Timeframe } from '@purser/contract/strategies/plan.ts'
import { Suspense, useId, useState, type ReactNode } from 'react'
import { ToggleButton } from '#ui/buttons/toggle-button.tsx'
import { ErrorBox } from '#ui/states/error-box.tsx'
import { onDemand } from '#ui/on-demand.tsx'
import { priceText } from '@purser/contract/market/price-text.ts'
import { sentence } from '#wire/fault.ts'
import type { Boundary, Mark, Spot } from './chart-data.ts'
import { CandlesNote } from './candles-note.tsx'
import { ChartHead } from './chart-head.tsx'
import { ChartLegend } from './chart-legend.tsx'
import { type Pointed, Tip } from './chart-tip.tsx'
import type { Drawing } from './use-drawing.ts'
import { usePanes } from './use-panes.ts'
import type { useCandles } from '../use-record.ts'
import css from './chart-panel.module.css'

const PriceChart = onDemand(() => import('./price-chart.tsx').then((m) => m.PriceChart))

/** A strategy's record, drawn over the candles. */
export type Overlay = {
  marks: Mark[]
  boundaries: Boundary[]
  profit: Spot[]
  position: Spot[]
  /** The number of all marks' trades together. */
  trades: number
  quote: string
}
type Failure = { error: unknown; isFetching: boolean; refetch: () => unknown }
type Props = {
  mint: string
  /** The name of the token. */
  symbol: string
  timeframe: Timeframe
  onTimeframe: (timeframe: Timeframe) => void
  candles: ReturnType<typeof useCandles>
  drawing: Drawing
  /** Undefined without a strategy. */
  overlay?: Overlay | undefined
  failed: Failure | undefined
  staleAt: number | undefined
  /** The content between the head and the candles. */
  figures?: ReactNode
  /** The content below the candles. */
  foot?: ReactNode
}

/** Candles of a token, with a strategy's record over them. It fills the available height. */
export function MarketChart(props: Props) {
  const { mint, symbol, timeframe, onTimeframe, candles, drawing, overlay, failed, staleAt, figures, foot } =
    props
  const titleId = useId()
  const [pointed, setPointed] = useState<Pointed>()
  const { ref, fullscreen, toggle } = useFullscreenElement<HTMLElement>()
  const panes = usePanes()
  // Without a fill both panes would be empty.
  const hasRecord = overlay !== undefined && overlay.profit.length > 0
  const shown = candles.data
  const last = shown?.at(-1)
  return (
    <section
      ref={ref}
      className={`surface ${css.panel} ${fullscreen ? css.whole : ''}`}
      aria-labelledby={titleId}
    >
      <ChartHead
        titleId={titleId}
        symbol={symbol}
        price={last?.close}
        staleAt={staleAt}
        timeframe={timeframe}
        onTimeframe={onTimeframe}
        panes={hasRecord && <PaneButtons panes={panes} />}
      >
        <ScreenButton isWhole={fullscreen} onToggle={() => void toggle()} />
      </ChartHead>
      {candles.state && <CandlesNote state={candles.state} />}
      {figures}
      {failed && (
        <ErrorBox
          message={sentence(failed.error, 'The chart could not be loaded.')}
          onRetry={() => void failed.refetch()}
          retrying={failed.isFetching}
        />
      )}
      {shown ? (
        <div className={css.chart}>
          <ChartLegend drawing={drawing} />
          <Tip candles={shown} pointed={pointed} symbol={symbol} quote={overlay?.quote ?? ''} />
          <Suspense fallback={<Skeleton className={css.canvas ?? ''} />}>
            <Canvas
              {...{ mint, symbol, timeframe, candles, drawing, panes }}
              overlay={overlay}
              hasRecord={hasRecord}
              onPoint={setPointed}
            />
          </Suspense>
        </div>
      ) : (
        candles.isPending && <Skeleton className={css.canvas ?? ''} />
      )}
      <div className={css.foot}>
        {foot}
        {candles.state && (
          <a href={CANDLES_SOURCE.url} target="_blank" rel="noopener noreferrer">
            {CANDLES_SOURCE.text}
          </a>
        )}
        <a href="https://www.tradingview.com/" target="_blank" rel="noopener noreferrer">
          Charts by TradingView
        </a>
      </div>
    </section>
  )
}

type CanvasProps = Pick<Props, 'mint' | 'symbol' | 'timeframe' | 'candles' | 'drawing' | 'overlay'> & {
  hasRecord: boolean
  panes: ReturnType<typeof usePanes>
  onPoint: (pointed: Pointed | undefined) => void
}
const NONE: never[] = []

function Canvas(props: CanvasProps) {
  const { mint, symbol, timeframe, candles, drawing, overlay, hasRecord, panes, onPoint } = props
  const scheme = useComputedColorScheme()
  const shown = candles.data ?? NONE
  const last = shown.at(-1)
  const price = last ? priceText(last.close) : 'unknown'
  const trades = overlay ? `, with ${overlay.trades} trades; they stand in the table of trades` : ''
  return (
    <PriceChart
      // Another token, timeframe or theme is another chart, scrolled to its end.
      key={`${mint} ${timeframe} ${scheme}`}
      candles={shown}
      marks={overlay?.marks ?? NONE}
      levels={drawing.levels}
      boundaries={overlay?.boundaries ?? NONE}
      rule={drawing.rule}
      profit={hasRecord && panes.open.profit ? overlay?.profit : undefined}
      position={hasRecord && panes.open.position ? overlay?.position : undefined}
      label={`Candles of ${timeframe} of ${symbol}, last ${price}${trades}`}
      onPoint={onPoint}
      onOlder={() => void candles.loadOlder()}
    />
  )
}

/** Each pane below the candles is folded and opened by its button. */
function PaneButtons({ panes: { open, toggle } }: { panes: ReturnType<typeof usePanes> }) {
  const names = { profit: 'P&L', position: 'Position' } as const
  return (
    <div role="group" aria-label="Panes" className={css.group}>
      {(['profit', 'position'] as const).map((pane) => (
        <ToggleButton
          key={pane}
          size="compact-xs"
          pressed={open[pane]}
          title={`${open[pane] ? 'Fold' : 'Open'} the pane of ${names[pane]}`}
          onClick={() => toggle(pane)}
        >
          {names[pane]}
        </ToggleButton>
      ))}
    </div>
  )
}

/** Nothing if the browser has no full screen for parts of a page. */
function ScreenButton({ isWhole, onToggle }: { isWhole: boolean; onToggle: () => void }) {
  if (!document.fullscreenEnabled) return null
  const words = isWhole ? 'Leave full screen' : 'Full screen'
  return (
    <ActionIcon size={24} variant="default" aria-label={words} title={words} onClick={onToggle}>
      {isWhole ? <IconMinimize size={15} /> : <IconMaximize size={15} />}
    </ActionIcon>
  )
}
