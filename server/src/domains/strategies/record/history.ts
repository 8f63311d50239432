/** Position and profit of a strategy over time, from its fills and the candles between them. */
import { HISTORY_FILLS, HISTORY_STEPS } from '@purser/contract/limits.ts'
import { toJsonAmount } from '@purser/contract/money.ts'
import type { HistoryPoint } from '@purser/contract/strategies/strategies.ts'
import { DAY_SECONDS } from '@purser/contract/time.ts'
import { SOL_MINT } from '@purser/contract/tokens/tokens.ts'
import type { Db } from '../../../db/client.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { isFault } from '../../../kernel/fault.ts'
import type { Market } from '../../../ports/market.ts'
import { exact } from '../backtest/history.ts'
import { createPriceReaders } from './end-prices.ts'
import type { SideDecimals } from '../costs.ts'
import { pnlUsd, type SumPrices, type Sums, USD_DECIMALS } from './figures.ts'
import type { Sizing } from '../sizing/sizing.ts'
import { isLive, type StrategyRow } from '../rows.ts'
import { type FillBucket, fillBuckets } from './fill-buckets.store.ts'

export type HistoryParts = { db: Db; clock: Clock; market: Market; sizing: Sizing }

/** Candle lengths that markets have, in seconds. */
const STEPS = [60, 300, 900, 3_600, 14_400, DAY_SECONDS]
const NONE: Sums = { boughtBase: 0n, soldBase: 0n, spentQuote: 0n, receivedQuote: 0n, feesLamports: 0n }

/** A moment with the prices known of it. */
export type Moment = { ms: number; prices: Partial<SumPrices> }

/** A whole number of days if even those are too many. */
export function chooseStep(seconds: number): number {
  const fits = STEPS.find((step) => seconds / step <= HISTORY_STEPS)
  return fits ?? Math.ceil(seconds / HISTORY_STEPS / DAY_SECONDS) * DAY_SECONDS
}

/**
 * The points, oldest first: one after each bucket of fills, at the prices of its last one, and one at each moment. For
 * a missing price the last known one counts; before there is one there is no profit.
 */
export function toPoints(buckets: FillBucket[], moments: Moment[], decimals: SideDecimals): HistoryPoint[] {
  const all = [
    ...moments.map((moment) => ({ ...moment, bucket: null })),
    ...buckets.map((bucket) => ({
      ms: bucket.at.getTime(),
      prices: {
        ...(bucket.tokenPrice === null ? {} : { token: bucket.tokenPrice }),
        ...(bucket.quotePrice === null ? {} : { quote: bucket.quotePrice }),
      },
      bucket,
    })),
  ].sort((a, b) => a.ms - b.ms || (a.bucket ? -1 : 1))
  let sums = NONE
  let known: Partial<SumPrices> = {}
  return all.map(({ ms, prices, bucket }) => {
    known = { ...known, ...prices }
    if (bucket) sums = plus(sums, bucket)
    const { quote, token, sol } = known
    const held = sums.boughtBase - sums.soldBase
    const isKnown = sums.boughtBase > 0n && quote !== undefined && token !== undefined && sol !== undefined
    return {
      time: new Date(ms).toISOString(),
      held: toJsonAmount(held > 0n ? held : 0n, decimals.token),
      pnl: isKnown ? toJsonAmount(pnlUsd(sums, decimals, { quote, token, sol }), USD_DECIMALS) : null,
    }
  })
}

const plus = (a: Sums, b: Sums): Sums => ({
  boughtBase: a.boughtBase + b.boughtBase,
  soldBase: a.soldBase + b.soldBase,
  spentQuote: a.spentQuote + b.spentQuote,
  receivedQuote: a.receivedQuote + b.receivedQuote,
  feesLamports: a.feesLamports + b.feesLamports,
})

const awayIsNone = (error: unknown): null => {
  if (isFault(error, 'market_away')) return null
  throw error
}

export function createHistory({ db, clock, market, sizing }: HistoryParts) {
  /** Closes by their moment, and the price at the beginning; an open candle's close is the price now and is left out. */
  async function closes(
    mint: string,
    seconds: number,
    from: number,
    to: number,
  ): Promise<Map<number, bigint>> {
    const request = { mint, seconds, from: Math.floor(from / seconds) * seconds, to }
    // If a part is not known there are no moments, and the line goes from fill to fill.
    const candles = market.known ? (await market.known(request)).candles : await market.candles(request)
    const first = candles[0]
    return new Map([
      ...(first ? [[first.time, exact(first.open)] as const] : []),
      ...candles.flatMap(({ time, close }) =>
        time + seconds < to ? [[time + seconds, exact(close)] as const] : [],
      ),
    ])
  }

  // A market that does not answer has no price for now; the line ends at the last known one.
  const priceNow = (mint: string) => market.priceUsd(mint).catch(awayIsNone)

  return {
    /** The caller has checked the owner. At most HISTORY_STEPS and HISTORY_FILLS points and two more. */
    async of(row: StrategyRow): Promise<HistoryPoint[]> {
      const { input: quote, output: token } = await sizing.sides(row.plan, 'buy')
      const end = (isLive(row.status) ? null : row.endedAt)?.getTime() ?? clock.now()
      const began = row.run === 1 ? row.createdAt.getTime() : (row.state.startedAt ?? row.createdAt.getTime())
      const [from, to] = [began / 1000, Math.max(end, began) / 1000]
      const seconds = chooseStep(to - from)
      const buckets = await fillBuckets(db, row, Math.max(1, Math.ceil((to - from) / HISTORY_FILLS)))
      const mints = { quote: quote.mint, token: token.mint, sol: SOL_MINT }
      const sides = Object.entries(mints) as [keyof SumPrices, string][]
      const asked = new Map<string, Promise<Map<number, bigint>>>()
      for (const mint of new Set(Object.values(mints))) asked.set(mint, closes(mint, seconds, from, to))
      const closed = new Map<number, Partial<SumPrices>>()
      for (const [side, mint] of sides)
        for (const [time, price] of (await asked.get(mint)) ?? [])
          closed.set(time, { ...closed.get(time), [side]: price })
      const moments = [...closed].map(([time, prices]) => ({ ms: time * 1000, prices }))
      const before = moments.filter(({ ms }) => ms <= from * 1000).at(-1)
      const at = createPriceReaders(row, mints, priceNow)
      const first = { ms: from * 1000, prices: before?.prices ?? (await known(at)) }
      // The last point equals the profit that is shown elsewhere: it includes late landings after the end.
      const ends = Math.max(to * 1000, ...buckets.map((bucket) => bucket.at.getTime()))
      const last = { ms: ends, prices: await known(at) }
      return toPoints(buckets, [first, ...moments.filter(({ ms }) => ms > from * 1000), last], {
        quote: quote.decimals,
        token: token.decimals,
      })
    },
  }

  async function known(at: ReturnType<typeof createPriceReaders>): Promise<Partial<SumPrices>> {
    const sides = ['quote', 'token', 'sol'] as const
    const found = await Promise.all(sides.map((side) => at[side]()))
    return Object.fromEntries(sides.flatMap((side, i) => (found[i] ? [[side, found[i]]] : [])))
  }
}
