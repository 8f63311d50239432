/** Wallets of the desk itself. */
import type { TransactionPartialSigner } from '@solana/kit'
import type { Db } from '../../../db/client.ts'
import { seal } from '../../../kernel/vault.ts'
import { DESK, type Keyring } from './keyring.ts'
import { generateSecret } from './keys.ts'
import { keepSystemWallet, readSystemWallet, type SystemWalletRow } from './keys.store.ts'

export type SystemRole = 'faucet' | 'market-maker'

export const systemBoundTo = (role: string): string => `system:${role}`

export function createSystemWallets(db: Db, keyring: Keyring) {
  /** The system wallets read so far, with their sealed keys. */
  const known = new Map<SystemRole, SystemWalletRow>()

  const make = (role: SystemRole): Promise<SystemWalletRow> =>
    db.transaction(async (tx) => {
      const { secret, address } = generateSecret()
      const sealedKey = seal(await keyring.keyToSeal(tx, DESK), secret, systemBoundTo(role))
      secret.fill(0)
      return keepSystemWallet(tx, { role, address, sealedKey })
    })

  return {
    /** Signs for the wallet of this role, which is made on first use. */
    signer: (role: SystemRole): Promise<TransactionPartialSigner> =>
      keyring.signer(db, DESK, async (again) => {
        const last = again ? undefined : known.get(role)
        const row = last ?? (await readSystemWallet(db, role)) ?? (await make(role))
        known.set(role, row)
        return { sealed: row.sealedKey, record: systemBoundTo(role), address: row.address }
      }),
  }
}
