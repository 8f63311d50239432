import type { PortfolioPoint } from '@purser/contract/balances/balances.ts'
import {
  formatBalance,
  groupThousands,
  parseUnitsDown,
  SOL_DECIMALS,
  USD_DECIMALS,
} from '@purser/contract/money.ts'
import { memo, useState, type PointerEvent } from 'react'
import { dateText } from '#ui/dates/date-text.ts'
import { linePath } from '#ui/line-path.ts'
import { Plot, PLOT_WIDTH, plotY } from '#ui/plot.tsx'
import { usdText } from '../usd.ts'
import css from './portfolio-panel.module.css'

export type Unit = 'USD' | 'SOL'
type Spot = { at: number; units: bigint }

const H = 84

const text = (units: bigint, unit: Unit) =>
  unit === 'USD' ? usdText(units) : `${groupThousands(formatBalance(units, SOL_DECIMALS))} SOL`

/** The points with a value in this unit. */
const spotsOf = (points: PortfolioPoint[], unit: Unit): Spot[] =>
  points.flatMap((point) => {
    const value = unit === 'USD' ? point.total_usd : point.total_sol
    if (value === null) return []
    return [
      {
        at: Date.parse(point.at),
        units: parseUnitsDown(value, unit === 'USD' ? USD_DECIMALS : SOL_DECIMALS),
      },
    ]
  })

/** Value over time as a line; the value under the pointer is shown below it. */
export const ValueLine = memo(function ValueLine({ points, unit }: { points: PortfolioPoint[]; unit: Unit }) {
  const [near, setNear] = useState<number>()
  const spots = spotsOf(points, unit)
  const first = spots[0]
  const last = spots.at(-1)
  if (!first || !last || spots.length < 2)
    return <div className={css.empty}>The market had no price for these wallets in this time.</div>
  const low = spots.reduce((least, spot) => (spot.units < least ? spot.units : least), first.units)
  const high = spots.reduce((most, spot) => (spot.units > most ? spot.units : most), first.units)
  const x = (spot: Spot) => ((spot.at - first.at) / Math.max(1, last.at - first.at)) * PLOT_WIDTH
  // Pixels only, never amounts.
  const y = (spot: Spot) =>
    plotY(H, high === low ? null : Number(((spot.units - low) * 10_000n) / (high - low)) / 10_000)
  const path = linePath(spots.map((spot) => ({ x: x(spot), y: y(spot) })))
  const spot = near === undefined ? undefined : spots[near]
  const point = (event: PointerEvent<SVGSVGElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    const at = first.at + ((event.clientX - box.left) / box.width) * (last.at - first.at)
    let best = 0
    for (const [n, one] of spots.entries())
      if (Math.abs(one.at - at) < Math.abs((spots[best] ?? one).at - at)) best = n
    setNear(best)
  }
  const shown = spot ?? last
  const change = shown.units - first.units
  return (
    <figure className={css.figure}>
      <Plot
        height={H}
        className={css.svg}
        label={`Value from ${text(first.units, unit)} to ${text(last.units, unit)}; lowest ${text(low, unit)}, highest ${text(high, unit)}`}
        onPointerMove={point}
        onPointerLeave={() => setNear(undefined)}
      >
        <path d={`${path}L${PLOT_WIDTH} ${H}L0 ${H}Z`} className={css.area} />
        <path d={path} className={css.line} />
        {spot && <line x1={x(spot)} x2={x(spot)} y1={0} y2={H} className={css.cursor} />}
      </Plot>
      <figcaption className={css.caption}>
        <span>{dateText(first.at)}</span>
        <span className={css.summary}>
          {text(shown.units, unit)}{' '}
          {change !== 0n && (
            <span className={change < 0n ? css.down : css.up}>
              {change < 0n ? '▼' : '▲'} {text(change < 0n ? -change : change, unit)}
            </span>
          )}
        </span>
        <span>{dateText(shown.at)}</span>
      </figcaption>
    </figure>
  )
})
