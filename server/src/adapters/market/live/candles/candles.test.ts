// On PostgreSQL as well.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { SOL_MINT, USDC_MINT } from '@purser/contract/tokens/tokens.ts'
import { DAY_SECONDS, HOUR_SECONDS } from '@purser/contract/time.ts'
import { sql } from 'drizzle-orm'
import { type Clock, systemClock } from '../../../../kernel/clock.ts'
import { isFault } from '../../../../kernel/fault.ts'
import { createLog } from '../../../../kernel/log.ts'
import { type CandlesDoubleOptions, createCandlesDouble } from '../../../../test/candles-double.ts'
import { openTestDatabase, type TestDatabase } from '../../../../test/database.ts'
import { openDouble } from '../../../../test/double.ts'
import { until } from '../../../../test/until.ts'
import { createKeptCandles, type KeptCandlesParts } from './candles.ts'
import { sweepCandles } from './candle-sweep.store.ts'
import { SETTLE_SECONDS } from './candle-steps.ts'

const log = createLog('silent')
const BEGAN = 1_790_000_040_000
const MINUTE = 60
let database: TestDatabase
before(async () => {
  database = await openTestDatabase()
})
after(() => database.close())

/** The test sets the date; waits pass quickly. */
function createTime(pace = 8) {
  let ahead = 0
  const since = systemClock.monotonic()
  const clock: Clock = {
    now: () => BEGAN + ahead,
    monotonic: () => since + (systemClock.monotonic() - since) * pace + ahead,
    sleep: (ms, signal, options) => systemClock.sleep(ms / pace, signal, options),
  }
  return { clock, pass: (seconds: number) => void (ahead += seconds * 1_000) }
}

const seconds = (clock: Clock) => Math.floor(clock.now() / 1_000)

type Options = Partial<CandlesDoubleOptions> & Partial<KeptCandlesParts['config']> & { pace?: number }

async function open(options: Options = {}) {
  await database.db.execute(sql`truncate candle_pools, candle_series, candle_spans, candles restart identity`)
  const time = createTime(options.pace)
  const { clock } = time
  const service = createCandlesDouble({ clock, ...options })
  const { url, asked, ...double } = await openDouble(service.part)
  const { plan = 'keyless', apiKey = null, callsPerMinute = 600 } = options
  const config = { url, apiKey, plan, callsPerMinute }
  const kept: ReturnType<typeof createKeptCandles>[] = []
  const start = (more: Partial<KeptCandlesParts['config']> = {}, withinMs = 10_000) => {
    const parts = { db: database.db, config: { ...config, ...more }, clock, log, withinMs }
    kept.push(createKeptCandles(parts))
    return kept.at(-1)!
  }
  return {
    ...time,
    service,
    /** Calls for pages of candles only. */
    pages: () => asked.filter((path) => path.includes('/ohlcv/')),
    asked,
    start,
    async [Symbol.asyncDispose]() {
      for (const one of kept) await one.close()
      await double[Symbol.asyncDispose]()
    },
  }
}

const isAway = (error: unknown) => isFault(error, 'market_away')
const last = (clock: Clock, minutes: number) => ({
  mint: SOL_MINT,
  seconds: MINUTE,
  from: Math.floor(seconds(clock) / MINUTE) * MINUTE - minutes * MINUTE,
  to: Math.floor(seconds(clock) / MINUTE) * MINUTE,
})

void test('A candle without trades has the close before it, and no other is changed', async () => {
  await using run = await open({ quiet: 30 })
  const request = last(run.clock, 600)
  const candles = await run.start().candles(request)
  const truth = new Map(run.service.truth(request).map((row) => [row[0], row]))
  assert.ok(truth.size < 500 && truth.size > 300)
  assert.ok(candles.length > 590, `${candles.length}`)
  let close: number | undefined
  for (const [i, candle] of candles.entries()) {
    assert.equal(candle.time, candles[0]!.time + i * MINUTE)
    const row = truth.get(candle.time)
    const { time, open, high, low, volume } = candle
    if (row) assert.deepEqual([time, open, high, low, candle.close, volume], row)
    else if (close !== undefined)
      assert.deepEqual(candle, { time, open: close, high: close, low: close, close, volume: 0 })
    close = candle.close
  }
  const settled = Math.floor((seconds(run.clock) - SETTLE_SECONDS) / MINUTE) * MINUTE
  assert.ok(candles.at(-1)!.time < settled, 'nothing that may still change')
})

