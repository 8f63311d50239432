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
import { listSkipped } from './lines.store.ts'
import { createTotals, inQuote, signed } from './totals.ts'

export type AnswersParts = {
  db: Db
  clock: Clock
  market: Market
  sizing: Sizing
  toStrategy: (row: StrategyRow) => Promise<Strategy>
}

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
export function createAnswers({ db, clock, market, sizing, toStrategy }: AnswersParts) {
  const readPrice = (mint: string) => market.priceUsd(mint).catch(() => null)

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

    totals: createTotals({ db, market, sizing }),
  }
}
