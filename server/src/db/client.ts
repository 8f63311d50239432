/**
 * One schema and one set of migrations on two databases: PostgreSQL by URL, or the embedded PostgreSQL in a directory.
 * The embedded one has a single connection: no network call inside a transaction, and never the outer handle inside one.
 */
import { chmodSync, closeSync, fsyncSync, openSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { sql } from 'drizzle-orm'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import { drizzle as drizzlePg } from 'drizzle-orm/node-postgres'
import { migrate as migratePg } from 'drizzle-orm/node-postgres/migrator'
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite'
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator'
import pg from 'pg'
import { fromPglite, type ConstructorOptions } from 'pg-boss'
import { describe, type Log } from '../kernel/log.ts'
import { keepAppendOnly } from './append-only.ts'
import { createDatabase, MIGRATIONS } from './template.ts'

/** The handle of queries; a transaction is one too. */
export type Db = PgDatabase<PgQueryResultHKT>

export type Database = {
  db: Db
  kind: 'embedded' | 'postgres'
  /** How the job queue reaches the same database. */
  jobs: ConstructorOptions
  /** Waits until no other process holds this name and holds it until what it answers is called; absent where no other process can be. */
  lock?(name: string): Promise<() => Promise<void>>
  healthy(): Promise<boolean>
  /** Resolves when what was committed outlives a loss of power (the embedded one writes without fsync). */
  sync(): Promise<void>
  close(): Promise<void>
}

/** Held while migrating, so that several servers starting at once migrate once. Any constant of our own. */
const MIGRATION_LOCK = 7_741_201
/** Names are held under this one. */
const NAME_LOCK = 7_741_204
/** On connections of their own: whoever holds a name still needs the others for its work. */
const NAMES_AT_ONCE = 8
const NAME_WITHIN_MS = 60_000

export async function openPostgres(url: string, log: Log): Promise<Database> {
  const pool = new pg.Pool({
    connectionString: url,
    max: 20,
    connectionTimeoutMillis: 10_000,
    application_name: 'purser',
  })
  pool.on('error', (error) => log.warn(describe(error), 'a database connection was lost'))
  const db = drizzlePg(pool, { casing: 'snake_case' })
  const client = await pool.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await migratePg(db, { migrationsFolder: MIGRATIONS })
    await keepAppendOnly(db)
  } finally {
    await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]).catch(() => undefined)
    client.release()
  }
  const names = new pg.Pool({
    connectionString: url,
    max: NAMES_AT_ONCE,
    connectionTimeoutMillis: NAME_WITHIN_MS,
    application_name: 'purser',
  })
  names.on('error', (error) => log.warn(describe(error), 'a database connection was lost'))
  return {
    db: db as unknown as Db,
    kind: 'postgres',
    lock: (name) => lockName(names, name),
    jobs: { connectionString: url, max: 4 },
    healthy: () => answers(db),
    sync: async () => undefined,
    close: async () => void (await Promise.all([pool.end(), names.end()])),
  }
}

async function lockName(names: pg.Pool, name: string): Promise<() => Promise<void>> {
  const client = await names.connect()
  // One that is lost while it holds a name holds it no more; what is unique in the database stays so.
  client.on('error', () => undefined)
  const say = async (statement: string): Promise<void> => {
    try {
      await client.query(statement, [NAME_LOCK, name])
    } catch (error) {
      client.release(true)
      throw error
    }
  }
  await say('select pg_advisory_lock($1, hashtext($2))')
  return async () => {
    client.removeAllListeners('error')
    // With its connection the name is free as well.
    await say('select pg_advisory_unlock($1, hashtext($2))').then(
      () => client.release(),
      () => undefined,
    )
  }
}

/** In `dir`, or without one in memory; `dump` is a directory dumped from a migrated database: tests start from one. */
export async function openEmbedded(options: {
  dir?: string
  dump?: Blob
}): Promise<Database & { pglite: PGlite }> {
  const { dir } = options
  if (dir) {
    await createDatabase(dir)
    chmodSync(dir, 0o700)
  }
  const pglite = await PGlite.create({
    ...(dir ? { dataDir: dir } : {}),
    ...(options.dump ? { loadDataDir: options.dump } : {}),
  })
  const db = drizzlePglite(pglite, { casing: 'snake_case' })
  await migratePglite(db, { migrationsFolder: MIGRATIONS })
  await keepAppendOnly(db)
  return {
    db: db as unknown as Db,
    kind: 'embedded',
    jobs: { db: fromPglite(pglite), backend: 'pglite' },
    healthy: () => answers(db),
    async sync() {
      await db.execute(sql`checkpoint`)
      if (dir) syncFiles(dir)
    },
    close: () => pglite.close(),
    pglite,
  }
}

function syncFiles(dir: string): void {
  for (const entry of readdirSync(dir, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const file = openSync(join(entry.parentPath, entry.name), 'r')
    fsyncSync(file)
    closeSync(file)
  }
}

async function answers(db: Db): Promise<boolean> {
  try {
    await db.execute(sql`select 1`)
    return true
  } catch {
    return false
  }
}

/** The constraint that a failed write violated, or null when it failed for another reason. */
export function violated(error: unknown): string | null {
  const cause =
    error instanceof Error && error.cause
      ? (error.cause as { code?: string; constraint?: string })
      : (error as { code?: string; constraint?: string })
  return cause?.code === '23505' ? (cause.constraint ?? 'unique') : null
}

/** Two transactions waited for each other and this one was undone: it may be tried again. */
export function isDeadlock(error: unknown): boolean {
  const { code } = ((error as Error | null)?.cause ?? error ?? {}) as { code?: unknown }
  return code === '40P01'
}

/** Whether this came from the database: a failed query, or a connection to it. */
export function isDatabaseError(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = (error.cause ?? error) as { code?: unknown }
  return (
    error.message.startsWith('Failed query') ||
    (typeof code === 'string' && /^([0-9A-Z]{5}|ECONN\w+|ETIMEDOUT|EPIPE)$/.test(code))
  )
}
