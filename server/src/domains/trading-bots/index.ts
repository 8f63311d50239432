/** Trading bots: simulated whale and retail trades between a group's wallets and the market, on test networks only. */
export { publishTradingBots } from './trading-bots.channel.ts'
export { tradingBotRoutes } from './trading-bots.routes.ts'
export { createTradingBots, type TradingBotsParts } from './trading-bots.service.ts'
export type { TradingBots } from './trading-bots.ts'
