/**
 * One schema and one set of migrations on two databases: PostgreSQL by URL, or the embedded PostgreSQL in a directory.
 * The embedded one has a single connection: no network call inside a transaction, and never the outer handle inside one.
 */
import { chmodSync } from 'node:fs'
import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { DrizzleQueryError, sql } from 'drizzle-orm'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import { drizzle } from 'drizzle-orm/node-postgres'
import pLimit from 'p-limit'
import pg from 'pg'
import type { ConstructorOptions } from 'pg-boss'
import { describe, type Log } from '../kernel/log.ts'
import { keepAppendOnly } from './append-only.ts'
import { jobsOn, openPool } from './in-process.ts'
import { type DatabaseKind, migrateSchema } from './migrate.ts'
import { createLocks, keepAlive, type Lock, openNames } from './named-locks.ts'
import { Pool } from './pool.ts'
import { preparingClient } from './prepared.ts'
import { createSessions, HOLDER_TIMEOUTS, TIMEOUTS } from './session.ts'
import { createDatabase } from './template.ts'
import { vacuum } from './vacuum.ts'

/** The handle of queries; a transaction is one too, without a cast. */
export type Db = PgDatabase<PgQueryResultHKT>

export type Database = {
  db: Db
  kind: DatabaseKind
  /** How the job queue reaches the same database. */
  jobs: ConstructorOptions
  /** Locks a name among all processes on the database. Absent on the embedded one. */
  lock?: Lock
  /** How often a connection was lost: after each loss, the database may lack what it had acknowledged. */
  losses?(): number
  /**
   * Only of the embedded database: resolves with the reason once it cannot go on in this process. Its answers no longer
   * count from then on.
   */
  crashed?: Promise<string>
  healthy(): Promise<boolean>
  /** Cleans up if the database does not do so itself. */
  vacuum?(): Promise<void>
  /** Resolves when all commits survive a power loss (the embedded database writes without fsync). */
  sync(): Promise<void>
  close(): Promise<void>
}

/** Advisory locks, with any constants of our own. Held while migrating: servers that start together migrate once. */
const MIGRATION_LOCK = 7_741_201
const SYNCS_AT_ONCE = 16

export async function openPostgres(url: string, log: Log): Promise<Database> {
  const { prepare, losses } = createSessions()
  const config = {
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    application_name: 'purser',
    onConnect: prepare(TIMEOUTS),
    pipeline: true,
    Client: preparingClient(() =>
      log.warn({}, 'the database is behind a transaction pooler: statements are planned each time'),
    ),
  }
  const reads = new Pool({ ...config, max: 4, idleTimeoutMillis: 60_000 })
  const pool = new Pool({ ...config, max: 8 }, reads)
  for (const one of [pool, reads])
    one.on('error', (error) => log.warn(describe(error), 'a database connection was lost'))
  const db = drizzle(pool, { casing: 'snake_case' })
  const names = openNames({
    connectionString: url,
    application_name: 'purser',
    onConnect: prepare(HOLDER_TIMEOUTS),
  })
  names.on('error', (error) => log.warn(describe(error), 'a database connection was lost'))
  const client = await names.connect()
  let stopKeepAlive: () => void = () => undefined
  try {
    // Another server may take long to migrate.
    await client.query('set lock_timeout = 0; set statement_timeout = 0')
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    stopKeepAlive = keepAlive(client)
    // Without timeouts: a migration may take long.
    const untimed = new pg.Pool({
      connectionString: url,
      max: 1,
      application_name: 'purser',
      onConnect: prepare(),
    })
    untimed.on('error', (error) => log.warn(describe(error), 'a database connection was lost'))
    try {
      const migrating = drizzle(untimed, { casing: 'snake_case' })
      await migrateSchema(migrating, 'postgres')
      await keepAppendOnly(migrating)
    } finally {
      await untimed.end()
    }
  } finally {
    stopKeepAlive()
    await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]).catch(() => undefined)
    client.release(true)
  }
  // The queue opens a pool of its own with these, though its type names fewer.
  const jobs = { connectionString: url, max: 4, onConnect: prepare() }
  return {
    db,
    kind: 'postgres',
    lock: createLocks(names),
    losses,
    jobs,
    healthy: () => answers(db),
    sync: async () => undefined,
    close: async () => void (await Promise.all([pool.end(), reads.end(), names.end()])),
  }
}

/**
 * Memory for one connection; by default it allocates for a hundred, some 110 MB more. An analysis of a large table
 * reads 300 rows for each of its target, and everything else waits for it: 250 ms by default, 60 with a fifth. A page
 * that is not in the database's memory is in the system's: by default the planner counts it four times as dear as the
 * next page, and reads tables of some thousand rows from beginning to end to find a few of them.
 */
