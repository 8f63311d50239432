import { percentText } from '@purser/contract/market/percent-text.ts'
import type { Plan } from '@purser/contract/strategies/plan.ts'
import type { Backtest, HoldingWindows, Preview, TestedPreview } from '@purser/contract/strategies/preview.ts'
import { HOUR_MS } from '@purser/contract/time.ts'
import { symbolInPlan } from '@purser/contract/tokens/tokens.ts'
import { usdWords } from '#ui/formats/amount-words.ts'
import type { Figure } from '#ui/formats/figures.tsx'
import { linePath } from '#ui/line-path.ts'
import { Plot, PLOT_WIDTH, plotY } from '#ui/plot.tsx'
import { FigureList } from '../figure-list.tsx'
import { Gain } from '../figures-line.tsx'
import { spanOf } from './plan-rows.ts'
import { dateText } from '#ui/dates/date-text.ts'
import css from './backtest-card.module.css'

const H = 56

const ratio = (value: number | null) => (value === null ? 'n/a' : value.toFixed(2))
const usd = (value: number) => usdWords(value.toFixed(4))
const bps = (value: number | null) => (value === null ? 'n/a' : `${value.toFixed(0)} bps`)

/** The time that was tested, or the part of it that has prices. */
function toWindow(points: Backtest['equity']): string {
  const hours = countSeconds(points) / (HOUR_MS / 1000)
  const days = Math.round(hours / 24)
  if (days >= 2) return `${days} days`
  if (hours < 1) return spanOf(Math.max(60, Math.round(hours * 60) * 60))
  return hours < 1.5 ? '1 hour' : `${Math.round(hours)} hours`
}
function countSeconds(points: Backtest['equity']): number {
  const [first, last] = [points[0], points.at(-1)]
  return first && last ? (Date.parse(last.time) - Date.parse(first.time)) / 1000 : 0
}

type Props = { preview: Preview; plan: Plan }

export function BacktestCard({ preview, plan }: Props) {
  return preview.tested ? (
    <Figures preview={preview} />
  ) : (
    <Untested holding={preview.holding} token={symbolInPlan(plan)} />
  )
}

/** A figure of such a plan would be the figure of holding the token. */
function Untested({ holding, token }: { holding: HoldingWindows | null; token: string }) {
  return (
    <section aria-label="Backtest">
      <p className={css.none}>Not tested: this plan has no rule on price. {holdingText(holding, token)}</p>
    </section>
  )
}

const exactWords = (
  { return_percent: gain, max_drawdown_percent: drawdown }: TestedPreview,
  window: string,
) => `Backtest of the last ${window}: return ${gain}%, maximum drawdown ${drawdown}%`

function holdingText(holding: HoldingWindows | null, token: string): string {
  if (!holding) return `The market has too little history to say what holding ${token} gave.`
  const { seconds, p5, p50, p95 } = holding
  const [low, middle, high] = [p5, p50, p95].map(percentText)
  return `Holding ${token} for ${spanOf(seconds)} gave ${low}, ${middle} and ${high} in 5, 50 and 95 of 100 past windows.`
}

/** The plan's results in the past: return and drawdown; the curve and the rest are a click away. */
function Figures({ preview }: { preview: TestedPreview }) {
  const { max_drawdown_from: from, max_drawdown_to: to, costs } = preview
  const fell = from !== null && to !== null ? ` (${dateText(from, 'day')} to ${dateText(to, 'day')})` : ''
  const window = toWindow(preview.equity)
  const rest: Figure[] = [
    ['Capital', usd(preview.capital_usd)],
    ['Buy and hold', percentText(preview.buy_and_hold_percent)],
    ['Max drawdown', `${preview.max_drawdown_percent.toFixed(2)}%${fell}`],
    ['Trades', preview.trades.toLocaleString('en')],
    ['Costs', `${usd(costs.total_usd)}${costs.bps === null ? '' : ` (${bps(costs.bps)})`}`],
    ['Break-even costs', bps(preview.break_even_bps)],
    ['Win rate', preview.win_rate_percent === null ? 'n/a' : `${preview.win_rate_percent.toFixed(1)}%`],
    ['Profit factor', ratio(preview.profit_factor)],
    ['Sharpe', ratio(preview.sharpe)],
    ['Sortino', ratio(preview.sortino)],
    ...(preview.unknown_percent > 0
      ? [['Unknown time', `${preview.unknown_percent.toFixed(1)}%`] satisfies Figure]
      : []),
  ]
  return (
    <section aria-label={`Backtest of the last ${window}`}>
      <details>
        <summary className={css.head} title={exactWords(preview, window)}>
          <span className={css.figure}>Backtest, {window}</span>
          <span className={css.figure}>
            <span className="visually-hidden">Return </span>
            <Gain value={preview.return_percent} text={percentText(preview.return_percent)} />
          </span>
          <span className={css.figure}>Drawdown {preview.max_drawdown_percent.toFixed(2)}%</span>
        </summary>
        <EquityCurve points={preview.equity} />
        <FigureList figures={rest} className={css.figures} />
        {preview.assumptions.length > 0 && (
          <>
            <div className={css.assumed}>How fills are assumed</div>
            <ul className={css.fills}>
              {preview.assumptions.map((assumption) => (
                <li key={assumption}>{assumption}</li>
              ))}
            </ul>
          </>
        )}
      </details>
    </section>
  )
}

/** Pixels only; the values are in the label. */
function EquityCurve({ points }: { points: Backtest['equity'] }) {
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last || points.length < 2) return null
  const values = points.map((point) => point.value)
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const x = (n: number) => (n / (points.length - 1)) * PLOT_WIDTH
  const y = (value: number) => plotY(H, high === low ? null : (value - low) / (high - low))
  const path = linePath(points.map((point, n) => ({ x: x(n), y: y(point.value) })))
  return (
    <figure className={css.curve}>
      <Plot
        height={H}
        className={css.svg}
        label={`Equity from ${usd(first.value)} to ${usd(last.value)}; lowest ${usd(low)}, highest ${usd(high)}`}
      >
        <path d={path} className={last.value < first.value ? css.loss : css.gain} />
      </Plot>
      <figcaption className={css.caption}>
        <span>
          {dateText(first.time, 'day')}: {usd(first.value)}
        </span>
        <span>
          {dateText(last.time, 'day')}: {usd(last.value)}
        </span>
      </figcaption>
    </figure>
  )
}
