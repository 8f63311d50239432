/**
 * The market's service over HTTPS: Jupiter's swap, price and token paths, which share one limit of calls a minute. A
 * call ends with a complete answer or with the reason why there is none; an outage never counts as an answer.
 */
import { Pool } from 'undici'
import { after, type Clock } from '../../../../kernel/clock.ts'
import type { Log } from '../../../../kernel/log.ts'
import { createLanes, type Lanes } from './lanes.ts'
import type { Lane, Outage, Service, ServiceAnswer } from '../types.ts'

export type ServiceParts = {
  /** Without a slash at its end. */
  url: string
  apiKey: string | null
  callsPerMinute: number
  clock: Clock
  log: Log
}

const CONNECTIONS = 16
/** The most that one call may take; its caller may have less time. */
const CALL_MS = 10_000
/** Larger than an answer about 100 tokens with all their fields. */
const MOST_BYTES = 4 * 1024 * 1024
/** How long a refused key is not sent again. */
const REFUSED_MS = 60_000
/** The rest after a 429 that does not say how long, or names a moment that has passed. */
const LIMITED_MS = 2_000
/** The limit is one per minute: a longer rest comes from another clock. */
const MOST_LIMITED_MS = 60_000
const FIRST_BACKOFF_MS = 500
const MOST_BACKOFF_MS = 15_000

type Attempt = { answer: ServiceAnswer; limitedUntil?: string | undefined }
/** null: the status belongs to an answer. Redirects are not followed. */
function readOutage(status: number): Outage | null {
  if (status === 401 || status === 403) return 'unauthorised'
  if (status === 429) return 'rate_limited'
  if (status === 408) return 'timeout'
  return status === 200 || (status >= 400 && status < 500) ? null : 'server_error'
}

/** null: too long. Leaving the loop ends the connection. */
async function readText(body: AsyncIterable<Buffer>): Promise<string | null> {
  const read: Buffer[] = []
  let length = 0
  for await (const bytes of body) {
    length += bytes.length
    if (length > MOST_BYTES) return null
    read.push(bytes)
  }
  return Buffer.concat(read).toString('utf8')
}

const failed = (outage: Outage): Attempt => ({ answer: { outage } })

export type ClosableService = Service & {
  /** Ends calls in progress without an answer. */
  close(): Promise<void>
}

type ServiceState = Pick<ServiceParts, 'clock' | 'log'> & {
  pool: Pool
  /** The path of the URL, before that of a call. */
  base: string
  headers: Record<string, string>
  lanes: Lanes
  /** Failures in a row of each lane. */
  failures: Map<Lane, number>
  /** The last call's outage, and since when it has lasted; null: there was no call yet. */
  last: { outage: Outage | null; since: number } | null
}

export function createService({ url, apiKey, callsPerMinute, clock, log }: ServiceParts): ClosableService {
  const { origin, pathname } = new URL(url)
  const service: ServiceState = {
    clock,
    log,
    // Not HTTP/2: a silently dead connection would stay in use for minutes.
    pool: new Pool(origin, { connections: CONNECTIONS, allowH2: false }),
    base: pathname.replace(/\/$/, ''),
    headers: { accept: 'application/json', ...(apiKey === null ? {} : { 'x-api-key': apiKey }) },
    lanes: createLanes({ clock, callsPerMinute }),
    failures: new Map(),
    last: null,
  }
  return {
    get: (path, query, options) => get(service, { path, query }, options),
    health: () => readHealth(service),
    close: () => service.pool.destroy(),
  }
}

async function get(
  service: ServiceState,
  { path, query }: { path: string; query: Record<string, string> },
  { lane, withinMs }: { lane: Lane; withinMs: number },
): Promise<ServiceAnswer> {
  const { clock, lanes, base } = service
  const until = clock.monotonic() + withinMs
  const search = new URLSearchParams(query).toString()
  const full = `${base}${path}${search === '' ? '' : `?${search}`}`
  let outage: Outage | null = null
  for (;;) {
    if (lanes.findOutage(lane) === 'unauthorised') return { outage: 'unauthorised' }
    if (!(await lanes.turn(lane, until)))
      return { outage: outage ?? lanes.findOutage(lane) ?? 'rate_limited' }
    const made = await attempt(service, full, until - clock.monotonic())
    noteAttempt(service, lane, made)
    if (!('outage' in made.answer)) return made.answer
    outage = made.answer.outage
  }
}

/** One call, whatever its result. Never throws. */
async function attempt(
  { clock, pool, headers }: ServiceState,
  path: string,
  withinMs: number,
): Promise<Attempt> {
  const ended = new AbortController()
  const cancel = after(clock, Math.max(0, Math.min(withinMs, CALL_MS)), () => ended.abort())
  let begun = false
  try {
    const response = await pool.request({ path, method: 'GET', headers, signal: ended.signal })
    begun = true
    const { statusCode, body } = response
    const outage = readOutage(statusCode)
    if (outage === null) {
      const text = await readText(body)
      return text === null ? failed('server_error') : { answer: { status: statusCode, body: text } }
    }
    // The connection can be used again only once the answer has been read.
    await body.dump()
    return { ...failed(outage), limitedUntil: String(response.headers['x-ratelimit-reset'] ?? '') }
  } catch {
    // The error is not logged: undici may name the headers that were sent.
    return failed(ended.signal.aborted ? 'timeout' : begun ? 'cut_off' : 'network')
  } finally {
    cancel()
  }
}

function noteAttempt(service: ServiceState, lane: Lane, { answer, limitedUntil }: Attempt): void {
  const { clock, log, failures, last } = service
  const outage = 'outage' in answer ? answer.outage : null
  if (outage === null) failures.delete(lane)
  else noteFailure(service, lane, { outage, reset: limitedUntil })
  if (last !== null && last.outage === outage) return
  service.last = { outage, since: clock.monotonic() }
  if (outage === null) log.info({ lane }, 'the market service is responding')
  else log.warn({ lane, outage }, 'the market service is not responding')
}

function noteFailure(
  { clock, lanes, failures }: ServiceState,
  lane: Lane,
  { outage, reset }: { outage: Outage; reset: string | undefined },
): void {
  if (outage === 'unauthorised') return lanes.rest('all', REFUSED_MS, outage)
  if (outage === 'rate_limited') return lanes.rest('all', limitedMs(reset, clock.now()), outage)
  // Calls that fail together count once, and one path that always fails delays no other lane.
  if (lanes.findOutage(lane) !== null) return
  const times = failures.get(lane) ?? 0
  failures.set(lane, times + 1)
  lanes.rest(lane, Math.min(FIRST_BACKOFF_MS * 2 ** times, MOST_BACKOFF_MS), outage)
}

/** The header holds unix seconds. */
function limitedMs(reset: string | undefined, now: number): number {
  const ms = /^\d{1,12}(\.\d+)?$/.test(reset ?? '') ? Number(reset) * 1_000 - now : 0
  return ms > 0 ? Math.min(ms, MOST_LIMITED_MS) : LIMITED_MS
}

const readHealth = ({ clock, lanes, last }: ServiceState): ReturnType<Service['health']> =>
  last && {
    outage: last.outage,
    sinceMs: clock.monotonic() - last.since,
    callsLeft: lanes.callsLeft(),
  }
