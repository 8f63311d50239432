/** The last trades of the agent's strategy. */
import { priceText } from '@purser/contract/market/price-text.ts'
import { figureWords } from '@purser/contract/money.ts'
import type { StrategyTrade } from '@purser/contract/strategies/strategies.ts'
import type { Present } from '../../strategies/index.ts'
import { countWords, timeText } from '../words.ts'
import { type Answer, type AnswerParts, type Asking, card, type Figure, figure } from './asking.ts'
import { NO_STRATEGY } from './final.ts'
import { upcomingText } from './next-order.ts'

const LISTED = 5
const STATES = { placed: 'in flight', filled: '', failed: 'failed' } as const

function tradeFigure(trade: StrategyTrade, { token, quote }: Present): Figure {
  const { side, status, time, tokens, quote: paid, price_usd: price } = trade
  const label = `${side === 'buy' ? 'Buy' : 'Sell'} · ${timeText(Date.parse(time))}`
  if (status !== 'filled' || tokens === null || paid === null)
    return figure(label, status === 'filled' ? 'amount unknown' : STATES[status])
  const at = price === null ? '' : ` at ${priceText(Number(price))}`
  return figure(label, `${figureWords(tokens)} ${token.symbol} for ${figureWords(paid)} ${quote.symbol}${at}`)
}

const tradeText = ({ side, status, tokens }: StrategyTrade, { token }: Present): string => {
  if (status !== 'filled')
    return `The last order to ${side} ${status === 'failed' ? 'failed' : 'is in flight'}.`
  const amount = tokens === null ? token.symbol : `${figureWords(tokens)} ${token.symbol}`
  return `The last trade ${side === 'buy' ? 'bought' : 'sold'} ${amount}.`
}

export async function tradesAnswer(
  { strategies }: AnswerParts,
  { userId, agentId }: Asking,
): Promise<Answer> {
  const present = await strategies.books.answers.present(userId, agentId)
  if (!present) return NO_STRATEGY
  const { strategy } = present
  const row = await strategies.lookups.find(userId, strategy.id)
  const trades = row ? (await strategies.books.trades(row, undefined, LISTED)).trades : []
  const [last] = trades
  if (!last) return { text: `This strategy has not traded yet. ${upcomingText(present)}` }
  return {
    card: card(
      `Last ${countWords(trades.length, 'trade')}`,
      trades.map((trade) => tradeFigure(trade, present)),
      [strategy.plan.goal],
    ),
    text: tradeText(last, present),
  }
}
