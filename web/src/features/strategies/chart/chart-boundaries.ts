/** Vertical lines where runs begin and end, drawn behind the candles. */
import type {
  IChartApi,
  IPrimitivePaneRenderer,
  IPrimitivePaneView,
  ISeriesPrimitive,
  SeriesAttachedParameter,
  UTCTimestamp,
} from 'lightweight-charts'
import type { Boundary } from './chart-data.ts'

type LineColours = { line: string; text: string }
type Target = Parameters<IPrimitivePaneRenderer['draw']>[0]

const DASH = [3, 3]
const FONT = "11px 'Inter Variable', system-ui, sans-serif"

export class BoundaryLines implements ISeriesPrimitive {
  private chart: IChartApi | undefined
  private update = () => {}
  private lines: Boundary[] = []
  private colours: LineColours = { line: '', text: '' }

  attached({ chart, requestUpdate }: SeriesAttachedParameter): void {
    this.chart = chart
    this.update = requestUpdate
  }

  detached(): void {
    this.chart = undefined
  }

  show(lines: Boundary[], colours: LineColours): void {
    this.lines = lines
    this.colours = colours
    this.update()
  }

  paneViews(): readonly IPrimitivePaneView[] {
    return [{ zOrder: () => 'bottom', renderer: () => ({ draw: (target) => this.draw(target) }) }]
  }

  private draw(target: Target): void {
    const { chart } = this
    if (!chart) return
    target.useMediaCoordinateSpace(({ context, mediaSize: { height } }) => {
      context.save()
      context.font = FONT
      context.strokeStyle = this.colours.line
      context.fillStyle = this.colours.text
      let free = -Infinity
      for (const { time, label } of this.lines) {
        const x = chart.timeScale().timeToCoordinate(time as UTCTimestamp)
        if (x === null) continue
        context.setLineDash(DASH)
        context.beginPath()
        context.moveTo(Math.round(x) + 0.5, 0)
        context.lineTo(Math.round(x) + 0.5, height)
        context.stroke()
        // A label that would cover the one before is left out: its line is still drawn.
        if (x + 4 < free) continue
        context.fillText(label, x + 4, 12)
        free = x + 8 + context.measureText(label).width
      }
      context.restore()
    })
  }
}
