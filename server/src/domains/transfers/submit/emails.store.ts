import { sql } from 'drizzle-orm'
import type { Db } from '../../../db/client.ts'

export async function readEmail(db: Db, userId: number): Promise<string> {
  const { rows } = (await db.execute(sql`select email from users where id = ${userId}`)) as {
    rows: { email: string }[]
  }
  const [row] = rows
  if (!row) throw new Error('an operation belongs to a user')
  return row.email
}
