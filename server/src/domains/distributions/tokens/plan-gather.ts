/**
 * Plans a gather of a token: the amounts of the sources, the payer of fees and rent, and the accounts that are closed.
 */
import { toChunks } from '../../../kernel/chunks.ts'
import { Fault } from '../../../kernel/fault.ts'
import type { TokenMint } from '../../../ports/chain-data.ts'
import type { Movement } from '../../transfers/index.ts'
import type { OwnedWallet } from '../../wallets/index.ts'
import type { TokenIntent } from './intent.ts'
import type { TokenGatherRequest } from './kinds.ts'
import { collectFee, type Load, tokenChunk } from './packing.ts'
import * as plan from './plan.ts'

/** Throws insufficient_balance of the token and of SOL, no_token_to_gather, token_account_unusable and chain_away. */
export async function planTokenGather(
  parts: plan.TokenParts,
  { intent, requestHash, mint }: { intent: TokenIntent; requestHash: string; mint: TokenMint },
  wallets: { middle: OwnedWallet; others: OwnedWallet[] },
): Promise<plan.PlannedTokens<TokenGatherRequest>> {
  const { chain, transfers } = parts
  const destination = wallets.middle
  const all = [destination, ...wallets.others]
  const [[middle, ...sources], rent, keep, [into = 0n, ...sol], terms] = await Promise.all([
    plan.readHolders(parts, mint, all),
    chain.rentExempt(mint.accountBytes),
    chain.rentExempt(0),
    transfers.funds.free(all.map(({ address }) => address)),
    plan.readTokenTerms(transfers, 'collect', destination.address),
  ])
  if (!middle) throw new Error('the destination was not read')
  plan.requireUsable(middle, mint)
  const { format, price, most } = terms
  const size = tokenChunk('collect', { format, charges: mint.transferFee !== null })
  const opening = middle.held === null ? 1 : 0
  const giving = sources.map((holder, i) => computeGiven(holder, intent.lines[i]?.amount ?? null, mint))
  const closes = (i: number) => intent.closeAccounts && isEmptied(sources[i], giving[i]?.amount ?? 0n)
  const takers = giving.flatMap(({ why }, i) => (why === null ? [i] : []))
  if (takers.length === 0) throw new Fault('no_token_to_gather')
  const opened = rent * BigInt(opening)
  const { payer, spent, extra, raises, each } = choosePayer({
    loads: toChunks(takers, size).map((chunk) => ({
      transfers: chunk.length,
      opening,
      closing: chunk.filter(closes).length,
    })),
    largest: { transfers: size, opening, closing: intent.closeAccounts ? size : 0 },
    price,
    most,
    opened,
    into,
    keep,
  })
  const able = takers.filter((i) => (sol[i] ?? 0n) >= each + keep)
  if (payer === 'source' && able.length === 0) throw plan.lackingSol(destination, into, spent + keep)
  const { order, left } = payer === 'source' ? sortByPayer(takers, able, size) : { order: takers, left: [] }
  const unpaid = new Set(left)
  const ordered = new Set(order)
  const positions = [...order, ...[...sources.keys()].filter((i) => !ordered.has(i))]
  const toMovement = (i: number): Movement => {
    const { amount, why } = giving[i] ?? { amount: 0n, why: null }
    const refused = why ?? (unpaid.has(i) ? plan.refused('no_fee') : null)
    return { ...toLeg(sources[i] ?? middle, destination, mint), amount, ...refused }
  }
  const movements = positions.map(toMovement)
  const paying = payer === 'source' ? able.filter((i) => !unpaid.has(i)) : []
  const request: TokenGatherRequest = {
    requestHash,
    format,
    price: price.toString(),
    ...(raises ? { most: most.toString() } : {}),
    ...plan.termsOfMint(mint),
    // Amounts that have left and still count as in flight can make it negative.
    initial: (middle.free > 0n ? middle.free : 0n).toString(),
    destination: destination.address,
    destinationWalletId: destination.id,
    gatherAll: intent.lines.every(({ amount }) => amount === null),
    closeAccounts: intent.closeAccounts,
    payer,
    paying: paying.flatMap((i) => sources[i]?.wallet.address ?? []),
    opens: opening === 1,
    rent: rent.toString(),
    closes: movements.flatMap(({ error }, at) => (!error && closes(positions[at] ?? -1) ? [at] : [])),
  }
  const others = positions.flatMap((i) => sources[i] ?? [])
  const spends = [
    ...others.flatMap((holder, at) =>
      movements[at] && !movements[at].error ? [plan.tokenSpend(holder, movements[at].amount, mint)] : [],
    ),
    ...(payer === 'destination'
      ? [plan.solSpend(destination, spent + (raises ? extra : 0n), keep)]
      : paying.flatMap((i) => (sources[i] ? [plan.solSpend(sources[i].wallet, each, keep)] : []))),
  ]
  const closing = { positions: request.closes, rent }
  return { mint, request, movements, spends, closing, middle, others, rent, lamports: into > 0n ? into : 0n }
}

