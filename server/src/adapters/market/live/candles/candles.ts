/**
 * Stores the price history of services: one for all users, each span of it fetched once. A candle that is closed and
 * settled is stored and never requested again; one that is not surely known is never presented as known.
 */
import { DAY_SECONDS, HOUR_MS } from '@purser/contract/time.ts'
import type { Db } from '../../../../db/client.ts'
import type { Clock } from '../../../../kernel/clock.ts'
import { Fault } from '../../../../kernel/fault.ts'
import { describe, type Log } from '../../../../kernel/log.ts'
import type { Candle, CandleRequest, KnownCandles } from '../../../../ports/candles.ts'
import { filled, mergeCandles } from './candle-fill.ts'
import { type CandleClient, type CandlesConfig, createCandleClient, PAGE_ROWS } from './candle-client.ts'
import {
  type CandleLoader,
  createCandleLoader,
  type Newest,
  type Series,
  type SeriesRequest,
} from './candle-loader.ts'
import { type Judgement, judge } from './candle-judge.ts'
import { isRecent, settledEnd } from './candle-steps.ts'
import { computeHorizon, sweepCandles } from './candle-sweep.store.ts'
import { candlesBetween, closeBefore, lastCloses, type SeriesRow } from './candles.store.ts'
import type { KeptCandles } from '../types.ts'

export type KeptCandlesParts = { db: Db; config: CandlesConfig; clock: Clock; log: Log; withinMs?: number }
type KnownRequest = CandleRequest & { open?: boolean }
type Found = Judgement & { row: SeriesRow; newest: Newest; asked: SeriesRequest }

/** The lengths that the service offers; longer ones are made of days. */
const LENGTHS = [60, 300, 900, 3_600, 14_400, DAY_SECONDS]
/** How long a reader waits for candles that are not known yet; the rest is fetched meanwhile. */
const WITHIN_MS = 6_000
/** The shortest time between two calls for the newest candles of a series: with six calls a minute one minute. */
const computeOpenMs = (callsPerMinute: number) => Math.min(60_000, Math.max(10_000, 360_000 / callsPerMinute))
const SWEEP_MS = HOUR_MS
/** One-minute candles give the newest price. */
const RENEWED_SECONDS = 60
/** A close counts as a price for as long again as its candle is long, within these bounds. */
const LEAST_AGE_SECONDS = 900
const MOST_AGE_SECONDS = 14_400
const mostAgeMs = (seconds: number): number =>
  Math.min(Math.max(seconds, LEAST_AGE_SECONDS), MOST_AGE_SECONDS) * 1_000
/** Further pages are fetched with what the others leave of the budget. */
const PAGES_AT_ONCE = 2
const BACKFILLS = 50
const BACKFILL_WAIT_MS = 2_000
const BACKFILL_REST_MS = 15_000
/** A month of minutes takes ten minutes without a key; for many tokens at once it takes hours. */
const BACKFILL_MS = 6 * HOUR_MS

type Engine = KeptCandlesParts & {
  asking: Map<string, Promise<unknown>>
  client: CandleClient
  loader: CandleLoader
  withinMs: number
  closing: AbortController
  backfills: Map<string, SeriesRequest & { done: Promise<void> }>
  sweptAt: number
}

/** Simultaneous identical requests share the answer. */
function shareRequest<T>({ asking }: Engine, what: unknown, answer: () => Promise<T>): Promise<T> {
  const key = JSON.stringify(what)
  const known = asking.get(key) as Promise<T> | undefined
  if (known) return known
  const mine = answer().finally(() => asking.delete(key))
  asking.set(key, mine)
  return mine
}

function toSeries({ mint, seconds }: CandleRequest): Series {
  const length = LENGTHS.includes(seconds) ? seconds : DAY_SECONDS
  if (seconds % length !== 0) throw new Error(`no candles of ${seconds} s are kept`)
  return { mint, seconds: length }
}

