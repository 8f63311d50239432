// On PostgreSQL as well.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { sql } from 'drizzle-orm'
import type { Db } from '../../../db/client.ts'
import { startHeartbeat } from '../../../kernel/heartbeat.ts'
import { createLog } from '../../../kernel/log.ts'
import { openTestDatabase } from '../../../test/database.ts'
import { countRowsRead } from '../../../test/rows-read.ts'
import { listClaimable } from '../runs/claims.store.ts'
import {
  BEGINNING,
  finalizeOperations,
  listUnfinal,
  listWatched,
  markFinalized,
} from '../finality/finality.store.ts'
import { listOpen } from '../submit/halts.store.ts'
import { sumReserved } from './reservations.store.ts'
import { readSubmission } from '../submit/submission.store.ts'
import { isUnderWay } from './transfers.store.ts'

const PAST = 3_000
const database = await openTestDatabase()
const { db } = database
const heartbeat = await startHeartbeat(db, { alone: false, log: createLog('silent') })
after(async () => {
  await heartbeat.stop()
  await database.close()
})

type Rows<T> = { rows: T[] }
const { rows: made } = (await db.execute(
  sql`insert into users (email) values ('past@example.com') returning id`,
)) as Rows<{ id: string | number }>
const userId = Number(made[0]?.id)
const openId = randomUUID()
await db.execute(sql`
  insert into operations (id, user_id, type, origin_key, request, status, finalized_at)
  select gen_random_uuid(), ${userId}, 'trade', 'past ' || n, '{}', 'completed', now()
  from generate_series(1, ${PAST}::int) n`)
await db.execute(sql`
  insert into transactions (signature, operation_id, attempt, bytes, last_valid_block_height, state, ended_at, finalized)
  select 's' || id, id, 1, '', 1, 'confirmed', now(), true from operations`)
await db.execute(sql`
  insert into reservations (operation_id, address, mint, amount, released_at_slot)
  select id, 'purse', 'mint', 1, 10 from operations`)
await db.execute(sql`
  insert into operations (id, user_id, type, origin_key, request, status, owner)
  values (${openId}::uuid, ${userId}, 'trade', 'open', '{}', 'running', ${heartbeat.claim()})`)
await db.execute(sql`
  insert into reservations (operation_id, address, mint, amount) values (${openId}::uuid, 'purse', 'mint', 7)`)
for (const table of ['operations', 'transactions', 'reservations'])
  await db.execute(sql`analyze ${sql.identifier(table)}`)

const { rows: landed } = (await db.execute(sql`select signature from transactions limit 3`)) as Rows<{
  signature: string
}>
const countReads = async (work: (tx: Db) => Promise<unknown>) => (await countRowsRead(db, work)).rows

const read = [{ address: 'purse', mint: 'mint', slot: 20n }]
const wanted = { after: BEGINNING, limit: 256 }
const WORKS: Record<string, (tx: Db) => Promise<unknown>> = {
  'claims each second': async (tx) => assert.equal((await listClaimable(tx, heartbeat)).length, 1),
  'the open operations of a user': async (tx) =>
    assert.equal((await listOpen(tx, userId, ['none'])).underWay.length, 1),
  'funds in flight': async (tx) => assert.deepEqual([...(await sumReserved(tx, read)).values()], [7n]),
  'a submission': async (tx) => {
    const request = { userId, originKey: 'new', id: randomUUID() }
    const seen = await readSubmission(tx, { ...request, exclusive: ['purse'], besides: null, balances: read })
    assert.deepEqual([seen.known, seen.busy, seen.inFlight.get('purse mint')], [null, false, 7n])
  },
  'what an address has under way': (tx) => isUnderWay(tx, 'purse'),
  'landed transactions that are not final': (tx) => listUnfinal(tx, wanted),
  'dead transactions': (tx) => listWatched(tx, wanted),
  'what has become final': (tx) =>
    markFinalized(
      tx,
      landed.map(({ signature }) => ({ signature, slot: 10n })),
    ),
  'operations to be finalized': (tx) => finalizeOperations(tx, 256),
}
for (const [name, work] of Object.entries(WORKS))
  void test(`among thousands that have ended, only a few rows are read for ${name}`, async () => {
    const n = await countReads(work)
    assert.ok(n < 20, `${n} rows`)
  })

void test('rows that are read are counted', async () => {
  assert.ok((await countReads((tx) => tx.execute(sql`select count(request) from operations`))) >= PAST)
})
