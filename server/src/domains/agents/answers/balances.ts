/** What the wallets hold, as the chain has it now: the chosen ones first, else the first of the user's. */
import { formatUnits, SOL_DECIMALS } from '@purser/contract/money.ts'
import { SOL_MINT, symbolOf } from '@purser/contract/tokens.ts'
import { type Market, PRICE_SCALE } from '../../../ports/market.ts'
import { centsOf, countWords } from '../words.ts'
import type { AnswerParts, Asking } from './asking.ts'
import { withSummary } from './final.ts'

const WALLETS_SHOWN = 10

type Held = { mint: string; amount: bigint; decimals: number }

/** In millionths of a USD; what has no price counts as nothing, and `priced` says so. */
async function worth(market: Market, held: Held[]): Promise<{ usd: bigint; priced: boolean }> {
  const prices = new Map<string, Promise<bigint | null>>()
  let [usd, priced] = [0n, true]
  for (const { mint, amount, decimals } of held) {
    const found = prices.get(mint) ?? market.priceUsd(mint).catch(() => null)
    prices.set(mint, found)
    const price = await found
    if (price === null) priced = false
    else usd += (amount * price * 1_000_000n) / 10n ** BigInt(decimals) / PRICE_SCALE
  }
  return { usd, priced }
}

export async function balancesAnswer(
  { market, balances, wallets }: AnswerParts,
  { userId, walletAddresses }: Asking,
): Promise<string> {
  const all = await wallets.list(userId)
  if (all.length === 0) return "You don't have any wallets yet. Would you like me to generate one for you?"
  const chosen = new Set(walletAddresses)
  const sorted = [...all.filter((w) => chosen.has(w.address)), ...all.filter((w) => !chosen.has(w.address))]
  const shown = sorted.slice(0, WALLETS_SHOWN)
  const held = await Promise.all(
    shown.map(async ({ address }): Promise<Held[]> => {
      const { lamports, tokens } = await balances.units(userId, address)
      return [{ mint: SOL_MINT, amount: lamports, decimals: SOL_DECIMALS }, ...tokens]
    }),
  )
  const text = ({ mint, amount, decimals }: Held) =>
    `${formatUnits(amount, decimals)} ${mint === SOL_MINT ? 'SOL' : symbolOf(mint)}`
  const lines = shown.map((wallet, i) => `${wallet.name}: ${(held[i] ?? []).map(text).join(', ')}`)
  const more = all.length - shown.length
  if (more > 0) lines.push(`and ${countWords(more, 'more wallet')}, whose balances the wallets page shows.`)
  const { usd, priced } = await worth(market, held.flat())
  return withSummary(
    lines,
    `${shown.length === 1 ? 'this wallet is' : `these ${shown.length} wallets are`} worth about $${centsOf(usd)} at the market's price${priced ? '' : ', without the tokens that have no price'}.`,
  )
}