void test('A thousand readers of a mint cost one call, and what is closed is never asked for again', async () => {
  await using run = await open()
  const [one, two] = [run.start(), run.start()]
  const request = last(run.clock, 300)
  const answers = await Promise.all(Array.from({ length: 1_000 }, () => one.candles(request)))
  assert.equal(new Set(answers.map((candles) => JSON.stringify(candles))).size, 1)
  assert.equal(run.pages().length, 1)
  assert.equal(run.asked.length, 2, 'and one for the pool')
  // A restart, and another process.
  const again = await two.candles(request)
  assert.deepEqual(again, answers[0])
  run.pass(10 * DAY_SECONDS)
  assert.deepEqual(await run.start().candles({ ...request, to: request.to - 600 }), again.slice(0, -8))
  assert.equal(run.asked.length, 2)
})

void test('Two processes do not both fetch what is closed', async () => {
  await using run = await open()
  const request = last(run.clock, 300)
  const [a, b] = await Promise.all([run.start().candles(request), run.start().candles(request)])
  assert.deepEqual(a, b)
  assert.equal(run.pages().length, 1)
})

void test('A long history is fetched page by page, and a part of it does not pass as the whole', async () => {
  // In real time a busy machine does not reach the next minute, and its calls, before the wait ends.
  await using run = await open({ quiet: 0, pace: 1 })
  const kept = run.start({ callsPerMinute: 3 }, 1_000)
  const request = last(run.clock, 5_000)
  const part = await kept.known(request)
  assert.equal(part.missing, 'loading')
  assert.ok(part.from > request.from && part.candles.length < 4_000, `${part.candles.length}`)
  assert.equal(part.candles[0]?.time, part.from)
  await assert.rejects(kept.candles(request), (error) => isFault(error, 'history_loading'))
  // No reader waits any more, and the backfill goes on.
  await until('the whole history', async () => {
    run.pass(30)
    const { rows } = (await database.db.execute(sql`select count(*)::int as n from candles`)) as {
      rows: { n: number }[]
    }
    return (rows[0]?.n ?? 0) >= 4_990
  })
  const whole = await kept.known(request)
  assert.equal(whole.missing, null)
  assert.equal(whole.from, request.from)
  const times = whole.candles.map(({ time }) => time)
  assert.deepEqual(
    times,
    Array.from(times, (_, i) => request.from + i * MINUTE),
  )
  const truth = run.service.truth({ ...request, to: whole.to })
  assert.deepEqual(
    whole.candles.map(({ close }) => close),
    truth.map((row) => row[4]),
  )
})

void test('A gap of an outage is closed by what is between, not taken for a time without trades', async () => {
  await using run = await open({ quiet: 0 })
  const kept = run.start()
  await kept.candles(last(run.clock, 60))
  run.pass(3 * DAY_SECONDS)
  run.service.mood = 'silent'
  await assert.rejects(kept.candles(last(run.clock, 60)), isAway)
  const during = await kept.known({ ...last(run.clock, 60), open: true })
  assert.equal(during.missing, 'away')
  assert.equal(during.asOf, BEGAN)
  assert.deepEqual(during.candles, [])
  run.service.mood = 'well'
  run.pass(120)
  const request = { ...last(run.clock, 3 * 1_440 + 100) }
  const known = await kept.known(request)
  const whole = known.missing === null ? known : await kept.known(request)
  assert.equal(whole.missing, null)
  assert.deepEqual(
    whole.candles.map(({ close }) => close),
    run.service.truth({ ...request, to: whole.to }).map((row) => row[4]),
  )
})

void test('No page is stored of answers that are cut off, malformed, late or refused', async () => {
  await using run = await open()
  for (const mood of ['cut', 'broken', 'silent', 'rate_limited', 'unauthorised'] as const) {
    const kept = run.start({ apiKey: 'key', plan: 'demo' }, 8_000)
    run.service.mood = mood
    await assert.rejects(kept.candles(last(run.clock, 100)), isAway, mood)
    assert.equal((await kept.known(last(run.clock, 100))).missing, 'away', mood)
    run.pass(120)
  }
  run.service.mood = 'slow'
  assert.ok((await run.start().candles(last(run.clock, 100))).length > 90)
})

void test('A service that lags behind the chain is not traded on, and what it did not see is asked for later', async () => {
  await using run = await open({ quiet: 0 })
  const kept = run.start()
  run.service.mood = 'stale'
  await kept.candles(last(run.clock, 100))
  run.pass(HOUR_SECONDS)
  await assert.rejects(kept.candles(last(run.clock, 100)), isAway)
  run.service.mood = 'well'
  run.pass(120)
  const request = last(run.clock, 100)
  const candles = await kept.candles(request)
  const settled = Math.floor((seconds(run.clock) - SETTLE_SECONDS) / MINUTE) * MINUTE
  assert.deepEqual(
    candles.map(({ close }) => close),
    run.service.truth({ ...request, to: settled }).map((row) => row[4]),
  )
})

