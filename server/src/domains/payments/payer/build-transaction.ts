/** The unsigned transaction for a wallet in the browser, which signs and sends it. */
import {
  type Address,
  appendTransactionMessageInstructions,
  compileTransaction,
  createNoopSigner,
  createTransactionMessage,
  getBase64EncodedWireTransaction,
  pipe,
  setTransactionMessageConfig,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit'
import type { Db } from '../../../db/client.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { Fault, invalid } from '../../../kernel/fault.ts'
import type { Blockhashes } from '../../../ports/chain.ts'
import type { PaymentRow } from '../payments.store.ts'
import { isPayable, findQuote } from './quote.ts'
import { payInstructions } from './test-payment-kind.ts'

export type BuildParts = { db: Db; clock: Clock; chain: Pick<Blockhashes, 'latestBlockhash'> }
type Version = 0 | 1

/** A transfer takes 150 units, the memo some 8,000; version 1 must state both. */
const BUDGET = { computeUnitLimit: 40_000, loadedAccountsDataSizeLimit: 1024 * 1024 }

/** Pays the quote from this account, which pays the fee too. Throws payment_state and chain_away. */
export async function buildPayment(
  { db, clock, chain }: BuildParts,
  row: PaymentRow,
  { account, version }: { account: Address; version: Version },
): Promise<{ transaction: string; version: Version }> {
  if (account === row.walletAddress) throw invalid('account', 'must not be the recipient')
  if (!isPayable(row, clock.now())) throw new Fault('payment_state', { code: 'not_payable' })
  const quote = await findQuote(db, row)
  if (!quote || quote.validUntil.getTime() <= clock.now())
    throw new Fault('payment_state', { code: 'quote_over' })
  const lifetime = await chain.latestBlockhash()
  const instructions = payInstructions(createNoopSigner(account), {
    reference: row.reference,
    recipient: row.walletAddress,
    lamports: quote.lamports,
  })
  // The two formats have types of their own; the rest is the same for both.
  const base = createTransactionMessage({ version: version as 0 })
  const message = pipe(
    version === 1 ? (setTransactionMessageConfig(BUDGET, base as never) as unknown as typeof base) : base,
    (m) => setTransactionMessageFeePayer(account, m),
    (m) => setTransactionMessageLifetimeUsingBlockhash(lifetime, m),
    (m) => appendTransactionMessageInstructions(instructions, m),
  )
  return { transaction: getBase64EncodedWireTransaction(compileTransaction(message)), version }
}
