/** The trading bot of a wallet group. */
export { TradingBotPanel } from './trading-bot-panel.tsx'
