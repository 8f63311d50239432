/** Composes the handles that sign with keys and show them. */
import type { WalletsState } from '../parts.ts'
import type { Keys } from '../wallets.ts'
import { toOwner } from './keyring.ts'
import { revealKey, toSealed } from './reveal-key.ts'
import { createSystemWallets } from './system-wallets.ts'

export function createKeys(state: WalletsState): Keys {
  const { db, keyring, rows } = state
  return {
    signer: (userId, address) =>
      keyring.signer(db, toOwner(userId), async (again) => toSealed(await rows.one(userId, address, !again))),
    signers: (userId, addresses) =>
      keyring.signers(db, toOwner(userId), async () => (await rows.of(userId, addresses)).map(toSealed)),
    systemSigner: createSystemWallets(db, keyring).signer,
    reveal: async (userId, address, origin) => revealKey(state, await rows.one(userId, address), origin),
  }
}
