import type { Preview } from '@purser/contract/preview.ts'
import { HOUR_MS } from '@purser/contract/time.ts'
import type { Figure } from '#ui/figures.tsx'
import { linePath } from '#ui/line-path.ts'
import { Plot, PLOT_WIDTH, plotY } from '#ui/plot.tsx'
import { FigureList } from './figure-list.tsx'
import card from './message-card.module.css'
import css from './backtest-card.module.css'

const H = 90

const percent = (value: number) => `${value > 0 ? '+' : ''}${value.toFixed(2)} %`
const ratio = (value: number | null) => (value === null ? 'n/a' : value.toFixed(2))
const day = (time: string) => new Date(time).toLocaleDateString('en', { month: 'short', day: 'numeric' })

/** The window, or as much of it as there are prices for. */
function spanOf(points: Preview['equity']): string {
  const [first, last] = [points[0], points.at(-1)]
  const hours = first && last ? (Date.parse(last.time) - Date.parse(first.time)) / HOUR_MS : 0
  const days = Math.round(hours / 24)
  if (days >= 2) return `${days} days`
  return hours < 1.5 ? 'hour' : `${Math.round(hours)} hours`
}

/** What the plan would have done over the last 30 days, before it is confirmed. */
export function BacktestCard({ preview }: { preview: Preview }) {
  const { max_drawdown_from: from, max_drawdown_to: to } = preview
  const fell = from !== null && to !== null ? ` (${day(from)} to ${day(to)})` : ''
  const span = spanOf(preview.equity)
  const figures: Figure[] = [
    ['Return', percent(preview.return_percent)],
    ['Buy and hold', percent(preview.buy_and_hold_percent)],
    ['Max drawdown', `${preview.max_drawdown_percent.toFixed(2)} %${fell}`],
    ['Trades', preview.trades.toLocaleString('en')],
    ['Fees', `$${preview.fees_usd.toFixed(2)}`],
    ['Win rate', preview.win_rate_percent === null ? 'n/a' : `${preview.win_rate_percent.toFixed(1)} %`],
    ['Profit factor', ratio(preview.profit_factor)],
    ['Sharpe', ratio(preview.sharpe)],
    ['Sortino', ratio(preview.sortino)],
  ]
  return (
    <section className={card.card} aria-label={`Backtest of the last ${span}`}>
      <div className={css.head}>Backtest, last {span}</div>
      <EquityCurve points={preview.equity} />
      <FigureList figures={figures} className={css.figures} />
      {preview.assumptions.length > 0 && (
        <details className={css.fills}>
          <summary>How fills are assumed</summary>
          <ul>
            {preview.assumptions.map((assumption) => (
              <li key={assumption}>{assumption}</li>
            ))}
          </ul>
        </details>
      )}
    </section>
  )
}

/** Pixels only; the values are in the label. */
function EquityCurve({ points }: { points: Preview['equity'] }) {
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last || points.length < 2) return null
  const values = points.map((point) => point.value)
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const x = (n: number) => (n / (points.length - 1)) * PLOT_WIDTH
  const y = (value: number) => plotY(H, high === low ? null : (value - low) / (high - low))
  const path = linePath(points.map((point, n) => ({ x: x(n), y: y(point.value) })))
  const usd = (value: number) => `$${value.toFixed(2)}`
  return (
    <figure className={css.figure}>
      <Plot
        height={H}
        className={css.svg}
        label={`Equity from ${usd(first.value)} to ${usd(last.value)}; lowest ${usd(low)}, highest ${usd(high)}`}
      >
        <path d={path} className={last.value < first.value ? css.loss : css.gain} />
      </Plot>
      <figcaption className={css.caption}>
        <span>
          {day(first.time)}: {usd(first.value)}
        </span>
        <span>
          {day(last.time)}: {usd(last.value)}
        </span>
      </figcaption>
    </figure>
  )
}
