/** Answers about a user's strategies: the next orders, skipped orders and why, the profit of all. */
import { formatUnits, parseUnitsDown } from '@purser/contract/money.ts'
import type { Strategy } from '@purser/contract/strategies/strategies.ts'
import type { Db } from '../../../db/client.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { Market } from '../../../ports/market.ts'
import type { Asset, Sizing } from '../sizing/sizing.ts'
import type { SkipCode } from '../engine/codes.ts'
import type { LineData, OrderRef } from '../lines/line-types.ts'
import type { StrategyRow } from '../rows.ts'
import { type Upcoming, computeUpcoming } from '../upcoming.ts'
import { findLive, findNewest } from '../strategies.store.ts'
import { isAtEnd, createPriceReaders } from './end-prices.ts'
import { pricesNow, type createFigures } from './figures.ts'
import { listSkipped } from './lines.store.ts'
import { createTotals, inQuote, signed, type Totals } from './totals.ts'
import { pageOfStrategies } from './trades.store.ts'

export type AnswersParts = {
  db: Db
  clock: Clock
  market: Market
  sizing: Sizing
} & ReturnType<typeof createFigures>

/** Live strategies that are shown; an account has more only where agents trade by the hundred. */
const LIVE_SHOWN = 100

/**
 * `gains`: profit of the present run, decimal text; unrealised is null without a price. `atEnd`: at the end prices, not
 * at current ones.
 */
export type Present = {
  strategy: Strategy
  upcoming: Upcoming
  /** Orders that failed in a row most recently. */
  failing: number
  now: number
  gains: { realised: string; unrealised: string | null; held: string; atEnd: boolean }
  token: Asset
  quote: Asset
}
export type Skipped = { at: Date; code: SkipCode; order: OrderRef; priceUsd: number | null }
export function createAnswers({ db, clock, market, sizing, toStrategy, toStrategies }: AnswersParts) {
  const readPrice = (mint: string) => market.priceUsd(mint).catch(() => null)
  const totals = createTotals({ db, market, sizing })

  return {
    /** The live strategy of an agent, or else the newest; null if it has run none. */
    async present(userId: number, agentId: number): Promise<Present | null> {
      const row = (await findLive(db, userId, agentId)) ?? (await findNewest(db, userId, agentId))
      if (!row) return null
      const { input: quote, output: token } = await sizing.sides(row.plan, 'buy')
      const { held, cost, realised } = row.state
      const at = createPriceReaders(row, { quote: quote.mint, token: token.mint }, readPrice)
      const prices = { token: await at.token(), quote: await at.quote() }
      const worth = inQuote(parseUnitsDown(held, token.decimals), { token, quote }, prices)
      const now = clock.now()
      return {
        strategy: await toStrategy(row),
        upcoming: computeUpcoming(row, now),
        failing: row.state.missed + row.state.retries,
        now,
        gains: {
          realised: formatUnits(signed(realised, quote.decimals), quote.decimals),
          unrealised:
            worth === null ? null : formatUnits(worth - signed(cost, quote.decimals), quote.decimals),
          held,
          atEnd: isAtEnd(row),
        },
        token,
        quote,
      }
    },

    /** Newest first, by the codes of their record; as long as the terminal keeps them. */
    async listSkipped(userId: number, strategyId: string, limit: number): Promise<Skipped[]> {
      const rows = await listSkipped(db, userId, strategyId, limit)
      return rows.map(({ at, data }) => {
        const { code, order, priceUsd } = data as LineData['skipped']
        return { at, code, order, priceUsd: priceUsd ?? null }
      })
    },

    totals,

    /**
     * The strategy of each agent, the live one or else the newest of the newest `limit`, and the totals of all, at the
     * same prices.
     */
    async current(
      userId: number,
      { agentIds, limit }: { agentIds: number[]; limit: number },
    ): Promise<{ strategies: Strategy[]; totals: Totals }> {
      const page = { agentIds, before: undefined }
      const [live, newest] = await Promise.all([
        pageOfStrategies(db, userId, { ...page, status: 'live', limit: LIVE_SHOWN }),
        pageOfStrategies(db, userId, { ...page, status: undefined, limit }),
      ])
      const byAgent = new Map<number, StrategyRow>()
      for (const row of [...live, ...newest]) if (!byAgent.has(row.agentId)) byAgent.set(row.agentId, row)
      const prices = pricesNow({ market })
      const [strategies, sums] = await Promise.all([
        toStrategies([...byAgent.values()], prices),
        totals(userId, agentIds, prices),
      ])
      return { strategies, totals: sums }
    },
  }
}
