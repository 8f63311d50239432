/** Decides which call goes next when the calls of a minute are short: swaps go before prices, prices before tokens. */
import { after, type Clock } from '../../../../kernel/clock.ts'
import type { Lane, Outage } from '../types.ts'

const LANES: readonly Lane[] = ['swap', 'price', 'token']
const MINUTE_MS = 60_000
/** The share of a minute's calls that a lane leaves to those before it. */
const LEFT_FREE: Record<Lane, number> = { swap: 0, price: 0.25, token: 0.5 }

type Waiting = { lane: Lane; begin: () => void }
type Pause = { until: number; outage: Outage }

export type Lanes = {
  /** False: no call can begin before `until`. */
  turn(lane: Lane, until: number): Promise<boolean>
  /** Begins no call of these lanes for this long. */
  rest(lanes: 'all' | Lane, ms: number, outage: Outage): void
  /** Why a lane rests now; null: it does not. */
  findOutage(lane: Lane): Outage | null
  /** How many more calls may begin in this minute. */
  callsLeft(): number
}

export type LanesParts = { clock: Pick<Clock, 'monotonic' | 'sleep'>; callsPerMinute: number }

type LanesState = LanesParts & {
  /** When the last calls began, oldest first. */
  begun: number[]
  pauses: Map<Lane, Pause>
  queue: Waiting[]
  cancelTimer: (() => void) | null
}

/** One sliding minute over all lanes. */
export function createLanes(parts: LanesParts): Lanes {
  const lanes: LanesState = { ...parts, begun: [], pauses: new Map(), queue: [], cancelTimer: null }
  return {
    turn: (lane, until) => waitForTurn(lanes, lane, until),
    rest: (which, ms, outage) => pause(lanes, which === 'all' ? LANES : [which], { ms, outage }),
    findOutage: (lane) => readPause(lanes, lane),
    callsLeft: () => countCallsLeft(lanes),
  }
}

async function waitForTurn(lanes: LanesState, lane: Lane, until: number): Promise<boolean> {
  const now = lanes.clock.monotonic()
  const wait = waitMs(lanes, lane, now)
  if (now + wait >= until) return false
  if (wait === 0 && !lanes.queue.some((one) => LANES.indexOf(one.lane) <= LANES.indexOf(lane))) {
    noteCall(lanes, now)
    return true
  }
  return enqueue(lanes, lane, until - now)
}

/** False: it did not begin within this many milliseconds. */
const enqueue = (lanes: LanesState, lane: Lane, ms: number): Promise<boolean> =>
  new Promise((resolve) => {
    const cancel = after(lanes.clock, ms, () => {
      lanes.queue = lanes.queue.filter((one) => one !== waiting)
      resolve(false)
    })
    const waiting: Waiting = {
      lane,
      begin() {
        cancel()
        resolve(true)
      },
    }
    lanes.queue.push(waiting)
    pump(lanes)
  })

/** Begins the calls that may begin, and schedules itself for the others. */
function pump(lanes: LanesState): void {
  lanes.cancelTimer?.()
  lanes.cancelTimer = null
  const now = lanes.clock.monotonic()
  let next = Number.POSITIVE_INFINITY
  for (const lane of LANES)
    lanes.queue = lanes.queue.filter((one) => {
      if (one.lane !== lane) return true
      const wait = waitMs(lanes, lane, now)
      if (wait > 0) {
        next = Math.min(next, wait)
        return true
      }
      noteCall(lanes, now)
      one.begin()
      return false
    })
  if (next < Number.POSITIVE_INFINITY) lanes.cancelTimer = after(lanes.clock, next, () => pump(lanes))
}

/** Milliseconds until a call may begin: until the lane's rest is over, and until enough calls are a minute old. */
function waitMs({ callsPerMinute, begun, pauses }: LanesState, lane: Lane, now: number): number {
  const usable = Math.max(1, callsPerMinute - Math.floor(callsPerMinute * LEFT_FREE[lane]))
  const blocking = begun[begun.length - usable]
  const until = pauses.get(lane)?.until ?? 0
  return Math.max(0, until - now, blocking === undefined ? 0 : blocking + MINUTE_MS - now)
}

function noteCall({ begun, callsPerMinute }: LanesState, now: number): void {
  begun.push(now)
  if (begun.length > callsPerMinute) begun.shift()
}

function pause(
  { clock, pauses }: LanesState,
  lanes: readonly Lane[],
  { ms, outage }: { ms: number; outage: Outage },
): void {
  const until = clock.monotonic() + ms
  for (const lane of lanes) if ((pauses.get(lane)?.until ?? 0) < until) pauses.set(lane, { until, outage })
}

function readPause({ clock, pauses }: LanesState, lane: Lane): Outage | null {
  const found = pauses.get(lane)
  return found !== undefined && found.until > clock.monotonic() ? found.outage : null
}

function countCallsLeft({ clock, callsPerMinute, begun }: LanesState): number {
  const now = clock.monotonic()
  return callsPerMinute - begun.filter((at) => at + MINUTE_MS > now).length
}
