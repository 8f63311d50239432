/** How the strategy of an agent does: its state, its position, its profit, what comes next. */
import { costWords, countWords } from '../words.ts'
import type { AnswerParts, Asking } from './asking.ts'
import { NO_STRATEGY, statusWords, withSummary } from './final.ts'
import { upcomingWords } from './next-order.ts'
import { gainLines, usdText } from './profit.ts'

export async function strategyAnswer(
  { strategies }: AnswerParts,
  { userId, agentId }: Asking,
): Promise<string> {
  const present = await strategies.books.answers.present(userId, agentId)
  if (!present) return NO_STRATEGY
  const { strategy } = present
  const filled = `${countWords(strategy.orders_filled, 'order')} ${strategy.orders_filled === 1 ? 'is' : 'are'} filled`
  const last = (await strategies.lines.logs(userId, strategy.id, 1)).at(-1)
  return withSummary(
    [
      strategy.plan.goal,
      `Status: ${statusWords(present)}. ${filled}. Costs so far: ${costWords(strategy.costs)}.`,
      ...gainLines(present),
      ...upcomingWords(present),
      ...(last ? [`Latest: ${last.message}`] : []),
    ],
    `the strategy is ${statusWords(present)}, ${filled}${strategy.pnl === null ? '' : `, with a P&L of ${usdText(strategy.pnl)} after fees`}.`,
  )
}
