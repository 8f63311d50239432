/** The series, panes and marks of a chart. With price-chart.tsx the only file that loads the charts. */
import type { Candle } from '@purser/contract/market/market.ts'
import {
  BaselineSeries,
  CandlestickSeries,
  createChart,
  createSeriesMarkers,
  LineSeries,
  LineStyle,
  LineType,
  type IChartApi,
  type IPriceLine,
  type ISeriesApi,
  type ISeriesMarkersPluginApi,
  type Time,
  type UTCTimestamp,
} from 'lightweight-charts'
import { compactText, usdWords } from '#ui/formats/amount-words.ts'
import { pricePlaces, priceText } from '@purser/contract/market/price-text.ts'
import { BoundaryLines } from './chart-boundaries.ts'
import { type Boundary, groupMarks, type Level, type Mark, type Spot } from './chart-data.ts'
import type { RuleLine } from './chart-rule.ts'
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
  /** The fast average, then the slow one. */
  averages: ISeriesApi<'Line'>[]
  rsi: ISeriesApi<'Line'> | undefined
  profit: ISeriesApi<'Baseline'> | undefined
  position: ISeriesApi<'Line'> | undefined
  markers: ISeriesMarkersPluginApi<Time>
  boundaries: BoundaryLines
  lines: IPriceLine[]
  /** The present data of all lines: a line that is added anew has it at once. */
  data: LineData
}
type LineData = { rule: RuleLine[]; profit: Spot[] | undefined; position: Spot[] | undefined }

/** Levels further away than this many visible heights do not extend the price scale. */
const REACH = 1
/** The candles' height, and that of a pane, in parts. */
const CANDLES_SHARE = 6
const PANE_SHARE = 2

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
  return {
    chart,
    price,
    averages: [],
    rsi: undefined,
    profit: undefined,
    position: undefined,
    markers,
    boundaries,
    lines: [],
    data: { rule: [], profit: undefined, position: undefined },
  }
}

type OpenPanes = {
  /** The label and the bounds of the RSI; undefined: the plan has none. */
  rsi: { label: string; buy: number; sell: number } | undefined
  profit: boolean
  position: boolean
}

/** Opens and folds the panes below the candles: the RSI, profit, position. */
export function setPanes(parts: Parts, open: OpenPanes, colours: Colours): void {
  const { chart } = parts
  for (const series of [parts.rsi, parts.profit, parts.position]) if (series) chart.removeSeries(series)
  let pane = 1
  parts.rsi = open.rsi ? rsiSeries(chart, colours, open.rsi, pane++) : undefined
  parts.profit = open.profit ? profitSeries(chart, colours, pane++) : undefined
  parts.position = open.position ? positionSeries(chart, colours, pane) : undefined
  for (const [i, one] of chart.panes().entries()) one.setStretchFactor(i === 0 ? CANDLES_SHARE : PANE_SHARE)
  parts.rsi?.priceScale().applyOptions({ scaleMargins: { top: 0.06, bottom: 0.06 } })
  for (const series of [parts.profit, parts.position])
    series?.priceScale().applyOptions({ scaleMargins: { top: 0.25, bottom: 0.2 } })
  drawLines(parts)
}

const RSI_RANGE = { priceRange: { minValue: 0, maxValue: 100 } }

function rsiSeries(
  chart: IChartApi,
  { info, good, bad, surface }: Colours,
  { label, buy, sell }: { label: string; buy: number; sell: number },
  pane: number,
) {
  const series = chart.addSeries(
    LineSeries,
    {
      lineWidth: 2,
      title: label,
      color: info,
      priceLineVisible: false,
      autoscaleInfoProvider: () => RSI_RANGE,
      priceFormat: {
        type: 'custom',
        formatter: (value: number) => value.toFixed(1),
        tickmarksFormatter: (values: readonly number[]) => values.map((value) => value.toFixed(0)),
        minMove: 0.1,
      },
    },
    pane,
  )
  for (const [price, title, color] of [
    [sell, 'Sell above', bad],
    [buy, 'Buy below', good],
  ] as const)
    series.createPriceLine({
      price,
      title,
      color,
      lineWidth: 1,
      lineStyle: LineStyle.Dashed,
      axisLabelColor: color,
      axisLabelTextColor: surface,
    })
  return series
}

/** Sets the number of averages over the candles, each with a colour of its own. */
export function setAverages(parts: Parts, count: number, { cyan, warn }: Colours): void {
  for (const series of parts.averages) parts.chart.removeSeries(series)
  parts.averages = [cyan, warn].slice(0, count).map((color) =>
    parts.chart.addSeries(LineSeries, {
      lineWidth: 2,
      color,
      priceLineVisible: false,
      lastValueVisible: false,
      crosshairMarkerVisible: false,
      priceFormat: parts.price.options().priceFormat,
    }),
  )
  drawLines(parts)
}

/** Dollars of an axis, all with the decimals that their distance needs. */
function dollarTicks(values: readonly number[]): string[] {
  const sorted = values.toSorted((a, b) => a - b)
  const gaps = sorted.slice(1).map((value, i) => value - (sorted[i] ?? 0))
  const step = Math.min(...gaps.filter((gap) => gap > 0))
  const places = Number.isFinite(step) ? Math.min(6, Math.max(2, Math.ceil(-Math.log10(step)))) : 2
  const digits = { minimumFractionDigits: places, maximumFractionDigits: places }
  return values.map((value) => {
    const text = Math.abs(value).toLocaleString('en', digits)
    return `${value < 0 && /[1-9]/.test(text) ? '-' : ''}$${text}`
  })
}

const profitSeries = (chart: IChartApi, { good, bad }: Colours, pane: number) =>
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
        tickmarksFormatter: dollarTicks,
        minMove: 0.0001,
      },
    },
    pane,
  )

const positionSeries = (chart: IChartApi, { info }: Colours, pane: number) =>
  chart.addSeries(
    LineSeries,
    {
      lineType: LineType.WithSteps,
      lineWidth: 2,
      title: 'Position',
      color: info,
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

export function setSpots(parts: Parts, data: LineData): void {
  parts.data = data
  drawLines(parts)
}

function drawLines({ averages, rsi, profit, position, data }: Parts): void {
  for (const [i, series] of averages.entries()) series.setData(dots(data.rule[i]?.spots ?? []))
  rsi?.setData(dots(data.rule[0]?.spots ?? []))
  profit?.setData(dots(data.profit ?? []))
  position?.setData(dots(data.position ?? []))
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
  const { priceFormat } = parts.price.options()
  for (const series of parts.averages) series.applyOptions({ priceFormat })
  for (const line of parts.lines) parts.price.removePriceLine(line)
  parts.lines = levels.map((level) => parts.price.createPriceLine(levelStyle(level, colours)))
  parts.boundaries.show(boundaries, { line: faded(colours.dim, 0.55), text: colours.dim })
}

/** Sets the marks, joined if they would cover each other at the present zoom. */
export function setMarks(parts: Parts, marks: Mark[], candles: Candle[], colours: Colours): Mark[] {
  const { barSpacing } = parts.chart.timeScale().options()
  const shown = groupMarks(marks, candles, Math.ceil(MARK_WIDTH / barSpacing))
  parts.markers.setMarkers(shown.map((mark) => ({ time: at(mark.time), ...markerOf(mark, colours) })))
  return shown
}
