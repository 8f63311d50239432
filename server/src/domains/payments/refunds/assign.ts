/** Counts a transaction that named no reference for a payment, as its owner says. */
import { isSignature, type Signature } from '@solana/kit'
import { writeAudit } from '../../../kernel/audit.store.ts'
import { Fault } from '../../../kernel/fault.ts'
import type { Chain } from '../../../ports/chain.ts'
import type { Execution } from '../../../ports/chain-data.ts'
import type { Transfers } from '../../transfers/index.ts'
import type { Caller } from '../links/create-link.ts'
import { findPayment, lockPayment, type PaymentRow } from '../payments.store.ts'
import { countedSignatures, listByReferences } from '../receipts/receipts.store.ts'
import { getAccounts, type Incoming, collectIncoming } from '../watcher/changes.ts'
import type { Judge } from '../watcher/judge.ts'
import { recordArrival, type RecordParts } from '../watcher/record.ts'

export type AssignParts = RecordParts & {
  chain: Chain
  clock: { now(): number }
  transfers: Pick<Transfers, 'signatures'>
  judge: Judge
  /** Settles what has arrived in this wallet. */
  settle(wallet: PaymentRow['walletAddress']): Promise<unknown>
}
type Assignment = { caller: Caller; paymentId: number; signature: string }

const refuse = (
  code: 'transaction_unknown' | 'transaction_not_final' | 'transaction_elsewhere' | 'transaction_counted',
) => new Fault('payment_receipt', { code })

/** It paid this wallet, is none of the desk's own, is not counted yet, and is final. Throws payment_receipt and chain_away. */
async function read(
  { db, chain, transfers, judge }: AssignParts,
  { reference, walletAddress: recipient }: PaymentRow,
  signature: Signature,
): Promise<{ execution: Execution; incoming: Incoming[] }> {
  if ((await countedSignatures(db, recipient, [signature])).size > 0) throw refuse('transaction_counted')
  if ((await transfers.signatures.listTypes([signature])).size > 0) throw refuse('transaction_elsewhere')
  const execution = await chain.execution(signature)
  if (!execution) throw refuse('transaction_unknown')
  const incoming = collectIncoming(execution, recipient)
  const [first] = incoming
  if (!first) throw refuse('transaction_elsewhere')
  const named = await listByReferences(db, recipient, getAccounts(execution))
  if (named.length > 0 && !named.some((one) => one.reference === reference))
    throw refuse('transaction_counted')
  const verdicts = await judge([{ id: 0, recipient, signature, mint: first.mint, slot: execution.slot }])
  const verdict = verdicts.get(0)
  if (typeof verdict !== 'object' || verdict.final !== first.amount) throw refuse('transaction_not_final')
  return { execution, incoming }
}

export async function assign(
  parts: AssignParts,
  { caller, paymentId, signature }: Assignment,
): Promise<void> {
  const { db, clock } = parts
  const { userId, client, device } = caller
  const payment = await findPayment(db, userId, paymentId)
  if (!payment) throw new Fault('not_found', { what: 'Payment' })
  if (!isSignature(signature)) throw refuse('transaction_unknown')
  const { execution, incoming } = await read(parts, payment, signature)
  const { slot, blockTime } = execution
  const at = new Date(blockTime == null ? clock.now() : blockTime * 1_000)
  const written = await recordArrival(
    parts,
    { recipient: payment.walletAddress, signature, slot, at, incoming },
    {
      named: false,
      async choose(tx) {
        const detail = { payment: paymentId, signature }
        await writeAudit(tx, { userId, type: 'payment-assign', detail, address: client, device })
        return (await lockPayment(tx, paymentId)) ?? null
      },
    },
  )
  if (!written) throw refuse('transaction_counted')
  await parts.settle(payment.walletAddress)
}
