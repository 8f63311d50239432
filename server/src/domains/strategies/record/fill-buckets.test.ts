// On PostgreSQL as well.
/** The sums of orders that become final agree with those of all orders together. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { HISTORY_FILLS } from '@purser/contract/limits.ts'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import type { Db } from '../../../db/client.ts'
import { openTestDatabase } from '../../../test/database.ts'
import { countRowsRead } from '../../../test/rows-read.ts'
import type { OrderRow } from '../rows.ts'
import { strategyOrders } from '../strategies.tables.ts'
import { markFinal, fillBuckets, unmarkFinal } from './fill-buckets.store.ts'

const database = await openTestDatabase()
const { db } = database
after(() => database.close())
await db.execute(sql`insert into users (email) values ('long@example.com')`)

async function newStrategy(): Promise<string> {
  const id = randomUUID()
  await db.execute(sql`
    insert into strategies (id, user_id, agent_id, agent_external_id, plan, wallet_addresses, status, state, origin_key)
    select ${id}::uuid, id, 1, 'a', '{}', '[]', 'stopped', '{}', ${id} from users limit 1`)
  return id
}

const STARTED = Date.UTC(2026, 0, 1)
const units = fc.bigInt({ min: 0n, max: 10n ** 24n })
const fee = fc.option(fc.bigInt({ min: 0n, max: 10n ** 9n }))
/** Few at first and many at last, which fits buckets that get longer; some lie before the first order was placed. */
const ended = fc
  .record({ power: fc.double({ min: 0, max: 8, noNaN: true }), early: fc.boolean() })
  .map(({ power, early }) => STARTED + (early ? -1 : 1) * Math.round(10 ** power * 1_000))
const order = fc.record({
  ended: fc.option(ended),
  side: fc.constantFrom('buy' as const, 'sell' as const),
  filled: fc.boolean(),
  outAmount: units,
  spent: units,
  fee,
  tokenPrice: fc.option(units),
  quotePrice: fc.option(units),
  /** The round in which it becomes final, if it does. */
  round: fc.option(fc.nat(3)),
})
type Made = typeof order extends fc.Arbitrary<infer T> ? T : never

const createRow = (strategyId: string, made: Made, i: number): OrderRow => ({
  strategyId,
  run: 1,
  seq: i + 1,
  walletAddress: 'w',
  side: made.side,
  inputMint: 'a',
  outputMint: 'b',
  inAmount: 1n,
  isExit: false,
  minOut: null,
  deadline: null,
  status: made.ended === null ? 'placed' : made.filled ? 'filled' : 'failed',
  outAmount: made.filled ? made.outAmount : null,
  error: null,
  at: new Date(STARTED),
  spent: made.filled ? made.spent : null,
  fee: made.fee,
  rent: null,
  profit: null,
  tokenPrice: made.filled ? made.tokenPrice : null,
  quotePrice: made.filled ? made.quotePrice : null,
  endedAt: made.ended === null ? null : new Date(made.ended),
  isFinal: false,
})

const NONE = { boughtBase: 0n, soldBase: 0n, spentQuote: 0n, receivedQuote: 0n, feesLamports: 0n }
type Sums = typeof NONE
function sumRows(rows: OrderRow[]): Sums {
  const sums = { ...NONE }
  for (const { side, outAmount, spent, fee: paid } of rows) {
    sums[side === 'buy' ? 'boughtBase' : 'receivedQuote'] += outAmount ?? 0n
    sums[side === 'buy' ? 'spentQuote' : 'soldBase'] += spent ?? 0n
    sums.feesLamports += paid ?? 0n
  }
  return sums
}

