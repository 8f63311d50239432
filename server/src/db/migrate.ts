/** Brings a database to this version's schema, unless another version made it. */
import { sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { MIGRATIONS } from './template.ts'

type Db = Pick<NodePgDatabase, 'execute'>
export type DatabaseKind = 'embedded' | 'postgres'

const SETTINGS = {
  embedded: { setting: 'DATA_DIR', store: 'directory' },
  postgres: { setting: 'DATABASE_URL', store: 'database' },
}

/** Another version of Purser made this database, and nothing in it was changed. The message addresses the operator. */
export class UnknownSchemaError extends Error {
  constructor(kind: DatabaseKind, maker: 'earlier' | 'later') {
    const { setting, store } = SETTINGS[kind]
    const made = `${setting}: this ${store} was made by`
    super(
      maker === 'later'
        ? `${made} a later version of Purser. Start that version.`
        : `${made} an earlier version of Purser. Export the keys of your wallets with that version, then start this one with an empty ${store}.`,
    )
  }
}

/** A table that every version has had and no other program has. */
const OLDEST_TABLE = 'key_audit'

async function exists(db: Db, table: string): Promise<boolean> {
  const { rows } = await db.execute<{ found: boolean }>(
    sql`select to_regclass(${table}) is not null as found`,
  )
  return rows[0]?.found === true
}

/** Hashes of the migrations that were applied, in their order. */
async function appliedMigrations(db: Db): Promise<string[]> {
  if (!(await exists(db, 'drizzle.__drizzle_migrations'))) return []
  const { rows } = await db.execute<{ hash: string }>(
    sql`select hash from drizzle.__drizzle_migrations order by created_at, id`,
  )
  return rows.map(({ hash }) => hash)
}

/**
 * Throws UnknownSchemaError unless the applied migrations are a beginning of this version's. The migrator compares
 * times only: it would mistake another version's database for one of its own.
 */
export async function requireKnownSchema(db: Db, kind: DatabaseKind): Promise<void> {
  const known = readMigrationFiles({ migrationsFolder: MIGRATIONS }).map(({ hash }) => hash)
  const applied = await appliedMigrations(db)
  if (applied.length === 0 && (await exists(db, OLDEST_TABLE))) throw new UnknownSchemaError(kind, 'earlier')
  if (applied.every((hash, at) => hash === known[at])) return
  throw new UnknownSchemaError(kind, known.every((hash, at) => hash === applied[at]) ? 'later' : 'earlier')
}

export async function migrateSchema(db: NodePgDatabase, kind: DatabaseKind): Promise<void> {
  await requireKnownSchema(db, kind)
  await migrate(db, { migrationsFolder: MIGRATIONS })
}
