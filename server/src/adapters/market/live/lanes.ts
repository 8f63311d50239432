/** Who calls a service next where its calls a minute are short: swaps before prices, and prices before what is told of tokens. */
import { after, type Clock } from '../../../kernel/clock.ts'
import type { Lane, Outage } from './types.ts'

const LANES: readonly Lane[] = ['swap', 'price', 'token']
const MINUTE_MS = 60_000
/** Of the calls of a minute, the share that a lane leaves to those before it. */
const LEFT_FREE: Record<Lane, number> = { swap: 0, price: 0.25, token: 0.5 }

type Waiting = { lane: Lane; begin: () => void }
type Rest = { until: number; outage: Outage }

export type Lanes = ReturnType<typeof createLanes>

/** One sliding minute over all lanes. */
export function createLanes({
  clock,
  callsPerMinute,
}: {
  clock: Pick<Clock, 'monotonic' | 'sleep'>
  callsPerMinute: number
}) {
  /** When the last calls began, oldest first. */
  const begun: number[] = []
  const rests = new Map<Lane, Rest>()
  let queue: Waiting[] = []
  let cancelTimer: (() => void) | null = null

  const ofThisMinute = (now: number) => begun.filter((at) => at + MINUTE_MS > now).length

  /** Milliseconds; the last one is of the call whose end of its minute makes room. */
  function waitOf(lane: Lane, now: number): number {
    const usable = Math.max(1, callsPerMinute - Math.floor(callsPerMinute * LEFT_FREE[lane]))
    const blocking = begun[begun.length - usable]
    const rest = rests.get(lane)
    return Math.max(0, (rest?.until ?? 0) - now, blocking === undefined ? 0 : blocking + MINUTE_MS - now)
  }

  function begin(now: number): void {
    begun.push(now)
    if (begun.length > callsPerMinute) begun.shift()
  }

  /** Begins what may, and comes again for the rest. */
  function pump(): void {
    cancelTimer?.()
    cancelTimer = null
    const now = clock.monotonic()
    let next = Number.POSITIVE_INFINITY
    for (const lane of LANES)
      queue = queue.filter((one) => {
        if (one.lane !== lane) return true
        const wait = waitOf(lane, now)
        if (wait > 0) {
          next = Math.min(next, wait)
          return true
        }
        begin(now)
        one.begin()
        return false
      })
    if (next < Number.POSITIVE_INFINITY) cancelTimer = after(clock, next, pump)
  }

  return {
    /** False: no call can begin before `until`. */
    async turn(lane: Lane, until: number): Promise<boolean> {
      const now = clock.monotonic()
      const wait = waitOf(lane, now)
      if (now + wait >= until) return false
      if (wait === 0 && !queue.some((one) => LANES.indexOf(one.lane) <= LANES.indexOf(lane))) {
        begin(now)
        return true
      }
      return new Promise((resolve) => {
        const cancel = after(clock, until - now, () => {
          queue = queue.filter((one) => one !== waiting)
          resolve(false)
        })
        const waiting: Waiting = {
          lane,
          begin() {
            cancel()
            resolve(true)
          },
        }
        queue.push(waiting)
        pump()
      })
    },

    /** No call of these lanes begins for so long. */
    rest(lanes: 'all' | Lane, ms: number, outage: Outage): void {
      const until = clock.monotonic() + ms
      for (const lane of lanes === 'all' ? LANES : [lanes])
        if ((rests.get(lane)?.until ?? 0) < until) rests.set(lane, { until, outage })
    },

    /** Why a lane rests now; null: it does not. */
    restOf(lane: Lane): Outage | null {
      const rest = rests.get(lane)
      return rest !== undefined && rest.until > clock.monotonic() ? rest.outage : null
    },

    callsLeft: () => callsPerMinute - ofThisMinute(clock.monotonic()),
  }
}
