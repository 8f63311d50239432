/** The database that the configuration names. */
import { join } from 'node:path'
import { type Config, ConfigError } from './config.ts'
import { type Database, openEmbedded, openPostgres } from './db/client.ts'
import { describe, type Log } from './kernel/log.ts'

/** Throws ConfigError when DATABASE_URL cannot be used. */
export async function openDatabase(config: Config, log: Log): Promise<Database> {
  if (config.databaseUrl === null) return openEmbedded({ dir: join(config.dataDir, 'db') })
  try {
    return await openPostgres(config.databaseUrl, log)
  } catch (error) {
    const { host } = new URL(config.databaseUrl)
    throw new ConfigError(
      `DATABASE_URL: the database at ${host} cannot be used: ${describe(error).cause ?? describe(error).error}`,
    )
  }
}
