/** Candles, trades and levels; below them profit and position. The only file that loads the charts. */
import type { Candle } from '@purser/contract/market.ts'
import {
  BaselineSeries,
  CandlestickSeries,
  createChart,
  createSeriesMarkers,
  LineSeries,
  LineType,
  type IChartApi,
  type IPriceLine,
  type ISeriesApi,
  type ISeriesMarkersPluginApi,
  type Time,
  type UTCTimestamp,
} from 'lightweight-charts'
import { useEffect, useRef } from 'react'
import type { Level, Mark, Spot } from './chart-data.ts'
import { chartOptions, coloursOf, faded, levelStyle, markerOf } from './chart-theme.ts'
import { usdWords } from '#ui/amount-words.ts'
import { priceText, stepOf } from '#ui/price-text.ts'
import css from './chart-panel.module.css'

type Props = {
  candles: Candle[]
  marks: Mark[]
  levels: Level[]
  profit: Spot[]
  position: Spot[]
  /** For screen readers. */
  label: string
  /** The start of the candle under the pointer. */
  onPoint: (time: number | undefined) => void
  onOlder: () => void
}
type Parts = {
  chart: IChartApi
  price: ISeriesApi<'Candlestick'>
  profit: ISeriesApi<'Baseline'>
  position: ISeriesApi<'Line'>
  markers: ISeriesMarkersPluginApi<Time>
  lines: IPriceLine[]
}

/** Older candles are loaded when fewer than this are left of the visible range. */
const NEAR_THE_START = 10
/** Levels further away than so many visible heights do not extend the price scale. */
const REACH = 1

const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 5 })
const at = (time: number) => time as UTCTimestamp
const dots = (spots: Spot[]) => spots.map(({ time, value }) => ({ time: at(time), value }))

export function PriceChart({ candles, marks, levels, profit, position, label, onPoint, onOlder }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const parts = useRef<Parts>(undefined)
  const latest = useRef({ onPoint, onOlder, levels })
  useEffect(() => {
    latest.current = { onPoint, onOlder, levels }
  })

  useEffect(() => {
    if (!box.current) return
    const chart = createChart(box.current, { autoSize: true })
    const price = chart.addSeries(CandlestickSeries, {
      autoscaleInfoProvider: (
        own: () => { priceRange: { minValue: number; maxValue: number } | null } | null,
      ) => {
        const range = own()?.priceRange
        if (!range) return null
        const room = (range.maxValue - range.minValue) * REACH
        const near = latest.current.levels
          .map((level) => level.price)
          .filter((one) => one > range.minValue - room && one < range.maxValue + room)
        return {
          priceRange: {
            minValue: Math.min(range.minValue, ...near),
            maxValue: Math.max(range.maxValue, ...near),
          },
        }
      },
    })
    const gains = chart.addSeries(BaselineSeries, { baseValue: { type: 'price', price: 0 }, lineWidth: 2 }, 1)
    const held = chart.addSeries(LineSeries, { lineType: LineType.WithSteps, lineWidth: 2 }, 2)
    const panes = chart.panes()
    for (const [i, share] of [6, 2.2, 1.8].entries()) panes[i]?.setStretchFactor(share)
    for (const series of [gains, held])
      series.priceScale().applyOptions({ scaleMargins: { top: 0.25, bottom: 0.2 } })
    parts.current = {
      chart,
      price,
      profit: gains,
      position: held,
      markers: createSeriesMarkers(price),
      lines: [],
    }
    chart.subscribeCrosshairMove(({ time }) =>
      latest.current.onPoint(time === undefined ? undefined : Number(time)),
    )
    chart.timeScale().subscribeVisibleLogicalRangeChange((range) => {
      if (range && range.from < NEAR_THE_START) latest.current.onOlder()
    })
    return () => {
      parts.current = undefined
      chart.remove()
    }
  }, [])

  useEffect(() => {
    const { current } = parts
    if (!current || !box.current) return
    const colours = coloursOf(box.current)
    const step = stepOf(candles.at(-1)?.close ?? 0)
    current.chart.applyOptions(chartOptions(colours))
    current.price.applyOptions({
      upColor: colours.good,
      downColor: colours.bad,
      wickUpColor: colours.good,
      wickDownColor: colours.bad,
      borderVisible: false,
      priceFormat: { type: 'custom', formatter: priceText, minMove: step },
    })
    current.profit.applyOptions({
      title: 'P&L',
      topLineColor: colours.good,
      topFillColor1: faded(colours.good, 0.25),
      topFillColor2: faded(colours.good, 0.05),
      bottomLineColor: colours.bad,
      bottomFillColor1: faded(colours.bad, 0.05),
      bottomFillColor2: faded(colours.bad, 0.25),
      priceFormat: {
        type: 'custom',
        formatter: (value: number) => usdWords(value.toFixed(6)),
        minMove: 0.0001,
      },
    })
    current.position.applyOptions({
      title: 'Position',
      color: colours.accent,
      priceFormat: {
        type: 'custom',
        formatter: (value: number) => compact.format(value),
        minMove: 0.000001,
      },
    })
    for (const line of current.lines) current.price.removePriceLine(line)
    current.lines = levels.map((level) => current.price.createPriceLine(levelStyle(level, colours)))
    current.markers.setMarkers(marks.map((mark) => ({ time: at(mark.time), ...markerOf(mark, colours) })))
  }, [candles, marks, levels])

  useEffect(() => {
    parts.current?.price.setData(
      candles.map(({ time, open, high, low, close }) => ({ time: at(time), open, high, low, close })),
    )
  }, [candles])
  useEffect(() => parts.current?.profit.setData(dots(profit)), [profit])
  useEffect(() => parts.current?.position.setData(dots(position)), [position])

  return <div ref={box} className={css.canvas} role="img" aria-label={label} />
}
