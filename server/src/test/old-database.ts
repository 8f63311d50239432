/** An embedded database as it was before a migration, for tests of what becomes of its rows. */
import assert from 'node:assert/strict'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { openPool } from '../db/in-process.ts'
import { MIGRATIONS } from '../db/template.ts'

/** The migrations before that one, in a folder of their own. */
function folderBefore(tag: string): string {
  const dir = mkdtempSync(join(tmpdir(), 'purser-migrations-'))
  cpSync(MIGRATIONS, dir, { recursive: true })
  const file = join(dir, 'meta/_journal.json')
  const journal = JSON.parse(readFileSync(file, 'utf8')) as { entries: { tag: string }[] }
  const at = journal.entries.findIndex((entry) => entry.tag === tag)
  assert.ok(at > 0, `there is no migration ${tag}`)
  writeFileSync(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, at) }))
  return dir
}

/** `tag` is the name of a file of migrations. Rows are lists of columns. */
export async function openBefore(tag: string) {
  const pglite = await PGlite.create()
  const pool = openPool(pglite)
  const db = drizzle(pool, { casing: 'snake_case' })
  const dir = folderBefore(tag)
  await migrate(db, { migrationsFolder: dir })
  rmSync(dir, { recursive: true })
  return {
    async run(text: string, values: unknown[] = []): Promise<unknown[]> {
      return (await pool.query({ text, values, rowMode: 'array' })).rows as unknown[]
    },
    /** With that migration and all later ones. */
    migrate: (): Promise<void> => migrate(db, { migrationsFolder: MIGRATIONS }),
    async close(): Promise<void> {
      await pool.end()
      await pglite.close()
    },
  }
}
