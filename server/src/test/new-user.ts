import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { Db } from '../db/client.ts'
import { users } from '../domains/accounts/accounts.tables.ts'

/** The id of a user who is in the database and has never signed in. */
export async function newUser(db: Db): Promise<number> {
  const [row] = await db
    .insert(users)
    .values({ email: `${randomUUID()}@example.com` })
    .returning()
  assert.ok(row)
  return row.id
}
