/** Renaming, choosing the default, deleting. A user who has wallets has exactly one default among them at any time. */
import type { WalletNeed } from '@purser/contract/wallet-texts.ts'
import type { Wallet } from '@purser/contract/wallets.ts'
import type { Db } from '../../db/client.ts'
import { writeAudit } from '../../kernel/audit.store.ts'
import { Fault } from '../../kernel/fault.ts'
import type { Origin } from './generate.ts'
import { viewWallet } from './views.ts'
import * as store from './wallets.store.ts'

export type WalletChange = {
  name?: string | undefined
  is_default?: boolean | undefined
  updated_at?: string | undefined
}
export type Deletion = Origin & {
  name?: string | undefined
  acknowledged?: boolean | undefined
  /** Throws where a code is needed; called for a wallet that holds funds. */
  allow(): Promise<void>
  /** Notifies the owner that a wallet with funds was deleted, once the transaction commits. */
  notify(tx: Db, about: string): Promise<void>
}
/** What domains to the right know of a wallet that is to be deleted. */
export type DeletionGuard = {
  /** Why the wallet is needed now, or null. Called again within the transaction. */
  needed?(wallet: store.ListedRow, db: Db): Promise<WalletNeed | null>
  /** Its holdings as text ('1.5 SOL and 20 USDC'), or null. */
  funds?(wallet: store.ListedRow): Promise<string | null>
}

async function find(db: Db, userId: number, id: number): Promise<store.ListedRow> {
  const [row] = await store.listByIds(db, userId, [id])
  if (!row) throw new Fault('not_found', { what: 'Wallet' })
  return row
}

/** In the caller's transaction. */
export async function updateWallet(
  tx: Db,
  userId: number,
  id: number,
  change: WalletChange,
): Promise<Wallet> {
  await store.lockUser(tx, userId)
  const row = await find(tx, userId, id)
  if (change.updated_at !== undefined && row.updatedAt.getTime() > Date.parse(change.updated_at))
    throw new Fault('changed_meanwhile', { what: 'wallet' })
  const { name, is_default: isDefault } = change
  if (isDefault === false && row.isDefault) throw new Fault('default_needed')
  if (isDefault === true && !row.isDefault) await store.clearDefault(tx, userId)
  await store.updateWallet(tx, id, {
    ...(name === undefined ? {} : { name }),
    ...(isDefault === undefined ? {} : { isDefault }),
  })
  return viewWallet(tx, await find(tx, userId, id))
}

async function refuseWhileNeeded(guards: DeletionGuard[], row: store.ListedRow, db: Db): Promise<void> {
  for (const guard of guards) {
    const need = await guard.needed?.(row, db)
    if (need) throw new Fault('wallet_in_use', need)
  }
}

const UNREAD = 'funds that cannot be read right now'

/** The wallet's holdings as text, or null. What cannot be read counts as funds. */
async function fundsOf(guards: DeletionGuard[], row: store.ListedRow): Promise<string | null> {
  for (const guard of guards) {
    const funds = guard.funds ? await guard.funds(row).catch(() => UNREAD) : null
    if (funds) return funds
  }
  return null
}

/**
 * The oldest remaining wallet becomes the default when that is deleted. A wallet with funds is only deleted with its
 * name as confirmation, and with the code where the owner's switch is on.
 */
export async function deleteWallet(
  db: Db,
  guards: DeletionGuard[],
  userId: number,
  id: number,
  deletion: Deletion,
): Promise<{ message: string; default_id: number | null }> {
  const row = await find(db, userId, id)
  await refuseWhileNeeded(guards, row, db)
  const confirmed = deletion.acknowledged === true && deletion.name?.trim() === row.name
  // The chain is not called within the transaction.
  const funds = await fundsOf(guards, row)
  if (funds && !confirmed) throw new Fault('wallet_holds_funds', { wallet: row.name, funds })
  if (funds) await deletion.allow()
  return db.transaction(async (tx) => {
    await store.lockUser(tx, userId)
    const now = await find(tx, userId, id)
    await refuseWhileNeeded(guards, now, tx)
    await store.deleteWallet(tx, id)
    const { client, device } = deletion
    const { name, address } = now
    await store.writeAudit(tx, { userId, walletId: id, address, action: 'delete', client })
    const detail = { wallet: name, address, holding: funds }
    await writeAudit(tx, { userId, type: 'delete', detail, address: client, device })
    if (funds) await deletion.notify(tx, `${name} (${address}), which held ${funds},`)
    const heir = now.isDefault ? await store.findOldest(tx, userId) : undefined
    if (heir) await store.updateWallet(tx, heir.id, { isDefault: true })
    const chosen = await store.findDefault(tx, userId)
    if (!chosen) return { message: 'Wallet deleted. You have no wallets left.', default_id: null }
    const also = heir ? ` ${heir.name} is now your default wallet.` : ''
    return { message: `Wallet deleted.${also}`, default_id: chosen.id }
  })
}
