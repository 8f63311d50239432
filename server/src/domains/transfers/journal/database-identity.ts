/**
 * DATA_DIR identifies its database in a file beside the journal, outside the database: by its id, and the number of the
 * last line that was written to the journal or dropped from it.
 */
import { randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync } from 'node:fs'
import { open, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import * as z from 'zod/mini'
import type { Db } from '../../../db/client.ts'
import { initSetting } from '../../../kernel/settings.store.ts'

const Identity = z.object({
  /** The id that was made with the database and is stored in it. */
  database: z.string(),
  /** The id of this data directory: several may share one database. */
  directory: z.string(),
  /** No line up to this number may be missing from the file unless the database knows it. */
  lastLine: z.int(),
})
export type Identity = z.infer<typeof Identity>

/** Returns the id that was made with the database and is stored in it. */
export const readDatabaseId = (db: Db): Promise<string> => initSetting(db, 'database_identity', randomUUID())

const identityPath = (journalPath: string) => join(dirname(journalPath), 'identity.json')

/** null: this data directory belongs to no database yet. Throws when the file exists and cannot be read. */
export function readIdentity(journalPath: string): Identity | null {
  let text: string
  try {
    text = readFileSync(identityPath(journalPath), 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
  return z.parse(Identity, JSON.parse(text))
}

/** Resolves when it is on the disk. */
export async function writeIdentity(journalPath: string, identity: Identity): Promise<void> {
  const path = identityPath(journalPath)
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  await replaceFile(path, `${JSON.stringify(identity)}\n`)
}

/** Atomic: the new file is on the disk before it replaces the old one. */
export async function replaceFile(path: string, text: string): Promise<void> {
  await writeFile(`${path}.new`, text, { mode: 0o600, flush: true })
  renameSync(`${path}.new`, path)
  await syncDirectory(path)
}

/** Before this a loss of power may bring back the file that a rename to this path has replaced. */
export async function syncDirectory(path: string): Promise<void> {
  const dir = await open(dirname(path))
  try {
    await dir.sync()
  } finally {
    await dir.close()
  }
}