void test('at every point the sums are those of all orders that had ended, whichever of them are final', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(order, { minLength: 1, maxLength: 60 }),
      fc.constantFrom(1, 60, 3_600, 500_000),
      async (made, seconds) => {
        const id = await newStrategy()
        const rows = made.map((one, i) => createRow(id, one, i))
        await db.insert(strategyOrders).values(rows)
        for (const round of [0, 1, 2, 3]) {
          const some = rows.filter((row, i) => made[i]?.round === round && row.status !== 'placed')
          await markFinal(db, some)
          // An answer was lost, or another process is late.
          await markFinal(db, some)
        }
        const points = await fillBuckets(db, { id, run: 1 }, seconds)
        const over = rows.filter(({ endedAt }) => endedAt !== null)
        const time = (row: OrderRow) => row.endedAt?.getTime() ?? 0
        const sums: Sums = { ...NONE }
        let since = Number.NEGATIVE_INFINITY
        for (const point of points) {
          const until = point.at.getTime()
          for (const key of Object.keys(sums) as (keyof Sums)[]) sums[key] += point[key]
          assert.deepEqual(sums, sumRows(over.filter((row) => time(row) <= until)))
          // If several ended in one moment any of them is the last.
          const filled = over.filter(
            (row) => row.status === 'filled' && time(row) > since && time(row) <= until,
          )
          const last = Math.max(...filled.map(time))
          const known = filled.filter((row) => time(row) === last).map((row) => row.tokenPrice)
          assert.ok(filled.length === 0 ? point.tokenPrice === null : known.includes(point.tokenPrice))
          since = until
        }
        assert.equal(since, Math.max(...over.map(time), Number.NEGATIVE_INFINITY))
      },
    ),
    { numRuns: 40 },
  )
})

void test('one that is corrected after it was final is in the sums once, as it is then', async () => {
  const id = await newStrategy()
  const made = { side: 'buy', filled: true, tokenPrice: 3n, quotePrice: 2n, round: 0 } as const
  const rows = [1n, 20n, 300n].map((n, i) =>
    createRow(id, { ...made, ended: STARTED + i, outAmount: n, spent: n, fee: n }, i),
  )
  await db.insert(strategyOrders).values(rows)
  const spent = async () =>
    (await fillBuckets(db, { id, run: 1 }, 60)).reduce((sum, one) => sum + one.spentQuote, 0n)
  await markFinal(db, rows)
  const now = (await db.select().from(strategyOrders)).filter((row) => row.strategyId === id && row.seq > 1)
  for (let n = 0; n < 2; n++) await unmarkFinal(db, now)
  assert.equal(await spent(), 321n)
  await db.execute(
    sql`update strategy_orders set spent = 4000 where strategy_id = ${id}::uuid and seq = 3 and not is_final`,
  )
  assert.equal(await spent(), 4_021n)
  for (let n = 0; n < 2; n++) await markFinal(db, rows)
  assert.equal(await spent(), 4_021n)
})

void test('a long history is read in a few rows, and its points are bounded', async () => {
  const id = await newStrategy()
  const [orders, apart] = [30_000, 60]
  await db.execute(sql`
    insert into strategy_orders (strategy_id, run, seq, wallet_address, side, input_mint, output_mint, in_amount, status,
      out_amount, spent, fee, token_price, quote_price, at, ended_at)
    select ${id}::uuid, 1, n, 'w', 'buy', 'a', 'b', 1, 'filled', 1000, 7, 5, n, 2, t, t from (
      select n, to_timestamp(${STARTED / 1_000}) + n * ${apart}::int * interval '1 second' as t
      from generate_series(1, ${orders}::int) n) o`)
  const all = await db.select().from(strategyOrders)
  const mine = all.filter((row) => row.strategyId === id)
  const open = 20
  for (let i = 0; i < orders - open; i += 500)
    await markFinal(db, mine.slice(i, Math.min(i + 500, orders - open)))
  // All were written before any was final, which leaves that index longer than trading ever does: it was read only by
  // chance.
  await db.execute(sql`reindex index strategy_orders_not_final`)
  await db.execute(sql`analyze strategy_orders`)
  await db.execute(sql`analyze strategy_stretches`)
  const seconds = Math.ceil((orders * apart) / HISTORY_FILLS)
  const { rows, answer } = await countRowsRead(db, (tx: Db) => fillBuckets(tx, { id, run: 1 }, seconds))
  assert.ok(rows < 2_000, `${rows} rows`)
  assert.ok(answer.length <= HISTORY_FILLS + 1, `${answer.length} points`)
  const total = (key: keyof Sums) => answer.reduce((sum, one) => sum + one[key], 0n)
  assert.deepEqual(
    [total('boughtBase'), total('spentQuote'), total('feesLamports')],
    [BigInt(orders) * 1_000n, BigInt(orders) * 7n, BigInt(orders) * 5n],
  )
  assert.equal(answer.at(-1)?.tokenPrice, BigInt(Math.max(...mine.map(({ seq }) => seq))))
})
