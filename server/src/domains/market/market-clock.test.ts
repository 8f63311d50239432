// On PostgreSQL as well.
/** The market's clock of two servers on one database, each with a clock that the test moves. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, beforeEach, test } from 'node:test'
import { KNOWN_TOKENS, SOL_MINT } from '@purser/contract/tokens/tokens.ts'
import { eq, sql } from 'drizzle-orm'
import { createSimulatedMarket, rewindSimulatedMarket } from '../../adapters/market/simulated/index.ts'
import { createPath } from '../../adapters/market/simulated/path.ts'
import { createProfile } from '../../adapters/market/simulated/profile.ts'
import { marketImpacts } from '../../adapters/market/simulated.tables.ts'
import { type Db, openPostgres } from '../../db/client.ts'
import { type Bus, createBus } from '../../kernel/bus.ts'
import { audit } from '../../kernel/kernel.tables.ts'
import { createLog } from '../../kernel/log.ts'
import type { Chain } from '../../ports/chain.ts'
import { onPostgres, openTestDatabase } from '../../test/database.ts'
import { until } from '../../test/until.ts'
import { users } from '../accounts/accounts.tables.ts'
import { createMarketClock } from './index.ts'

const HOUR_MS = 3_600_000
const BONK = KNOWN_TOKENS.find((t) => t.symbol === 'BONK')?.mint ?? ''
/** The time of a statement in the database at the highest speed, with a large margin. */
const LATENCY_MS = 100_000
const log = createLog('silent')
const database = await openTestDatabase()
const other = database.url === null ? database : await openPostgres(database.url, log)
const endings: (() => Promise<void>)[] = []
after(async () => {
  for (const end of endings) await end()
  if (other !== database) await other.close()
  await database.close()
})
const [user] = await database.db.insert(users).values({ email: 'clock@example.com' }).returning()
const by = { userId: user?.id ?? 0, client: '192.0.2.7', device: 'Firefox on Linux' }

/** Time passes only when the test says so; `poll` wakes the sleepers. */
function manualClock() {
  let wall = Date.now()
  let mono = 0
  const sleepers = new Set<() => void>()
  return {
    now: () => wall,
    monotonic: () => mono,
    sleep: (_ms: number, signal?: AbortSignal) =>
      new Promise<void>((resolve) => {
        sleepers.add(resolve)
        signal?.addEventListener('abort', () => resolve(), { once: true })
      }),
    pass(ms: number) {
      wall += ms
      mono += ms
    },
    /** The machine's clock is set. */
    jump: (ms: number) => void (wall += ms),
    poll() {
      const all = [...sleepers]
      sleepers.clear()
      for (const wake of all) wake()
    },
  }
}

type Options = { db?: Db; bus?: Bus; here?: boolean }
async function startServer({ db = database.db, bus = createBus(log), here = true }: Options = {}) {
  const clock = manualClock()
  const market = await createMarketClock({ db, bus, clock, log, here, rewind: rewindSimulatedMarket })
  endings.push(market.stop)
  return { clock, market, bus, ahead: () => market.now() - clock.now() }
}
const near = (actual: number, expected: number, slack = LATENCY_MS) =>
  assert.ok(Math.abs(actual - expected) <= slack, `${actual} is not near ${expected}`)

beforeEach(async () => {
  await database.db.execute(sql`delete from market_clock`)
  await database.db.delete(marketImpacts)
})

test('market time goes on through every speed above 1, is real at 1, and practice time never goes back', async () => {
  const { clock, market, ahead } = await startServer()
  assert.equal(market.speed(), 1)
  clock.pass(HOUR_MS)
  assert.equal(ahead(), 0)
  let practised = market.practiceTime()
  const goesOn = () => {
    assert.ok(market.practiceTime() >= practised)
    practised = market.practiceTime()
  }
  for (const [speed, expected] of [
    [100, 99 * 60_000],
    [50, (99 + 49) * 60_000],
    [2, (99 + 49 + 1) * 60_000],
  ] as const) {
    const before = market.now()
    await market.set(speed, by)
    assert.ok(market.now() >= before)
    near(market.now(), before)
    goesOn()
    clock.pass(60_000)
    near(ahead(), expected)
    goesOn()
  }
  const gained = market.practiceTime() - clock.now()
  const back = await market.set(1, by)
  assert.equal(market.now(), clock.now())
  assert.deepEqual(back, { speed: 1, market_time: new Date(clock.now()).toISOString(), fixed: null })
  goesOn()
  near(market.practiceTime() - clock.now(), gained)
  // From real time again: earlier gains count for practice alone.
  await market.set(100, by)
  near(ahead(), 0)
  goesOn()
  clock.pass(60_000)
  near(market.practiceTime() - clock.now(), gained + 99 * 60_000)
})

