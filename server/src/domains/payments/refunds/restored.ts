/** Refunds that the journal has restored and this database does not know: they are those of their receipts. */
import type { Db } from '../../../db/client.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { Operation, Transfers } from '../../transfers/index.ts'
import { savePayment } from '../payments.store.ts'
import { lockReceipt } from '../receipts/receipts.store.ts'
import type { ReceiptRow } from '../views.store.ts'
import * as store from './refunds.store.ts'

export type AdoptParts = {
  db: Db
  clock: Clock
  transfers: Pick<Transfers, 'lookups'>
}

export const REFUND = 'refund'
export const toOrigin = (
  { recipient, signature, mint }: Pick<ReceiptRow, 'recipient' | 'signature' | 'mint'>,
  number: number,
) => `${REFUND}:${recipient}:${signature}:${mint}:${number}`

type Refundable = Pick<ReceiptRow, 'id' | 'paymentId' | 'recipient' | 'signature' | 'mint' | 'decimals'>

/** The number of receipts that are checked: the largest ones. */
const MOST_RECEIPTS = 100

/** An operation that has the key of a refund that this database does not know: it is that refund. */
export async function adopt(
  { db, clock, transfers }: AdoptParts,
  receipt: Refundable,
  number: number,
  operation: Operation,
): Promise<store.RefundRow | undefined> {
  const [moved] = await transfers.lookups.listMovements(operation.id)
  await db.transaction(async (tx) => {
    await lockReceipt(tx, receipt.id)
    if ((await store.findByOperation(tx, operation.id)) || (await store.lastNumber(tx, receipt.id)) >= number)
      return
    await store.insertRefund(tx, {
      paymentId: receipt.paymentId,
      receiptId: receipt.id,
      number,
      operationId: operation.id,
      requestKey: `restored:${operation.id}`,
      to: moved?.destination ?? '',
      mint: receipt.mint,
      decimals: receipt.decimals,
      amount: moved?.amount ?? 0n,
      createdAt: new Date(clock.now()),
    })
    await savePayment(tx, receipt.paymentId, {})
  })
  return store.findByOperation(db, operation.id)
}

/** Before what was received is fixed or planned: all refunds of these receipts in SOL are known. */
export async function adoptAll(parts: AdoptParts, paymentId: number): Promise<void> {
  const { db, transfers } = parts
  let receipts = await store.listRefundable(db, paymentId, MOST_RECEIPTS)
  while (receipts.length > 0) {
    const keyed = new Map(receipts.map((one) => [toOrigin(one.receipt, one.number + 1), one]))
    const known = await transfers.lookups.listOutcomes([...keyed.keys()])
    const found = [...keyed].filter(([key]) => known.has(key))
    for (const [key, { receipt, number }] of found) {
      const operation = await transfers.lookups.findByOrigin(key)
      if (operation) await adopt(parts, receipt, number + 1, operation)
    }
    receipts = found.map(([, { receipt, number }]) => ({ receipt, number: number + 1 }))
  }
}
