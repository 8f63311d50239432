// On PostgreSQL as well.
/** Lists of operations and look-ups in them, beside thousands of others of the same user. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../../db/client.ts'
import { openTestDatabase } from '../../../test/database.ts'
import { countRowsRead } from '../../../test/rows-read.ts'
import { listFollowUps, readFollowUps } from './follow-ups.store.ts'
import { hasLandedAfter, listFailedWithin, listPastMoves } from './past-moves.store.ts'
import { listOperations, type OperationFilter } from './list-operations.store.ts'
import { sweepReservations } from '../records/reservations.store.ts'
import { findRecipient } from './recipients.store.ts'
import { readStories } from './stories.store.ts'

const PAST = 3_000
const LIMIT = 5
/** Reads for a page: its operations, and the transfers of each. */
const A_PAGE = 60
const BUSY = 'BusyWa11et1111111111111111111111111111111111'
const QUIET = 'QuietWa11et111111111111111111111111111111111'
const PARENT = '00000000-0000-4000-8000-000000000000'
const PAID = 'Paid1Address11111111111111111111111111paid1A'
const database = await openTestDatabase()
const { db } = database
after(() => database.close())

const run = async <T>(query: SQL) => ((await db.execute(query)) as { rows: T[] }).rows
const [made] = await run<{ id: string }>(
  sql`insert into users (email) values ('past@example.com') returning id`,
)
const userId = Number(made?.id)

/** Writes this many a minute apart, the newest `ago` minutes ago, with a transfer from the wallet and one to it. */
async function write(of: {
  type: string
  status: string
  wallet: string
  n: number
  ago: number
  to?: string
}) {
  await db.execute(sql`
    with made as (
      insert into operations (id, user_id, type, origin_key, request, status, finalized_at, created_at)
      select gen_random_uuid(), ${userId}, ${of.type}, gen_random_uuid()::text,
        ${of.to === undefined ? sql`'{}'::jsonb` : sql`jsonb_build_object('destination', ${of.to}::text)`},
        ${of.status}, now(), now() - (n + ${of.ago}::int) * interval '1 minute'
      from generate_series(1, ${of.n}::int) n returning id, created_at
    )
    insert into transfers (operation_id, position, wallet_name, source, destination, mint, amount, status, operation_at)
    select id, p, 'W', case p when 0 then ${of.wallet} else 'market' end,
      case p when 0 then ${of.to ?? 'market'} else ${of.wallet} end, 'mint', 1, 'confirmed', created_at
    from made, generate_series(0, 1) p`)
}
await write({ type: 'trade', status: 'completed', wallet: BUSY, n: PAST, ago: 0 })
await write({ type: 'send', status: 'completed', wallet: BUSY, n: PAST, ago: 0, to: PAID })
await write({
  type: 'send',
  status: 'failed',
  wallet: BUSY,
  n: LIMIT,
  ago: PAST,
  to: `${PAID.slice(0, -1)}B`,
})
await write({ type: 'gather', status: 'completed', wallet: QUIET, n: LIMIT, ago: 2 * PAST })
await db.execute(sql`
  insert into reservations (operation_id, address, mint, amount, released_at_slot)
  select id, 'purse', 'mint', 1, 1000 from operations`)
for (const table of ['operations', 'transfers', 'reservations'])
  await db.execute(sql`analyze ${sql.identifier(table)}`)

/** Newest first, by all fields of each: the answer of the database without any index. */
async function expected({ type, status, wallet, from, to }: Partial<OperationFilter>) {
  const rows = await run<{ id: string }>(sql`
    select id from operations o where user_id = ${userId}
      and (${type ?? null}::text is null or type = ${type ?? null})
      and (${status ?? null}::text is null or status = ${status ?? null})
      and (${from?.toISOString() ?? null}::timestamptz is null or created_at >= ${from?.toISOString() ?? null}::timestamptz)
      and (${to?.toISOString() ?? null}::timestamptz is null or created_at < ${to?.toISOString() ?? null}::timestamptz)
      and (${wallet ?? null}::text is null or exists (
        select from transfers where operation_id = o.id and ${wallet ?? null}::text in (source, destination)))
    order by date_trunc('milliseconds', created_at) desc, id desc`)
  return rows.map(({ id }) => id)
}

