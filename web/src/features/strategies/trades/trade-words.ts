/** A trade in one line, for the chart's tooltip and the table. */
import type { StrategyTrade } from '@purser/contract/strategies/strategies.ts'
import { amountWords } from '#ui/formats/amount-words.ts'
import { priceText } from '@purser/contract/market/price-text.ts'

export const sideNames = { buy: 'Buy', sell: 'Sell' } as const
export const statusNames = { placed: 'In flight', filled: 'Filled', failed: 'Failed' } as const

/** 'Buy 1,200.00 BONK for 0.02 SOL at $0.0₄21400; profit +0.001 SOL'. */
export function tradeWords(trade: StrategyTrade, symbol: string, quote: string): string {
  const name = sideNames[trade.side]
  if (trade.status === 'failed') return `${name} failed${trade.error === null ? '' : `: ${trade.error}`}`
  if (trade.tokens === null || trade.quote === null) return `${name} in flight`
  const price = trade.price_usd === null ? '' : ` at ${priceText(Number(trade.price_usd))}`
  const profit = trade.profit === null ? '' : `; profit ${amountWords(trade.profit, quote, true)}`
  return `${name} ${amountWords(trade.tokens, symbol)} for ${amountWords(trade.quote, quote)}${price}${profit}`
}
