/** Fetches the missing parts of a series, one call at a time for all who wait for it, and stores them. */
import { DAY_SECONDS } from '@purser/contract/time.ts'
import type { Db } from '../../../../db/client.ts'
import { createCache } from '../../../../kernel/cache.ts'
import type { Clock } from '../../../../kernel/clock.ts'
import { settledWithin } from '../../../../kernel/concurrency/with-timeout.ts'
import type { CandleRow } from './candle-answers.ts'
import type { CandleLane } from './candle-budget.ts'
import type { CandleClient } from './candle-client.ts'
import { isJoined, type Span } from './candle-spans.ts'
import { type Need, nextStep, settledEnd, type Step } from './candle-steps.ts'
import {
  claimSeries,
  findPool,
  openSeries,
  releaseSeries,
  savePage,
  savePool,
  type SeriesRow,
} from './candles.store.ts'

export type LoaderParts = { db: Db; client: CandleClient; clock: Clock; openMs: number }
export type Series = { mint: string; seconds: number }

/** Facts about a series that this process knows beyond the database. */
export type Newest = {
  /** Unsettled candles, oldest first. */
  open: CandleRow[]
  /** When the service last sent them, in milliseconds since 1970. */
  asOf: number | null
  /** Monotonic milliseconds of the last try. */
  triedAt: number
  /** Whether the last call for this series, or for its pool, brought no answer. */
  isAway: boolean
  /** Monotonic milliseconds at which the service knew no pool of the mint; null: it knows one. */
  noPoolAt: number | null
  /** Seconds before which the service refuses to go; null: it has not refused. */
  wall: number | null
  /** The time between two calls for the newest candles. */
  openMs: number
}

const MOST_SERIES = 1_000
/** Longer than a call and its wait. */
const CLAIM_MS = 30_000
const BUSY_MS = 300
/** A mint without a pool may get one. */
const NO_POOL_MS = 600_000

/** Remembers the newest candles of each series. A series with a call in progress stays, whatever the cache evicts. */
export function createSeriesMemory(openMs: number, most = MOST_SERIES) {
  const memory = createCache<string, Newest>({ max: most })
  const flights = new Map<string, { known: Newest; done: Promise<void> }>()
  const toKey = ({ mint, seconds }: Series) => `${mint} ${seconds}`
  const find = (key: string) => flights.get(key)?.known ?? memory.get(key)

  return {
    find: (series: Series): Newest | undefined => find(toKey(series)),
    open(series: Series): Newest {
      const nothing = { open: [], asOf: null, triedAt: -Infinity, isAway: false, noPoolAt: null, wall: null }
      const key = toKey(series)
      return memory.set(key, find(key) ?? { ...nothing, openMs })
    },
    /** The call in progress for this series, else `call`. */
    share(series: Series, known: Newest, call: () => Promise<void>): Promise<void> {
      const key = toKey(series)
      const flight = flights.get(key)
      if (flight) return flight.done
      const done = call().finally(() => flights.delete(key))
      flights.set(key, { known, done })
      return done
    },
    whenIdle: () => Promise.allSettled([...flights.values()].map(({ done }) => done)),
  }
}

export type CandleLoader = ReturnType<typeof createCandleLoader>

type Engine = LoaderParts & {
  memory: ReturnType<typeof createSeriesMemory>
}

const open = ({ db, clock }: Engine, series: Series) =>
  openSeries(db, series.mint, series.seconds, new Date(clock.now()))

const toNeed = (
  { clock, openMs }: Engine,
  known: Newest,
  { seconds }: Series,
  asked: SeriesRequest,
): Need => ({
  ...asked,
  seconds,
  nowMs: clock.now(),
  horizon: Math.max(asked.horizon, known.wall ?? 0),
  isDue: clock.monotonic() - known.triedAt >= openMs,
})

/** Reads the pool from the table, else from the service. null: the mint has none; undefined: no answer. */
async function resolvePool(
  { db, clock, client }: Engine,
  mint: string,
  known: Newest,
  call: Wait,
): Promise<string | null | undefined> {
  const kept = await findPool(db, mint)
  if (kept !== null) {
    known.noPoolAt = null
    return kept
  }
  if (known.noPoolAt !== null && clock.monotonic() - known.noPoolAt < NO_POOL_MS) return null
  const answer = await client.pool(mint, call)
  if ('outage' in answer) return undefined
  known.noPoolAt = answer.pool === null ? clock.monotonic() : null
  return answer.pool === null ? null : savePool(db, mint, answer.pool, new Date(clock.now()))
}

