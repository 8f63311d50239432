/** New wallets: one with its key in the answer or without, or up to a thousand at once without. */
import { NAME_MAX, WALLETS_PER_USER } from '@purser/contract/limits.ts'
import type { GeneratedWallet, GroupBadge, Wallet } from '@purser/contract/wallets/wallets.ts'
import type { Address } from '@solana/kit'
import type { Db } from '../../../db/client.ts'
import { writeAudit } from '../../../kernel/audit.store.ts'
import { Fault, invalid } from '../../../kernel/fault.ts'
import { seal } from '../../../kernel/vault.ts'
import { addGroup } from '../groups/groups.ts'
import * as groupStore from '../groups/groups.store.ts'
import { type Keyring, toOwner } from '../keys/keyring.ts'
import { generateSecret, type SecretKey, walletBoundTo } from '../keys/keys.ts'
import { toBadge, toWallet } from '../views.ts'
import type { Bulk, Origin, Single } from '../wallets.ts'
import * as store from '../wallets.store.ts'

export type Secret = { secret: SecretKey; address: Address; name: string }
export type Dated = { at: Date }
export function generateSecrets(count: number): { secret: SecretKey; address: Address }[] {
  return Array.from({ length: count }, generateSecret)
}

/**
 * Seals and inserts wallets, the first as the default where there is none. Wipes the secrets. Under the lock of the
 * user.
 */
export async function saveWallets(
  tx: Db,
  keyring: Keyring,
  userId: number,
  { secrets, ...arrival }: { secrets: Secret[] } & store.Arrival,
): Promise<store.ListedRow[]> {
  const held = await store.countWallets(tx, userId)
  if (held + secrets.length > WALLETS_PER_USER) throw new Fault('wallet_limit', { limit: WALLETS_PER_USER })
  const ids = await store.nextIds(tx, secrets.length)
  const dataKey = await keyring.keyToSeal(tx, toOwner(userId))
  const hasDefault = (await store.findDefault(tx, userId)) !== undefined
  const rows = secrets.map(({ secret, address, name }, i): store.NewWallet => {
    const id = ids[i]
    if (id === undefined) throw new Error('the database gave no id')
    const sealedKey = seal(dataKey, secret, walletBoundTo(id))
    secret.fill(0)
    return { id, name, address, sealedKey, isDefault: i === 0 && !hasDefault }
  })
  dataKey.fill(0)
  const { at } = arrival
  await store.insertWallets(tx, userId, arrival, rows)
  return rows.map(({ id, name, address, isDefault }) => ({
    id,
    userId,
    name,
    address,
    isDefault,
    createdAt: at,
    updatedAt: at,
  }))
}

/** The group for new wallets, or none. Throws not_found for one that is not the user's. */
export async function ensureGroup(
  tx: Db,
  userId: number,
  wanted: { groupId: number | null; newGroup: string | null },
): Promise<GroupBadge | null> {
  if (wanted.newGroup !== null) {
    if (wanted.groupId !== null) throw invalid('groupId', 'must be null when a new group is created')
    return toBadge(await addGroup(tx, userId, { name: wanted.newGroup, description: '' }))
  }
  if (wanted.groupId === null) return null
  const [group] = await groupStore.listGroups(tx, userId, wanted.groupId)
  if (!group) throw new Fault('not_found', { what: 'Wallet group' })
  return toBadge(group)
}

/** Names of prefix and number, starting after the highest in use. */
export async function numbered(tx: Db, userId: number, prefix: string): Promise<(i: number) => string> {
  const taken = await store.highestNumber(tx, userId, prefix)
  return (i) => `${prefix} ${taken + 1 + i}`
}

export async function putInGroup(
  tx: Db,
  rows: store.ListedRow[],
  group: GroupBadge | null,
): Promise<Wallet[]> {
  if (group)
    await groupStore.addMembers(
      tx,
      group.id,
      rows.map((row) => row.id),
    )
  return rows.map((row) => toWallet(row, group ? [group] : []))
}

/** In the caller's transaction: all of them or none. No key is in the answer. */
export async function generateBulk(
  tx: Db,
  keyring: Keyring,
  userId: number,
  bulk: Bulk & Origin & Dated,
): Promise<{ group_id: number | null; wallets: Wallet[] }> {
  await store.lockUser(tx, userId)
  const stamp = bulk.at.toISOString().slice(0, 19).replace('T', ' ')
  const newGroup =
    bulk.newGroup === '' ? `${bulk.namePrefix} Group ${stamp}`.slice(0, NAME_MAX) : bulk.newGroup
  const group = await ensureGroup(tx, userId, { groupId: bulk.groupId, newGroup })
  const name = await numbered(tx, userId, bulk.namePrefix)
  const secrets = generateSecrets(bulk.count).map((made, i) => ({ ...made, name: name(i) }))
  const rows = await saveWallets(tx, keyring, userId, {
    secrets,
    at: bulk.at,
    imported: false,
    keyOut: false,
  })
  const names = rows.length === 1 ? name(0) : `${name(0)} to ${name(rows.length - 1)}`
  const detail = { wallets: rows.length, names, group: group?.name ?? null }
  await writeAudit(tx, { userId, type: 'generate', detail, address: bulk.client, device: bulk.device })
  return { group_id: group?.id ?? null, wallets: await putInGroup(tx, rows, group) }
}

/** In the caller's transaction. `keyOut`: the caller answers its key, which else opens nowhere but in the signer. */
export async function makeOne(
  tx: Db,
  keyring: Keyring,
  userId: number,
  { keyOut, at, client, device, ...options }: Single & Dated & { keyOut: boolean },
): Promise<store.ListedRow> {
  await store.lockUser(tx, userId)
  const name = options.name ?? (await numbered(tx, userId, 'Wallet'))(0)
  const secrets = [{ ...generateSecret(), name }]
  const [row] = await saveWallets(tx, keyring, userId, { secrets, at, imported: false, keyOut })
  if (!row) throw new Error('a wallet that was just written is not there')
  const { id, address } = row
  await store.writeAudit(tx, { userId, walletId: id, address, action: 'generate', client })
  const detail = { wallet: name, address }
  await writeAudit(tx, { userId, type: 'generate', detail, address: client, device })
  return row
}

/** In the caller's transaction. With `key` the private key is in this answer, and never again without a reveal. */
export async function generateOne(
  tx: Db,
  keyring: Keyring,
  userId: number,
  { key, ...options }: Single & Dated & { key: boolean },
): Promise<GeneratedWallet> {
  const row = await makeOne(tx, keyring, userId, { ...options, keyOut: key })
  const wallet = toWallet(row, [])
  if (!key) return wallet
  const { id } = row
  const privateKey = await keyring.reveal(tx, toOwner(userId), async () => {
    const kept = await store.findById(tx, userId, id)
    if (!kept) throw new Error('a wallet that was just written is not there')
    return { sealed: kept.sealedKey, record: walletBoundTo(id) }
  })
  return { ...wallet, private_key: privateKey }
}
