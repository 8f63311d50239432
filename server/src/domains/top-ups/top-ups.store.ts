import { and, asc, eq, gt, gte, isNotNull, lt, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { startRound } from '../../db/portions.ts'
import { topUpRounds as rounds, topUpSettings as settings } from './top-ups.tables.ts'

export type SettingsRow = typeof settings.$inferSelect
export type SettingsChange = Partial<Omit<SettingsRow, 'userId' | 'version' | 'roundAt' | 'updatedAt'>>

export async function readSettings(db: Db, userId: number): Promise<SettingsRow | undefined> {
  const [row] = await db.select().from(settings).where(eq(settings.userId, userId))
  return row
}

/** In a transaction of the caller: until it ends nobody changes them or begins a round under them. */
export async function lockSettings(db: Db, userId: number): Promise<SettingsRow | undefined> {
  const [row] = await db.select().from(settings).where(eq(settings.userId, userId)).for('update')
  return row
}

/** `first`: inserted where there are none. */
export async function changeSettings(
  db: Db,
  first: typeof settings.$inferInsert,
  change: SettingsChange,
): Promise<void> {
  await db.insert(settings).values(first).onConflictDoNothing()
  await db
    .update(settings)
    .set({ ...change, roundAt: null, version: sql`${settings.version} + 1`, updatedAt: sql`now()` })
    .where(eq(settings.userId, first.userId))
}

/** A round has begun by itself. */
export async function saveRoundAt(db: Db, userId: number, roundAt: Date): Promise<void> {
  await db.update(settings).set({ roundAt }).where(eq(settings.userId, userId))
}

/** Users with automatic top-up switched on. */
export async function listEnabled(db: Db): Promise<number[]> {
  const rows = await db
    .select({ userId: settings.userId })
    .from(settings)
    .where(and(eq(settings.enabled, true), isNotNull(settings.fundingWalletId)))
    .orderBy(asc(settings.userId))
  return rows.map((row) => row.userId)
}

export async function insertRound(db: Db, round: typeof rounds.$inferInsert): Promise<void> {
  await db.insert(rounds).values(round)
}

/** Operations that count against the cap of a day. */
export async function listRounds(db: Db, userId: number, day: string): Promise<string[]> {
  const rows = await db
    .select({ id: rounds.operationId })
    .from(rounds)
    .where(and(eq(rounds.userId, userId), eq(rounds.day, day)))
  return rows.map((row) => row.id)
}

/** Operations of rounds that began after this time, on this day or later. */
export async function listRoundsSince(db: Db, userId: number, at: Date, day: string): Promise<string[]> {
  const rows = await db
    .select({ id: rounds.operationId })
    .from(rounds)
    .where(and(eq(rounds.userId, userId), gte(rounds.day, day), gt(rounds.at, at)))
  return rows.map((row) => row.id)
}

export async function sweepRounds(db: Db, before: string): Promise<void> {
  await startRound(db).delete({ from: rounds, where: lt(rounds.day, before), by: rounds.day })
}
