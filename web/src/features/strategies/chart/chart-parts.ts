/** The series, panes and marks of a chart. With price-chart.tsx the only file that loads the charts. */
import type { Candle } from '@purser/contract/market/market.ts'
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
import { compactText, usdWords } from '#ui/formats/amount-words.ts'
import { pricePlaces, priceText } from '#ui/formats/price-text.ts'
import { BoundaryLines } from './chart-boundaries.ts'
import { type Boundary, groupMarks, type Level, type Mark, type Spot } from './chart-data.ts'
import {
  chartOptions,
  type Colours,
  coloursOf,
  faded,
  levelStyle,
  MARK_WIDTH,
  markerOf,
} from './chart-theme.ts'

export type Parts = {
  chart: IChartApi
  price: ISeriesApi<'Candlestick'>
  profit: ISeriesApi<'Baseline'> | undefined
  position: ISeriesApi<'Line'> | undefined
  markers: ISeriesMarkersPluginApi<Time>
  boundaries: BoundaryLines
  lines: IPriceLine[]
}

/** Levels further away than this many visible heights do not extend the price scale. */
const REACH = 1
/** The candles' height, and that of a pane, in parts. */
const SHARES = [6, 2, 2]

const at = (time: number) => time as UTCTimestamp
const dots = (spots: Spot[]) => spots.map(({ time, value }) => ({ time: at(time), value }))
type PriceRange = { priceRange: { minValue: number; maxValue: number } | null }

export function createParts(box: HTMLElement, levels: () => Level[]): Parts {
  // Applied once: a second time, the margin would scroll back to the newest candle.
  const chart = createChart(box, { autoSize: true, ...chartOptions(coloursOf(box), box.clientWidth) })
  // The whole is one picture with a name: the table that lays out its parts is no data table.
  chart.chartElement().querySelector('table')?.setAttribute('role', 'presentation')
  const price = chart.addSeries(CandlestickSeries, {
    autoscaleInfoProvider: (own: () => PriceRange | null) => {
      const range = own()?.priceRange
      if (!range) return null
      const room = (range.maxValue - range.minValue) * REACH
      const near = levels()
        .map((level) => level.price)
        .filter((one) => one > range.minValue - room && one < range.maxValue + room)
      const minValue = Math.min(range.minValue, ...near)
      return { priceRange: { minValue, maxValue: Math.max(range.maxValue, ...near) } }
    },
  })
  const boundaries = new BoundaryLines()
  price.attachPrimitive(boundaries)
  const markers = createSeriesMarkers(price)
  return { chart, price, profit: undefined, position: undefined, markers, boundaries, lines: [] }
}

/** Opens and folds the panes below the candles, profit above position. */
export function setPanes(parts: Parts, open: { profit: boolean; position: boolean }, colours: Colours): void {
  const { chart } = parts
  for (const series of [parts.profit, parts.position]) if (series) chart.removeSeries(series)
  parts.profit = open.profit ? profitSeries(chart, colours) : undefined
  parts.position = open.position ? positionSeries(chart, colours, open.profit ? 2 : 1) : undefined
  for (const [i, pane] of chart.panes().entries()) pane.setStretchFactor(SHARES[i] ?? 1)
  for (const series of [parts.profit, parts.position])
    series?.priceScale().applyOptions({ scaleMargins: { top: 0.25, bottom: 0.2 } })
}

const profitSeries = (chart: IChartApi, { good, bad }: Colours) =>
  chart.addSeries(
    BaselineSeries,
    {
      baseValue: { type: 'price', price: 0 },
      lineWidth: 2,
      title: 'P&L',
      topLineColor: good,
      topFillColor1: faded(good, 0.25),
      topFillColor2: faded(good, 0.05),
      bottomLineColor: bad,
      bottomFillColor1: faded(bad, 0.05),
      bottomFillColor2: faded(bad, 0.25),
      priceFormat: {
        type: 'custom',
        formatter: (value: number) => usdWords(value.toFixed(6)),
        minMove: 0.0001,
      },
    },
    1,
  )

const positionSeries = (chart: IChartApi, { accent }: Colours, pane: number) =>
  chart.addSeries(
    LineSeries,
    {
      lineType: LineType.WithSteps,
      lineWidth: 2,
      title: 'Position',
      color: accent,
      priceFormat: {
        type: 'custom',
        formatter: compactText,
        minMove: 0.000001,
      },
    },
    pane,
  )

export function setCandles({ price }: Parts, candles: Candle[]): void {
  price.setData(
    candles.map(({ time, open, high, low, close }) => ({ time: at(time), open, high, low, close })),
  )
}

export function setSpots(parts: Parts, profit: Spot[] | undefined, position: Spot[] | undefined): void {
  parts.profit?.setData(dots(profit ?? []))
  parts.position?.setData(dots(position ?? []))
}

type Looks = { last: number; levels: Level[]; boundaries: Boundary[] }

/** Sets the colours of candles, the digits of prices, and the lines. */
export function setLooks(parts: Parts, { last, levels, boundaries }: Looks, colours: Colours): void {
  const places = pricePlaces(last)
  parts.price.applyOptions({
    upColor: colours.good,
    downColor: colours.bad,
    wickUpColor: colours.good,
    wickDownColor: colours.bad,
    borderVisible: false,
    priceFormat: {
      type: 'custom',
      formatter: (price: number) => priceText(price, places),
      minMove: 10 ** -places,
    },
  })
  for (const line of parts.lines) parts.price.removePriceLine(line)
  parts.lines = levels.map((level) => parts.price.createPriceLine(levelStyle(level, colours)))
  parts.boundaries.show(boundaries, { line: faded(colours.accent, 0.55), text: colours.dim })
}

/** Sets the marks, joined if they would cover each other at the present zoom. */
export function setMarks(parts: Parts, marks: Mark[], candles: Candle[], colours: Colours): Mark[] {
  const { barSpacing } = parts.chart.timeScale().options()
  const shown = groupMarks(marks, candles, Math.ceil(MARK_WIDTH / barSpacing))
  parts.markers.setMarkers(shown.map((mark) => ({ time: at(mark.time), ...markerOf(mark, colours) })))
  return shown
}
