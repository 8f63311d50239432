/** Values sealed under data keys, which are to be sealed anew. */
import { and, asc, eq, gt, sql } from 'drizzle-orm'
import type { Db } from '../../../db/client.ts'
import { deskSecrets, systemWallets, wallets } from '../wallets.tables.ts'

export type SealedKey = { id: number; sealed: Uint8Array }

/** Sealed keys of a user's wallets, in order of their ids. */
export async function listSealedKeys(
  db: Db,
  userId: number,
  { after, limit }: { after: number; limit: number },
): Promise<SealedKey[]> {
  return db
    .select({ id: wallets.id, sealed: wallets.sealedKey })
    .from(wallets)
    .where(and(eq(wallets.userId, userId), gt(wallets.id, after)))
    .orderBy(asc(wallets.id))
    .limit(limit)
}

/** All in one statement and one parameter. updated_at stays, as nothing that is shown of a wallet has changed. */
export async function writeSealedKeys(tx: Db, rows: SealedKey[]): Promise<void> {
  if (rows.length === 0) return
  const list = rows.map(({ id, sealed }) => ({ id, sealed: Buffer.from(sealed).toString('base64') }))
  await tx.execute(sql`
    update wallets set sealed_key = decode(r.sealed, 'base64')
    from jsonb_to_recordset(${JSON.stringify(list)}::jsonb) as r(id int8, sealed text)
    where wallets.id = r.id`)
}

export async function listSystemWallets(tx: Db) {
  return tx.select().from(systemWallets)
}

export async function writeSystemWallet(tx: Db, role: string, sealedKey: Uint8Array): Promise<void> {
  await tx.update(systemWallets).set({ sealedKey }).where(eq(systemWallets.role, role))
}

export async function listDeskSecrets(tx: Db) {
  return tx.select().from(deskSecrets)
}

export async function writeDeskSecret(tx: Db, name: string, sealedSecret: Uint8Array): Promise<void> {
  await tx.update(deskSecrets).set({ sealedSecret }).where(eq(deskSecrets.name, name))
}
