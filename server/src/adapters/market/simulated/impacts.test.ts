// On PostgreSQL as well.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { sql } from 'drizzle-orm'
import type { Db } from '../../../db/client.ts'
import { type Bus, createBus } from '../../../kernel/bus.ts'
import { systemClock } from '../../../kernel/clock.ts'
import { createLog } from '../../../kernel/log.ts'
import { openTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { seededRandom } from '../../../test/seeded-random.ts'
import { marketImpacts } from '../simulated.tables.ts'
import { createImpacts, IMPACT_HALF_LIFE_MS, type Impacts } from './impacts.ts'
import { deleteImpactsAfter, type ImpactRow, saveImpacts } from './impacts.store.ts'

const MINTS = ['mint-a', 'mint-b']
const CATCH_UP_MS = 5_000
const HOUR_MS = 3_600_000
let database: TestDatabase
before(async () => {
  database = await openTestDatabase()
})
after(() => database.close())

/** The time of the market, and of the processes: set by the test. */
function createTime() {
  const time = { market: 1_800_000_000_000, real: 0 }
  return {
    time,
    clock: { ...systemClock, monotonic: () => time.real },
    now: () => time.market,
    pass(ms: number, speed = 1) {
      time.real += ms
      time.market += ms * speed
    },
  }
}
type Time = ReturnType<typeof createTime>

/** Counts statements: every one of them goes through one of these. */
function counted(db: Db) {
  const count = { statements: 0 }
  const handle = new Proxy(db, {
    get(target, name) {
      if (['execute', 'insert', 'delete', 'select', 'update'].includes(String(name))) count.statements++
      const found = Reflect.get(target, name) as unknown
      return typeof found === 'function' ? (found.bind(target) as unknown) : found
    },
  })
  return { handle, count }
}

/** A process: its own memory, and a bus whose messages reach the others unless they are lost. */
function createProcess({ clock, now }: Time, others: Bus[], isLost: () => boolean = () => false) {
  const bus = createBus(createLog('silent'))
  others.push(bus)
  const { handle, count } = counted(database.db)
  const publish: Bus['publish'] = (topic, event) => {
    bus.publish(topic, event)
    for (const other of others) if (other !== bus && !isLost()) other.publish(topic, event)
  }
  const impacts = createImpacts({ db: handle, clock, now, bus: { publish, subscribe: bus.subscribe } })
  return { impacts, count, bus: { publish } }
}

async function settle(impacts: Impacts, rows: ImpactRow[]): Promise<void> {
  if (await saveImpacts(database.db, rows)) impacts.written(rows)
}
const createRow = (mint: string, ppb: number, ms: number, operationId: string = randomUUID()): ImpactRow => ({
  operationId,
  mint,
  ppb,
  at: new Date(ms),
})

/** Sums the impacts from the table alone. */
async function summed(mint: string, now: number): Promise<number> {
  const rows = (await database.db.select().from(marketImpacts)).filter((row) => row.mint === mint)
  return rows
    .filter(({ at }) => at.getTime() <= now)
    .reduce((sum, { ppb, at }) => sum + ppb * 2 ** ((at.getTime() - now) / IMPACT_HALF_LIFE_MS), 0)
}
const near = (a: number, b: number, what: string) => assert.ok(Math.abs(a - b) <= 1, `${what}: ${a} ${b}`)

void test('what is carried is what the table sums to, whatever settles, is dropped or is taken back', async () => {
  for (let seed = 1; seed <= 4; seed++) {
    await database.db.delete(marketImpacts)
    const random = seededRandom(seed)
    const time = createTime()
    const lossy = { on: false }
    const all: Bus[] = []
    const processes = [0, 1].map(() => createProcess(time, all, () => lossy.on && random() < 0.5))
    const settled: ImpactRow[][] = []
    let gained = 0
    for (let step = 0; step < 150; step++) {
      const what = random()
      const mine = processes[Math.floor(random() * 2)]!
      const now = time.now()
      if (what < 0.45) {
        const operationId = randomUUID()
        const ppb = Math.floor(random() * 300_000_000)
        const rows = [
          createRow(MINTS[0]!, -ppb, now, operationId),
          createRow(MINTS[1]!, ppb + 7, now, operationId),
        ]
        settled.push(rows)
        await settle(mine.impacts, rows)
      } else if (what < 0.5 && settled.length > 0) {
        // The same swap again: it counts once.
        await settle(mine.impacts, settled[Math.floor(random() * settled.length)]!)
      } else if (what < 0.58 && settled.length > 0) {
        const [[{ operationId } = createRow('', 0, 0)] = []] = settled.splice(
          Math.floor(random() * settled.length),
          1,
        )
        await mine.impacts.drop(operationId)
      } else if (what < 0.62 && gained > 0) {
        // The speed is set back: the time gained is taken back, and the swaps that settled in it.
        time.time.market -= gained
        gained = 0
        await deleteImpactsAfter(database.db, new Date(time.now()))
        mine.bus.publish('market.clock', { version: step })
      } else if (what < 0.7) {
        const ms = Math.floor(random() * 30_000)
        time.pass(ms, 20)
        gained += ms * 19
      } else time.pass(Math.floor(random() ** 3 * HOUR_MS))
      for (const mint of MINTS)
        for (const [i, { impacts }] of processes.entries())
          near(
            (await impacts.on(mint)).ppb,
            await summed(mint, time.now()),
            `seed ${seed}, step ${step}, ${i}`,
          )
    }
    // Messages are lost: both agree with the table all the same once the catch-up time has passed.
    lossy.on = true
    for (let round = 0; round < 8; round++) {
      for (let i = 0; i < 5; i++) {
        const rows = [createRow(MINTS[i % 2]!, Math.floor(random() * 1e8), time.now())]
        settled.push(rows)
        await settle(processes[i % 2]!.impacts, rows)
        time.pass(300)
      }
      const [[dropped] = []] = settled.splice(Math.floor(random() * settled.length), 1)
      await processes[round % 2]!.impacts.drop(dropped!.operationId)
      time.pass(2 * CATCH_UP_MS)
      for (const mint of MINTS)
        for (const { impacts } of processes)
          near((await impacts.on(mint)).ppb, await summed(mint, time.now()), `seed ${seed}, lost ${round}`)
    }
  }
})

void test('a row that is committed late, with an earlier time, is found', async () => {
  await database.db.delete(marketImpacts)
  const time = createTime()
  const { impacts } = createProcess(time, [])
  const began = time.now()
  for (let i = 0; i < 10; i++) {
    time.pass(CATCH_UP_MS)
    await impacts.on(MINTS[0]!)
  }
  // No message announces it.
  await saveImpacts(database.db, [createRow(MINTS[0]!, 5_000_000, began + 1)])
  time.pass(2 * CATCH_UP_MS)
  near((await impacts.on(MINTS[0]!)).ppb, await summed(MINTS[0]!, time.now()), 'late')
})

void test('a price asks nothing of the database, but for one statement every few seconds while it is asked for', async () => {
  await database.db.delete(marketImpacts)
  const time = createTime()
  const { impacts, count } = createProcess(time, [])
  for (const mint of MINTS) await impacts.on(mint)
  count.statements = 0
  for (let i = 0; i < 600; i++) {
    time.pass(100)
    await settle(impacts, [createRow(MINTS[i % 2]!, 1_000_000, time.now())])
    for (const mint of MINTS) await impacts.on(mint)
    await new Promise(setImmediate)
  }
  assert.ok(count.statements > 0, 'it compares')
  assert.ok(count.statements <= 60_000 / CATCH_UP_MS, `${count.statements} statements in a minute`)
  count.statements = 0
  time.pass(HOUR_MS)
  await new Promise(setImmediate)
  assert.equal(count.statements, 0, 'none while nobody asks')
  near((await impacts.on(MINTS[0]!)).ppb, await summed(MINTS[0]!, time.now()), 'after an hour')
})

void test('in a transaction it reads on its handle alone', async () => {
  await database.db.delete(marketImpacts)
  const time = createTime()
  await saveImpacts(database.db, [createRow(MINTS[0]!, 1_000_000, time.now())])
  const { impacts, count } = createProcess(time, [])
  await database.db.transaction(async (tx) => {
    near((await impacts.on(MINTS[0]!, tx)).ppb, 1_000_000, 'before it was ever asked for')
  })
  await impacts.on(MINTS[0]!)
  count.statements = 0
  time.pass(10 * CATCH_UP_MS)
  await database.db.transaction(async (tx) => {
    await impacts.on(MINTS[0]!, tx)
  })
  assert.equal(count.statements, 0)
})

void test('the table is swept in portions', async () => {
  await database.db.delete(marketImpacts)
  await database.db.execute(sql`
    insert into market_impacts (operation_id, mint, ppb, at)
    select gen_random_uuid(), 'mint-a', 1, now() - interval '100 days' from generate_series(1, 12000)`)
  await database.db.insert(marketImpacts).values(createRow(MINTS[0]!, 1, Date.now()))
  const { sweepImpacts } = await import('./impacts.store.ts')
  const now = Date.now()
  await sweepImpacts(database.db, {
    before: new Date(now - 90 * 24 * HOUR_MS),
    real: new Date(now),
    faded: new Date(now - HOUR_MS),
  })
  assert.equal((await database.db.select().from(marketImpacts)).length, 1)
})
