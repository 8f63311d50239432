/** Candles, trades and levels; profit and position below them. */
import type { Candle } from '@purser/contract/market/market.ts'
import { useEffect, useMemo, useRef } from 'react'
import type { Boundary, Level, Mark, Spot } from './chart-data.ts'
import {
  createParts,
  type Parts,
  setAverages,
  setCandles,
  setLooks,
  setMarks,
  setPanes,
  setSpots,
} from './chart-parts.ts'
import type { Rule } from './chart-rule.ts'
import { coloursOf } from './chart-theme.ts'
import type { Pointed } from './chart-tip.tsx'
import css from './chart-panel.module.css'

type Props = {
  candles: Candle[]
  marks: Mark[]
  levels: Level[]
  boundaries: Boundary[]
  rule: Rule | undefined
  /** Undefined: this pane is folded, or there is no strategy. */
  profit: Spot[] | undefined
  position: Spot[] | undefined
  /** For screen readers. */
  label: string
  onPoint: (pointed: Pointed | undefined) => void
  onOlder: () => void
}

/** Older candles are loaded when fewer than this are left of the visible range. */
const NEAR_THE_START = 10

export function PriceChart(props: Props) {
  const { candles, marks, levels, boundaries, rule, profit, position, label } = props
  const box = useRef<HTMLDivElement>(null)
  const parts = useRef<Parts>(undefined)
  const shown = useRef<Mark[]>([])
  const latest = useRef(props)
  useEffect(() => {
    latest.current = props
  })
  const hasProfit = profit !== undefined
  const hasPosition = position !== undefined

  useEffect(() => {
    if (!box.current) return
    const element = box.current
    const made = createParts(element, () => latest.current.levels)
    parts.current = made
    made.chart.subscribeCrosshairMove(({ time }) => {
      const at = Number(time)
      const here = shown.current.filter((mark) => mark.time <= at && mark.until >= at)
      const trades = here.flatMap((mark) => mark.trades)
      latest.current.onPoint(time === undefined ? undefined : { time: at, trades })
    })
    let spacing = 0
    made.chart.timeScale().subscribeVisibleLogicalRangeChange((range) => {
      if (range && range.from < NEAR_THE_START) latest.current.onOlder()
      const { barSpacing } = made.chart.timeScale().options()
      if (barSpacing === spacing) return
      spacing = barSpacing
      // The distance between marks changes with the zoom.
      shown.current = drawMarks(made, element, latest.current)
    })
    return () => {
      parts.current = undefined
      made.chart.remove()
    }
  }, [])

  const { averages, rsi } = useRuleParts(rule)
  useEffect(() => {
    if (parts.current && box.current)
      setPanes(parts.current, { rsi, profit: hasProfit, position: hasPosition }, coloursOf(box.current))
  }, [rsi, hasProfit, hasPosition])
  useEffect(() => {
    if (parts.current && box.current) setAverages(parts.current, averages, coloursOf(box.current))
  }, [averages])
  const last = candles.at(-1)?.close ?? 0
  useEffect(() => {
    if (parts.current && box.current)
      setLooks(parts.current, { last, levels, boundaries }, coloursOf(box.current))
  }, [last, levels, boundaries])
  useEffect(() => {
    if (parts.current) setCandles(parts.current, candles)
  }, [candles])
  useEffect(() => {
    if (parts.current && box.current)
      shown.current = drawMarks(parts.current, box.current, { candles, marks })
  }, [candles, marks])
  useEffect(() => {
    if (parts.current) setSpots(parts.current, { rule: rule?.lines ?? [], profit, position })
  }, [rule, profit, position])

  return <div ref={box} className={css.canvas} role="img" aria-label={label} />
}

/** The lines that a rule needs; equal ones are the same until the rule changes. */
function useRuleParts(rule: Rule | undefined) {
  const hasLines = rule?.lines.some(({ spots }) => spots.length > 0) ?? false
  const averages = hasLines && rule?.bounds === null ? rule.lines.length : 0
  const label = rule?.lines[0]?.label ?? ''
  const bounds = hasLines ? rule?.bounds : null
  const [buy, sell] = [bounds?.buy, bounds?.sell]
  const rsi = useMemo(
    () => (buy === undefined || sell === undefined ? undefined : { label, buy, sell }),
    [label, buy, sell],
  )
  return { averages, rsi }
}

/** Draws the marks, with the number of trades of each at the chart. */
function drawMarks(
  parts: Parts,
  box: HTMLElement,
  { marks, candles }: Pick<Props, 'marks' | 'candles'>,
): Mark[] {
  const drawn = setMarks(parts, marks, candles, coloursOf(box))
  box.dataset.marks = drawn.map((mark) => mark.trades.length).join(' ')
  return drawn
}