type Fees = {
  payer: 'destination' | 'source'
  /** Lamports of all transactions if the destination pays. */
  spent: bigint
  /** Lamports beyond `spent` if later attempts offer the highest price. */
  extra: bigint
  /** Later attempts offer more if the destination pays and can spare it. */
  raises: boolean
  /** Lamports of the dearest transaction if a source pays for it, with the account that it may have to open. */
  each: bigint
}

/** The destination pays if it can, and keeps `keep`. All in lamports; `into`: what the destination has. */
function choosePayer(costs: {
  loads: Load[]
  largest: Load
  price: bigint
  most: bigint
  opened: bigint
  into: bigint
  keep: bigint
}): Fees {
  const { loads, largest, price, most, opened, into, keep } = costs
  const feesAt = (at: bigint) => loads.reduce((sum, load) => sum + collectFee(load, 'destination', at), 0n)
  const spent = feesAt(price) + opened
  const extra = feesAt(most) - feesAt(price)
  const payer = into >= spent + keep ? 'destination' : 'source'
  return {
    payer,
    spent,
    extra,
    raises: payer === 'destination' && extra > 0n && into >= spent + keep + extra,
    each: collectFee(largest, 'source', price) + opened,
  }
}

const toLeg = ({ wallet }: plan.Holder, { address }: OwnedWallet, { mint }: TokenMint) => ({
  walletId: wallet.id,
  walletName: wallet.name,
  source: wallet.address,
  destination: address,
  mint,
})

/** The amount of a source, or why it gives nothing. Throws insufficient_balance if more is requested than it holds. */
function computeGiven(holder: plan.Holder, wanted: bigint | null, mint: TokenMint) {
  const { held, free } = holder
  const none = wanted === null || held === null ? plan.refused('no_tokens') : null
  const why = held === null ? none : plan.findRefused(holder, mint)
  if (wanted === null) return { amount: free > 0n ? free : 0n, why: why ?? (free > 0n ? null : none) }
  if (why === null && free < wanted) throw plan.lackingTokens(holder, wanted, mint)
  if (held === null) throw plan.lackingTokens(holder, wanted, mint)
  return { amount: wanted, why }
}

/** Nothing will be left in it, and its owner may close it. */
const isEmptied = (holder: plan.Holder | undefined, amount: bigint): boolean =>
  holder?.held?.mayClose === true && holder.held.amount === amount

/**
 * Sorts the sources so that the first one of each transaction holds the SOL for its fee. `left`: sources without such a
 * payer.
 */
export function sortByPayer(
  takers: number[],
  able: number[],
  size: number,
): { order: number[]; left: number[] } {
  const leads = new Set(able)
  const needing = takers.filter((i) => !leads.has(i))
  const most = able.length * size
  const count = Math.ceil(Math.min(takers.length, most) / size)
  const [first, more] = [able.slice(0, count), able.slice(count)]
  const following = [...needing, ...more]
  const order = first.flatMap((lead, at) => [
    lead,
    ...following.slice(at * (size - 1), (at + 1) * (size - 1)),
  ])
  const led = new Set(order)
  return { order, left: takers.filter((i) => !led.has(i)) }
}
