/** Composes automatic top-up. */
import { TOP_UP_LOGS } from '@purser/contract/limits.ts'
import { createKeyedMutex } from '../../kernel/concurrency/keyed-mutex.ts'
import { changeTopUps, viewPresent } from './change-settings.ts'
import { createGuard } from './guard.ts'
import { TOP_UP, topUpKind } from './kind.ts'
import { listEligible, listFundingWallets } from './list-wallets.ts'
import { listLogs } from './logs.ts'
import type { TopUpParts, TopUpState } from './parts.ts'
import { sweepRefusals } from './refusals.store.ts'
import { beginRound } from './rounds/begin-round.ts'
import { createWorkerRounds } from './rounds/begin-rounds.ts'
import { getDay } from './rounds/list-due.ts'
import { previewChange } from './rounds/preview.ts'

import type { TopUps } from './top-ups.ts'
import * as store from './top-ups.store.ts'

const DAYS_KEPT = { rounds: 7, refusals: 90 }

export function createTopUps(parts: TopUpParts): TopUps {
  const { db, bus, clock, transfers, wallets, realFunds } = parts
  const publishChange = (userId: number) => bus.publish('top-ups.changed', { userId })
  const guard = createGuard({ db, clock, transfers, wallets, changed: publishChange }, realFunds)
  const log = parts.log.child({ part: 'top-ups' })
  const state: TopUpState = { ...parts, log, guard, publishChange, runExclusive: createKeyedMutex() }
  const workerRounds = createWorkerRounds(state)
  transfers.lifecycle.register(TOP_UP, topUpKind(wallets))
  bus.subscribe('operation.changed', ({ userId, type }) => void (type === TOP_UP && publishChange(userId)))
  // A chosen wallet that is not in use may be deleted: the choice goes with it.
  wallets.changes.guardDeletion({
    async needed({ id, userId }, handle) {
      const settings = await store.lockSettings(handle, userId)
      return settings?.enabled && settings.fundingWalletId === id ? { code: 'top_ups' } : null
    },
  })
  return {
    readSettings: (userId) => viewPresent(state, userId),
    changeSettings: (caller, change, origin) => changeTopUps(state, caller, change, origin),
    preview: (userId, change) => previewChange(state, userId, change),
    isOn: async (userId) => (await store.readSettings(db, userId))?.enabled ?? false,
    async switchOff(tx, userId) {
      const settings = await store.lockSettings(tx, userId)
      if (!settings?.enabled) return false
      await store.changeSettings(tx, settings, { enabled: false })
      return true
    },
    listFundingWallets: (userId) => listFundingWallets(state, userId),
    listEligible: (userId) => listEligible(state, userId),
    listLogs: (userId, limit = TOP_UP_LOGS) => listLogs(parts, userId, limit),
    beginRound: (userId, originKey) => beginRound(state, userId, originKey, 'user'),
    beginRounds: workerRounds.begin,
    stop: workerRounds.stop,
    async sweep() {
      await store.sweepRounds(db, getDay(clock, DAYS_KEPT.rounds))
      await sweepRefusals(db, getDay(clock, DAYS_KEPT.refusals))
    },
  }
}
