/** A fresh migrated database for each test file: embedded in memory from a dump, or with TEST_DATABASE_URL on PostgreSQL from a template. */
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { type SQL, sql } from 'drizzle-orm'
import pg from 'pg'
import { type Database, type Db, type Embedded, openEmbedded, openPostgres } from '../db/client.ts'
import { migrateEmbedded, templateHash } from '../db/template.ts'
import { createLog } from '../kernel/log.ts'

export type TestDatabase = Database & {
  /** Another handle on the same PostgreSQL database, as a second server has it; null where it is embedded. */
  url: string | null
  /** Every row of every table as text, for searching. */
  dump(): Promise<string>
  /** Both absent on a PostgreSQL server. */
  pool?: pg.Pool
  /** All of it as it is at this moment, to be opened again. */
  snapshot?(): Promise<Blob>
}

const SERVER = process.env.TEST_DATABASE_URL
export const onPostgres = SERVER !== undefined
const TEMPLATE_LOCK = 7_741_202

/** As it was when this snapshot of it was taken. */
export async function openSnapshot(snapshot: Blob): Promise<TestDatabase> {
  const database = await openEmbedded({ dump: snapshot })
  return { ...database, url: null, dump: () => dumpOf(database.db) }
}

export async function openTestDatabase(): Promise<TestDatabase> {
  const database = SERVER === undefined ? await openDumped() : await openCopy(SERVER)
  return { ...database, dump: () => dumpOf(database.db) }
}

export async function dumpOf(db: Db): Promise<string> {
  const rowsOf = async (query: SQL) => ((await db.execute(query)) as { rows: never[] }).rows
  const tables: { s: string; t: string }[] = await rowsOf(
    sql`select table_schema as s, table_name as t from information_schema.tables where table_schema in ('public', 'jobs') and table_type = 'BASE TABLE'`,
  )
  const parts: string[] = []
  for (const { s, t } of tables) {
    const lines: { line: string }[] = await rowsOf(
      sql`select x::text as line from ${sql.identifier(s)}.${sql.identifier(t)} x`,
    )
    parts.push(...lines.map(({ line }) => `${t}: ${line}`))
  }
  return parts.join('\n')
}

async function openDumped(): Promise<Embedded & { url: null }> {
  const file = join(tmpdir(), `purser-template-${templateHash()}.tar`)
  if (!existsSync(file)) {
    const pglite = await PGlite.create()
    await migrateEmbedded(pglite)
    const dump = await pglite.dumpDataDir('none')
    await pglite.close()
    const mine = `${file}.${process.pid}`
    writeFileSync(mine, Buffer.from(await dump.arrayBuffer()))
    renameSync(mine, file)
  }
  const database = await openEmbedded({ dump: new Blob([readFileSync(file)]) })
  return { ...database, url: null }
}

async function versionOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ version: number }>(
    `select current_setting('server_version_num')::int as version`,
  )
  return rows[0]?.version ?? 0
}
/** Its files are copied in a third of the time that its pages are logged in; before 15 there was no other way. */
const strategyOf = (version: number): string => (version >= 150_000 ? 'strategy file_copy' : '')

async function openCopy(server: string): Promise<Database & { url: string }> {
  const template = `purser_template_${templateHash()}`
  const name = `purser_test_${randomBytes(6).toString('hex')}`
  const at = (database: string) => Object.assign(new URL(server), { pathname: `/${database}` }).href
  const admin = new pg.Client({ connectionString: server })
  await admin.connect()
  await admin.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK])
  const { rowCount } = await admin.query('select from pg_database where datname = $1', [template])
  if (!rowCount) {
    const building = `${template}_new`
    await admin.query(`drop database if exists ${building}`)
    await admin.query(`create database ${building}`)
    await (await openPostgres(at(building), createLog('silent'))).close()
    await admin.query(`alter database ${building} rename to ${template}`)
  }
  await admin.query(`create database ${name} template ${template} ${strategyOf(await versionOf(admin))}`)
  await admin.query('select pg_advisory_unlock($1)', [TEMPLATE_LOCK])
  const database = await openPostgres(at(name), createLog('silent'))
  return {
    ...database,
    url: at(name),
    async close() {
      await database.close()
      await admin.query(`drop database if exists ${name} with (force)`)
      await admin.end()
    },
  }
}
