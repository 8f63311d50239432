import { and, eq, gte, isNull, lt, sql } from 'drizzle-orm'
import type { Db } from '../../../db/client.ts'
import { keyAudit, keyExports } from '../wallets.tables.ts'

export type ExportRow = typeof keyExports.$inferSelect
export type Leaving = {
  userId: number
  action: 'export' | 'chat' | 'import' | 'delete'
  client: string
  wallets: { id: number; address: string }[]
}

/** One row for every key, in one statement. */
export async function writeAudits(db: Db, { userId, action, client, wallets }: Leaving): Promise<void> {
  const rows = wallets.map(({ id, address }) => ({ id, address }))
  await db.execute(sql`
    insert into ${keyAudit} (user_id, wallet_id, address, action, client)
    select ${userId}, r.id, r.address, ${action}, ${client}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id int8, address text)`)
}

export async function insertExport(
  db: Db,
  row: Pick<ExportRow, 'userId' | 'kind' | 'wallets' | 'client' | 'at' | 'about'>,
): Promise<number> {
  const [inserted] = await db.insert(keyExports).values(row).returning({ id: keyExports.id })
  if (!inserted) throw new Error('an export that was just written is not there')
  return inserted.id
}

export async function findExport(db: Db, id: number): Promise<ExportRow | undefined> {
  const [row] = await db.select().from(keyExports).where(eq(keyExports.id, id))
  return row
}

export async function markMailed(db: Db, id: number, at: Date): Promise<void> {
  await db.update(keyExports).set({ mailedAt: at }).where(eq(keyExports.id, id))
}

/** Exports whose e-mail no server has taken yet, begun between these times. */
export async function listUnmailed(db: Db, from: Date, before: Date): Promise<number[]> {
  const rows = await db
    .select({ id: keyExports.id })
    .from(keyExports)
    .where(and(isNull(keyExports.mailedAt), gte(keyExports.at, from), lt(keyExports.at, before)))
  return rows.map((row) => row.id)
}
