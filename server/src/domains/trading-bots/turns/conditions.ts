/**
 * Whether a bot may trade at the moment: the network answers and is a test network, the market gives quotes, the price
 * is in range.
 */
import type { BotNotice } from '@purser/contract/trading-bots/trading-bot-texts.ts'
import { isFault } from '../../../kernel/fault.ts'
import type { Market, PriceUsd } from '../../../ports/market.ts'
import type { TestNetwork } from '../network.ts'
import { isInRange } from '../parameters.ts'
import type { BotRow } from '../rows.ts'

export const WAITING_NOTICES = [
  'network',
  'live_prices',
  'market',
  'price_range',
] as const satisfies BotNotice[]

/** Whether it takes no turns: those that fall due meanwhile are drawn anew when it goes on. */
export const isWaiting = (notice: BotNotice | null): boolean =>
  WAITING_NOTICES.some((waiting) => waiting === notice)

type Parts = { market: Pick<Market, 'priceUsd'>; network: TestNetwork }

/** The notice for an unavailable part; undefined: the error is no outage. */
export function toNotice(error: unknown): BotNotice | undefined {
  if (!isFault(error)) return undefined
  if (error.code === 'market_away' || error.code === 'no_liquidity') return 'market'
  return error.status >= 500 ? 'network' : undefined
}

/** For all bots of one check: each mint is requested once. */
export function createConditions({ market, network }: Parts) {
  const prices = new Map<string, Promise<PriceUsd | null>>()
  const readPrice = (mint: string) => {
    const price = prices.get(mint) ?? market.priceUsd(mint)
    prices.set(mint, price)
    return price
  }
  /** null: it may trade. */
  return async ({ parameters }: BotRow): Promise<BotNotice | null> => {
    try {
      const notice = await network.notice()
      if (notice !== null) return notice
      const price = await readPrice(parameters.mint_address)
      if (price === null) return 'market'
      return isInRange(parameters, price) ? null : 'price_range'
    } catch (error) {
      const notice = toNotice(error)
      if (notice === undefined) throw error
      return notice
    }
  }
}