async function find(engine: Engine, series: Series, request: CandleRequest, open: boolean): Promise<Found> {
  const { clock, client, loader, withinMs, closing } = engine
  const { seconds } = series
  const asked: SeriesRequest = {
    from: Math.ceil(request.from / seconds) * seconds,
    to: Math.ceil(request.to / seconds) * seconds,
    horizon: Math.max(computeHorizon(seconds, clock.now()), client.wall()),
    open,
  }
  const isLong = asked.to - asked.from > PAGES_AT_ONCE * PAGE_ROWS * seconds
  const lane = isLong ? 'backfill' : 'page'
  const found = await loader.load(series, asked, { lane, withinMs, signal: closing.signal })
  const { row, known: newest } = found
  const judged = judge({ row, newest, asked, seconds, nowMs: clock.now() })
  if (judged.isMissing) backfill(engine, series, asked)
  return { row, newest, asked, ...judged }
}

/** Continues after its reader has left; one per series. */
function backfill(engine: Engine, series: Series, asked: SeriesRequest): void {
  const { backfills, log } = engine
  const key = `${series.mint} ${series.seconds}`
  const had = backfills.get(key)
  if (had) had.from = Math.min(had.from, asked.from)
  if (had || backfills.size >= BACKFILLS) return
  const mine = { ...asked, open: false, done: Promise.resolve() }
  backfills.set(key, mine)
  mine.done = fetchAll(engine, series, mine)
    .catch((error: unknown) => log.warn(describe(error), 'a history of candles could not be completed'))
    .finally(() => backfills.delete(key))
}

async function fetchAll(
  { closing, clock, loader }: Engine,
  series: Series,
  asked: SeriesRequest,
): Promise<void> {
  const { signal } = closing
  const until = clock.monotonic() + BACKFILL_MS
  while (clock.monotonic() < until && !signal.aborted) {
    const call = { lane: 'backfill' as const, withinMs: BACKFILL_WAIT_MS, signal }
    const { row, known } = await loader.load(series, asked, call)
    if (!judge({ row, newest: known, asked, ...series, nowMs: clock.now() }).isMissing) return
    if (known.isAway) await clock.sleep(BACKFILL_REST_MS, signal, { background: true })
  }
}

async function read({ db }: Engine, { row, span }: Found, seconds: number): Promise<Candle[]> {
  if (span.from >= span.to) return []
  const whole = row.spans.find((one) => one.from <= span.from && one.to >= span.to)
  const rows = await candlesBetween(db, row.id, span)
  const isFilled = rows[0]?.time !== span.from && whole !== undefined
  const before = isFilled ? await closeBefore(db, row.id, { from: whole.from, to: span.from }) : null
  return filled(rows, span, seconds, before)
}

/** Unsettled candles after the settled ones; empty if anything between the two is not known. */
function selectOpen({ newest, asked, span }: Found, settled: Candle[], seconds: number): Candle[] {
  const { open } = newest
  const first = open[0]
  const last = open.at(-1)
  if (!first || !last || asked.to <= first.time || last.time < span.to) return []
  const from = settled.length > 0 || span.from < span.to ? span.to : first.time
  return filled(
    open,
    { from, to: Math.min(asked.to, last.time + seconds) },
    seconds,
    settled.at(-1)?.close ?? null,
  )
}

async function loadCandles(engine: Engine, request: CandleRequest): Promise<Candle[]> {
  const { clock } = engine
  const series = toSeries(request)
  const { seconds } = series
  const now = clock.now()
  const isOpen = request.to * 1_000 > now
  // None of it has settled: no call is made.
  if (!isOpen && request.from >= settledEnd(seconds, now)) return []
  const found = await find(engine, series, request, isOpen)
  if (!found.isTradable)
    throw new Fault(found.isMissing && !found.newest.isAway ? 'history_loading' : 'market_away')
  const settled = await read(engine, found, seconds)
  const open = isOpen ? selectOpen(found, settled, seconds) : []
  const all = [...settled, ...open]
  return seconds === request.seconds ? all : mergeCandles(all, request.seconds)
}

