/** Writes what a transaction brought for the payment that it names. */
import { SOL_MINT } from '@purser/contract/tokens/tokens.ts'
import { SOL_DECIMALS } from '@purser/contract/money.ts'
import type { Address, Signature } from '@solana/kit'
import type { Db } from '../../../db/client.ts'
import type { TokenReads } from '../../../ports/chain.ts'
import type { PaymentEvents } from '../events.ts'
import { isNegligible, RECEIPTS_KEPT } from '../receipts/negligible.ts'
import { type PaymentRow, savePayment } from '../payments.store.ts'
import * as store from '../receipts/receipts.store.ts'
import type { Incoming } from './changes.ts'

export type RecordParts = { db: Db; chain: Pick<TokenReads, 'tokenMint'>; events: PaymentEvents }
export type Arrival = {
  recipient: Address
  signature: Signature
  slot: bigint
  at: Date
  /** At least one. */
  incoming: Incoming[]
}

const readDecimals = async (chain: RecordParts['chain'], mint: string): Promise<number> =>
  mint === SOL_MINT ? SOL_DECIMALS : ((await chain.tokenMint(mint as Address))?.decimals ?? 0)

/**
 * `choose` names the payment, in the transaction that writes it; null: none. False: nothing was written, as it counts
 * already or for none.
 */
export async function recordArrival(
  { db, chain, events }: RecordParts,
  { recipient, signature, slot, at, incoming }: Arrival,
  { named, choose }: { named: boolean; choose(tx: Db): Promise<PaymentRow | null> },
): Promise<boolean> {
  const decimals = await Promise.all(incoming.map(({ mint }) => readDecimals(chain, mint)))
  return db.transaction(async (tx) => {
    await store.lockRecipient(tx, recipient)
    if ((await store.countedSignatures(tx, recipient, [signature])).size > 0) return false
    const payment = await choose(tx)
    if (!payment) return false
    const { id: paymentId, userId } = payment
    const negligible = await isNegligible(tx, payment, incoming)
    if (named && negligible && (await store.countReceipts(tx, paymentId)) >= RECEIPTS_KEPT) return false
    const rows = incoming.map(
      ({ mint, amount, from }, i): store.NewReceipt => ({
        paymentId,
        recipient,
        signature,
        state: 'arriving',
        mint,
        amount,
        decimals: decimals[i] ?? 0,
        from,
        slot,
        at,
        named,
      }),
    )
    if (!(await store.insertReceipts(tx, rows))) return false
    await savePayment(tx, paymentId, { received: true }, { negligible })
    await events.add(tx, { userId, paymentId, type: 'payment.arriving' })
    return true
  })
}

/**
 * The payment that gets the receipt, among those the transaction names: the oldest that can still be paid, else the
 * oldest.
 */
export const choosePayment = (named: PaymentRow[]): PaymentRow | null =>
  named.find(({ status }) => status === 'pending') ?? named[0] ?? null
