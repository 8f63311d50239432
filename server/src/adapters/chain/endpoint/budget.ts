/**
 * Limits the calls to an endpoint per second. Sends come first, then calls that decide about money, screens last; a
 * waiting call leaves when its own time-out ends it. Sliding windows count them, so that a limit of 100 in 10 s is kept
 * exactly.
 */
import { type Clock, after } from '../../../kernel/clock.ts'

export type Lane = 'send' | 'money' | 'screen'
const LANES: readonly Lane[] = ['send', 'money', 'screen']

export type BudgetLimits = {
  clock: Pick<Clock, 'monotonic' | 'sleep'>
  perSecond: number
  /** The limit of one method, in ten seconds. */
  perMethod?: number
}
/** undefined: it may go at once. Rejects with the signal's reason. */
export type Budget = (lane: Lane, method: string, signal?: AbortSignal) => Promise<void> | undefined

const SECOND = 1_000
const METHOD_WINDOW_MS = 10_000

/** The last `size` starts: another may follow when the oldest of them is `ms` old. */
function createWindow(size: number, ms: number) {
  const starts: number[] = []
  return {
    /** Milliseconds until `ahead` more may start. */
    waits(now: number, ahead = 1): number {
      const blocking = starts[starts.length - size + ahead - 1]
      return blocking === undefined ? 0 : Math.max(0, blocking + ms - now)
    },
    start(now: number): void {
      starts.push(now)
      if (starts.length > size) starts.shift()
    },
  }
}

type Waiting = { method: string; go: () => void }

export function createBudget({ clock, perSecond, perMethod }: BudgetLimits): Budget {
  const all = createWindow(perSecond, SECOND)
  const methods = new Map<string, ReturnType<typeof createWindow>>()
  const queues: Record<Lane, Waiting[]> = { send: [], money: [], screen: [] }
  /** The calls that screens leave free for a payment that comes in the same second. */
  const kept = Math.floor(perSecond / 4)
  let cancelTimer: (() => void) | null = null

  const getWindow = (method: string) => {
    if (perMethod === undefined) return null
    const known = methods.get(method) ?? createWindow(perMethod, METHOD_WINDOW_MS)
    methods.set(method, known)
    return known
  }
  const computeWait = (lane: Lane, method: string, now: number) =>
    Math.max(all.waits(now, lane === 'screen' ? 1 + kept : 1), getWindow(method)?.waits(now) ?? 0)

  function start(method: string, now: number): void {
    all.start(now)
    getWindow(method)?.start(now)
  }

  /** Starts the calls that may start, the first lanes first, and schedules itself for the rest. */
  function pump(): void {
    cancelTimer?.()
    cancelTimer = null
    const now = clock.monotonic()
    let next = Number.POSITIVE_INFINITY
    // A call whose method is used up does not block the others of its lane.
    for (const lane of LANES)
      queues[lane] = queues[lane].filter(({ method, go }) => {
        const wait = computeWait(lane, method, now)
        if (wait > 0) {
          next = Math.min(next, wait)
          return true
        }
        start(method, now)
        go()
        return false
      })
    if (next < Number.POSITIVE_INFINITY) cancelTimer = after(clock, next, pump)
  }

  const isBefore = (lane: Lane) =>
    LANES.slice(0, LANES.indexOf(lane) + 1).some((one) => queues[one].length > 0)

  return (lane, method, signal) => {
    const now = clock.monotonic()
    if (!isBefore(lane) && computeWait(lane, method, now) === 0) {
      start(method, now)
      return undefined
    }
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason)
      const waiting: Waiting = { method, go }
      function go(): void {
        signal?.removeEventListener('abort', leave)
        resolve()
      }
      function leave(): void {
        queues[lane].splice(queues[lane].indexOf(waiting), 1)
        reject(signal?.reason)
      }
      signal?.addEventListener('abort', leave, { once: true })
      queues[lane].push(waiting)
      pump()
    })
  }
}
