/** A payment as its payer sees it: nothing else of its owner. */
import { formatFixed, toJsonAmount, USD_DECIMALS } from '@purser/contract/money.ts'
import type { PayerView } from '@purser/contract/payments/payer.ts'
import type { Cluster } from '@purser/contract/system.ts'
import { assetSymbol } from '@purser/contract/tokens/tokens.ts'
import type { Address } from '@solana/kit'
import type { Db } from '../../../db/client.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { rateText, sol, usd } from '../amounts.ts'
import type { PaymentRow, QuoteRow } from '../payments.store.ts'
import { collectIssues } from '../view.ts'
import { listReceipts, listRefunds, type ShownReceipt } from '../views.store.ts'
import { computeDue, isPayable, findQuote } from './quote.ts'
import { solanaPayUrl } from './solana-pay-url.ts'

const CENT = 10n ** BigInt(USD_DECIMALS - 2)

export type PayerParts = {
  db: Db
  clock: Clock
  cluster: Cluster
  /** See minimum-payment.ts. */
  minimumPayment(wallet: Address): Promise<bigint | null>
}

function getState(row: PaymentRow, receipts: ShownReceipt[], now: number): PayerView['state'] {
  if (row.status === 'paid' || row.status === 'approved') return 'paid'
  for (const moving of ['arriving', 'unseen'] as const)
    if (receipts.some(({ state }) => state === moving)) return moving
  if (row.status === 'expired' || row.expiresAt.getTime() <= now) return 'expired'
  return row.creditedUsd > 0n ? 'partial' : 'open'
}

const viewQuote = (row: PaymentRow, quote: QuoteRow): PayerView['quote'] => ({
  amount_sol: sol(quote.lamports),
  amount_usd: usd(quote.usd),
  exchange_rate: rateText(quote.rate),
  expires_at: quote.validUntil.toISOString(),
  url: solanaPayUrl({
    recipient: row.walletAddress,
    lamports: quote.lamports,
    reference: row.reference,
    // Rounded up, as the payer's page shows it.
    usd: formatFixed(quote.usd + CENT - 1n, USD_DECIMALS, 2),
  }),
})

export async function viewForPayer(parts: PayerParts, row: PaymentRow): Promise<PayerView> {
  const { db, clock, cluster } = parts
  const [receipts, refunds, quote] = [
    await listReceipts(db, [row.id]),
    await listRefunds(db, [row.id]),
    await findQuote(db, row),
  ]
  const now = clock.now()
  const state = getState(row, receipts, now)
  const payable = isPayable(row, now)
  const least = payable ? await parts.minimumPayment(row.walletAddress) : null
  return {
    reference_id: row.reference,
    state,
    issues: collectIssues(row),
    cluster,
    amount_usd: usd(row.amountUsd),
    received_usd: usd(row.creditedUsd),
    due_usd: usd(computeDue(row)),
    recipient: row.walletAddress,
    expires_at: row.expiresAt.toISOString(),
    quote: quote && payable ? viewQuote(row, quote) : null,
    least_sol: least === null ? null : sol(least),
    receipts: receipts.map((receipt) => ({
      signature: receipt.signature,
      state: receipt.state,
      symbol: assetSymbol(receipt.mint),
      amount: toJsonAmount(receipt.amount, receipt.decimals),
      late: receipt.late,
      at: receipt.at.toISOString(),
    })),
    refunds: refunds
      .filter(({ status }) => status !== 'failed')
      .map((refund) => ({
        symbol: assetSymbol(refund.mint),
        amount: toJsonAmount(refund.amount, refund.decimals),
        tx_hash: refund.signature,
      })),
    paid_at: row.paidAt?.toISOString() ?? null,
    return_url: state === 'paid' || state === 'expired' || row.status === 'expired' ? row.returnUrl : null,
    test_payment: cluster === 'localnet' && payable,
    now: new Date(now).toISOString(),
  }
}
