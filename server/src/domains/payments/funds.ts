/** The funds that a collection wallet can pay out now. */
import type { Clock } from '../../kernel/clock.ts'
import { isFault } from '../../kernel/fault.ts'
import { settledWithin } from '../../kernel/concurrency/with-timeout.ts'
import type { AccountReads } from '../../ports/chain.ts'
import { readTerms, spreadFees } from '../distributions/index.ts'
import type { Transfers } from '../transfers/index.ts'
import type { OwnedWallet, Wallets } from '../wallets/index.ts'
import { sol } from './amounts.ts'

export type FundsParts = {
  clock: Pick<Clock, 'sleep'>
  chain: Pick<AccountReads, 'rentExempt'>
  transfers: Transfers
  wallets: Pick<Wallets, 'lookups'>
}
/** A payment is shown without them then. */
const WAIT_MS = 3_000
export type PaymentFunds = {
  free_sol: ReturnType<typeof sol>
  keep_sol: ReturnType<typeof sol>
  fee_sol: ReturnType<typeof sol>
}

async function readFunds({ chain, transfers }: FundsParts, { address }: OwnedWallet): Promise<PaymentFunds> {
  const [[free = 0n], rent, terms] = await Promise.all([
    transfers.funds.free([address]),
    chain.rentExempt(0),
    readTerms(transfers, 'spread', address),
  ])
  const fee = spreadFees(terms.size, terms.size, terms.price)
  return { free_sol: sol(free < 0n ? 0n : free), keep_sol: sol(rent), fee_sol: sol(fee) }
}

/** null: the chain does not answer, or not soon. Nothing where the wallet is no longer the user's. */
export async function loadFunds(
  parts: FundsParts,
  userId: number,
  address: string,
): Promise<PaymentFunds | null> {
  const wallet = (await parts.wallets.lookups.listOfAnyone([address])).find((one) => one.userId === userId)
  if (!wallet) return { free_sol: 0, keep_sol: 0, fee_sol: 0 }
  const read: { funds: PaymentFunds | null; failure: unknown } = { funds: null, failure: null }
  const reading = readFunds(parts, wallet).then(
    (funds) => void (read.funds = funds),
    (error: unknown) => void (read.failure = error),
  )
  await settledWithin(parts.clock, WAIT_MS, reading)
  if (read.failure !== null && !isFault(read.failure, 'chain_away')) throw read.failure
  return read.funds
}