const SETTINGS = [
  'shared_buffers=32MB',
  'max_connections=5',
  'wal_buffers=1MB',
  'default_statistics_target=20',
  'random_page_cost=1.1',
]

export type Embedded = Database & {
  pool: pg.Pool
  vacuum(): Promise<void>
  /** A copy of the whole database at this moment. */
  snapshot(): Promise<Blob>
}

type EmbeddedOptions = { dir?: string; dump?: Blob }

/** Opened in `dir`, or in memory. `dump`: the dumped directory of a migrated database to start from. */
export async function openEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  return useEmbedded(await startEmbedded(options), options.dir)
}

export async function startEmbedded({ dir, dump }: EmbeddedOptions): Promise<PGlite> {
  if (dir) {
    await createDatabase(dir)
    chmodSync(dir, 0o700)
  }
  return PGlite.create({
    startParams: [...PGlite.defaultStartParams, ...SETTINGS.flatMap((setting) => ['-c', setting])],
    ...(dir ? { dataDir: dir } : {}),
    ...(dump ? { loadDataDir: dump } : {}),
  })
}

/** Migrates a started database; closing the handle ends it, and so does a failed migration. */
export async function useEmbedded(pglite: PGlite, dir?: string): Promise<Embedded> {
  const pool = openPool(pglite)
  const db = drizzle(pool, { casing: 'snake_case' })
  async function close(): Promise<void> {
    await pool.end()
    // It would write its memory, which differs from what it has acknowledged.
    if (!pool.crash.hasHappened()) await pglite.close()
  }
  try {
    await migrateSchema(db, 'embedded')
    await keepAppendOnly(db)
  } catch (error) {
    await close()
    throw error
  }
  return {
    db,
    pool,
    kind: 'embedded',
    jobs: jobsOn(pool),
    crashed: pool.crash.happened,
    healthy: () => answers(db),
    vacuum: () => vacuum(pool),
    async sync() {
      await db.execute(sql`checkpoint`)
      if (dir) await syncFiles(dir)
    },
    close,
    async snapshot() {
      const client = await pool.connect()
      try {
        return await pglite.dumpDataDir('none')
      } finally {
        client.release()
      }
    },
  }
}

/**
 * Several at once: the disk then writes its own journal once for them. A file that is gone meanwhile held nothing any
 * more.
 */
async function syncFiles(dir: string): Promise<void> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true })
  const limit = pLimit(SYNCS_AT_ONCE)
  await limit.map(
    entries.filter((entry) => entry.isFile()),
    async (entry) => {
      try {
        await using file = await open(join(entry.parentPath, entry.name), 'r')
        await file.sync()
      } catch (error) {
        if ((error as { code?: unknown }).code !== 'ENOENT') throw error
      }
    },
  )
}

async function answers(db: Db): Promise<boolean> {
  try {
    await db.execute(sql`select 1`)
    return true
  } catch {
    return false
  }
}

/** The unique constraint that a failed write violated, or null when it failed for another reason. */
export function violated(error: unknown): string | null {
  const cause =
    error instanceof Error && error.cause
      ? (error.cause as { code?: string; constraint?: string })
      : (error as { code?: string; constraint?: string })
  return cause?.code === '23505' ? (cause.constraint ?? 'unique') : null
}

/** A deadlock: this transaction was rolled back and may be retried. */
export function isDeadlock(error: unknown): boolean {
  const { code } = ((error as Error | null)?.cause ?? error ?? {}) as { code?: unknown }
  return code === '40P01'
}

/** A failed query, or a failed connection to the database. */
export function isDatabaseError(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = (error.cause ?? error) as { code?: unknown }
  return (
    error instanceof DrizzleQueryError ||
    (typeof code === 'string' && /^([0-9A-Z]{5}|ECONN\w+|ETIMEDOUT|EPIPE)$/.test(code))
  )
}

/** The database cannot be reached, or has no time to answer: the same query may work later. */
export function isDatabaseAway(error: unknown): boolean {
  const isQuery = error instanceof DrizzleQueryError
  const failure: unknown = isQuery ? error.cause : error
  const { code, cause } = (failure ?? {}) as { code?: unknown; cause?: { code?: unknown } }
  if ([code, cause?.code].some((one) => typeof one === 'string' && isAway(one))) return true
  // The driver's own errors about a lost connection have no code; its errors about a value are of another class.
  return isQuery && code === undefined && failure instanceof Error && failure.constructor === Error
}
const isAway = (code: string): boolean =>
  /^(08|53|57P|58|57014|55P03|25P03)/.test(code) ||
  ['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EPIPE', 'ENOSPC', 'EIO'].includes(code)