async function fetchStep(
  engine: Engine,
  series: Series,
  known: Newest,
  row: SeriesRow,
  step: Step,
  call: Wait,
) {
  const { clock, client, db } = engine
  const pool = await resolvePool(engine, series.mint, known, call)
  if (pool === null) return void (known.isAway = false)
  if (pool === undefined) return void (known.isAway = true)
  const askedAt = clock.now()
  const triedAt = clock.monotonic()
  const answer = await client.page({ pool, ...series, before: step.before }, call)
  // No call was made.
  if (answer !== 'end' && 'outage' in answer && answer.outage === 'budget') return
  if (step.before === null) known.triedAt = triedAt
  known.isAway = answer !== 'end' && 'outage' in answer
  if (answer === 'end') return void (known.wall = step.before)
  if ('outage' in answer) return
  const page = toPage(answer.rows, { ...series, ...step, askedAt, spans: row.spans })
  if (step.before === null) {
    known.asOf = askedAt
    known.open = page.open
  }
  await savePage(db, row.id, page)
}

/** One step, unless it is no longer needed, or another process does it. */
async function advance(
  engine: Engine,
  series: Series,
  known: Newest,
  asked: SeriesRequest,
  call: Wait,
): Promise<void> {
  const { clock, db } = engine
  const { id } = await open(engine, series)
  const now = clock.now()
  if (!(await claimSeries(db, id, new Date(now), new Date(now + CLAIM_MS))))
    return clock.sleep(BUSY_MS, call.signal, { background: true })
  try {
    const row = await open(engine, series)
    const step = nextStep(row, toNeed(engine, known, series, asked))
    if (step) await fetchStep(engine, series, known, row, step, call)
  } finally {
    await releaseSeries(db, id)
  }
}

/** Fetches until nothing is missing or `withinMs` are over, and returns what is known then. */
async function load(
  engine: Engine,
  series: Series,
  asked: SeriesRequest,
  call: Wait,
): Promise<{ row: SeriesRow; known: Newest }> {
  const { clock, memory } = engine
  const until = clock.monotonic() + call.withinMs
  const known = memory.open(series)
  for (;;) {
    const row = await open(engine, series)
    const left = until - clock.monotonic()
    const step = nextStep(row, toNeed(engine, known, series, asked))
    const isHopeless = known.noPoolAt !== null && clock.monotonic() - known.noPoolAt < NO_POOL_MS
    if (!step || left <= 0 || isHopeless || call.signal?.aborted) return { row, known }
    const lane = step.before === null ? 'newest' : call.lane
    const flight = memory.share(series, known, () =>
      advance(engine, series, known, asked, { ...call, lane, withinMs: left }),
    )
    let failure: unknown = null
    await settledWithin(
      clock,
      left,
      flight.catch((error: unknown) => void (failure = error)),
    )
    if (failure !== null) throw failure
    if (known.isAway) return { row: await open(engine, series), known }
  }
}

/** The newest page that this process has read: the close of its last candle, and when it was read (ms since 1970). */
function newest({ memory }: Engine, series: Series): { close: number; at: number } | null {
  const known = memory.find(series)
  const last = known?.open.at(-1)
  return last && known?.asOf != null ? { close: last.close, at: known.asOf } : null
}

/** Resolves when no call is under way. */
async function whenIdle({ memory }: Engine): Promise<void> {
  await memory.whenIdle()
}

export function createCandleLoader(parts: LoaderParts) {
  const { openMs } = parts
  const memory = createSeriesMemory(openMs)
  const engine: Engine = { ...parts, memory }
  return {
    /** Fetches until nothing is missing or `withinMs` are over, and returns what is known by then. */
    load: (series: Series, asked: SeriesRequest, call: Wait) => load(engine, series, asked, call),
    /** The last close in the newest page that this process has read, and when that arrived (ms since 1970). */
    newest: (series: Series) => newest(engine, series),
    /** Resolves once no call is in progress. */
    whenIdle: () => whenIdle(engine),
  }
}

/** `from` and `to`: candles that start in between. `horizon`: nothing older is needed. */
export type SeriesRequest = Span & { horizon: number; open: boolean }
export type Wait = { lane: CandleLane; withinMs: number; signal?: AbortSignal }

/**
 * The span that a page proves. If what comes after it is known, or long over, that is everything from its oldest candle
 * to the page's end. Else it ends before the last candle: the service may lag behind the chain, and then its last
 * candle is only the beginning of one, and the silence after it means nothing.
 */
function toPage(
  rows: CandleRow[],
  asked: { seconds: number; before: number | null; askedAt: number; spans: Span[] },
): { rows: CandleRow[]; open: CandleRow[]; span: Span; beginsAt: number | null } {
  const { seconds, before, askedAt, spans } = asked
  const [first, last] = [rows[0], rows.at(-1)]
  if (!first || !last) return { rows: [], open: [], span: { from: 0, to: 0 }, beginsAt: before }
  const isOver = before !== null && (isJoined(spans, before) || before < askedAt / 1_000 - DAY_SECONDS)
  const to = isOver ? before : Math.min(last.time, settledEnd(seconds, askedAt))
  return {
    rows: rows.filter(({ time }) => time < to),
    open: rows.filter(({ time }) => time >= to),
    span: { from: first.time, to },
    beginsAt: null,
  }
}
