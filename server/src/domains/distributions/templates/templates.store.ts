import type { TemplateKind } from '@purser/contract/distributions/distribution-templates.ts'
import { and, asc, count, eq, getTableColumns, inArray, ne, sql } from 'drizzle-orm'
import type { Db } from '../../../db/client.ts'
import { distributionTemplates as templates } from './templates.tables.ts'

export type TemplateRow = typeof templates.$inferSelect

const { form, ...head } = getTableColumns(templates)
/** A template without its wallets: there may be a million of them in all templates of a user. */
export type TemplateHead = Omit<TemplateRow, 'form'>

/** Sorted by name; `kind` undefined: those of all pages. */
export const listTemplates = (db: Db, userId: number, kind?: TemplateKind): Promise<TemplateHead[]> =>
  db
    .select(head)
    .from(templates)
    .where(and(eq(templates.userId, userId), kind === undefined ? undefined : eq(templates.kind, kind)))
    .orderBy(asc(sql`lower(${templates.name})`), asc(templates.id))

/** The addresses of all wallets in these templates. */
export const listAddresses = (
  db: Db,
  userId: number,
  ids: number[],
): Promise<{ id: number; chosen: string | null; lines: string[] }[]> =>
  db
    .select({
      id: templates.id,
      chosen: sql<string | null>`${form}->'chosen'->>'address'`,
      lines: sql<string[]>`jsonb_path_query_array(${form}, '$.lines[*].address')`,
    })
    .from(templates)
    .where(and(eq(templates.userId, userId), inArray(templates.id, ids)))

export async function findTemplate(db: Db, userId: number, id: number): Promise<TemplateRow | undefined> {
  const [row] = await db
    .select()
    .from(templates)
    .where(and(eq(templates.userId, userId), eq(templates.id, id)))
  return row
}

/** Serialises changes to a user's template names until the transaction ends, so that limit and names hold. */
export async function lockTemplates(tx: Db, userId: number): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`distribution-templates:${userId}`}))`)
}

export async function countTemplates(tx: Db, userId: number): Promise<number> {
  const [row] = await tx.select({ count: count() }).from(templates).where(eq(templates.userId, userId))
  return row?.count ?? 0
}

/** Whether another template of this page has the name, in any capitals. */
export async function isNameTaken(
  tx: Db,
  { userId, kind, name }: Pick<TemplateRow, 'userId' | 'kind' | 'name'>,
  besides = 0,
): Promise<boolean> {
  const [row] = await tx
    .select({ id: templates.id })
    .from(templates)
    .where(
      and(
        eq(templates.userId, userId),
        eq(templates.kind, kind),
        sql`lower(${templates.name}) = lower(${name})`,
        ne(templates.id, besides),
      ),
    )
    .limit(1)
  return row !== undefined
}

export async function insertTemplate(tx: Db, row: Omit<TemplateRow, 'id'>): Promise<TemplateRow> {
  const [written] = await tx.insert(templates).values(row).returning()
  if (!written) throw new Error('an insert returns its row')
  return written
}

export async function renameTemplate(
  tx: Db,
  { userId, id, name, updatedAt }: Pick<TemplateRow, 'userId' | 'id' | 'name' | 'updatedAt'>,
): Promise<TemplateRow | undefined> {
  const [row] = await tx
    .update(templates)
    .set({ name, updatedAt })
    .where(and(eq(templates.userId, userId), eq(templates.id, id)))
    .returning()
  return row
}

export async function deleteTemplate(tx: Db, userId: number, id: number): Promise<boolean> {
  const rows = await tx
    .delete(templates)
    .where(and(eq(templates.userId, userId), eq(templates.id, id)))
    .returning({ id: templates.id })
  return rows.length > 0
}
