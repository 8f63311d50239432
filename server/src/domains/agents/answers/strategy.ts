/** How the strategy of an agent does: its state, its position, its profit, what comes next. */
import { costWords, countWords } from '../words.ts'
import { type Answer, type AnswerParts, type Asking, card, figure } from './asking.ts'
import { NO_STRATEGY, statusWords } from './final.ts'
import { upcomingFigures } from './next-order.ts'
import { gainFigures, usdText } from './profit.ts'

export async function strategyAnswer(
  { strategies }: AnswerParts,
  { userId, agentId }: Asking,
): Promise<Answer> {
  const present = await strategies.books.answers.present(userId, agentId)
  if (!present) return NO_STRATEGY
  const { strategy } = present
  const filled = `${countWords(strategy.orders_filled, 'order')} ${strategy.orders_filled === 1 ? 'is' : 'are'} filled`
  const last = (await strategies.lines.logs(userId, strategy.id, 1)).at(-1)
  const gains = gainFigures(present)
  const upcoming = upcomingFigures(present)
  return {
    card: card(
      strategy.plan.goal,
      [
        figure('Status', statusWords(present)),
        figure('Orders filled', String(strategy.orders_filled)),
        figure('Costs so far', costWords(strategy.costs)),
        ...gains.figures,
        ...upcoming.figures,
      ],
      [...gains.notes, ...upcoming.notes, ...(last ? [`Latest: ${last.message}`] : [])],
    ),
    text: `The strategy is ${statusWords(present)}, ${filled}${strategy.pnl === null ? '' : `, with a P&L of ${usdText(strategy.pnl)} after fees`}.`,
  }
}
