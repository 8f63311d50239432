/** The calls of the payer's page. Anyone who knows the reference may call them. */
import { PAYMENT_QUOTE_SECONDS, PAYMENT_QUOTES_PER_15_MINUTES } from '@purser/contract/limits.ts'
import type { PayerView } from '@purser/contract/payments/payer.ts'
import { type Address, isAddress } from '@solana/kit'
import type { Db } from '../../../db/client.ts'
import { clientKey } from '../../../kernel/http/client-address.ts'
import { Fault, invalid } from '../../../kernel/fault.ts'
import type { Limiter } from '../../../kernel/concurrency/limiter.ts'
import type { AccountReads, Balances } from '../../../ports/chain.ts'
import { lessRefunds } from '../receipts/net.ts'
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

type Build = { account: string; version?: 0 | 1 | undefined }

/** Throws not_found for an unknown reference; all but `view` throw too_many_requests. */
export type PayerPage = {
  view(reference: string): Promise<PayerView>
  quote(reference: string, client: string, renew: boolean): Promise<PayerView>
  build(reference: string, client: string, body: Build): ReturnType<typeof buildPayment>
  /** Resolves with the signature once it is confirmed. */
  test(reference: string, client: string): Promise<string>
}

export function createPayer(given: PayerPageParts): PayerPage {
  const parts = { ...given, minimumPayment: createMinimumPayment(given) }
  const { db, limiter } = parts
  parts.transfers.lifecycle.register(TEST_PAYMENT, testPaymentKind(parts.wallets))
  return {
    view: async (reference) => viewForPayer(parts, await find(db, reference)),

    async quote(reference, client, renew) {
      const row = await find(db, reference)
      await limitClient(limiter, client)
      await makeQuote(parts, row, { renew })
      return viewForPayer(parts, await find(db, reference))
    },

    async build(reference, client, { account, version = 0 }) {
      const row = await find(db, reference)
      if (!isAddress(account)) throw invalid('account', 'must be a Solana address')
      await limitClient(limiter, client)
      return buildPayment(parts, row, { account, version })
    },

    async test(reference, client) {
      const row = await find(db, reference)
      await limitClient(limiter, client)
      const signature = await payTestFunds(parts, row)
      await parts.hint(row.walletAddress)
      return signature
    },
  }
}

async function find(db: Db, reference: string): Promise<PaymentRow> {
  const row = isAddress(reference) ? await findByReference(db, reference) : undefined
  if (!row) throw new Fault('not_found', { what: 'Payment' })
  return lessRefunds(db, row)
}

/** Limits all that costs more than a read. */
async function limitClient(limiter: Limiter, client: string): Promise<void> {
  const retryAfterSeconds = await limiter.hit(
    `pay:${clientKey(client)}`,
    PAYMENT_QUOTES_PER_15_MINUTES,
    PAYMENT_QUOTE_SECONDS,
  )
  if (retryAfterSeconds !== null) throw new Fault('too_many_requests', { retryAfterSeconds })
}
