/** The total value of holdings. */
import { SOL_DECIMALS } from '@purser/contract/money.ts'
import { SOL_MINT } from '@purser/contract/tokens/tokens.ts'
import { inLamports, microUsd, type Prices } from '../value.ts'

type TokenBalance = { mint: string; amount: bigint; decimals: number }
export type Total = { lamports: bigint; microUsd: bigint | null; totalLamports: bigint | null }

/** SOL alone, and everything with a price, in millionths of a USD and in lamports. */
export function computeTotal(holdings: TokenBalance[], prices: Prices): Total {
  const held = new Map<string, TokenBalance>()
  let lamports = 0n
  for (const one of holdings) {
    if (one.mint === SOL_MINT) lamports += one.amount
    else held.set(one.mint, { ...one, amount: (held.get(one.mint)?.amount ?? 0n) + one.amount })
  }
  const sol = prices.get(SOL_MINT) ?? null
  if (sol === null) return { lamports, microUsd: null, totalLamports: null }
  let tokens = 0n
  for (const [mint, { amount, decimals }] of held) {
    const price = prices.get(mint) ?? null
    if (price !== null) tokens += microUsd(amount, decimals, price)
  }
  const inSol = inLamports(tokens, sol)
  return {
    lamports,
    microUsd: microUsd(lamports, SOL_DECIMALS, sol) + tokens,
    // SOL counts directly: converting it through its price would lose by rounding.
    totalLamports: inSol === null ? null : lamports + inSol,
  }
}
