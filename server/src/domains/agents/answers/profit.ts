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
        ? 'It only sells what you had before, and what that had cost is not known here: so it has no profit of its own.'
        : 'It has bought nothing yet, so there is no profit or loss.',
    ]
  const open =
    gains.held === '0'
      ? 'Not realised: nothing, as nothing that it bought is held.'
      : gains.unrealised === null
        ? `Not realised: not known, as the market has no price for ${figureWords(gains.held)} ${token.symbol} that it holds.`
        : `Not realised: ${figureWords(gains.unrealised)} ${quote.symbol}, on ${figureWords(gains.held)} ${token.symbol} that it holds, at the market's price ${gains.atEnd ? 'when it ended' : 'now'}.`
  return [
    `Realised: ${figureWords(gains.realised)} ${quote.symbol}, from what it bought and sold again.`,
    open,
    ...(pnl === null
      ? []
      : [
          `Together, with all fees: ${usdText(pnl)}${percent === null ? '' : `, ${percent >= 0 ? '+' : ''}${percent} % of what the plan puts in`}.`,
        ]),
  ]
}

/** `since`: what was bought before a new beginning is not in it. */
function totalLines({ strategies, more, quotes, usd }: Totals, since: string): string[] {
  if (strategies === 0) return [`In total: no strategy of yours has bought anything ${since}.`]
  const newest = more
    ? `the newest ${countWords(strategies, 'strategy')} of yours`
    : `${countWords(strategies, 'strategy')} of yours`
  return [
    `In total, over ${newest} that bought something (each since it was last begun):`,
    ...quotes.map(
      ({ symbol, realised, unrealised }) =>
        `- in ${symbol}: realised ${figureWords(realised)} ${symbol}, not realised ${unrealised === null ? 'not known, as a price is missing' : `${figureWords(unrealised)} ${symbol}`}`,
    ),
    usd === null
      ? 'Together in USD: not known, as the market has no price for some of it.'
      : `Together, with all fees: ${signedUsd(usd)}.`,
  ]
}

/** What was sold has brought something, and is no profit: what it had cost is not known. */
const nothingMade = (present: Present | null): string =>
  present?.strategy.plan.trade_direction === 'sell'
    ? 'this agent only sells what you had before'
    : 'this agent has made nothing yet'

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
    [...own, ...totalLines(totals, present ? 'since it was last begun' : 'yet')],
    [
      pnl === null ? nothingMade(present) : `this agent stands at ${usdText(pnl)}`,
      totals.usd === null ? 'the total is not known.' : `all of yours together at ${signedUsd(totals.usd)}.`,
    ].join(', '),
  )
}
