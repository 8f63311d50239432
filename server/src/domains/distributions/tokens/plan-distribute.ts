/** Plans a distribution of a token: the amounts, the accounts that are opened, and the costs of the source. */
import type { TokenMint } from '../../../ports/chain-data.ts'
import { transactionFee, type Movement } from '../../transfers/index.ts'
import type { OwnedWallet } from '../../wallets/index.ts'
import type { TokenIntent } from './intent.ts'
import type { TokenDistributeRequest } from './kinds.ts'
import { splitSpread, type SpreadTerms, tokenBudget } from './packing.ts'
import * as plan from './plan.ts'

/** Throws insufficient_balance of the token and of SOL, token_account_unusable and chain_away. */
export async function planTokenDistribute(
  parts: plan.TokenParts,
  { intent, requestHash, mint }: { intent: TokenIntent; requestHash: string; mint: TokenMint },
  wallets: { middle: OwnedWallet; others: OwnedWallet[] },
): Promise<plan.PlannedTokens<TokenDistributeRequest>> {
  const { chain, transfers } = parts
  const source = wallets.middle
  const [[middle, ...others], rent, keep, [sol = 0n], terms] = await Promise.all([
    plan.readHolders(parts, mint, [source, ...wallets.others]),
    chain.rentExempt(mint.accountBytes),
    chain.rentExempt(0),
    transfers.funds.free([source.address]),
    plan.readTokenTerms(transfers, 'opening', source.address),
  ])
  if (!middle) throw new Error('the source was not read')
  plan.requireUsable({ ...middle }, { ...mint, startsFrozen: false })
  const total = intent.lines.reduce((sum, { amount }) => sum + (amount ?? 0n), 0n)
  if (middle.free < total) throw plan.lackingTokens(middle, total, mint)
  const movements = others.map(
    (holder, i): Movement => ({
      walletId: holder.wallet.id,
      walletName: holder.wallet.name,
      source: source.address,
      destination: holder.wallet.address,
      mint: mint.mint,
      amount: intent.lines[i]?.amount ?? 0n,
      ...plan.findRefused(holder, mint),
    }),
  )
  const going = movements.flatMap((movement, position) => (movement.error ? [] : [{ ...movement, position }]))
  const opens = going.flatMap(({ position }) => (others[position]?.held === null ? [position] : []))
  const { format, price, most } = terms
  const feesAt = (at: bigint) =>
    spreadFees(
      going.map(({ position }) => position),
      { opens: new Set(opens), format, price: at, charges: mint.transferFee !== null },
    )
  const fees = feesAt(price)
  const spent = fees + rent * BigInt(opens.length)
  if (sol < spent + keep) throw plan.lackingSol(source, sol, spent + keep)
  // Later attempts offer more if the source can spare it.
  const extra = feesAt(most) - fees
  const raises = extra > 0n && sol >= spent + keep + extra
  const sent = going.reduce((sum, { amount }) => sum + amount, 0n)
  const request: TokenDistributeRequest = {
    requestHash,
    format,
    price: price.toString(),
    ...(raises ? { most: most.toString() } : {}),
    ...plan.termsOfMint(mint),
    initial: middle.free.toString(),
    source: source.address,
    sourceWalletId: source.id,
    opens,
    rent: rent.toString(),
  }
  const spends = [
    plan.tokenSpend(middle, sent, mint),
    plan.solSpend(source, spent + (raises ? extra : 0n), keep),
  ]
  return { mint, request, movements, spends, middle, others, rent, lamports: sol }
}

/** Lamports of a distribution of these positions; only its source signs. */
export function spreadFees(positions: number[], terms: SpreadTerms & { price: bigint }): bigint {
  const rows = positions.map((position) => ({ position }))
  return splitSpread(rows, terms).reduce((sum, chunk) => {
    const opening = chunk.filter(({ position }) => terms.opens.has(position)).length
    return sum + transactionFee(1, tokenBudget({ transfers: chunk.length, opening, closing: 0 }, terms.price))
  }, 0n)
}
