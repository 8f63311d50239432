/** What a strategy is told when it looks at the market: the price, the candles that closed since, what its wallets hold. */
import { SOL_MINT, USDC_MINT } from '@purser/contract/tokens.ts'
import type { Plan } from '@purser/contract/plan.ts'
import { type Candle, type Market, PRICE_SCALE } from '../../ports/market.ts'
import type { Sizing } from './sizing.ts'
import type { CompiledStrategy, Holdings, StrategyEvent, StrategyState } from './step.ts'
import type { StrategyRow } from './strategies.store.ts'

type Watched = { row: StrategyRow; state: StrategyState; compiled: CompiledStrategy }

export const quoteMint = (plan: Plan): string => (plan.quote === 'SOL' ? SOL_MINT : USDC_MINT)

export type Watch = ReturnType<typeof createWatch>

export function createWatch({ market, sizing }: { market: Market; sizing: Sizing }) {
  /** For conditions and words only. */
  async function price(mint: string): Promise<number | null> {
    const usd = await market.priceUsd(mint)
    return usd === null ? null : Number(usd) / Number(PRICE_SCALE)
  }

  async function candles({ row, state, compiled }: Watched, now: number) {
    const { seconds, history } = compiled.candles ?? { seconds: 60, history: 0 }
    const to = Math.floor(now / 1000 / seconds) * seconds
    const from = state.mind.candleAt || to - history * seconds
    const found = from >= to ? [] : await market.candles({ mint: row.plan.token_address, seconds, from, to })
    return closesOf(found, from, to, seconds)
  }

  async function holdings(row: StrategyRow): Promise<Holdings | undefined> {
    const { input: quote, output: token } = await sizing.sides(row.plan, 'buy')
    const sum = (list: { amount: bigint }[]) => list.reduce((all, one) => all + one.amount, 0n).toString()
    const [quotePrice, tokenPrice] = [await market.priceUsd(quote.mint), await market.priceUsd(token.mint)]
    if (!quotePrice || !tokenPrice) return undefined
    return {
      token: sum(await sizing.spendable(row.walletAddresses, token, quote)),
      quote: sum(await sizing.spendable(row.walletAddresses, quote, token)),
      tokenPrice: tokenPrice.toString(),
      quotePrice: quotePrice.toString(),
    }
  }

  return {
    price,

    async event(watched: Watched, now: number, priceUsd: number | null): Promise<StrategyEvent> {
      const { row, state, compiled } = watched
      if (compiled.candles && now >= state.nextAt && !state.exit)
        return { type: 'candles', now, priceUsd, ...(await candles(watched, now)) }
      const found = compiled.needsHoldings && now >= state.nextAt ? await holdings(row) : undefined
      return { type: 'tick', now, priceUsd, ...(found ? { holdings: found } : {}) }
    },

    /** What the quote and SOL are worth now; throws while there is no price. */
    async worth(plan: Plan, now: number): Promise<{ now: number; quoteUsd: number; solUsd: number }> {
      const [quoteUsd, solUsd] = [await price(quoteMint(plan)), await price(SOL_MINT)]
      if (quoteUsd === null || solUsd === null) throw new Error('the market has no price for the quote')
      return { now, quoteUsd, solUsd }
    },
  }
}

/** Closes in a row from `from`; a candle that is missing closed where the one before it did. */
function closesOf(found: Candle[], from: number, to: number, seconds: number) {
  const closes: number[] = []
  let start = from
  for (const candle of found) {
    if (candle.time >= to) break
    if (closes.length === 0) start = candle.time
    while (start + closes.length * seconds < candle.time) closes.push(closes.at(-1) ?? candle.open)
    closes.push(candle.close)
  }
  return { from: start, closes }
}
