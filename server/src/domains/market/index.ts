/** Market: trades of users' wallets, as operations of the engine; price history for charts. */
export { createCandles } from './candles.ts'
export { swapCosts } from './costs.ts'
export { createMarketClock, type FollowedClock } from './market-clock.service.ts'
export { marketRoutes } from './market.routes.ts'
export { createTrading, type Trade, type Trading, type TradingParts } from './market.service.ts'
export type { RefusalCode } from './refusals.store.ts'
export { readTradeResult, type TradeResult } from './settle-trade.ts'