async function loadKnown(engine: Engine, { open = false, ...request }: KnownRequest): Promise<KnownCandles> {
  const { clock } = engine
  const series = toSeries(request)
  const { seconds } = series
  const found = await find(engine, series, request, open && request.to * 1_000 > clock.now())
  const { newest, asked, span, isMissing } = found
  const settled = await read(engine, found, seconds)
  const all = [...settled, ...(open ? selectOpen(found, settled, seconds) : [])]
  const isAway = newest.isAway && (isMissing || isRecent({ ...asked, seconds, nowMs: clock.now() }))
  return {
    candles: seconds === request.seconds ? all : mergeCandles(all, request.seconds),
    ...span,
    begins: !isMissing && span.from > asked.from,
    missing: isAway ? 'away' : isMissing ? 'loading' : null,
    asOf: newest.asOf,
  }
}

/** Fetches the newest page of minutes; without an answer the stored ones stay. */
async function renew(engine: Engine, mint: string): Promise<void> {
  const { clock } = engine
  const now = Math.floor(clock.now() / 1_000)
  const request = {
    mint,
    seconds: RENEWED_SECONDS,
    from: now - LEAST_AGE_SECONDS,
    to: now + RENEWED_SECONDS,
  }
  await shareRequest(engine, ['renew', mint], () => find(engine, toSeries(request), request, true))
}

async function findLastClose({ db, loader, clock }: Engine, mint: string): Promise<number | null> {
  const kept = (await lastCloses(db, mint)).map(({ ends, ...one }) => ({ ...one, at: ends * 1_000 }))
  const loaded = LENGTHS.flatMap((seconds) => {
    const newest = loader.newest({ mint, seconds })
    return newest ? [{ ...newest, seconds }] : []
  })
  const now = clock.now()
  const recent = [...kept, ...loaded].filter(({ seconds, at }) => now - at <= mostAgeMs(seconds))
  return recent.sort((a, b) => b.at - a.at)[0]?.close ?? null
}

async function lastClose(engine: Engine, mint: string, options: { renew: boolean }) {
  if (options.renew) await renew(engine, mint)
  return findLastClose(engine, mint)
}

const candles = (engine: Engine, request: CandleRequest) =>
  shareRequest(engine, ['candles', request], () => loadCandles(engine, request))

const known = (engine: Engine, request: CandleRequest & { open?: boolean }) =>
  shareRequest(engine, ['known', request], () => loadKnown(engine, request))

async function sweep(engine: Engine) {
  const { clock, db } = engine
  if (clock.monotonic() - engine.sweptAt < SWEEP_MS) return
  engine.sweptAt = clock.monotonic()
  await sweepCandles({ db, clock })
}

async function close({ closing, client, asking, backfills, loader }: Engine) {
  closing.abort()
  await client.close()
  await Promise.allSettled([...asking.values(), ...Array.from(backfills.values(), ({ done }) => done)])
  await loader.whenIdle()
}

export function createKeptCandles(parts: KeptCandlesParts): KeptCandles & {
  /** Deletes candles that are too old; at most once an hour. */
  sweep(): Promise<void>
  /** The state of the service; null: no call was made yet. */
  health: CandleClient['health']
  close(): Promise<void>
} {
  const { config, clock, log, db } = parts
  const { withinMs = WITHIN_MS } = parts
  const client = createCandleClient({ config, clock, log })
  const openMs = computeOpenMs(config.callsPerMinute)
  const loader = createCandleLoader({ db, client, clock, openMs })
  const closing = new AbortController()
  const asking = new Map<string, Promise<unknown>>()
  const backfills = new Map<string, SeriesRequest & { done: Promise<void> }>()
  const engine: Engine = {
    ...parts,
    asking,
    client,
    loader,
    withinMs,
    closing,
    backfills,
    sweptAt: -Infinity,
  }
  return {
    lastClose: (mint, options) => lastClose(engine, mint, options),
    candles: (request) => candles(engine, request),
    known: (request) => known(engine, request),
    health: client.health,
    sweep: () => sweep(engine),
    close: () => close(engine),
  }
}