test('a clock that jumps takes the market as far as itself, at any speed', async () => {
  const { clock, market, ahead } = await startServer()
  for (const speed of [1, 100]) {
    await market.set(speed, by)
    clock.pass(60_000)
    for (const jump of [HOUR_MS, -HOUR_MS, -HOUR_MS, HOUR_MS]) {
      const [before, practised, was] = [market.now(), market.practiceTime(), ahead()]
      clock.jump(jump)
      assert.equal(market.now() - before, jump)
      assert.equal(market.practiceTime() - practised, jump)
      await market.read()
      near(ahead(), was)
    }
  }
})

test('the other server hears at once by the bus, and without it by its poll; both have one time', async () => {
  const here = await startServer()
  const told = await startServer({ db: other.db, bus: here.bus })
  const alone = await startServer({ db: other.db })
  await here.market.set(100, by)
  await until('it is told', () => told.market.speed() === 100)
  assert.equal(alone.market.speed(), 1)
  alone.clock.poll()
  await until('it has polled', () => alone.market.speed() === 100)
  for (const { clock } of [here, told, alone]) clock.pass(10_000)
  for (const { ahead } of [here, told, alone]) near(ahead(), 990_000)
  // Set back by the other one, in any process.
  await alone.market.set(1, by)
  here.clock.poll()
  await until('it has polled', () => here.market.speed() === 1)
  assert.equal(here.ahead(), 0)
  assert.ok(here.market.practiceTime() - here.clock.now() >= 990_000)
})

test('a server that stood still, or counts slower, is taken along by one that did not', async () => {
  const here = await startServer()
  const still = await startServer({ db: other.db })
  await here.market.set(100, by)
  await still.market.read()
  here.clock.pass(600_000)
  await here.market.read()
  await still.market.read()
  near(still.ahead(), 99 * 600_000)
  assert.ok(still.ahead() >= 99 * 600_000)
  // Counting again takes nothing back and adds nothing.
  const ahead = here.ahead()
  for (let i = 0; i < 5; i++) await here.market.read()
  assert.equal(here.ahead(), ahead)
})

test('a restart goes on with the speed, and an hour without any server passed as fast', async () => {
  const first = await startServer()
  await first.market.set(100, by)
  first.clock.pass(60_000)
  await first.market.read()
  await first.market.stop()
  const practised = first.market.practiceTime() - first.clock.now()
  const second = await startServer({ db: other.db })
  assert.equal(second.market.speed(), 100)
  assert.ok(second.ahead() >= 99 * 60_000)
  assert.ok(second.market.practiceTime() - second.clock.now() >= practised)
  await second.market.stop()
  await database.db.execute(sql`update market_clock set counted_at = counted_at - interval '1 hour'`)
  const third = await startServer()
  near(third.ahead(), 99 * (HOUR_MS + 60_000))
  await third.market.stop()
  // A database whose clock was set back meanwhile takes nothing away.
  await database.db.execute(sql`update market_clock set counted_at = counted_at + interval '3 hours'`)
  const fourth = await startServer()
  near(fourth.ahead(), 99 * 60_000)
  await fourth.market.set(1, by)
  const fifth = await startServer()
  assert.equal(fifth.ahead(), 0)
  assert.ok(fifth.market.practiceTime() - fifth.clock.now() >= 99 * 60_000)
})

