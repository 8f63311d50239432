/** Composes the handle that creates payment links and reads their state. */
import { PAYMENTS_PAGE } from '@purser/contract/limits.ts'
import { loadFunds } from '../funds.ts'
import type { PaymentState } from '../parts.ts'
import type { Links } from '../payments.ts'
import * as store from '../payments.store.ts'
import { getPayment, readPayment } from '../read-payment.ts'
import { viewRows } from '../view.ts'
import { atOneMoment } from '../views.store.ts'
import { createLink } from './create-link.ts'

export function createLinks(state: PaymentState): Links {
  const { db } = state
  /** A wallet may have been made whose key is not on the disk yet; at a start nobody knows. */
  let unsynced = true
  return {
    async create(tx, caller, body) {
      const { row, madeWallet } = await createLink(state, tx, caller, body)
      unsynced ||= madeWallet
      return readPayment(state, tx, caller.userId, row.id)
    },
    async sync() {
      if (!unsynced) return
      await state.sync()
      unsynced = false
    },
    findIds: (userId, references) => store.findIds(db, userId, references),
    listPending: (userId, { limit = PAYMENTS_PAGE, ...filter }) =>
      atOneMoment(db, async (tx) =>
        viewRows(state, tx, await store.listUnapproved(tx, userId, { ...filter, limit })),
      ),
    listApproved: (userId, { limit = PAYMENTS_PAGE, ...filter }) =>
      atOneMoment(db, async (tx) =>
        viewRows(state, tx, await store.listApproved(tx, userId, { ...filter, limit })),
      ),
    count: (userId) => store.countByState(db, userId),
    async get(userId, id) {
      const payment = await getPayment(state, userId, id)
      return { ...payment, funds: await loadFunds(state, userId, payment.wallet.address) }
    },
  }
}
