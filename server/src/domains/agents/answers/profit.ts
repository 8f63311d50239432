/** How much was made: by the agent's strategy, and by all of the user's. */
import { figureWords, parseUnitsDown, USD_DECIMALS } from '@purser/contract/money.ts'
import type { Present, Strategies } from '../../strategies/index.ts'
import { listAgentIds } from '../agents.store.ts'
import { countWords, signedUsd } from '../words.ts'
import type { AnswerParts, Asking } from './asking.ts'
import { NO_STRATEGY, withSummary } from './final.ts'

type Totals = Awaited<ReturnType<Strategies['books']['answers']['totals']>>

export const usdText = (pnl: string | number): string => {
  const text = String(pnl)
  const units = parseUnitsDown(text.replace('-', ''), USD_DECIMALS)
  return signedUsd(text.startsWith('-') ? -units : units)
}

type Gains = Pick<Present, 'gains'> & {
  strategy: Pick<Present['strategy'], 'pnl' | 'return_percent' | 'realised'> & {
    plan: Pick<Present['strategy']['plan'], 'trade_direction'>
  }
  token: Pick<Present['token'], 'symbol'>
  quote: Pick<Present['quote'], 'symbol'>
}

/** Realised, not realised and both, of the present run. */
export function gainLines({ strategy, gains, token, quote }: Gains): string[] {
  const { pnl, return_percent: percent, realised } = strategy
  if (realised === null)
    return [
      strategy.plan.trade_direction === 'sell'
        ? 'It only sells what you already held, and the cost of that is unknown, so it has no P&L of its own.'
        : 'It has not bought anything yet, so there is no P&L.',
    ]
  const open =
    gains.held === '0'
      ? 'Unrealized P&L: none, as it holds nothing it bought.'
      : gains.unrealised === null
        ? `Unrealized P&L: unknown, as the market has no price for the ${figureWords(gains.held)} ${token.symbol} it holds.`
        : `Unrealized P&L: ${figureWords(gains.unrealised)} ${quote.symbol} on the ${figureWords(gains.held)} ${token.symbol} it holds, at the market price ${gains.atEnd ? 'when it ended' : 'now'}.`
  return [
    `Realized P&L: ${figureWords(gains.realised)} ${quote.symbol}, on what it bought and sold.`,
    open,
    ...(pnl === null
      ? []
      : [
          `Total P&L after fees: ${usdText(pnl)}${percent === null ? '' : ` (${percent >= 0 ? '+' : ''}${percent}%)`}.`,
        ]),
  ]
}

/** `since`: what was bought before a new beginning is not in it. */
function totalLines({ strategies, more, quotes, usd }: Totals, since: string): string[] {
  if (strategies === 0) return [`All strategies: none has bought anything ${since}.`]
  const newest = more
    ? `your newest ${countWords(strategies, 'strategy')}`
    : `your ${countWords(strategies, 'strategy')}`
  return [
    `All strategies (${newest} that bought something, each since its last start):`,
    ...quotes.map(
      ({ symbol, realised, unrealised }) =>
        `- In ${symbol}: realized ${figureWords(realised)} ${symbol}, unrealized ${unrealised === null ? 'unknown, as a price is missing' : `${figureWords(unrealised)} ${symbol}`}`,
    ),
    usd === null
      ? 'Total in USD: unknown, as the market has no price for some of it.'
      : `Total P&L after fees: ${signedUsd(usd)}.`,
  ]
}

/** Sales brought something, but that is no profit: the cost of what was sold is not known. */
const nothingMade = (present: Present | null): string =>
  present?.strategy.plan.trade_direction === 'sell'
    ? 'this agent only sells what you already held'
    : 'this agent has no P&L yet'

export async function profitAnswer(
  { db, strategies }: AnswerParts,
  { userId, agentId }: Asking,
): Promise<string> {
  const present = await strategies.books.answers.present(userId, agentId)
  const totals = await strategies.books.answers.totals(userId, await listAgentIds(db, userId))
  const own = present
    ? [`This agent's strategy: ${present.strategy.plan.goal}`, ...gainLines(present)]
    : [NO_STRATEGY]
  const pnl = present?.strategy.pnl ?? null
  return withSummary(
    [...own, ...totalLines(totals, present ? 'since its last start' : 'yet')],
    [
      pnl === null ? nothingMade(present) : `this agent's P&L is ${usdText(pnl)}`,
      totals.usd === null ? 'the total is unknown.' : `the total of all agents is ${signedUsd(totals.usd)}.`,
    ].join(', '),
  )
}