void test('The open candle is asked for at most as often as the budget allows, however many look', async () => {
  await using run = await open()
  const kept = run.start({ callsPerMinute: 6 })
  const chart = async () => {
    const now = Math.floor(seconds(run.clock) / MINUTE) * MINUTE
    return kept.known({
      mint: SOL_MINT,
      seconds: MINUTE,
      from: now - 100 * MINUTE,
      to: now + MINUTE,
      open: true,
    })
  }
  for (let i = 0; i < 20; i++) assert.equal((await chart()).missing, null)
  assert.equal(run.pages().length, 1)
  const shown = (await chart()).candles.at(-1)!
  assert.ok(shown.time >= Math.floor((seconds(run.clock) - 20) / MINUTE) * MINUTE - 2 * MINUTE)
  run.pass(61)
  await chart()
  assert.equal(run.pages().length, 2)
})

void test('A budget of six calls a minute is kept, whatever is asked', async () => {
  await using run = await open()
  const kept = run.start({ callsPerMinute: 6 }, 12_000)
  const mints = [
    SOL_MINT,
    USDC_MINT,
    ...Array.from({ length: 10 }, (_, i) => `${SOL_MINT.slice(0, -1)}${i + 3}`),
  ]
  await Promise.all(mints.map((mint) => kept.known({ ...last(run.clock, 10_000), mint })))
  assert.ok(run.asked.length <= 6, `${run.asked.length}`)
})

void test('History ends where the token began, or where the plan does', async () => {
  const born = BEGAN / 1_000 - 200 * MINUTE
  await using young = await open({ born, quiet: 0 })
  const kept = young.start()
  const request = last(young.clock, 1_000)
  const known = await kept.known(request)
  assert.equal(known.missing, null)
  assert.equal(known.begins, true)
  assert.equal(known.from, Math.floor(born / MINUTE) * MINUTE)
  assert.ok((await kept.candles(request)).length > 190)
  const calls = young.asked.length
  await young.start().known(request)
  assert.equal(young.asked.length, calls, 'the beginning is remembered')

  await using old = await open({ quiet: 0 })
  const days = await old.start().known({
    mint: SOL_MINT,
    seconds: DAY_SECONDS,
    from: BEGAN / 1_000 - 400 * DAY_SECONDS,
    to: BEGAN / 1_000,
  })
  assert.equal(days.missing, null)
  assert.equal(days.begins, true)
  assert.ok(days.candles.length >= 178 && days.candles.length <= 180, `${days.candles.length}`)
})

void test('The deepest pool that is traded is chosen once and kept', async () => {
  const [dead, deep, shallow] = [
    '8sLbNZoA1cfnvMJLPfp98ZLAnFSYCFApfJKMbiXNLwxj',
    'HJPjoWUrhoZzkNfRpHuieeFk9WcZWjwy6PBjZ81ngndJ',
    '58oQChx4yWmvKdwLLZzBi4ChoCc2fqCUWBkwMihLYQo2',
  ]
  let pools = [
    { address: dead, reserve: '99000000', volume: '0.0' },
    { address: shallow, reserve: '900.5', volume: '5000000' },
    { address: deep, reserve: '8000000', volume: '12.5' },
  ]
  await using run = await open({ pools: () => pools })
  await run.start().candles(last(run.clock, 10))
  pools = pools.toReversed().map((one) => ({ ...one, reserve: one.address === shallow ? '1e12' : '1' }))
  run.pass(DAY_SECONDS)
  await run.start().candles({ ...last(run.clock, 10), seconds: HOUR_SECONDS, from: 1_789_990_000 })
  assert.ok(run.pages().length >= 2 && run.pages().every((path) => path.includes(deep)))
})

void test('A mint without a pool has no history, and is not asked for each time', async () => {
  await using run = await open({ pools: () => [] })
  const kept = run.start()
  assert.deepEqual(await kept.candles(last(run.clock, 10)), [])
  assert.deepEqual(await kept.candles(last(run.clock, 20)), [])
  assert.equal((await kept.known(last(run.clock, 20))).missing, null)
  assert.equal(run.asked.length, 1)
})

void test('Each plan has its header, and all ask for the version', async () => {
  const seen: unknown[] = []
  for (const plan of ['keyless', 'demo', 'pro'] as const) {
    await using run = await open({ plan, apiKey: plan === 'keyless' ? null : 'secret' })
    await run.start().candles(last(run.clock, 10))
    seen.push(run.service.headers[0])
  }
  const accept = 'application/json;version=20230302'
  assert.deepEqual(seen, [
    { accept, demo: undefined, pro: undefined },
    { accept, demo: 'secret', pro: undefined },
    { accept, demo: undefined, pro: 'secret' },
  ])
})

