/** The payer's page: what its calls do. Whoever knows the reference may call. */
import { PAYMENT_QUOTE_SECONDS, PAYMENT_QUOTES_PER_15_MINUTES } from '@purser/contract/limits.ts'
import type { PayerView } from '@purser/contract/payer.ts'
import { isAddress } from '@solana/kit'
import { Fault } from '../../../kernel/fault.ts'
import type { Limiter } from '../../../kernel/limiter.ts'
import { clientKey } from '../../../kernel/client-address.ts'
import { findByReference, type PaymentRow } from '../payments.store.ts'
import { makeQuote, type QuoteParts } from './quote.ts'
import { type PayerParts, viewForPayer } from './view.ts'

export type PayerPageParts = PayerParts & QuoteParts & { limiter: Limiter }

export function createPayer(parts: PayerPageParts) {
  const { db, limiter } = parts

  async function find(reference: string): Promise<PaymentRow> {
    const row = isAddress(reference) ? await findByReference(db, reference) : undefined
    if (!row) throw new Fault('not_found', { what: 'Payment' })
    return row
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
    find,
    limit,
    view: async (reference: string): Promise<PayerView> => viewForPayer(parts, await find(reference)),

    async quote(reference: string, client: string, renew: boolean): Promise<PayerView> {
      const row = await find(reference)
      await limit(client)
      await makeQuote(parts, row, { renew })
      return viewForPayer(parts, await find(reference))
    },
  }
}
