// On PostgreSQL as well.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'drizzle-orm'
import { keepAppendOnly } from '../db/append-only.ts'
import { openTestDatabase } from '../test/database.ts'
import { readAudit, writeAudit } from './audit.store.ts'

const database = await openTestDatabase()
test.after(() => database.close())
const { db } = database

void test('rows of the audit log cannot be changed or deleted', async () => {
  await writeAudit(db, { userId: 7, type: 'sign-in', detail: { how: 'code' }, address: '127.0.0.1' })
  const refused = async (statement: ReturnType<typeof sql>) =>
    assert.rejects(db.execute(statement), (error: Error) =>
      /only ever added/.test(String(error.cause ?? error)),
    )
  await refused(sql`update audit set address = 'elsewhere'`)
  await refused(sql`delete from audit`)
  await refused(sql`truncate audit`)
  await refused(sql`update key_audit set client = 'elsewhere'`)
  await refused(sql`delete from key_audit where id = 1`)
  await refused(sql`truncate key_audit`)
  const rows = await readAudit(db, 7, { limit: 10 })
  assert.deepEqual(
    rows.map(({ type, address, device, detail }) => ({ type, address, device, detail })),
    [{ type: 'sign-in', address: '127.0.0.1', device: '', detail: { how: 'code' } }],
  )
  assert.deepEqual(await readAudit(db, 8, { limit: 10 }), [])
})

const CHANGES = [
  sql`update audit set address = 'elsewhere'`,
  sql`delete from audit`,
  sql`truncate audit`,
  sql`update key_audit set client = 'elsewhere'`,
  sql`delete from key_audit`,
  sql`truncate key_audit`,
]
class Undone extends Error {}
/** The statements that the database executes; none of their effects stay. */
async function carriedOut(): Promise<number[]> {
  const passed: number[] = []
  for (const [i, statement] of CHANGES.entries())
    await db
      .transaction(async (tx) => {
        await tx.execute(statement)
        throw new Undone()
      })
      .catch((error: unknown) => {
        if (error instanceof Undone) passed.push(i)
      })
  return passed
}

void test('a missing, disabled or changed trigger is restored', async () => {
  const noop = sql`create or replace function refuse_change() returns trigger language plpgsql as
    ${sql.raw("'begin return null; end'")}`
  const elsewhere = (
    table: string,
  ) => sql`create trigger append_only before update on ${sql.identifier(table)}
    for each statement execute function refuse_change()`
  const cases: [name: string, open: number[], ...ReturnType<typeof sql>[]][] = [
    ['dropped', [0, 1, 2], sql`drop trigger append_only on audit`],
    ['on another table', [0, 1, 2], sql`drop trigger append_only on audit`, elsewhere('settings')],
    ['switched off', [3, 4, 5], sql`alter table key_audit disable trigger append_only`],
    ['for copies alone', [3, 4, 5], sql`alter table key_audit enable replica trigger append_only`],
    ['under another name', [], sql`alter trigger append_only on audit rename to other`],
    [
      'for updates alone',
      [1, 2],
      sql`drop trigger other on audit`,
      sql`drop trigger append_only on audit`,
      elsewhere('audit'),
    ],
    ['with a function that lets all pass', [0, 1, 2, 3, 4, 5], noop],
  ]
  assert.deepEqual(await carriedOut(), [])
  for (const [name, open, ...tampered] of cases) {
    for (const statement of tampered) await db.execute(statement)
    // These triggers refuse, and nothing else.
    assert.deepEqual(await carriedOut(), open, name)
    await keepAppendOnly(db)
    assert.deepEqual(await carriedOut(), [], name)
    const { rows } = (await db.execute(sql`select c.relname as name from pg_trigger t
      join pg_class c on c.oid = t.tgrelid where t.tgname = 'append_only' and c.relname like '%audit'`)) as {
      rows: { name: string }[]
    }
    assert.deepEqual(rows.map((row) => row.name).toSorted(), ['audit', 'key_audit'], name)
  }
  assert.equal((await readAudit(db, 7, { limit: 10 })).length, 1)
})
