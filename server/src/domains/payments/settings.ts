/** The tolerance of new links, and the wallet that collects what they bring. */
import { PAYMENT_TOLERANCE_MAX_PERCENT } from '@purser/contract/limits.ts'
import { percent, readTolerance } from './amounts.ts'
import type { PaymentState } from './parts.ts'
import type { Settings } from './payments.ts'
import * as store from './payments.store.ts'

export function createSettings(state: PaymentState): Settings {
  return {
    read: (userId) => readSettings(state, userId),
    async change(userId, tolerance) {
      const hundredths = readTolerance(tolerance, PAYMENT_TOLERANCE_MAX_PERCENT)
      await store.saveSettings(state.db, userId, { tolerance: hundredths })
      state.publishChange(userId)
      return readSettings(state, userId)
    },
  }
}

async function readSettings({ db, wallets }: PaymentState, userId: number): ReturnType<Settings['read']> {
  const stored = await store.readSettings(db, userId)
  const wallet = stored?.walletId == null ? null : await wallets.lookups.find(db, userId, stored.walletId)
  return {
    tolerance_percent: percent(stored?.tolerance ?? 0),
    wallet: wallet && { id: wallet.id, name: wallet.name, address: wallet.address },
  }
}
