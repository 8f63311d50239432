/** Reads the market for a strategy's next event: the price, candles closed since the last one, the wallets' holdings. */
import { SOL_MINT } from '@purser/contract/tokens/tokens.ts'
import { type Candle, type Market, PRICE_SCALE } from '../../../ports/market.ts'
import { isFault } from '../../../kernel/fault.ts'
import { quoteMint, type Sizing } from '../sizing/sizing.ts'
import type { CompiledStrategy, Holdings, StrategyEvent, StrategyState } from '../engine/types.ts'
import type { OrderRow, StrategyRow } from '../rows.ts'
import { candleAt } from '../types/signal.ts'

const inUsd = (price: bigint): number => Number(price) / Number(PRICE_SCALE)

/** Keeps the answers of the latest moments. */
const ANSWERS_KEPT = 50

type Observation = { event: StrategyEvent; isBlind: boolean }
type Watched = { row: StrategyRow; state: StrategyState; compiled: CompiledStrategy }

export type Watch = ReturnType<typeof createWatch>

export function createWatch({ market, sizing }: { market: Market; sizing: Sizing }) {
  const seen = new Map<string, number>()
  const shared = shareCandles(market)

  /** For conditions and log lines only. */
  async function price(mint: string): Promise<number | null> {
    const usd = await market.priceUsd(mint)
    if (usd === null) return null
    seen.set(mint, inUsd(usd))
    return inUsd(usd)
  }
  const priceOrNone = (mint: string) => price(mint).catch(() => null)

  async function candles({ row, state, compiled }: Watched, now: number) {
    const { seconds, history } = compiled.candles ?? { seconds: 60, history: 0 }
    const to = Math.floor(now / 1000 / seconds) * seconds
    const from = candleAt(state) || to - history * seconds
    const found = from >= to ? [] : await shared({ mint: row.plan.token_address, seconds, from, to })
    return toCloses(found, from, to, seconds)
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

    /** `isBlind`: the market does not send its candles. The event then has none: limits go on by the price. */
    async event(watched: Watched, now: number, priceUsd: number | null): Promise<Observation> {
      const { row, state, compiled } = watched
      if (compiled.candles && now >= state.nextAt && !state.exit) {
        const found = await candles(watched, now).catch((error: unknown) => {
          if (!isFault(error, 'market_away') && !isFault(error, 'history_loading')) throw error
          return null
        })
        const none = { from: candleAt(state), closes: [] }
        return { event: { type: 'candles', now, priceUsd, ...(found ?? none) }, isBlind: found === null }
      }
      const found = compiled.needsHoldings && now >= state.nextAt ? await holdings(row) : undefined
      return { event: { type: 'tick', now, priceUsd, ...(found ? { holdings: found } : {}) }, isBlind: false }
    },

    /**
     * Prices of the quote and SOL in USD, for comparisons. If the market has none now: the quote's price when these
     * legs were filled, the last one seen, or its cost by the books. Throws without any of them.
     */
    async worth(
      { row: { plan }, state }: Pick<Watched, 'row' | 'state'>,
      legs: Pick<OrderRow, 'quotePrice'>[],
      now: number,
    ): Promise<{ now: number; quoteUsd: number; solUsd: number }> {
      const quote = quoteMint(plan)
      const paid = legs.find((leg) => leg.quotePrice !== null)?.quotePrice ?? null
      const atFill = paid === null ? null : inUsd(paid)
      const booked = state.cost === '0' ? null : state.costUsd / Number(state.cost)
      const quoteUsd = (await priceOrNone(quote)) ?? atFill ?? seen.get(quote) ?? booked
      if (quoteUsd === null) throw new Error('the market has no price for the quote')
      if (quote === SOL_MINT) return { now, quoteUsd, solUsd: quoteUsd }
      // Only the fees need it, which are tiny: an order is booked without it.
      return { now, quoteUsd, solUsd: (await priceOrNone(SOL_MINT)) ?? seen.get(SOL_MINT) ?? 0 }
    },
  }
}

type Wanted = Parameters<Market['candles']>[0]

/** Strategies that wait for the same candles fetch them once. These are closed: their answer stays true. */
function shareCandles(market: Pick<Market, 'candles'>) {
  const answers = new Map<string, Promise<Candle[]>>()
  return (wanted: Wanted): Promise<Candle[]> => {
    const key = [wanted.mint, wanted.seconds, wanted.from, wanted.to].join(' ')
    const known = answers.get(key)
    if (known) return known
    const answer = market.candles(wanted)
    answers.set(key, answer)
    for (const oldest of answers.keys()) if (answers.size > ANSWERS_KEPT) answers.delete(oldest)
    const drop = () => answers.get(key) === answer && answers.delete(key)
    // A market that has not reached the end yet is called again, like one that did not answer.
    answer.then((found) => (found.at(-1)?.time ?? 0) + wanted.seconds < wanted.to && drop(), drop)
    return answer
  }
}

/** Closes from `from` on; a missing candle has the close of the one before it. */
function toCloses(found: Candle[], from: number, to: number, seconds: number) {
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
