import { and, asc, desc, eq, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { agents, chatMessages, type OpenQuestion, type PendingQuestion } from './agents.tables.ts'

export type AgentRow = typeof agents.$inferSelect
export type ChatRow = typeof chatMessages.$inferSelect

const ofUser = (userId: number) => and(eq(agents.userId, userId), isNull(agents.deletedAt))

/** Serialises work that must see all agents of a user, until the transaction ends. */
export async function lockUser(db: Db, userId: number): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtext(${`agents:${userId}`}))`)
}

export async function listAgents(db: Db, userId: number): Promise<AgentRow[]> {
  return db.select().from(agents).where(ofUser(userId)).orderBy(asc(agents.id))
}

/** Names of these agents; deleted ones are included until they are purged. */
export async function listNames(
  db: Db,
  userId: number,
  ids: number[],
): Promise<{ id: number; name: string }[]> {
  if (ids.length === 0) return []
  return db
    .select({ id: agents.id, name: agents.name })
    .from(agents)
    .where(and(eq(agents.userId, userId), inArray(agents.id, ids)))
}

export async function listAgentIds(db: Db, userId: number): Promise<number[]> {
  const rows = await db.select({ id: agents.id }).from(agents).where(ofUser(userId))
  return rows.map(({ id }) => id)
}

export async function findAgent(db: Db, userId: number, id: number): Promise<AgentRow | undefined> {
  const [row] = await db
    .select()
    .from(agents)
    .where(and(ofUser(userId), eq(agents.id, id)))
  return row
}

export async function findByExternalId(
  db: Db,
  userId: number,
  externalId: string,
): Promise<AgentRow | undefined> {
  const [row] = await db
    .select()
    .from(agents)
    .where(and(ofUser(userId), eq(agents.externalId, externalId)))
  return row
}

export async function insertAgent(db: Db, userId: number, name: string): Promise<AgentRow> {
  const [row] = await db.insert(agents).values({ userId, name }).returning()
  if (!row) throw new Error('an agent that was just written is not there')
  return row
}

export async function renameAgent(db: Db, id: number, name: string): Promise<void> {
  await db.update(agents).set({ name }).where(eq(agents.id, id))
}

export async function markDeleted(db: Db, id: number, at: Date): Promise<void> {
  await db.update(agents).set({ deletedAt: at }).where(eq(agents.id, id))
}

/**
 * The agent with the number of this instruction; earlier ones no longer count. `ofPlan`: only while the last plan has this
 * hash, and undefined where it has another.
 */
export async function beginParse(db: Db, id: number, ofPlan?: string): Promise<AgentRow | undefined> {
  const [row] = await db
    .update(agents)
    .set({ parses: sql`${agents.parses} + 1` })
    .where(and(eq(agents.id, id), ofPlan === undefined ? undefined : eq(agents.lastPlanHash, ofPlan)))
    .returning()
  if (!row && ofPlan === undefined) throw new Error('an agent that was just read is not there')
  return row
}

export const isParse = (id: number, parse: number) =>
  and(eq(agents.id, id), eq(agents.parses, parse), isNull(agents.deletedAt))

export async function isNewestParse(db: Db, id: number, parse: number): Promise<boolean> {
  return (await db.select({ id: agents.id }).from(agents).where(isParse(id, parse))).length > 0
}

/**
 * Saves the question of the newest instruction, or null if none is open any more. An undefined value stays as it is.
 */
export async function rememberQuestion(
  db: Db,
  { id, parses }: AgentRow,
  open: { pending: PendingQuestion | null | undefined; asked: OpenQuestion | null | undefined },
): Promise<void> {
  if (open.pending === undefined && open.asked === undefined) return
  await db.update(agents).set(open).where(isParse(id, parses))
}

/** Withdraws the last plan shown, unless a newer instruction was given meanwhile: nothing changes or starts it any more. */
export async function withdrawPlan(db: Db, { id, parses }: AgentRow): Promise<void> {
  const withdrawn = { shownPlan: null, shownPlanHash: null, lastPlanHash: null, unsaid: null }
  await db.update(agents).set(withdrawn).where(isParse(id, parses))
}

export async function insertChat(
  db: Db,
  message: Pick<ChatRow, 'agentId' | 'role' | 'content' | 'planId' | 'questionId'>,
): Promise<ChatRow> {
  const [row] = await db.insert(chatMessages).values(message).returning()
  if (!row) throw new Error('a message that was just written is not there')
  return row
}

/** Deletes the messages of an agent that are older than so many, or than so many bytes. */
export async function trimChat(
  db: Db,
  agentId: number,
  { rows, bytes }: { rows: number; bytes: number },
): Promise<void> {
  await db.execute(sql`
    delete from chat_messages where id in (select id from chat_messages where id in (
      select id from (
        select id, row_number() over newest as n, sum(octet_length(content)) over newest as size
        from chat_messages where agent_id = ${agentId} window newest as (order by id desc)
      ) counted where n > ${rows}::int or size > ${bytes}::bigint) for update skip locked)`)
}

/** The newest messages, oldest of them first. */
export async function listChat(db: Db, agentId: number, limit: number): Promise<ChatRow[]> {
  const rows = await db
    .select()
    .from(chatMessages)
    .where(eq(chatMessages.agentId, agentId))
    .orderBy(desc(chatMessages.id))
    .limit(limit)
  return rows.reverse()
}

/** Agents deleted before `before`; their rows wait for what their strategies still had in flight. */
export async function listPurgeable(db: Db, before: Date): Promise<number[]> {
  const rows = await db
    .select({ id: agents.id })
    .from(agents)
    .where(lt(agents.deletedAt, before))
    .orderBy(asc(agents.deletedAt))
    .limit(100)
  return rows.map((row) => row.id)
}

/** All deleted agents that are not purged yet: those of about the last hour. */
export async function listDeleted(db: Db): Promise<number[]> {
  const rows = await db.select({ id: agents.id }).from(agents).where(isNotNull(agents.deletedAt))
  return rows.map((row) => row.id)
}

/** Deletes the agent and its chat. */
export async function purgeAgent(db: Db, id: number): Promise<void> {
  await db.delete(agents).where(eq(agents.id, id))
}

/** True while the agent is there, and then it stays until the transaction ends. */
export async function holdAgent(db: Db, id: number): Promise<boolean> {
  const rows = await db
    .select({ id: agents.id })
    .from(agents)
    .where(and(eq(agents.id, id), isNull(agents.deletedAt)))
    .for('no key update')
  return rows.length > 0
}
