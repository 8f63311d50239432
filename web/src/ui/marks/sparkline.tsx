import { memo } from 'react'
import { linePath } from '#ui/line-path.ts'
import { Plot, PLOT_WIDTH, plotY } from '#ui/plot.tsx'
import css from './sparkline.module.css'

const HEIGHT = 32
const PARTS = 10_000n

/** Values in base units as a line without axes, as large as its place; the label says in words what it shows. */
export const Sparkline = memo(function Sparkline({ values, label }: { values: bigint[]; label: string }) {
  const [first] = values
  if (first === undefined || values.length < 2) return null
  const low = values.reduce((least, value) => (value < least ? value : least), first)
  const high = values.reduce((most, value) => (value > most ? value : most), first)
  // Pixels only, never amounts.
  const points = values.map((value, n) => ({
    x: (n / (values.length - 1)) * PLOT_WIDTH,
    y: plotY(HEIGHT, high === low ? null : Number(((value - low) * PARTS) / (high - low)) / Number(PARTS)),
  }))
  return (
    <Plot height={HEIGHT} label={label} className={css.plot}>
      <path d={linePath(points)} className={css.line} />
    </Plot>
  )
})
