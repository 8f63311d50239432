/** The theme's tokens for a canvas: read again whenever the scheme changes. */
import { type ChartOptions, ColorType, type DeepPartial, LineStyle } from 'lightweight-charts'
import type { Level, Mark } from './chart-data.ts'
import { dateText } from '#ui/dates/date-text.ts'

export type Colours = Record<
  'surface' | 'line' | 'text' | 'dim' | 'good' | 'bad' | 'warn' | 'info' | 'cyan',
  string
>

export function coloursOf(element: Element): Colours {
  const style = getComputedStyle(element)
  const token = (name: string) => style.getPropertyValue(name).trim()
  return {
    surface: token('--surface'),
    line: token('--line'),
    text: token('--mantine-color-text'),
    dim: token('--mantine-color-dimmed'),
    good: token('--good'),
    bad: token('--bad'),
    warn: token('--warn'),
    info: token('--info'),
    cyan: token('--cyan'),
  }
}

/** '#aabbcc' with this opacity. */
export const faded = (colour: string, alpha: number): string =>
  colour.length === 7
    ? colour +
      Math.round(alpha * 255)
        .toString(16)
        .padStart(2, '0')
    : colour

const at = (time: unknown) => new Date(Number(time) * 1000)
const clock: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit', hour12: false }

/** Room for the labels of levels, so that they cover no candle. */
const RIGHT_MARGIN = 92
/** The largest share of a narrow chart. */
const NARROW_MARGIN = 0.14

/** Times in the device's time zone and locale. */
export const chartOptions = (colours: Colours, width: number): DeepPartial<ChartOptions> => ({
  layout: {
    background: { type: ColorType.Solid, color: colours.surface },
    textColor: colours.dim,
    fontFamily: "'Inter Variable', system-ui, sans-serif",
    fontSize: 11,
    // Attributed below the chart.
    attributionLogo: false,
    panes: { separatorColor: colours.line, separatorHoverColor: faded(colours.dim, 0.2) },
  },
  grid: {
    vertLines: { color: faded(colours.line, 0.5) },
    horzLines: { color: faded(colours.line, 0.5) },
  },
  crosshair: {
    vertLine: { color: colours.dim, labelBackgroundColor: colours.dim },
    horzLine: { color: colours.dim, labelBackgroundColor: colours.dim },
  },
  rightPriceScale: { borderColor: colours.line, entireTextOnly: true },
  timeScale: {
    borderColor: colours.line,
    timeVisible: true,
    secondsVisible: false,
    rightOffsetPixels: Math.min(RIGHT_MARGIN, width * NARROW_MARGIN),
    tickMarkFormatter: (time: unknown, type: number) =>
      at(time).toLocaleString(
        'en',
        type >= 3
          ? clock
          : type === 2
            ? { month: 'short', day: 'numeric' }
            : { year: 'numeric', month: 'short' },
      ),
  },
  localization: {
    timeFormatter: (time: unknown) => dateText(Number(time) * 1000),
  },
})

/** Marks nearer than this would cover each other, with a count of three digits. */
export const MARK_WIDTH = 24

/** Shape and position repeat the colour: bought from below, sold from above, failed a square. */
export function markerOf({ side, status, trades }: Mark, colours: Colours) {
  const isBuy = side === 'buy'
  const colour = isBuy ? colours.good : colours.bad
  return {
    position: isBuy ? ('belowBar' as const) : ('aboveBar' as const),
    shape: status === 'failed' ? ('square' as const) : isBuy ? ('arrowUp' as const) : ('arrowDown' as const),
    color: status === 'failed' ? colours.warn : colour,
    ...(trades.length > 1 ? { text: trades.length.toLocaleString('en') } : {}),
  }
}

export function levelStyle(level: Level, colours: Colours) {
  const colour = { cost: colours.text, plan: colours.info, loss: colours.bad, gain: colours.good }[level.kind]
  return {
    price: level.price,
    title: level.label,
    color: colour,
    lineWidth: 1 as const,
    lineStyle: level.kind === 'cost' ? LineStyle.Solid : LineStyle.Dashed,
    // Many grid lines would cover the prices.
    axisLabelVisible: level.label !== '',
    axisLabelColor: colour,
    axisLabelTextColor: colours.surface,
  }
}
