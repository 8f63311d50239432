/** The work of a page's main thread, from the browser's own trace. */
import type { CDPSession } from '@playwright/test'

/** `tdur` is the time the thread ran, `dur` the time that passed; microseconds. */
type Event = { name: string; ph: string; ts: number; dur?: number; tdur?: number; tid: number; pid: number }
/**
 * Milliseconds of the thread's own time, so that other load of the machine is not counted: every task, and by frame the
 * script and all work between it and the next.
 */
export type Measure = { tasks: number[]; scripts: number[]; frames: number[] }

const SCRIPT = [
  'FunctionCall',
  'FireAnimationFrame',
  'EventDispatch',
  'TimerFire',
  'RunMicrotasks',
  'EvaluateScript',
]
const TASK = ['RunTask', 'ThreadControllerImpl::RunTask']

/** Traces the page while `doing` runs. Throws when no frame was drawn meanwhile. */
export async function traced(session: CDPSession, doing: () => Promise<void>): Promise<Measure> {
  const events: Event[] = []
  const collect = ({ value }: { value: object[] }) => void events.push(...(value as Event[]))
  session.on('Tracing.dataCollected', collect)
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: {
      includedCategories: ['devtools.timeline', 'toplevel', 'disabled-by-default-devtools.timeline'],
    },
  })
  await doing()
  const done = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve))
  await session.send('Tracing.end')
  await done
  session.off('Tracing.dataCollected', collect)
  return digest(events)
}

function digest(events: Event[]): Measure {
  // The thread that draws frames with script is the page's.
  const fired = events.filter((event) => event.name === 'FireAnimationFrame')
  const main = fired[0]
  if (!main) throw new Error('the trace has no frames')
  const mine = events.filter((event) => event.pid === main.pid && event.tid === main.tid && event.ph === 'X')
  const starts = fired.map((event) => event.ts).sort((a, b) => a - b)
  const named = (names: string[]) => mine.filter((event) => names.includes(event.name))
  return {
    tasks: named(TASK).map((event) => spentIn(event) / 1000),
    scripts: byFrame(named(SCRIPT), starts),
    frames: byFrame(named(TASK), starts),
  }
}

/** The time of these within each frame; nested ones are counted once. */
function byFrame(running: Event[], starts: number[]): number[] {
  const spent = starts.map(() => 0)
  let frame = 0
  let end = 0
  const spans = running
    .map((event) => ({ from: event.ts, to: event.ts + (event.dur ?? 0), ran: spentIn(event) }))
    .sort((a, b) => a.from - b.from || b.to - a.to)
  for (const { from, to, ran } of spans) {
    if (to <= end) continue
    while (frame + 1 < starts.length && (starts[frame + 1] ?? 0) <= from) frame++
    spent[frame] = (spent[frame] ?? 0) + ran / 1000
    end = to
  }
  return spent
}

const spentIn = (event: Event) => event.tdur ?? event.dur ?? 0

export const at = (values: number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0
