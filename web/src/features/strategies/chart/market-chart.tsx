import { ActionIcon, Button, Skeleton, useComputedColorScheme } from '@mantine/core'
import '@mantine/core/styles/Skeleton.css'
import { useFullscreenElement } from '@mantine/hooks'
import { IconMaximize, IconMinimize } from '@tabler/icons-react'
import { CANDLES_SOURCE } from '@purser/contract/market/candle-texts.ts'
import type { Timeframe } from '@purser/contract/strategies/plan.ts'
import { Suspense, useId, useState, type ReactNode } from 'react'
import { ErrorBox } from '#ui/states/error-box.tsx'
import { onDemand } from '#ui/on-demand.tsx'
import { priceText } from '#ui/formats/price-text.ts'
import { sentence } from '#wire/fault.ts'
import type { Boundary, Level, Mark, Spot } from './chart-data.ts'
import { CandlesNote } from './candles-note.tsx'
import { ChartHead } from './chart-head.tsx'
import { type Pointed, Tip } from './chart-tip.tsx'
import { usePanes } from './use-panes.ts'
import type { useCandles } from '../use-record.ts'
import css from './chart-panel.module.css'

const PriceChart = onDemand(() => import('./price-chart.tsx').then((m) => m.PriceChart))

/** A strategy's record, drawn over the candles. */
export type Overlay = {
  marks: Mark[]
  levels: Level[]
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
  /** Undefined without a strategy. */
  overlay?: Overlay | undefined
  failed: Failure | undefined
  staleAt: number | undefined
  /** The content between the head and the candles. */
  figures?: ReactNode
  /** The content below the candles. */
  foot?: ReactNode
  children?: ReactNode
}

/** Candles of a token, with a strategy's record over them. It fills the available height. */
export function MarketChart(props: Props) {
  const { mint, symbol, timeframe, onTimeframe, candles, overlay, failed, staleAt, figures, foot, children } =
    props
  const titleId = useId()
  const [pointed, setPointed] = useState<Pointed>()
  const { ref, fullscreen, toggle } = useFullscreenElement<HTMLElement>()
  const panes = usePanes()
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
      >
        {overlay && <PaneButtons panes={panes} />}
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
          {overlay && <LevelList levels={overlay.levels} />}
          <Tip candles={shown} pointed={pointed} symbol={symbol} quote={overlay?.quote ?? ''} />
          <Suspense fallback={<Skeleton className={css.canvas ?? ''} />}>
            <Canvas {...{ mint, symbol, timeframe, candles, overlay, panes, onPoint: setPointed }} />
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
      {children}
    </section>
  )
}

type CanvasProps = Pick<Props, 'mint' | 'timeframe' | 'candles' | 'overlay'> & {
  symbol: string
  panes: ReturnType<typeof usePanes>
  onPoint: (pointed: Pointed | undefined) => void
}
const NONE: never[] = []

function Canvas({ mint, symbol, timeframe, candles, overlay, panes, onPoint }: CanvasProps) {
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
      levels={overlay?.levels ?? NONE}
      boundaries={overlay?.boundaries ?? NONE}
      profit={panes.open.profit ? overlay?.profit : undefined}
      position={panes.open.position ? overlay?.position : undefined}
      label={`Candles of ${timeframe} of ${symbol}, last ${price}${trades}`}
      onPoint={onPoint}
      onOlder={() => void candles.loadOlder()}
    />
  )
}

/** The levels in words, including those outside the visible range. The cost is among the figures. */
function LevelList({ levels }: { levels: Level[] }) {
  const named = levels.filter(({ kind, label }) => kind !== 'cost' && label !== '')
  if (named.length === 0) return null
  return (
    <ul className={css.levels} aria-label="Levels">
      {named.map(({ label, price, kind }) => (
        <li key={label} className={css[kind]}>
          {label} <span className={css.level}>{priceText(price)}</span>
        </li>
      ))}
    </ul>
  )
}

/** Each pane below the candles is folded and opened by its button. */
function PaneButtons({ panes: { open, toggle } }: { panes: ReturnType<typeof usePanes> }) {
  const names = { profit: 'P&L', position: 'Position' } as const
  return (
    <div role="group" aria-label="Panes" className={css.group}>
      {(['profit', 'position'] as const).map((pane) => (
        <Button
          key={pane}
          size="compact-xs"
          variant={open[pane] ? 'light' : 'default'}
          aria-pressed={open[pane]}
          title={`${open[pane] ? 'Fold' : 'Open'} the pane of ${names[pane]}`}
          onClick={() => toggle(pane)}
        >
          {names[pane]}
        </Button>
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
