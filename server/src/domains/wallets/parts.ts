/** The parts of the wallets. A verb takes from them what it needs. */
import type { Db } from '../../db/client.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Limiter } from '../../kernel/concurrency/limiter.ts'
import type { Keyring, MasterKeys } from './keys/keyring.ts'
import type { WalletRows } from './lookups/wallet-rows.ts'
import type { DeletionGuard, ImportListener } from './wallets.ts'

export type WalletsParts = { db: Db; clock: Clock; limiter: Limiter; masterKey: MasterKeys }

export type WalletsState = Omit<WalletsParts, 'masterKey'> & {
  keyring: Keyring
  rows: WalletRows
  guards: DeletionGuard[]
  importers: ImportListener[]
}
