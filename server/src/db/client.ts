/**
 * One schema and one set of migrations on two databases: PostgreSQL by URL, or the embedded PostgreSQL in a directory.
 * The embedded one has a single connection: no network call inside a transaction, and never the outer handle inside one.
 */
import { chmodSync, closeSync, fsyncSync, openSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { DrizzleQueryError, sql } from 'drizzle-orm'
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

/**
 * A process that is paused, with a transaction open or a lock held, must keep no other waiting for long: its session ends.
 * Milliseconds, in this order: a paused holder's transaction is over before whoever waits for its lock gives up.
 */
const TIMEOUTS = {
  idle_in_transaction_session_timeout: 5_000,
  lock_timeout: 8_000,
  statement_timeout: 60_000,
}
/** Of a session that holds a lock by itself: it says something more often than that as long as its process runs. */
const HOLDER_TIMEOUTS = { idle_session_timeout: 6_000, lock_timeout: 60_000, statement_timeout: 60_000 }
const HOLDER_SPEAKS_MS = 1_500

/**
 * Before a connection's first use; the pool waits for it, though its type does not say so. A connection that the server
 * ends while it is in use must not end the process with it.
 */
const sessionOf =
  (timeouts: Record<string, number>): ((client: pg.ClientBase) => unknown) =>
  async (client) => {
    client.on('error', () => undefined)
    // One that this PostgreSQL does not know it goes without.
    for (const [name, ms] of Object.entries(timeouts))
      await client.query(`set ${name} = ${ms}`).catch(() => undefined)
  }

/** Answers how to stop. */
function keepSpeaking(client: pg.PoolClient): () => void {
  const timer = setInterval(() => void client.query('select 1').catch(() => undefined), HOLDER_SPEAKS_MS)
  return () => clearInterval(timer)
}

export async function openPostgres(url: string, log: Log): Promise<Database> {
  const pool = new pg.Pool({
    connectionString: url,
    max: 20,
    connectionTimeoutMillis: 10_000,
    application_name: 'purser',
    onConnect: sessionOf(TIMEOUTS),
  })
  pool.on('error', (error) => log.warn(describe(error), 'a database connection was lost'))
  const db = drizzlePg(pool, { casing: 'snake_case' })
  const names = new pg.Pool({
    connectionString: url,
    max: NAMES_AT_ONCE,
    connectionTimeoutMillis: NAME_WITHIN_MS,
    // Before the server ends them for their silence.
    idleTimeoutMillis: HOLDER_TIMEOUTS.idle_session_timeout / 2,
    application_name: 'purser',
    onConnect: sessionOf(HOLDER_TIMEOUTS),
  })
  const client = await names.connect()
  let silent: () => void = () => undefined
  try {
    // Another server may be at it for long; one that is paused meanwhile loses its session.
    await client.query('set lock_timeout = 0; set statement_timeout = 0')
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    silent = keepSpeaking(client)
    // On a connection without these limits: a migration may take its time.
    const unhurried = new pg.Pool({ connectionString: url, max: 1, application_name: 'purser' })
    try {
      const migrating = drizzlePg(unhurried, { casing: 'snake_case' })
      await migratePg(migrating, { migrationsFolder: MIGRATIONS })
      await keepAppendOnly(migrating)
    } finally {
      await unhurried.end()
    }
  } finally {
    silent()
    await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]).catch(() => undefined)
    client.release(true)
  }
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
  const say = async (statement: string): Promise<void> => {
    try {
      await client.query(statement, [NAME_LOCK, name])
    } catch (error) {
      client.release(true)
      throw error
    }
  }
  await say('select pg_advisory_lock($1, hashtext($2))')
  const silent = keepSpeaking(client)
  return async () => {
    silent()
    // One that is lost while it holds a name holds it no more, and what is unique in the database stays so.
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
    error instanceof DrizzleQueryError ||
    (typeof code === 'string' && /^([0-9A-Z]{5}|ECONN\w+|ETIMEDOUT|EPIPE)$/.test(code))
  )
}
