/** Plans a distribution: its request, its transfers, and their costs. */
import {
  countedFees,
  mostDistributable,
  computeReserve,
} from '@purser/contract/distributions/distributable.ts'
import { lineRefusalTexts } from '@purser/contract/transfers/line-refusals.ts'
import { formatFixed, formatUnits, SOL_DECIMALS } from '@purser/contract/money.ts'
import { SOL_MINT } from '@purser/contract/tokens/tokens.ts'
import { Fault } from '../../kernel/fault.ts'
import type { AccountReads, Balances } from '../../ports/chain.ts'
import type { Movement, Spend, Transfers } from '../transfers/index.ts'
import type { OwnedWallet } from '../wallets/index.ts'
import type { DistributeRequest } from './sol-kinds.ts'
import { readTerms, spreadFees } from './sol-packing.ts'
import { type DistributeIntent, hashRequest } from './intent.ts'

export type PlanParts = { chain: Balances & AccountReads; transfers: Transfers }
export type Planned<R> = {
  request: R
  movements: Movement[]
  spends: Spend[]
  /** Lamports that an account without data must hold. */
  rent: bigint
}

const six = (lamports: bigint) => formatFixed(lamports < 0n ? 0n : lamports, SOL_DECIMALS, 6)

/** Specification 3, section 5: the least that the source must hold before a distribution begins. */
export function requireFunds(free: bigint, total: bigint, count: number, rent: bigint): void {
  const short = lackingFunds(free, total, count, rent)
  if (short) throw short
}

export function lackingFunds(free: bigint, total: bigint, count: number, rent: bigint): Fault | null {
  const fees = countedFees(count)
  const reserve = computeReserve(rent)
  const needs = total + fees + reserve
  if (free >= needs) return null
  return new Fault('insufficient_for_distribution', {
    has: six(free),
    needs: six(needs),
    total: six(total),
    fees: six(fees),
    reserve: six(reserve),
    most: six(mostDistributable({ has: free, count, rent })),
  })
}

/** The refusal of an amount below the rent minimum if there is no account yet. */
const belowRent = (rent: bigint) => ({
  error: lineRefusalTexts.below_rent({ least: formatUnits(rent, SOL_DECIMALS) }),
  refusal: 'below_rent' as const,
})

/** Throws insufficient_for_distribution, and chain_away. */
export async function planDistribute(
  { chain, transfers }: PlanParts,
  intent: DistributeIntent,
  source: OwnedWallet,
  targets: OwnedWallet[],
): Promise<Planned<DistributeRequest>> {
  const [rent, [free = 0n]] = await Promise.all([chain.rentExempt(0), transfers.funds.free([source.address])])
  const total = intent.lines.reduce((sum, line) => sum + line.amount, 0n)
  requireFunds(free, total, intent.lines.length, rent)
  const terms = await readTerms(transfers, 'spread', source.address)
  const { format, price, size } = terms
  // Only an amount below the rent minimum can fail for that reason, and only if there is no account yet.
  const small = targets.filter((_, i) => (intent.lines[i]?.amount ?? 0n) < rent)
  const held = await chain.lamports(small.map((wallet) => wallet.address))
  const absent = new Set(small.filter((_, i) => !held[i]).map((wallet) => wallet.address))
  const movements = targets.map((wallet, i): Movement => {
    const amount = intent.lines[i]?.amount ?? 0n
    return {
      walletId: wallet.id,
      walletName: wallet.name,
      source: source.address,
      destination: wallet.address,
      mint: SOL_MINT,
      amount,
      ...(absent.has(wallet.address) ? belowRent(rent) : {}),
    }
  })
  const going = movements.filter((m) => !m.error)
  const fees = spreadFees(going.length, size, price)
  const sent = going.reduce((sum, m) => sum + m.amount, 0n)
  const later = terms.later(going.length, free - sent - fees - computeReserve(rent))
  const request = {
    requestHash: hashRequest('distribute', intent),
    format,
    price: price.toString(),
    ...later.request,
    initial: free.toString(),
    source: source.address,
    sourceWalletId: source.id,
  }
  const spend: Spend = {
    address: source.address,
    mint: SOL_MINT,
    amount: sent + fees + later.extra,
    walletName: source.name,
    decimals: SOL_DECIMALS,
    symbol: 'SOL',
    exclusive: true,
    lacking: (left) => lackingFunds(left, total, intent.lines.length, rent) ?? new Fault('funds_in_flight'),
  }
  return { request, movements, spends: [spend], rent }
}
