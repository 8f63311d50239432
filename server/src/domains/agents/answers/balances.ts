/** The balances of the wallets as the chain has them now: the chosen ones first, else the first of the user's. */
import { SOL_DECIMALS, unitsWords } from '@purser/contract/money.ts'
import { assetSymbol, SOL_MINT } from '@purser/contract/tokens/tokens.ts'
import type { Market } from '../../../ports/market.ts'
import { microUsd, readPrices } from '../../balances/index.ts'
import { solAndUsdcFirst } from '../explanation/holdings.ts'
import { formatCents, countWords } from '../words.ts'
import { type Answer, type AnswerParts, type Asking, card, figure } from './asking.ts'

const WALLETS_SHOWN = 10

/** The limit for one wallet: anybody may send it thousands. */
const TOKENS_SHOWN = 20

type HeldAmount = { mint: string; amount: bigint; decimals: number }

/** `names`: the names of tokens that no list knows. */
export function balanceText([sol, ...tokens]: HeldAmount[], names: ReadonlyMap<string, string>): string {
  const text = ({ mint, amount, decimals }: HeldAmount) =>
    `${unitsWords(amount, decimals)} ${names.get(mint) ?? assetSymbol(mint)}`
  const shown = [...(sol ? [sol] : []), ...solAndUsdcFirst(tokens).slice(0, TOKENS_SHOWN)]
  const more = tokens.length - TOKENS_SHOWN
  return [...shown.map(text), ...(more > 0 ? [`and ${countWords(more, 'more token')}`] : [])].join(', ')
}

/** In millionths of a USD; what has no price counts as nothing, and `priced` says so. */
async function worth(market: Market, held: HeldAmount[]): Promise<{ usd: bigint; priced: boolean }> {
  const mints = solAndUsdcFirst([...new Map(held.map((one) => [one.mint, one])).values()]).map(
    ({ mint }) => mint,
  )
  const prices = await readPrices(market, mints)
  let [usd, priced] = [0n, true]
  for (const { mint, amount, decimals } of held) {
    const price = prices.get(mint) ?? null
    if (price === null) priced = false
    else usd += microUsd(amount, decimals, price)
  }
  return { usd, priced }
}

export async function balancesAnswer(
  { market, balances, wallets, tokenNames }: AnswerParts,
  { userId, walletAddresses }: Asking,
): Promise<Answer> {
  const all = (await wallets.views.listWithGroups(userId, null)).wallets
  if (all.length === 0)
    return { text: "You don't have any wallets yet. Would you like me to generate one for you?" }
  const chosen = new Set(walletAddresses)
  const sorted = [...all.filter((w) => chosen.has(w.address)), ...all.filter((w) => !chosen.has(w.address))]
  const shown = sorted.slice(0, WALLETS_SHOWN)
  const held = await Promise.all(
    shown.map(async ({ address }): Promise<HeldAmount[]> => {
      const { lamports, tokens } = await balances.units(userId, address)
      return [{ mint: SOL_MINT, amount: lamports, decimals: SOL_DECIMALS }, ...tokens]
    }),
  )
  const listed = held.flatMap(([, ...tokens]) => solAndUsdcFirst(tokens).slice(0, TOKENS_SHOWN))
  const names = await tokenNames.labels(
    userId,
    listed.map(({ mint }) => mint),
  )
  const more = all.length - shown.length
  const { usd, priced } = await worth(market, held.flat())
  const total = `$${formatCents(usd)}`
  return {
    card: card(
      'Balances',
      [
        ...shown.map((wallet, i) => figure(wallet.name, balanceText(held[i] ?? [], names))),
        figure('Total value', total),
      ],
      [
        ...(more > 0 ? [`${countWords(more, 'more wallet')} on the Wallets page.`] : []),
        ...(priced ? [] : ['Tokens without a price are not in the total.']),
      ],
    ),
    text: `${shown.length === 1 ? 'This wallet is' : `These ${shown.length} wallets are`} worth about ${total} at market price.`,
  }
}
