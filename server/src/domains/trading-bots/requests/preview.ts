/** The likely effects of a start, at the present balances. Nothing is stored or sent. */
import { BOT_PREVIEW_WALLETS } from '@purser/contract/limits.ts'
import { SOL_DECIMALS, toJsonAmount } from '@purser/contract/money.ts'
import { DAY_MS } from '@purser/contract/time.ts'
import { botSkipTexts } from '@purser/contract/trading-bots/trading-bot-texts.ts'
import type { BotClass, BotPreview } from '@purser/contract/trading-bots/trading-bots.ts'
import { type Market, PRICE_DECIMALS } from '../../../ports/market.ts'
import type { OwnedWallet } from '../../wallets/index.ts'
import { takePart, toParts, getTerms } from '../turns/draw.ts'
import type { ReadHoldings } from '../holdings.ts'
import { type TradingCapacity, measureCapacity, TRADE_FEE } from '../turns/trading-capacity.ts'
import { getCurrency, getDecimals, isInRange, parseThreshold } from '../parameters.ts'
import type { Parameters } from '../rows.ts'
import type { Pairs } from '../token.ts'
import { inNumber } from '../views.ts'

export type PreviewParts = { market: Market; pairs: Pairs; holdings: ReadHoldings }
type Token = { symbol: string; decimals: number }

const DAY_SECONDS = DAY_MS / 1_000
const isAble = ({ buySkip, sellSkip }: TradingCapacity): boolean => buySkip === null || sellSkip === null

/** Base units at the smallest and at the largest size. */
function sizes(p: Parameters, capacity: TradingCapacity) {
  const { percent } = getTerms(p, capacity.class)
  const { min, max } = toParts(percent.min, percent.max)
  const buys = capacity.buySkip === null ? capacity.spendable : 0n
  const sells = capacity.sellSkip === null ? capacity.sellable : 0n
  return {
    buy: { min: takePart(buys, min), max: takePart(buys, max) },
    sell: { min: takePart(sells, min), max: takePart(sells, max) },
  }
}

export async function previewStart(
  { market, pairs, holdings }: PreviewParts,
  p: Parameters,
  wallets: OwnedWallet[],
  token: Token,
): Promise<BotPreview> {
  const currency = getCurrency(p)
  const pair = await pairs(p.mint_address, currency)
  const { held, rents } = await holdings(
    pair,
    wallets.map(({ address }) => address),
  )
  const threshold = parseThreshold(p)
  const all = wallets.map((wallet, i) => {
    const holds = held[i] ?? { sol: 0n, token: 0n, usdc: 0n, opensToken: true, opensUsdc: true }
    const capacity = measureCapacity(holds, rents, currency, threshold)
    return { wallet, capacity, sizes: sizes(p, capacity) }
  })
  const price = await market.priceUsd(p.mint_address)
  const able = all.filter(({ capacity }) => isAble(capacity))
  const ofClass = (of: BotClass) => ({
    count: BigInt(able.filter(({ capacity }) => capacity.class === of).length),
    mean: BigInt(getTerms(p, of).interval.min + getTerms(p, of).interval.max),
  })
  const both = [ofClass('whale'), ofClass('retail')]
  const perDay = both.reduce(
    (sum, { count, mean }) => sum + (Number(count) * DAY_SECONDS * 2) / Number(mean),
    0,
  )
  const fees = both.reduce(
    (sum, { count, mean }) => sum + (count * BigInt(DAY_SECONDS) * 2n * TRADE_FEE) / mean,
    0n,
  )
  const inCurrency = (units: bigint) => toJsonAmount(units, getDecimals(currency))
  const inTokens = (units: bigint) => toJsonAmount(units, token.decimals)
  const whalesFirst = [
    ...all.filter(({ capacity }) => capacity.class === 'whale'),
    ...all.filter(({ capacity }) => capacity.class === 'retail'),
  ]
  return {
    currency,
    symbol: token.symbol,
    price_usd: price === null ? null : inNumber(price, PRICE_DECIMALS),
    in_range: price !== null && isInRange(p, price),
    whales: all.filter(({ capacity }) => capacity.class === 'whale').length,
    retail: all.filter(({ capacity }) => capacity.class === 'retail').length,
    unable: all.length - able.length,
    first_turns: whalesFirst
      .slice(0, BOT_PREVIEW_WALLETS)
      .map(({ wallet, capacity, sizes: { buy, sell } }) => ({
        wallet_id: wallet.id,
        wallet_name: wallet.name,
        class: capacity.class,
        buy_min: inCurrency(buy.min),
        buy_max: inCurrency(buy.max),
        sell_min: inTokens(sell.min),
        sell_max: inTokens(sell.max),
        skip: isAble(capacity) ? null : botSkipTexts[capacity.buySkip ?? 'nothing_to_spend'],
      })),
    buy_max_total: inCurrency(all.reduce((sum, { sizes: { buy } }) => sum + buy.max, 0n)),
    sell_max_total: inTokens(all.reduce((sum, { sizes: { sell } }) => sum + sell.max, 0n)),
    trades_per_day: Math.round(perDay * 10) / 10,
    fees_per_day: toJsonAmount(fees, SOL_DECIMALS),
  }
}
