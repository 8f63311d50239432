/** The payer's page: what its calls do. Whoever knows the reference may call. */
import { PAYMENT_QUOTE_SECONDS, PAYMENT_QUOTES_PER_15_MINUTES } from '@purser/contract/limits.ts'
import type { PayerView } from '@purser/contract/payer.ts'
import { type Address, isAddress } from '@solana/kit'
import { clientKey } from '../../../kernel/http/client-address.ts'
import { Fault, invalid } from '../../../kernel/fault.ts'
import type { Limiter } from '../../../kernel/concurrency/limiter.ts'
import type { AccountReads, Balances } from '../../../ports/chain.ts'
import { lessRefunds } from '../net.ts'
import { findByReference, type PaymentRow } from '../payments.store.ts'
import { buildPayment, type BuildParts } from './build-transaction.ts'
import { createMinimumPayment } from './minimum-payment.ts'
import { makeQuote, type QuoteParts } from './quote.ts'
import { payTestFunds, type TestPaymentParts } from './test-payment.ts'
import { testPaymentKind, TEST_PAYMENT } from './test-payment-kind.ts'
import { type PayerParts, viewForPayer } from './view.ts'

export type PayerPageParts = Omit<PayerParts, 'minimumPayment'> &
  QuoteParts &
  BuildParts &
  TestPaymentParts & {
    limiter: Limiter
    chain: Pick<Balances, 'lamports'> & Pick<AccountReads, 'rentExempt'>
    /** Something was sent to this wallet. */
    hint(wallet: Address): Promise<void>
  }

export function createPayer(given: PayerPageParts) {
  const parts = { ...given, minimumPayment: createMinimumPayment(given) }
  const { db, limiter } = parts
  parts.transfers.lifecycle.register(TEST_PAYMENT, testPaymentKind(parts.wallets))

  async function find(reference: string): Promise<PaymentRow> {
    const row = isAddress(reference) ? await findByReference(db, reference) : undefined
    if (!row) throw new Fault('not_found', { what: 'Payment' })
    return lessRefunds(db, row)
  }

  /** Of one client, for all that costs more than a read. Throws too_many_requests. */
  async function limit(client: string): Promise<void> {
    const retryAfterSeconds = await limiter.hit(
      `pay:${clientKey(client)}`,
      PAYMENT_QUOTES_PER_15_MINUTES,
      PAYMENT_QUOTE_SECONDS,
    )
    if (retryAfterSeconds !== null) throw new Fault('too_many_requests', { retryAfterSeconds })
  }

  return {
    view: async (reference: string): Promise<PayerView> => viewForPayer(parts, await find(reference)),

    async quote(reference: string, client: string, renew: boolean): Promise<PayerView> {
      const row = await find(reference)
      await limit(client)
      await makeQuote(parts, row, { renew })
      return viewForPayer(parts, await find(reference))
    },

    async build(reference: string, client: string, { account, version = 0 }: Build) {
      const row = await find(reference)
      if (!isAddress(account)) throw invalid('account', 'must be a Solana address')
      await limit(client)
      return buildPayment(parts, row, { account, version })
    },

    /** Resolves with the signature once it is confirmed. */
    async test(reference: string, client: string): Promise<string> {
      const row = await find(reference)
      await limit(client)
      const signature = await payTestFunds(parts, row)
      await parts.hint(row.walletAddress)
      return signature
    },
  }
}
type Build = { account: string; version?: 0 | 1 | undefined }
