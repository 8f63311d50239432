/** This database's knowledge of the journal file, of fee payers, and of released transactions. */
import type { Address, Signature } from '@solana/kit'
import { eq, sql } from 'drizzle-orm'
import type { Db } from '../../../db/client.ts'
import { feePayers, releasedSignatures } from '../transfers.tables.ts'

const lineSetting = (directory: string) => `journal_line ${directory}`

/** The last line of this data directory's journal that this database has restored; null: the directory is unknown. */
export async function readLine(db: Db, directory: string): Promise<number | null> {
  const { rows } = (await db.execute(
    sql`select value from settings where key = ${lineSetting(directory)}`,
  )) as { rows: { value: string }[] }
  return rows[0] ? Number(rows[0].value) : null
}

/** The number never goes back. */
export async function saveLine(db: Db, directory: string, line: number): Promise<void> {
  await db.execute(sql`
    insert into settings (key, value) values (${lineSetting(directory)}, ${String(line)})
    on conflict (key) do update set value = excluded.value where settings.value::bigint < excluded.value::bigint`)
}

/** Tells whether no user has ever registered. */
export async function isEmpty(db: Db): Promise<boolean> {
  const { rows } = (await db.execute(sql`select from users limit 1`)) as { rows: unknown[] }
  return rows.length === 0
}

export type NewestSignature = { signature: Signature; slot: bigint }

export async function findPayer(db: Db, address: Address): Promise<NewestSignature | null> {
  const [row] = await db.select().from(feePayers).where(eq(feePayers.address, address))
  return row ?? null
}

/** It stands in place of a signature: the newest one when the wallet's history is first read counts as known. */
export const NEWEST = '' as Signature

/** Wallets that already pay fees here keep their place. */
export async function beginAtNewest(db: Db, addresses: Address[]): Promise<void> {
  if (addresses.length === 0) return
  await db
    .insert(feePayers)
    .values(addresses.map((address) => ({ address, signature: NEWEST, slot: 0n })))
    .onConflictDoNothing()
}

/** The wallet has no history yet: all that follows is its own. */
export async function forgetPayer(db: Db, address: Address): Promise<void> {
  await db.delete(feePayers).where(eq(feePayers.address, address))
}

export async function savePayer(db: Db, address: Address, newest: NewestSignature): Promise<void> {
  await db
    .insert(feePayers)
    .values({ address, ...newest })
    .onConflictDoUpdate({
      target: feePayers.address,
      set: newest,
      setWhere: sql`${feePayers.slot} <= excluded.slot`,
    })
}

export async function listReleased(db: Db, signatures: string[]): Promise<Set<string>> {
  if (signatures.length === 0) return new Set()
  const rows = await db
    .select()
    .from(releasedSignatures)
    .where(
      sql`${releasedSignatures.signature} in
        (select jsonb_array_elements_text(${JSON.stringify(signatures)}::jsonb))`,
    )
  return new Set(rows.map((row) => row.signature))
}

export async function release(db: Db, signatures: string[]): Promise<void> {
  if (signatures.length === 0) return
  await db
    .insert(releasedSignatures)
    .values(signatures.map((signature) => ({ signature })))
    .onConflictDoNothing()
}
