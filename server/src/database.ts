/** The database that the configuration names. */
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { type Config, ConfigError } from './config/config.ts'
import { type Database, openEmbedded, openPostgres } from './db/client.ts'
import { UnknownSchemaError } from './db/migrate.ts'
import { freeBytes, lowDisk } from './disk.ts'
import { describe, type Log } from './kernel/log.ts'

/** Throws ConfigError when the database cannot be used, or was made by another version. */
export async function openDatabase(config: Config, log: Log): Promise<Database> {
  try {
    return config.databaseUrl === null
      ? await openInDirectory(config.dataDir)
      : await openAt(config.databaseUrl, log)
  } catch (error) {
    throw error instanceof UnknownSchemaError ? new ConfigError(error.message) : error
  }
}

async function openAt(url: string, log: Log): Promise<Database> {
  try {
    return await openPostgres(url, log)
  } catch (error) {
    if (error instanceof UnknownSchemaError) throw error
    const { host } = new URL(url)
    throw new ConfigError(
      `DATABASE_URL: the database at ${host} cannot be used: ${describe(error).cause ?? describe(error).error}`,
    )
  }
}

/** Throws ConfigError if the disk is full: the database's own error says only that it could not start. */
async function openInDirectory(dataDir: string): Promise<Database> {
  try {
    return await openEmbedded({ dir: join(dataDir, 'db') })
  } catch (error) {
    if (error instanceof UnknownSchemaError) throw error
    const low = lowDisk(await freeBytes(dataDir))
    if (low === null) throw error
    throw new ConfigError(
      `DATA_DIR: the embedded database cannot be opened, and its disk has ${low.free_mb} MB left. Free up space and restart Purser.`,
    )
  }
}

/** Throws ConfigError if a crash of the database's machine may lose what it has acknowledged. */
export async function requireDurable({ db }: Pick<Database, 'db'>): Promise<void> {
  const { rows } = (await db.execute(sql`
    select name from pg_settings where name in ('fsync', 'full_page_writes') and setting = 'off' order by name`)) as {
    rows: { name: string }[]
  }
  if (rows.length === 0) return
  const off = rows.map(({ name }) => name).join(' and ')
  throw new ConfigError(
    `DATABASE_URL: this PostgreSQL has ${off} off, so a crash of its machine may lose payments already signed. Real funds need ${off} on.`,
  )
}
