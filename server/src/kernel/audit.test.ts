// On PostgreSQL as well.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'drizzle-orm'
import { openTestDatabase } from '../test/database.ts'
import { readAudit, writeAudit } from './audit.store.ts'

const database = await openTestDatabase()
test.after(() => database.close())
const { db } = database

void test('a row of the audit log is neither changed nor removed, by nobody', async () => {
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