/** Some minutes in the middle of thousands. */
const RANGE = { from: new Date(Date.now() - 1_500 * 60_000), to: new Date(Date.now() - 1_490 * 60_000) }
const FILTERS: Partial<OperationFilter>[] = [
  {},
  { type: 'gather' },
  { type: 'nothing' },
  { status: 'failed' },
  { status: 'partial' },
  { type: 'send', status: 'failed' },
  { wallet: QUIET },
  { wallet: BUSY },
  RANGE,
  { ...RANGE, wallet: BUSY },
  { ...RANGE, type: 'trade' },
  { ...RANGE, status: 'completed' },
]
for (const filter of FILTERS)
  void test(`a page of operations reads little more than it shows: ${JSON.stringify(filter)}`, async () => {
    const all = await expected(filter)
    const first = await countRowsRead(db, (tx: Db) => listOperations(tx, userId, { ...filter, limit: LIMIT }))
    assert.ok(first.rows < A_PAGE, `${first.rows} rows`)
    assert.deepEqual(
      first.answer.map(({ id }) => id),
      all.slice(0, LIMIT),
    )
    const last = first.answer.at(-1)
    if (!last) return
    const second = await countRowsRead(db, (tx: Db) =>
      listOperations(tx, userId, { ...filter, before: last, limit: LIMIT }),
    )
    assert.ok(second.rows < A_PAGE, `${second.rows} rows`)
    assert.deepEqual(
      second.answer.map(({ id }) => id),
      all.slice(LIMIT, 2 * LIMIT),
    )
  })

void test('what the operations of a page did is read with little more than they are', async () => {
  const page = await listOperations(db, userId, { limit: LIMIT })
  const ids = page.map(({ id }) => id)
  const { rows, answer } = await countRowsRead(db, (tx: Db) => readStories(tx, ids))
  assert.ok(rows < A_PAGE, `${rows} rows`)
  assert.deepEqual([...answer.keys()].sort(), [...ids].sort())
})

void test('with all filters at once the list is the same, page by page', async () => {
  const filter = { type: 'send', status: 'completed', wallet: BUSY }
  const all = await expected(filter)
  const found: string[] = []
  for (let before: OperationFilter['before']; ; ) {
    const page = await listOperations(db, userId, { ...filter, before, limit: 1_000 })
    found.push(...page.map(({ id }) => id))
    before = page.at(-1)
    if (page.length < 1_000) break
  }
  assert.deepEqual(found, all)
})

const swapped = (address: string) => `${address.slice(0, 20)}x${address.slice(21)}`
const ADDRESSES = {
  'one that was paid': [PAID, { sent: true, like: null }],
  'one that begins and ends like it': [swapped(PAID), { sent: false, like: PAID }],
  'one that only ends like it': [`x${PAID.slice(1)}`, { sent: false, like: PAID }],
  'one that only a failed send paid': [`${PAID.slice(0, -1)}B`, { sent: false, like: PAID }],
  'one that is like none': [QUIET, { sent: false, like: null }],
} as const
for (const [what, [address, answer]] of Object.entries(ADDRESSES))
  void test(`among thousands of sends a few rows tell whether an address was paid: ${what}`, async () => {
    const found = await countRowsRead(db, (tx: Db) => findRecipient(tx, userId, address))
    assert.deepEqual(found.answer, answer)
    assert.ok(found.rows < 10, `${found.rows} rows`)
  })

const sends = { userId, type: 'send' }
const WORKS: Record<string, (tx: Db) => Promise<unknown>> = {
  'the last moves of a type': async (tx) =>
    assert.deepEqual(
      (await listPastMoves(tx, { userId, type: 'gather' }, LIMIT)).map(({ position }) => position),
      [0, 1, 0, 1, 0],
    ),
  'what landed lately': (tx) => hasLandedAfter(tx, { userId, type: 'gather' }, 1n),
  'what failed lately': (tx) => listFailedWithin(tx, { userId, type: 'gather' }, 10),
  'what undoes another one': async (tx) => {
    const parent = { operationId: PARENT, as: 'undo' as const }
    const { first, open, moved } = await readFollowUps(tx, userId, parent)
    assert.deepEqual([first, open, moved.size], [undefined, false, 0])
    assert.deepEqual(await listFollowUps(tx, userId, parent), [])
  },
}
for (const [name, work] of Object.entries(WORKS))
  void test(`few rows are read for ${name}`, async () => {
    const { rows } = await countRowsRead(db, work)
    assert.ok(rows < A_PAGE, `${rows} rows`)
  })

void test('the last moves are the newest of all', async () => {
  const all = await expected(sends)
  const moves = await listPastMoves(db, sends, 2 * all.length + 1)
  assert.deepEqual([...new Set(moves.map(({ operationId }) => operationId))], all)
  assert.equal(moves.length, 2 * all.length)
})

void test('where nothing has to go, a sweep of reservations reads nothing', async () => {
  const { rows } = await countRowsRead(db, (tx: Db) => sweepReservations(tx, 999n))
  assert.ok(rows < 10, `${rows} rows`)
  await sweepReservations(db, 1_001n)
  assert.deepEqual(await run(sql`select from reservations`), [])
})
