/** Searches for secrets in every form in which they could have been written. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { getBase58Decoder } from '@solana/kit'
import { sql } from 'drizzle-orm'
import { withBooks } from './ledger.ts'

/** `form` is latin1 text: bytes as they would stand in a file. `alone`: only if it is no part of a longer word. */
export type SecretForm = { name: string; form: string; alone?: true }
/** A place that may hold secrets, as latin1 text. */
export type Place = { name: string; text: string }

const latin1 = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1')

/** Text, and the forms in which a database or a log shows bytes that contain it. */
function written(name: string, text: string): SecretForm[] {
  const bytes = Buffer.from(text, 'latin1')
  return [
    { name, form: text },
    { name: `${name}, as hex of its text`, form: bytes.toString('hex') },
    // The end depends on what follows.
    { name: `${name}, as base64 of its text`, form: bytes.toString('base64').slice(0, -4) },
  ]
}

const spellings = (bytes: Uint8Array): string[] => {
  const hex = Buffer.from(bytes).toString('hex')
  const base64 = Buffer.from(bytes).toString('base64').replace(/=+$/, '')
  return [
    getBase58Decoder().decode(bytes),
    hex,
    hex.toUpperCase(),
    base64,
    base64.replaceAll('+', '-').replaceAll('/', '_'),
    [...bytes].join(','),
    [...bytes].join(', '),
  ]
}

/** Key bytes, raw and in every spelling; of a secret key also its seed alone. */
export function keyForms(name: string, bytes: Uint8Array): SecretForm[] {
  const parts = bytes.length === 64 ? [bytes, bytes.subarray(0, 32)] : [bytes]
  return parts.flatMap((part) => [
    { name: `${name}, ${part.length} bytes raw`, form: latin1(part) },
    ...[...new Set(spellings(part))].flatMap((text) => written(`${name}, ${part.length} bytes`, text)),
  ])
}

export const textForms = (name: string, text: string): SecretForm[] => written(name, text)
export const codeForm = (code: string): SecretForm => ({ name: `code ${code}`, form: code, alone: true })

/** The places in which secrets were found. */
export function search(places: Place[], forms: SecretForm[]): string[] {
  return places.flatMap((place) =>
    forms.filter((secret) => holds(place.text, secret)).map((secret) => `${secret.name} in ${place.name}`),
  )
}

function holds(text: string, { form, alone }: SecretForm): boolean {
  return alone ? new RegExp(`(?<![\\w.-])${form}(?![\\w-])`).test(text) : text.includes(form)
}

/** Every file below a directory, as bytes. */
export function files(dir: string): Place[] {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ name: relative(dir, path), text: readFileSync(path).toString('latin1') }))
}

/** Every row of every table of a server that is not running; bytes as hex. */
export function tables(dataDir: string): Promise<Place[]> {
  return withBooks(dataDir, async (db) => {
    const { rows } = (await db.execute(
      sql`select table_schema as s, table_name as t from information_schema.tables where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
    )) as { rows: { s: string; t: string }[] }
    const places: Place[] = []
    for (const { s, t } of rows) {
      const found = (await db.execute(
        sql`select x::text as line from ${sql.identifier(s)}.${sql.identifier(t)} x`,
      )) as { rows: { line: string }[] }
      places.push({ name: `table ${s}.${t}`, text: found.rows.map(({ line }) => line).join('\n') })
    }
    return places
  })
}
