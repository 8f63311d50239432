/** Settles what has arrived in a wallet, and ends its links whose time is over. */
import type { Address } from '@solana/kit'
import { lockPayment, savePayment } from '../payments.store.ts'
import { listOverdue, listUnsettled, lockRecipient } from '../receipts/receipts.store.ts'
import { drop, finalize, price, saveSight, type SettleParts } from '../receipts/settle-receipt.ts'
import type { Judge } from './judge.ts'

/** Seconds after the end of a link within which what was sent in time is final. */
const EXPIRY_GRACE_MS = 20_000
const RECEIPTS_A_SCAN = 100
const ENDED_A_SCAN = 500

/** Receipts that are final by now, those that cannot be seen any more, and those that wait for a price. */
export async function settleReceipts(
  parts: SettleParts & { judge: Judge },
  recipient: Address,
): Promise<boolean> {
  const open = await listUnsettled(parts.db, recipient, RECEIPTS_A_SCAN)
  const verdicts = await parts.judge(open.filter(({ state }) => state !== 'final'))
  let changed = false
  for (const receipt of open) {
    const verdict = verdicts.get(receipt.id)
    if (receipt.unpriced) changed = (await price(parts, receipt)) || changed
    else if (verdict === undefined) continue
    else if (verdict === 'gone') changed = (await drop(parts, receipt)) || changed
    else if (typeof verdict === 'string') changed = (await saveSight(parts, receipt, verdict)) || changed
    else changed = (await finalize(parts, receipt, verdict.final)) || changed
  }
  return changed
}

/** `since`: when a scan began that has found nothing that was in time. */
export async function expireLinks(
  { db, events }: SettleParts,
  recipient: Address,
  since: Date,
): Promise<boolean> {
  const by = new Date(since.getTime() - EXPIRY_GRACE_MS)
  const overdue = await listOverdue(db, recipient, { by, limit: ENDED_A_SCAN })
  if (overdue.length === 0) return false
  await db.transaction(async (tx) => {
    await lockRecipient(tx, recipient)
    // Another process may have found something meanwhile.
    const still = new Set(await listOverdue(tx, recipient, { by, limit: ENDED_A_SCAN }))
    for (const id of overdue.filter((one) => still.has(one))) {
      const row = await lockPayment(tx, id)
      if (row?.status !== 'pending') continue
      await savePayment(tx, id, { status: 'expired' })
      await events.add(tx, { userId: row.userId, paymentId: id, type: 'payment.expired' })
    }
  })
  return true
}
