/** Rows of this domain, as its verbs see them. */
import type { tradingBots, tradingBotTrades, tradingBotWallets } from './trading-bots.tables.ts'

export type { Parameters } from './trading-bots.tables.ts'
export type BotRow = typeof tradingBots.$inferSelect
export type BotWalletRow = typeof tradingBotWallets.$inferSelect
export type TradeRow = typeof tradingBotTrades.$inferSelect
export type Currency = TradeRow['currency']

/** The origin key under which the trade is submitted: however often that happens, it is one operation. */
export const toOrigin = ({ id }: Pick<TradeRow, 'id'>): string => `bot:${id}`
