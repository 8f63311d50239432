/** Composes the wallets. */
import { createChanges } from './changes.ts'
import { createCommitments } from './commitments.ts'
import { createConnections } from './create-connections.ts'
import { createCreation } from './creation/create-creation.ts'
import { createKeyring } from './keys/keyring.ts'
import { createKeys } from './keys/create-keys.ts'
import { createSecrets } from './keys/secrets.ts'
import { createLookups } from './lookups/create-lookups.ts'
import { createWalletRows } from './lookups/wallet-rows.ts'
import type { WalletsParts, WalletsState } from './parts.ts'
import { createViews } from './views.ts'
import type { Wallets } from './wallets.ts'

export function createWallets({ masterKey, ...parts }: WalletsParts): Wallets {
  const keyring = createKeyring(masterKey)
  const rows = createWalletRows(parts.db, parts.clock)
  const state: WalletsState = { ...parts, keyring, rows, guards: [], importers: [] }
  return {
    secrets: createSecrets(keyring),
    creation: createCreation(state),
    changes: createChanges(state),
    views: createViews(state),
    lookups: createLookups(state),
    keys: createKeys(state),
    commitments: createCommitments(),
    connections: createConnections(state),
  }
}
