/** Pays a quote with test funds, through the engine like everything else: each quote once. */
import { LAMPORTS_PER_SIGNATURE } from '@purser/contract/limits.ts'
import { SOL_DECIMALS } from '@purser/contract/money.ts'
import type { Cluster } from '@purser/contract/system.ts'
import { SOL_MINT } from '@purser/contract/tokens/tokens.ts'
import { Fault } from '../../../kernel/fault.ts'
import type { Db } from '../../../db/client.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { AccountReads } from '../../../ports/chain.ts'
import type { Operation, Transfers } from '../../transfers/index.ts'
import type { Wallets } from '../../wallets/index.ts'
import { newestQuote, type PaymentRow, type QuoteRow } from '../payments.store.ts'
import { isPayable } from './quote.ts'
import { TEST_PAYMENT, type TestPayment } from './test-payment-kind.ts'

export type TestPaymentParts = {
  db: Db
  clock: Clock
  cluster: Cluster
  chain: Pick<AccountReads, 'rentExempt'>
  transfers: Transfers
  wallets: Pick<Wallets, 'keys'>
  faucet: Stocked
}
/** Runs `work` with the faucet wallet restocked while it holds less than this. */
export type Stocked = { stocked<T>(lamports: bigint, work: () => Promise<T>): Promise<T> }

const WAIT_MS = 60_000

/** Ids of quotes are local to one database: this is the same in each. */
const toOrigin = ({ reference }: PaymentRow, { madeAt, lamports }: QuoteRow) =>
  `${TEST_PAYMENT}:${reference}:${madeAt.getTime()}:${lamports}`

async function submit(parts: TestPaymentParts, row: PaymentRow, quote: QuoteRow): Promise<Operation> {
  const { transfers, wallets, chain, faucet } = parts
  const { address } = await wallets.keys.systemSigner('faucet')
  const rent = await chain.rentExempt(0)
  const { lamports } = quote
  const request: TestPayment = {
    reference: row.reference,
    recipient: row.walletAddress,
    lamports: lamports.toString(),
  }
  const leg = { walletName: 'Faucet', mint: SOL_MINT }
  return faucet.stocked(lamports, () =>
    transfers.submit.submit({
      userId: row.userId,
      type: TEST_PAYMENT,
      originKey: toOrigin(row, quote),
      request,
      movements: [
        { ...leg, walletId: null, source: address, destination: row.walletAddress, amount: lamports },
      ],
      spends: [
        {
          ...leg,
          address,
          amount: lamports + LAMPORTS_PER_SIGNATURE + rent,
          decimals: SOL_DECIMALS,
          symbol: 'SOL',
        },
      ],
    }),
  )
}

/** The signature, once it is confirmed. Throws test_payment_not_here, payment_state, chain_refused and chain_away. */
export async function payTestFunds(parts: TestPaymentParts, row: PaymentRow): Promise<string> {
  const { db, clock, cluster, transfers } = parts
  if (cluster !== 'localnet') throw new Fault('test_payment_not_here')
  const quote = await newestQuote(db, row.id)
  if (!quote) throw new Fault('payment_state', { code: 'quote_over' })
  const known = await transfers.lookups.findByOrigin(toOrigin(row, quote))
  if (!known && !isPayable(row, clock.now())) throw new Fault('payment_state', { code: 'not_payable' })
  if (!known && quote.validUntil.getTime() <= clock.now())
    throw new Fault('payment_state', { code: 'quote_over' })
  const operation = known ?? (await submit(parts, row, quote))
  const ended = await transfers.lookups.waitForEnd(operation.id, WAIT_MS)
  if (ended.status === 'failed')
    throw new Fault('chain_refused', { code: 'transaction_failed', detail: ended.error })
  const signature = await transfers.signatures.find(operation.id)
  if (ended.status !== 'completed' || signature === null) throw new Fault('chain_away')
  return signature
}
