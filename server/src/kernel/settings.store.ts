import { eq } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { settings } from './kernel.tables.ts'

/** Writes the value unless the key has one; returns the stored value. */
export async function initSetting(db: Db, key: string, value: string): Promise<string> {
  await db.insert(settings).values({ key, value }).onConflictDoNothing()
  const [row] = await db.select().from(settings).where(eq(settings.key, key))
  return row?.value ?? value
}

export async function findSetting(db: Db, key: string): Promise<string | null> {
  const [row] = await db.select().from(settings).where(eq(settings.key, key))
  return row?.value ?? null
}
