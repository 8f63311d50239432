/** Renaming, choosing the default, deleting. A user who has wallets has exactly one default among them at any time. */
import type { Wallet } from '@purser/contract/wallets/wallets.ts'
import type { Db } from '../../db/client.ts'
import { writeAudit } from '../../kernel/audit.store.ts'
import { Fault } from '../../kernel/fault.ts'
import { viewWallet } from './views.ts'
import type { WalletsState } from './parts.ts'
import type { Changes, Deletion, DeletionGuard, WalletChange } from './wallets.ts'
import * as store from './wallets.store.ts'

export function createChanges({ db, guards, rows }: WalletsState): Changes {
  return {
    update: updateWallet,
    remove: (userId, id, deletion) => deleteWallet(db, guards, userId, id, deletion).finally(rows.forget),
    guardDeletion: (guard) => void guards.push(guard),
    hold: holdWallets,
  }
}

async function find(db: Db, userId: number, id: number): Promise<store.ListedRow> {
  const [row] = await store.listByIds(db, userId, [id])
  if (!row) throw new Fault('not_found', { what: 'Wallet' })
  return row
}

/** In the caller's transaction. */
async function updateWallet(tx: Db, userId: number, id: number, change: WalletChange): Promise<Wallet> {
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

/** The wallet's holdings as text, or null. Holdings that cannot be read count as funds. */
async function findFunds(guards: DeletionGuard[], row: store.ListedRow): Promise<string | null> {
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
async function deleteWallet(
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
  const funds = await findFunds(guards, row)
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

async function holdWallets(
  tx: Db,
  userId: number,
  these: { ids: number[] } | { addresses: string[] },
): Promise<void> {
  await store.lockUser(tx, userId)
  const [wanted, found] =
    'ids' in these
      ? [these.ids, await store.listNamed(tx, userId, these.ids)]
      : [these.addresses, await store.findByAddresses(tx, userId, these.addresses)]
  if (found.length < new Set<number | string>(wanted).size) throw new Fault('not_found', { what: 'Wallet' })
}
