// On PostgreSQL as well.
/** Transactions of one operation that become final at two servers at once. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { sql } from 'drizzle-orm'
import { onPostgres, openTestDatabase } from '../../../test/database.ts'
import { until } from '../../../test/until.ts'
import { markFinalized } from './finality.store.ts'

const database = await openTestDatabase()
const { db } = database
after(() => database.close())

test('the slot of an operation is that of its last transaction, though two servers mark one each at once', async () => {
  const id = randomUUID()
  await db.execute(sql`insert into users (email) values ('two@example.com')`)
  await db.execute(sql`
    insert into operations (id, user_id, type, origin_key, request, status)
    select ${id}::uuid, id, 'trade', 'key', '{}', 'completed' from users`)
  await db.execute(sql`
    insert into transactions (signature, operation_id, attempt, bytes, last_valid_block_height, state, slot, ended_at)
    select 's' || n, ${id}::uuid, n, '', 1, 'confirmed', 999, now() from generate_series(1, 2) n`)
  await db.execute(sql`
    insert into reservations (operation_id, address, mint, amount, released_at_slot)
    values (${id}::uuid, 'address', 'mint', 1, 999)`)
  let isDone = false
  let second: Promise<void> | undefined
  await db.transaction(async (tx) => {
    await markFinalized(tx, [{ signature: 's1', slot: 10n }])
    second = markFinalized(db, [{ signature: 's2', slot: 12n }]).finally(() => (isDone = true))
    // The embedded database has one connection.
    if (!onPostgres) return
    await until('the second waits, or is through', async () => {
      const { rows } = (await tx.execute(sql`select from pg_locks where not granted`)) as { rows: unknown[] }
      return isDone || rows.length > 0
    })
  })
  await second
  const { rows } = (await db.execute(sql`select released_at_slot::text as slot from reservations`)) as {
    rows: unknown[]
  }
  assert.deepEqual(rows, [{ slot: '12' }])
})
