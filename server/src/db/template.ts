/**
 * A migrated embedded database, built at installation: a first start copies it instead of initialising and migrating one.
 * Its folder is named by a hash of everything that determines its content, so an outdated one is never used.
 */
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { type ConstructorOptions, PgBoss } from 'pg-boss'
import { jobsOn, openPool } from './in-process.ts'

export const MIGRATIONS = join(import.meta.dirname, 'migrations')
const DIST = join(import.meta.dirname, '../../dist')
const MADE_BY = ['@electric-sql/pglite', 'pg-boss']

/** A hash of all migrations and the versions of the packages that write the database. */
export function templateHash(): string {
  const hash = createHash('sha256')
  const { dependencies } = JSON.parse(
    readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'),
  ) as { dependencies: Record<string, string> }
  for (const name of MADE_BY) hash.update(`${name}@${dependencies[name]}\n`)
  for (const file of readdirSync(MIGRATIONS, { recursive: true, encoding: 'utf8' }).sort())
    if (/\.(sql|json)$/.test(file)) hash.update(file).update(readFileSync(join(MIGRATIONS, file)))
  return hash.digest('hex').slice(0, 16)
}

/** Migrates an embedded database, the schema of the job queue included. */
export async function migrateEmbedded(pglite: PGlite): Promise<void> {
  const pool = openPool(pglite)
  await migrate(drizzle(pool, { casing: 'snake_case' }), { migrationsFolder: MIGRATIONS })
  await createJobQueue(jobsOn(pool))
  await pool.end()
}

/** The queue's schema, which it otherwise creates at its first start. */
export async function createJobQueue(connection: ConstructorOptions): Promise<void> {
  const boss = new PgBoss({ ...connection, schema: 'jobs', supervise: false })
  await boss.start()
  await boss.stop({ graceful: false })
}

/** Built under another name and renamed when complete, so that a killed start leaves nothing unfinished. */
async function make(dir: string): Promise<void> {
  const unfinished = `${dir}.new`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(dirname(dir), { recursive: true, mode: 0o700 })
  const pglite = await PGlite.create({ dataDir: unfinished })
  await migrateEmbedded(pglite)
  await pglite.close()
  renameSync(unfinished, dir)
}

/** Builds the template unless the current one exists; returns its folder. */
export async function buildTemplate(dist = DIST): Promise<string> {
  const dir = join(dist, `template-${templateHash()}`)
  if (existsSync(dir)) return dir
  for (const old of existsSync(dist) ? readdirSync(dist) : [])
    if (old.startsWith('template-')) rmSync(join(dist, old), { recursive: true, force: true })
  await make(dir)
  return dir
}

/** Creates a migrated database unless there is one: from the template, or without it from scratch. */
export async function createDatabase(dir: string, dist = DIST): Promise<'copied' | 'made' | 'there'> {
  if (existsSync(join(dir, 'PG_VERSION'))) return 'there'
  const template = join(dist, `template-${templateHash()}`)
  if (!existsSync(template)) {
    rmSync(dir, { recursive: true, force: true })
    await make(dir)
    return 'made'
  }
  const unfinished = `${dir}.new`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(dirname(dir), { recursive: true, mode: 0o700 })
  cpSync(template, unfinished, { recursive: true })
  rmSync(dir, { recursive: true, force: true })
  renameSync(unfinished, dir)
  return 'copied'
}
