/** Composes payments. */
import { SOL_MINT } from '@purser/contract/tokens/tokens.ts'
import { createUserMutex } from '../../kernel/concurrency/keyed-mutex.ts'
import { createDecisions } from './change-state.ts'
import { linesEnded, refundEnded } from './ended.ts'
import { noEvents } from './events.ts'
import { createLines } from './lines/create-lines.ts'
import { linesKind, PAYMENT } from './lines/kind.ts'
import { sumOpenLines } from './lines/lines.store.ts'
import { createLinks } from './links/create-links.ts'
import type { PaymentsParts, PaymentState } from './parts.ts'
import { createPayer } from './payer/payer.ts'
import type { Payments } from './payments.ts'
import { isCollecting } from './payments.store.ts'
import { createRefunds } from './refunds/create-refunds.ts'
import { REFUND } from './refunds/restored.ts'
import { createSettings } from './settings.ts'
import { createWatcher } from './watcher/create-watcher.ts'
import type { Pace } from './watcher/watcher.ts'

/** A public node allows this. */
const PACE: Pace = { openSeconds: 10, idleSeconds: 60 }

export function createPayments(given: PaymentsParts): Payments {
  const parts = { ...given, events: given.events ?? noEvents }
  const watcher = createWatcher({ ...parts, pace: parts.pace ?? PACE })
  const state: PaymentState = {
    ...parts,
    watcher,
    runExclusive: createUserMutex(parts.lock),
    publishChange: (userId) => parts.bus.publish('payments.changed', { userId }),
  }
  registerPayments(state)
  return {
    payer: createPayer({ ...parts, hint: watcher.hint }),
    links: createLinks(state),
    decisions: createDecisions(state),
    settings: createSettings(state),
    lines: createLines(state),
    refunds: createRefunds(state),
    start: watcher.start,
    stop: watcher.stop,
  }
}

function registerPayments(state: PaymentState): void {
  const { db, bus, transfers, wallets, sends, publishChange } = state
  transfers.lifecycle.register(
    PAYMENT,
    linesKind(wallets, (id) => linesEnded(state, id)),
  )
  transfers.lifecycle.register(REFUND, {
    ...sends.kind,
    async close(operation, ended) {
      await refundEnded(state, operation.id)
      return sends.kind.close(operation, ended)
    },
  })
  bus.subscribe('operation.changed', ({ userId, type }) => {
    if (type === PAYMENT || type === REFUND) publishChange(userId)
  })
  wallets.changes.guardDeletion({
    needed: async ({ address }, handle) =>
      (await isCollecting(handle, address)) ? { code: 'payments' } : null,
  })
  wallets.commitments.register({
    to: 'payments',
    read: async (userId, mint) => (mint === SOL_MINT ? sumOpenLines(db, userId) : new Map()),
  })
}
