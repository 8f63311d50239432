/**
 * A migrated database without rows for each test file: the embedded one in memory from a dump, emptied for the next
 * file of the process; or with TEST_DATABASE_URL on PostgreSQL from a template, whose copy takes half the time of
 * emptying one.
 */
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { type SQL, sql } from 'drizzle-orm'
import pg from 'pg'
import {
  type Database,
  type Db,
  type Embedded,
  openEmbedded,
  openPostgres,
  startEmbedded,
  useEmbedded,
} from '../db/client.ts'
import { createJobQueue, templateHash } from '../db/template.ts'
import { createLog } from '../kernel/log.ts'
import { emptyUsed, type State, readState } from './used-database.ts'

export type TestDatabase = Database & {
  /** For another handle on the same PostgreSQL database, like that of a second server; null if it is embedded. */
  url: string | null
  /** Every row of every table as text, for searching. */
  dump(): Promise<string>
  /** Both absent on a PostgreSQL server. */
  pool?: pg.Pool
  /** A copy of the whole database at this moment, to be opened again. */
  snapshot?(): Promise<Blob>
}

const SERVER = process.env.TEST_DATABASE_URL
export const onPostgres = SERVER !== undefined
const TEMPLATE_LOCK = 7_741_202

/** Opens the database in the state of this snapshot. */
export async function openSnapshot(snapshot: Blob): Promise<TestDatabase> {
  const database = await openEmbedded({ dump: snapshot })
  return { ...database, url: null, dump: () => dumpDatabase(database.db) }
}

export async function openTestDatabase(): Promise<TestDatabase> {
  const database = SERVER === undefined ? await openDumped() : await openCopy(SERVER)
  return { ...database, dump: () => dumpDatabase(database.db) }
}

export async function dumpDatabase(db: Db): Promise<string> {
  const readRows = async (query: SQL) => ((await db.execute(query)) as { rows: never[] }).rows
  const tables: { s: string; t: string }[] = await readRows(
    sql`select table_schema as s, table_name as t from information_schema.tables where table_schema in ('public', 'jobs') and table_type = 'BASE TABLE'`,
  )
  const parts: string[] = []
  for (const { s, t } of tables) {
    const lines: { line: string }[] = await readRows(
      sql`select x::text as line from ${sql.identifier(s)}.${sql.identifier(t)} x`,
    )
    parts.push(...lines.map(({ line }) => `${t}: ${line}`))
  }
  return parts.join('\n')
}

/** Another file of tests may follow in this process. */
const SHARES_PROCESS = process.argv.filter((argument) => argument.endsWith('.test.ts')).length > 1
let opened = 0
/** It keeps a process from ending: it waits this long for the next file. */
const KEPT_MS = 3_000
/** The embedded one that was closed last. */
let closed: { pglite: PGlite; forgetting: NodeJS.Timeout } | null = null

function takeClosed(): PGlite | null {
  const taken = closed
  closed = null
  clearTimeout(taken?.forgetting)
  return taken?.pglite ?? null
}

function keepClosed(pglite: PGlite): void {
  const forgetting = setTimeout(() => void takeClosed()?.close(), KEPT_MS).unref()
  closed = { pglite, forgetting }
}

async function openDumped(): Promise<Embedded & { url: null }> {
  const { dump, state } = await dumped()
  opened++
  const used = takeClosed()
  const isEmptied = used !== null && (await emptyUsed(used, state()))
  const pglite = isEmptied ? used : await startEmbedded({ dump: dump() })
  // It gets its own connections: the earlier ones have ended.
  const database = await useEmbedded(pglite)
  let ended: Promise<void> | null = null
  async function end(): Promise<void> {
    if (!(SHARES_PROCESS || opened > 1) || closed !== null) return database.close()
    await database.pool.end()
    if (closed !== null) return pglite.close()
    keepClosed(pglite)
  }
  return { ...database, url: null, close: () => (ended ??= end()) }
}

/** The dump of a migrated database, written once on this machine. */
async function dumped(): Promise<{ dump(): Blob; state(): State }> {
  const file = join(tmpdir(), `purser-test-template-${templateHash()}.tar`)
  const stateFile = `${file}.json`
  if (!existsSync(file)) {
    const pglite = await PGlite.create()
    const built = await useEmbedded(pglite)
    await createJobQueue(built.jobs)
    const parts = [
      [stateFile, JSON.stringify(await readState(pglite))],
      [file, Buffer.from(await (await pglite.dumpDataDir('none')).arrayBuffer())],
    ] as const
    await built.close()
    for (const [name, content] of parts) {
      writeFileSync(`${name}.${process.pid}`, content)
      renameSync(`${name}.${process.pid}`, name)
    }
  }
  return {
    dump: () => new Blob([readFileSync(file)]),
    state: () => JSON.parse(readFileSync(stateFile, 'utf8')) as State,
  }
}

async function readVersion(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ version: number }>(
    `select current_setting('server_version_num')::int as version`,
  )
  return rows[0]?.version ?? 0
}
/** Its files are copied in a third of the time that logging its pages takes; versions before 15 cannot do that. */
const chooseStrategy = (version: number): string => (version >= 150_000 ? 'strategy file_copy' : '')

async function openCopy(server: string): Promise<Database & { url: string }> {
  const template = `purser_test_template_${templateHash()}`
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
    const built = await openPostgres(at(building), createLog('silent'))
    await createJobQueue(built.jobs)
    await built.close()
    await admin.query(`alter database ${building} rename to ${template}`)
  }
  await admin.query(
    `create database ${name} template ${template} ${chooseStrategy(await readVersion(admin))}`,
  )
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