/** A simulated market on this server's clock. */
function marketOn({ clock, market }: Awaited<ReturnType<typeof startServer>>, db: Db = database.db) {
  const mint = { mint: BONK, decimals: 5, program: BONK }
  const chain = { mintInfo: async () => mint } as unknown as Chain
  const maker = async () => assert.fail('nothing is signed here')
  return createSimulatedMarket({
    db,
    chain,
    clock,
    maker,
    marketClock: market,
    seed: 'test',
    cluster: 'localnet',
  })
}
const swap = () => ({
  operationId: randomUUID(),
  inputMint: SOL_MINT,
  outputMint: BONK,
  inAmount: 10n ** 12n,
  outAmount: 1n,
})
const impacts = async () => (await database.db.select().from(marketImpacts)).map(({ at }) => at.getTime())

test('what settled in a time that was taken back counts no more, and never again', async () => {
  const server = await startServer()
  const { clock, market } = server
  const priced = marketOn(server)
  const price = async () => (await priced.priceUsd(BONK)) ?? 0n
  await market.set(100, by)
  clock.pass(60_000)
  const calm = await price()
  await priced.settled(swap())
  assert.ok((await price()) > calm, 'it moves the price of the market that runs ahead')
  assert.ok((await impacts()).every((at) => at > clock.now()))
  await market.set(1, by)
  assert.deepEqual(await impacts(), [])
  const undisturbed = () => {
    const { at } = createPath(createProfile(BONK, 'test'))
    return BigInt(Math.round(at(clock.now()) * 1e12))
  }
  assert.equal(await price(), undisturbed())
  // Its time comes, and it still does not.
  for (let i = 0; i < 12; i++) {
    clock.pass(10 * 60_000)
    assert.equal(await price(), undisturbed())
  }
})

test('a trade that settles while the speed is set back elsewhere is of the time after it', async () => {
  const here = await startServer()
  const late = await startServer({ db: other.db })
  await here.market.set(100, by)
  await late.market.read()
  for (const { clock } of [here, late]) clock.pass(60_000)
  await here.market.set(1, by)
  // It has not received the change.
  assert.equal(late.market.speed(), 100)
  await marketOn(late, other.db).settled(swap())
  const at = await impacts()
  assert.equal(at.length, 2)
  assert.ok(at.every((ms) => ms <= late.clock.now()))
  assert.equal(late.market.speed(), 1)
})

test('an impact of the time after a clock that went back does not count, and is forgotten', async () => {
  const server = await startServer()
  const { clock } = server
  const priced = marketOn(server)
  const row = (ms: number) => ({ operationId: randomUUID(), mint: BONK, ppb: 50_000_000, at: new Date(ms) })
  const calm = await priced.priceUsd(BONK)
  await database.db.insert(marketImpacts).values(row(clock.now() + 1))
  assert.equal(await priced.priceUsd(BONK), calm)
  await database.db.insert(marketImpacts).values(row(clock.now()))
  assert.notEqual(await priced.priceUsd(BONK), calm)
  clock.jump(-HOUR_MS)
  clock.poll()
  await until('they are forgotten', async () => (await impacts()).length === 0)
  // The same if it went back while nothing ran.
  await database.db.insert(marketImpacts).values(row(Date.now() + HOUR_MS))
  await startServer()
  assert.deepEqual(await impacts(), [])
})

test('the history of a market that ran ahead for long is swept, and what replays need is kept', async () => {
  const server = await startServer()
  const { clock, market } = server
  const priced = marketOn(server)
  const row = (ms: number) => ({ operationId: randomUUID(), mint: BONK, ppb: 1, at: new Date(ms) })
  const kept = clock.now() - 80 * 24 * HOUR_MS
  await database.db.insert(marketImpacts).values([row(kept), row(clock.now() - 100 * 24 * HOUR_MS)])
  await market.set(100, by)
  clock.pass(2 * HOUR_MS)
  await database.db.insert(marketImpacts).values(row(clock.now() + HOUR_MS))
  await priced.settled(swap())
  const left = (await impacts()).sort((a, b) => a - b)
  assert.equal(left.length, 3)
  assert.equal(left[0], kept)
  assert.ok(left.slice(1).every((at) => at > clock.now() + 100 * HOUR_MS))
})

