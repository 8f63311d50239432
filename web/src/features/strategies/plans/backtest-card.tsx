import { percentText } from '@purser/contract/market/percent-text.ts'
import type { Plan } from '@purser/contract/strategies/plan.ts'
import type { Preview } from '@purser/contract/strategies/preview.ts'
import { DAY_SECONDS, HOUR_MS } from '@purser/contract/time.ts'
import { usdWords } from '#ui/formats/amount-words.ts'
import type { Figure } from '#ui/formats/figures.tsx'
import { linePath } from '#ui/line-path.ts'
import { Plot, PLOT_WIDTH, plotY } from '#ui/plot.tsx'
import { FigureList } from '../figure-list.tsx'
import { Gain } from '../figures-line.tsx'
import { horizonOf } from './plan-horizon.ts'
import { spanOf } from './plan-rows.ts'
import { dateText } from '#ui/dates/date-text.ts'
import css from './backtest-card.module.css'

const H = 56

const ratio = (value: number | null) => (value === null ? 'n/a' : value.toFixed(2))
const usd = (value: number) => usdWords(value.toFixed(4))

/** The window, or the part of it that has prices. */
function windowOf(points: Preview['equity']): string {
  const hours = secondsOf(points) / (HOUR_MS / 1000)
  const days = Math.round(hours / 24)
  if (days >= 2) return `${days} days`
  return hours < 1.5 ? '1 hour' : `${Math.round(hours)} hours`
}
function secondsOf(points: Preview['equity']): number {
  const [first, last] = [points[0], points.at(-1)]
  return first && last ? (Date.parse(last.time) - Date.parse(first.time)) / 1000 : 0
}

type Props = { preview: Preview; plan: Plan }

/** A plan that ends sooner has no figure for 30 days: that would be the figure of holding the token. */
const SHORT_SECONDS = DAY_SECONDS

export function BacktestCard({ preview, plan }: Props) {
  const horizon = horizonOf(plan)
  if (horizon === null || horizon >= SHORT_SECONDS) return <Figures preview={preview} plan={plan} />
  const end = horizon === 0 ? 'with its order' : `after ${spanOf(horizon)}`
  return (
    <section aria-label="Backtest">
      <p className={css.none}>
        No backtest: this plan ends {end}, and a month of prices says nothing about it.
      </p>
    </section>
  )
}

const exactWords = ({ return_percent: gain, max_drawdown_percent: drawdown }: Preview, window: string) =>
  `Backtest of the last ${window}: return ${gain}%, maximum drawdown ${drawdown}%`

/** The plan's results over the last 30 days: return and drawdown; the curve and the rest are a click away. */
function Figures({ preview, plan }: Props) {
  const { max_drawdown_from: from, max_drawdown_to: to } = preview
  const fell = from !== null && to !== null ? ` (${dateText(from, 'day')} to ${dateText(to, 'day')})` : ''
  const window = windowOf(preview.equity)
  const rest: Figure[] = [
    ['Buy and hold', percentText(preview.buy_and_hold_percent)],
    ['Max drawdown', `${preview.max_drawdown_percent.toFixed(2)}%${fell}`],
    ['Trades', preview.trades.toLocaleString('en')],
    ['Fees', usd(preview.fees_usd)],
    ['Win rate', preview.win_rate_percent === null ? 'n/a' : `${preview.win_rate_percent.toFixed(1)}%`],
    ['Profit factor', ratio(preview.profit_factor)],
    ['Sharpe', ratio(preview.sharpe)],
    ['Sortino', ratio(preview.sortino)],
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
        <EquityCurve points={preview.equity} horizon={horizonOf(plan)} />
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

type CurveProps = { points: Preview['equity']; horizon: number | null }

/** Pixels only; the values are in the label. Beyond the plan's own end the curve shows the holdings. */
function EquityCurve({ points, horizon }: CurveProps) {
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last || points.length < 2) return null
  const values = points.map((point) => point.value)
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const x = (n: number) => (n / (points.length - 1)) * PLOT_WIDTH
  const y = (value: number) => plotY(H, high === low ? null : (value - low) / (high - low))
  const path = linePath(points.map((point, n) => ({ x: x(n), y: y(point.value) })))
  const share = horizon === null ? null : horizon / Math.max(1, secondsOf(points))
  const ends = share !== null && share < 1 ? share * PLOT_WIDTH : null
  return (
    <figure className={css.curve}>
      <Plot
        height={H}
        className={css.svg}
        label={`Equity from ${usd(first.value)} to ${usd(last.value)}; lowest ${usd(low)}, highest ${usd(high)}`}
      >
        {ends !== null && <rect x={ends} y={0} width={PLOT_WIDTH - ends} height={H} className={css.after} />}
        <path d={path} className={last.value < first.value ? css.loss : css.gain} />
        {ends !== null && <line x1={ends} x2={ends} y1={0} y2={H} className={css.end} />}
      </Plot>
      <figcaption className={css.caption}>
        <span>
          {dateText(first.time, 'day')}: {usd(first.value)}
        </span>
        {horizon !== null && <span className={css.horizon}>{horizonText(horizon, share)}</span>}
        <span>
          {dateText(last.time, 'day')}: {usd(last.value)}
        </span>
      </figcaption>
    </figure>
  )
}

const horizonText = (horizon: number, share: number | null): string =>
  horizon === 0
    ? 'ends with its order'
    : `${share !== null && share < 1 ? 'ends after' : 'goes on for'} ${spanOf(horizon)}`
