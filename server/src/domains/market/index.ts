/** Market: trades of users' wallets, as operations of the engine. */
export { createTrading, type Trade, type Trading, type TradingParts } from './market.service.ts'
export { readTradeResult, type TradeResult } from './trade.ts'
