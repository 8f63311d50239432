/** Composes the handle that creates wallets. */
import type { GeneratedWallet, ImportResult, Wallet } from '@purser/contract/wallets/wallets.ts'
import type { Address } from '@solana/kit'
import type { Db } from '../../../db/client.ts'
import { Fault } from '../../../kernel/fault.ts'
import { revealKey } from '../keys/reveal-key.ts'
import type { WalletsState } from '../parts.ts'
import { toOwned, viewWallet } from '../views.ts'
import type { Creation, Import, Origin } from '../wallets.ts'
import * as store from '../wallets.store.ts'
import { generateBulk, generateOne, makeOne } from './generate.ts'
import { checkImport, importKeys } from './import.ts'

export function createCreation(state: WalletsState): Creation {
  const { db, clock, keyring, importers } = state
  const now = () => new Date(clock.now())
  return {
    generate: (tx, userId, options) => generateOne(tx, keyring, userId, { ...options, at: now() }),
    make: async (tx, userId, options) =>
      toOwned(await makeOne(tx, keyring, userId, { ...options, at: now(), keyOut: false })),
    generateBulk: (tx, userId, bulk) => generateBulk(tx, keyring, userId, { ...bulk, at: now() }),
    regenerate: (userId, id, options) => regenerate(state, userId, id, options),
    import: (tx, userId, wanted) => importWallets(state, tx, userId, wanted),
    checkImport: (userId, wanted) => checkImport(db, userId, wanted),
    whenImported: (listener) => void importers.push(listener),
  }
}

async function regenerate(
  state: WalletsState,
  userId: number,
  id: number,
  { key, ...origin }: Origin & { key: boolean },
): Promise<GeneratedWallet> {
  const row = await store.findById(state.db, userId, id)
  if (!row) throw new Fault('not_found', { what: 'Wallet' })
  const wallet = await viewWallet(state.db, row)
  return key ? { ...wallet, private_key: await revealKey(state, row, origin) } : wallet
}

async function importWallets(
  { clock, keyring, importers }: WalletsState,
  tx: Db,
  userId: number,
  wanted: Import & Origin,
): Promise<{ wallets: Wallet[]; results: ImportResult[] }> {
  const kept = await importKeys(tx, keyring, userId, { ...wanted, at: new Date(clock.now()) })
  const addresses = kept.wallets.map((wallet) => wallet.address as Address)
  for (const listener of importers) await listener(tx, addresses)
  return kept
}
