/** The tokens of wallets, in base units, and the totals over all of them. */
import type { BalanceRecord } from '@purser/contract/balances/balances.ts'
import { parseUnits } from '@purser/contract/money.ts'
import { SOL_MINT } from '@purser/contract/tokens/tokens.ts'

export type HeldToken = { mint: string; units: bigint; decimals: number }
/** They are by wallet; wallets that could not be read are missing. */
export type HeldTokens = ReadonlyMap<number, HeldToken[]>
export type TokenTotal = HeldToken & { wallets: number }

/** Compares on one scale, largest first: 2 of a token with 9 decimals is more than 1.5 of one with 6. */
function byAmount(a: HeldToken, b: HeldToken): number {
  const scaled = ({ units, decimals }: HeldToken, most: number) => units * 10n ** BigInt(most - decimals)
  const most = Math.max(a.decimals, b.decimals)
  const [left, right] = [scaled(a, most), scaled(b, most)]
  return left === right ? a.mint.localeCompare(b.mint) : left < right ? 1 : -1
}

export const heldOf = (records: BalanceRecord[]): HeldTokens =>
  new Map(
    records
      .filter(({ error }) => error === null)
      .map(({ walletId, tokens }) => [
        walletId,
        tokens
          .map(({ mint, amount, decimals }) => ({ mint, units: parseUnits(amount, decimals), decimals }))
          .filter(({ mint, units }) => units > 0n && mint !== SOL_MINT)
          .toSorted(byAmount),
      ]),
  )

/** Replaces the earlier amounts of one token by the movable ones, which are read separately. */
export function withToken(
  held: HeldTokens,
  token: { mint: string; decimals: number },
  units: ReadonlyMap<number, bigint>,
): HeldTokens {
  const next = new Map(held)
  for (const [walletId, of] of units) {
    const others = (held.get(walletId) ?? []).filter(({ mint }) => mint !== token.mint)
    const own = of > 0n ? [{ mint: token.mint, decimals: token.decimals, units: of }] : []
    next.set(walletId, [...others, ...own].toSorted(byAmount))
  }
  return next
}

/** The totals over all wallets, largest first. */
export function totalsOf(held: HeldTokens): TokenTotal[] {
  const totals = new Map<string, TokenTotal>()
  for (const tokens of held.values())
    for (const { mint, units, decimals } of tokens) {
      const before = totals.get(mint)
      totals.set(mint, {
        mint,
        decimals,
        units: units + (before?.units ?? 0n),
        wallets: 1 + (before?.wallets ?? 0),
      })
    }
  return [...totals.values()].toSorted(byAmount)
}
