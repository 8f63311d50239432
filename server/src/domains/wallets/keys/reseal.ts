/** One portion of a deep rotation, in one transaction. */
import type { Db } from '../../../db/client.ts'
import { writeAudit } from '../../../kernel/audit.store.ts'
import { newKey, seal, unseal } from '../../../kernel/vault.ts'
import { DESK, type MasterKeys, openDataKeys, openWith, sealDataKey } from './keyring.ts'
import { walletBoundTo } from './keys.ts'
import * as store from './keys.store.ts'
import * as sealedStore from './sealed.store.ts'
import { deskSecretBoundTo, type SealedTable, secretBoundTo } from './secrets.ts'
import { systemBoundTo } from './system-wallets.ts'
import { countWallets, lockUser } from '../wallets.store.ts'

/** `after`: after which owner to go on; null: nothing is left. `values`: how many were read. */
export type Replaced = { after: string | null; values: number; damaged: string[] }

type Parts = { db: Db; masterKey: MasterKeys; tables: SealedTable[]; portion?: number }
/** Wallets of one transaction: the embedded database does nothing else meanwhile. */
const PORTION = 500

const parseUserId = (owner: string): number | null => {
  const id = /^user:(\d+)$/.exec(owner)?.[1]
  return id === undefined ? null : Number(id)
}

/** Seals under the first of two keys what is under the second; names what neither opens. */
function createResealer([key, former]: [Uint8Array, Uint8Array], owner: string) {
  const open = openWith([former])
  const result = { values: 0, damaged: [] as string[] }
  const isDone = (sealed: Uint8Array, record: string): boolean => {
    try {
      unseal(key, sealed, record).fill(0)
      return true
    } catch {
      return false
    }
  }
  return {
    result,
    /** null: it stays as it is. */
    reseal(sealed: Uint8Array, record: string): Uint8Array | null {
      result.values++
      let bytes: Uint8Array
      try {
        bytes = open(sealed, record)
      } catch {
        if (!isDone(sealed, record)) result.damaged.push(`${record} of ${owner}`)
        return null
      }
      try {
        return seal(key, bytes, record)
      } finally {
        bytes.fill(0)
      }
    },
  }
}
type Resealer = ReturnType<typeof createResealer>

/** Returns the last wallet of a full portion; null: these were the last. */
async function resealWallets(
  tx: Db,
  userId: number,
  { after, limit }: { after: number; limit: number },
  { reseal }: Resealer,
): Promise<number | null> {
  const rows = await sealedStore.listSealedKeys(tx, userId, { after, limit })
  const anew = rows.flatMap(({ id, sealed }) => {
    const resealed = reseal(sealed, walletBoundTo(id))
    return resealed ? [{ id, sealed: resealed }] : []
  })
  await sealedStore.writeSealedKeys(tx, anew)
  return rows.length < limit ? null : (rows.at(-1)?.id ?? null)
}

async function resealSecrets(tx: Db, userId: number, tables: SealedTable[], { reseal }: Resealer) {
  for (const table of tables)
    for (const { id, record, sealed } of await table.list(tx, userId)) {
      const anew = reseal(sealed, secretBoundTo(record))
      if (anew) await table.write(tx, id, anew)
    }
}

async function resealDesk(tx: Db, { reseal }: Resealer): Promise<void> {
  for (const { role, sealedKey } of await sealedStore.listSystemWallets(tx)) {
    const anew = reseal(sealedKey, systemBoundTo(role))
    if (anew) await sealedStore.writeSystemWallet(tx, role, anew)
  }
  for (const { name, sealedSecret } of await sealedStore.listDeskSecrets(tx)) {
    const anew = reseal(sealedSecret, deskSecretBoundTo(name))
    if (anew) await sealedStore.writeDeskSecret(tx, name, anew)
  }
}

/** All that is sealed for the desk, or one portion of a user's wallets and, with the last of them, the rest. */
async function resealOwner(
  tx: Db,
  {
    owner,
    after,
    tables,
    portion = PORTION,
  }: Omit<Parts, 'db' | 'masterKey'> & { owner: string; after: number },
  resealer: Resealer,
): Promise<number | null> {
  const userId = parseUserId(owner)
  if (userId === null) {
    if (owner !== DESK) throw new Error(`nothing is known of what is sealed for ${owner}`)
    await resealDesk(tx, resealer)
    return null
  }
  const last = await resealWallets(tx, userId, { after, limit: portion }, resealer)
  if (last !== null) return last
  await resealSecrets(tx, userId, tables, resealer)
  const detail = { wallets: await countWallets(tx, userId) }
  await writeAudit(tx, { userId, type: 'data-key', detail, address: 'server' })
  return null
}

/**
 * Replaces a portion of the first stale data key after this owner's. The key of a user with many wallets is replaced in
 * several portions, and the former one is kept beside it until the last.
 */
export async function replacePortion({ db, masterKey, ...parts }: Parts, from: string): Promise<Replaced> {
  const owner = await store.nextStale(db, from)
  if (owner === undefined) return { after: null, values: 0, damaged: [] }
  return db.transaction(async (tx): Promise<Replaced> => {
    const userId = parseUserId(owner)
    // In the order of those who make wallets.
    if (userId !== null) await lockUser(tx, userId)
    // Whoever has sealed with the key has committed; whoever is about to waits, and seals with the new one.
    const row = await store.readDataKey(tx, owner, 'update')
    if (!row?.staleSince) return { after: owner, values: 0, damaged: [] }
    const [present, former] = openDataKeys(masterKey.candidates(), row) ?? []
    const isLost = present === undefined || (row.formerKey !== null && former === undefined)
    if (isLost) return { after: owner, values: 0, damaged: [`the data key of ${owner}`] }
    const keys: [Uint8Array, Uint8Array] = former ? [present, former] : [newKey(), present]
    const resealer = createResealer(keys, owner)
    const last = await resealOwner(tx, { ...parts, owner, after: row.resealedTo }, resealer)
    const { values, damaged } = resealer.result
    const [key, old] = keys.map((one) => sealDataKey(masterKey.current(), one, owner))
    const unopened = row.unopened + damaged.length
    await store.writeDataKey(tx, owner, {
      sealedKey: key ?? row.sealedKey,
      unopened,
      ...(last === null
        ? { formerKey: null, staleSince: null, resealedTo: 0 }
        : { formerKey: old ?? row.formerKey, resealedTo: last }),
    })
    return { after: last === null ? owner : from, values, damaged }
  })
}
