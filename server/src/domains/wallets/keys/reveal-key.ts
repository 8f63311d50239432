import { REVEALS_PER_MINUTE } from '@purser/contract/limits.ts'
import { writeAudit } from '../../../kernel/audit.store.ts'
import { Fault } from '../../../kernel/fault.ts'
import type { WalletsState } from '../parts.ts'
import type { Origin } from '../wallets.ts'
import * as store from '../wallets.store.ts'
import { toOwner } from './keyring.ts'
import { type SealedWallet, walletBoundTo } from './keys.ts'

export const toSealed = ({ id, sealedKey, address }: store.WalletRow): SealedWallet => ({
  sealed: sealedKey,
  record: walletBoundTo(id),
  address,
})

/** Returns a key that leaves: limited, and recorded. */
export async function revealKey(
  { db, clock, limiter, keyring }: WalletsState,
  row: store.WalletRow,
  { client, device }: Origin,
): Promise<string> {
  const { id, userId, address, name } = row
  const retryAfterSeconds = await limiter.hit(`reveals:${userId}`, REVEALS_PER_MINUTE, 60)
  if (retryAfterSeconds !== null) throw new Fault('too_many_reveals', { retryAfterSeconds })
  // Recorded first: a key that left without a record would be worse than a record of one that did not.
  await db.transaction(async (tx) => {
    await store.markKeysOut(tx, [id], new Date(clock.now()))
    await store.writeAudit(tx, { userId, walletId: id, address, action: 'reveal', client })
    const detail = { wallet: name, address }
    await writeAudit(tx, { userId, type: 'reveal', detail, address: client, device })
  })
  return keyring.reveal(db, toOwner(userId), async (again) =>
    toSealed(again ? ((await store.findById(db, userId, id)) ?? row) : row),
  )
}
