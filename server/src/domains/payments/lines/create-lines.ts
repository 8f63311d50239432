/** Composes the handle that distributes the SOL of payments. */
import { Fault } from '../../../kernel/fault.ts'
import type { PaymentState } from '../parts.ts'
import type { Lines } from '../payments.ts'
import { findPayment } from '../payments.store.ts'
import { getPayment } from '../read-payment.ts'
import { adoptAll } from '../refunds/restored.ts'
import { viewLine } from '../view.ts'
import { listLines, paymentOfLine } from '../views.store.ts'
import { executeLines, limitOfLines } from './execute.ts'
import { discardPlan, planLines } from './plan.ts'

export function createLines(state: PaymentState): Lines {
  const { db, publishChange } = state
  return {
    plan: (...plan) => planAnew(state, ...plan),
    async discard(userId, id) {
      await discardPlan(state, userId, id)
      publishChange(userId)
      return getPayment(state, userId, id)
    },
    execute: (userId, paymentId) => execute(state, userId, paymentId, null),
    async executeOne(userId, lineId) {
      const paymentId = await paymentOfLine(db, userId, lineId)
      if (paymentId === null) throw new Fault('not_found', { what: 'Distribution' })
      return execute(state, userId, paymentId, lineId)
    },
  }
}

async function planAnew(
  state: PaymentState,
  ...[userId, id, rows]: Parameters<Lines['plan']>
): ReturnType<Lines['plan']> {
  const { db, publishChange } = state
  if (await findPayment(db, userId, id)) await adoptAll(state, id)
  await planLines(state, userId, id, rows)
  publishChange(userId)
  const limit = await limitOfLines(state, userId, await listLines(db, [id]))
  return { distributions: (await getPayment(state, userId, id)).distributions, ...limit }
}

async function execute(state: PaymentState, userId: number, paymentId: number, lineId: number | null) {
  const lines = await executeLines(state, { userId, paymentId, lineId })
  state.publishChange(userId)
  return lines.map(viewLine)
}