test('it is refused while a guard needs the real time, but never to set it back; and where it is not', async () => {
  const { market, clock } = await startServer()
  let busy = false
  market.guard(async () => busy)
  const refused = (code: string) => (error: { code: string }) => error.code === code
  busy = true
  await assert.rejects(market.set(10, by), refused('strategies_run'))
  assert.equal(
    (await market.read()).fixed,
    'The market speed cannot be changed while strategies run. They require 1×.',
  )
  assert.equal((await market.set(1, by)).speed, 1)
  busy = false
  await market.set(10, by)
  busy = true
  assert.equal((await market.read()).fixed, null)
  await assert.rejects(market.set(20, by), refused('strategies_run'))
  await assert.rejects(
    database.db.transaction((tx) => market.requireRealTime(tx)),
    {
      code: 'market_fast',
      message: 'The market runs at 10× speed. Set it back to 1× before starting a strategy.',
    },
  )
  assert.equal((await market.set(1, by)).speed, 1)
  await database.db.transaction((tx) => market.requireRealTime(tx))

  const elsewhere = await startServer({ here: false })
  const sentence = 'The market speed can only be changed on the local network with the simulated market.'
  await assert.rejects(elsewhere.market.set(1, by), { code: 'market_clock_not_here', message: sentence })
  assert.equal((await elsewhere.market.read()).fixed, sentence)
  assert.ok(Math.abs(elsewhere.market.now() - clock.now()) < 60_000)
})

/** Resolves once a statement waits for a row that another one holds. */
const waits = () =>
  until('one waits for the other', async () => {
    const { rows } = (await database.db.execute(
      sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )) as { rows: unknown[] }
    return rows.length > 0
  })

test('a change waits for a start under way at another server, and a start for a change: one is refused', {
  skip: !onPostgres,
}, async () => {
  const here = await startServer()
  const there = await startServer({ db: other.db })
  let isLive = false
  let [asked, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  answer.resolve()
  there.market.guard(async () => {
    asked.resolve()
    await answer.promise
    return isLive
  })
  const [locked, commit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const starting = database.db.transaction(async (tx) => {
    await here.market.requireRealTime(tx)
    locked.resolve()
    await commit.promise
  })
  await locked.promise
  const refused = assert.rejects(there.market.set(100, by), { code: 'strategies_run' })
  await waits().finally(() => {
    isLive = true
    commit.resolve()
  })
  await Promise.all([starting, refused])

  isLive = false
  asked = Promise.withResolvers()
  answer = Promise.withResolvers()
  const changing = there.market.set(100, by)
  await asked.promise
  const late = assert.rejects(
    database.db.transaction((tx) => here.market.requireRealTime(tx)),
    { code: 'market_fast' },
  )
  await waits().finally(answer.resolve)
  await Promise.all([changing, late])
})

test('who changed it stands in the audit log, once a change', async () => {
  const [owner] = await database.db.insert(users).values({ email: 'who@example.com' }).returning()
  const who = { ...by, userId: owner?.id ?? 0 }
  const { market } = await startServer()
  for (const speed of [10, 10, 100, 1, 1]) await market.set(speed, who)
  const rows = await database.db.select().from(audit).where(eq(audit.userId, who.userId)).orderBy(audit.id)
  assert.deepEqual(
    rows.map(({ userId, type, detail, address }) => [userId, type, detail, address]),
    [
      [who.userId, 'market-speed', { speed: 10, before: 1 }, by.client],
      [who.userId, 'market-speed', { speed: 100, before: 10 }, by.client],
      [who.userId, 'market-speed', { speed: 1, before: 100 }, by.client],
    ],
  )
})

test('reading the clock asks nothing of the database', async () => {
  const asked: PropertyKey[] = []
  const counted = new Proxy(database.db, {
    get: (db, name) => (asked.push(name), Reflect.get(db, name) as unknown),
  })
  const { market } = await startServer({ db: counted })
  await market.set(100, by)
  asked.length = 0
  for (const read of [market.now, market.speed, market.practiceTime])
    for (let i = 0; i < 100; i++) assert.ok(read() > 0)
  assert.deepEqual(asked, [])
})
