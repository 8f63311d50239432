/** The wallet "Payments" in which a user's payments are collected: made with the first link, one for each user. */
import type { Db } from '../../../db/client.ts'
import type { OwnedWallet, Wallets } from '../../wallets/index.ts'
import { lockSettings, saveSettings } from '../payments.store.ts'
import { addWallet } from '../watcher/watched.store.ts'

const NAME = 'Payments'

/**
 * In the caller's transaction. `made`: the wallet was created just now, so its key must reach the disk before anybody
 * is shown it. A deleted one is replaced.
 */
export async function collectionWallet(
  tx: Db,
  wallets: Pick<Wallets, 'lookups' | 'creation' | 'changes'>,
  { userId, ...origin }: { userId: number; client: string; device: string },
): Promise<OwnedWallet & { made: boolean }> {
  // The lock keeps wallets of the user from being deleted meanwhile.
  await wallets.changes.hold(tx, userId, { ids: [] })
  const { walletId } = await lockSettings(tx, userId)
  const known = walletId === null ? null : await wallets.lookups.find(tx, userId, walletId)
  if (known) return { ...known, made: false }
  const wallet = await wallets.creation.make(tx, userId, { name: NAME, ...origin })
  await saveSettings(tx, userId, { walletId: wallet.id })
  await addWallet(tx, { userId, address: wallet.address })
  return { ...wallet, made: true }
}
