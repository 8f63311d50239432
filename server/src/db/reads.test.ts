// On PostgreSQL as well.
/** Reads that a person waits for have connections of their own. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'drizzle-orm'
import { withPrecedence } from '../kernel/http/precedence.ts'
import { onPostgres, openTestDatabase } from '../test/database.ts'

const database = await openTestDatabase()
after(() => database.close())
const { db } = database
/** More than there are connections. */
const MANY = 30

test('however many transactions are open, a read is answered', { skip: !onPostgres }, async () => {
  const over = Promise.withResolvers<void>()
  const isOpen = Promise.withResolvers<void>()
  const work = Array.from({ length: MANY }, () =>
    db.transaction(async (tx) => {
      await tx.execute(sql`select ${1}::int`)
      isOpen.resolve()
      await over.promise
    }),
  )
  try {
    await isOpen.promise
    const reads = Array.from({ length: MANY }, (_, n) =>
      // Inside the callback: drizzle sends a statement when it is awaited.
      withPrecedence(async () => {
        const { rows } = (await db.execute(sql`select ${n}::int as n`)) as { rows: { n: number }[] }
        return rows[0]?.n
      }),
    )
    assert.deepEqual(
      await Promise.all(reads),
      Array.from({ length: MANY }, (_, n) => n),
    )
  } finally {
    over.resolve()
    await Promise.allSettled(work)
  }
})