void test('What is too old for its length goes, and what is read least when there is too much', async () => {
  await using run = await open({ quiet: 0 })
  const kept = run.start()
  await kept.candles(last(run.clock, 500))
  run.pass(34.9 * DAY_SECONDS)
  await kept.candles({ ...last(run.clock, 500), mint: USDC_MINT })
  const count = async (mint: string) => {
    const { rows } = (await database.db.execute(sql`
      select count(*)::int as n from candles c join candle_series s on s.id = c.series_id where s.mint = ${mint}`)) as {
      rows: { n: number }[]
    }
    return rows[0]?.n ?? 0
  }
  await sweepCandles({ db: database.db, clock: run.clock })
  assert.equal(await count(SOL_MINT), 0, 'nobody has read it for weeks')
  assert.ok((await count(USDC_MINT)) >= 990)
  run.pass(DAY_SECONDS)
  await kept.candles(last(run.clock, 100))
  await sweepCandles({ db: database.db, clock: run.clock, mostCandles: 1_500 })
  assert.equal(await count(USDC_MINT), 0)
  assert.ok((await count(SOL_MINT)) >= 990)
  run.pass(34.5 * DAY_SECONDS)
  // Marks the series as read, or all of it would be deleted.
  await database.db.execute(
    sql`update candle_series set read_at = ${new Date(run.clock.now()).toISOString()}`,
  )
  await sweepCandles({ db: database.db, clock: run.clock })
  const left = await count(SOL_MINT)
  assert.ok(left > 0 && left < 990, `${left}`)
  const { rows } = (await database.db.execute(sql`
    select p.starts::float8 as starts, min(c.time)::float8 as first from candle_spans p
    join candles c on c.series_id = p.series_id group by p.starts`)) as {
    rows: { starts: number; first: number }[]
  }
  assert.equal(rows[0]?.starts, rows[0]?.first)
})

void test('The last close is told without a call for as long as it counts, of the newest candles that are kept', async () => {
  await using run = await open()
  const kept = run.start()
  assert.equal(await kept.lastClose(SOL_MINT, { renew: false }), null)
  assert.equal(run.asked.length, 0)
  const candles = await kept.candles(last(run.clock, 300))
  const calls = run.asked.length
  const close = await kept.lastClose(SOL_MINT, { renew: false })
  assert.ok(close !== null && Math.abs(close / candles.at(-1)!.close - 1) < 0.01, `${close}`)
  // Another process knows the stored candles.
  const stored = await run.start().lastClose(SOL_MINT, { renew: false })
  assert.equal(stored, candles.at(-1)!.close)
  run.pass(10 * MINUTE)
  assert.notEqual(await kept.lastClose(SOL_MINT, { renew: false }), null)
  run.pass(6 * MINUTE)
  assert.equal(await kept.lastClose(SOL_MINT, { renew: false }), null, 'older than a quarter of an hour')
  assert.equal(run.asked.length, calls)
  assert.notEqual(await kept.lastClose(SOL_MINT, { renew: true }), null)
  assert.equal(run.asked.length, calls + 1)
  await kept.lastClose(SOL_MINT, { renew: true })
  assert.equal(run.asked.length, calls + 1, 'not before the service allows it')
})

void test('A candle of a day counts for four hours after its end', async () => {
  await using run = await open()
  const kept = run.start()
  const ended = Math.floor(seconds(run.clock) / DAY_SECONDS) * DAY_SECONDS
  run.pass(ended + DAY_SECONDS - seconds(run.clock) + 180)
  const now = () => Math.floor(seconds(run.clock) / DAY_SECONDS) * DAY_SECONDS
  await kept.candles({ mint: SOL_MINT, seconds: DAY_SECONDS, from: now() - 5 * DAY_SECONDS, to: now() })
  run.pass(3 * HOUR_SECONDS)
  const other = run.start()
  assert.notEqual(await other.lastClose(SOL_MINT, { renew: false }), null)
  run.pass(HOUR_SECONDS)
  assert.equal(await other.lastClose(SOL_MINT, { renew: false }), null)
})

void test('A mint that has no candles, and a service that does not answer, tell no last close', async () => {
  await using none = await open({ pools: () => [] })
  assert.equal(await none.start().lastClose(SOL_MINT, { renew: true }), null)
  await using away = await open()
  away.service.mood = 'broken'
  assert.equal(await away.start({}, 500).lastClose(SOL_MINT, { renew: true }), null)
})
