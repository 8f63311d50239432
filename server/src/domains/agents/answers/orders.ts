/** Orders filled and still to come, and what is left of the plan's amount. */
import { figureWords, formatUnits, parseUnitsDown } from '@purser/contract/money.ts'
import { type Plan, type PlanAmount, typeFacts } from '@purser/contract/strategies/plan.ts'
import type { Present } from '../../strategies/index.ts'
import { countWords } from '../words.ts'
import { type Answer, type AnswerParts, type Asking, card, type Figure, figure } from './asking.ts'
import { countRemaining, NO_STRATEGY, statusWords } from './final.ts'
import { upcomingFigures } from './next-order.ts'

const DIGITS = 18

/** The amount that these remaining orders trade; null where it is no fixed amount. */
export function totalAmount(plan: Plan): PlanAmount | null {
  const { amount: readAmount, orders, repeats } = typeFacts(plan)
  const amount = readAmount(plan)
  if (amount === null || amount.unit === 'percent') return null
  if (!repeats) return amount
  const count = orders(plan)
  if (count === null) return null
  const all = parseUnitsDown(figureWords(amount.value).replaceAll(',', ''), DIGITS) * BigInt(count)
  return { ...amount, value: formatUnits(all, DIGITS) }
}

function leftFigures(left: Plan | null, { strategy, token }: Present): Figure[] {
  const amount = left && totalAmount(left)
  if (!amount) return []
  const label = strategy.plan.trade_direction === 'sell' ? 'Left to sell' : 'Left to spend'
  return [figure(label, figureWords(amount.value), amount.unit === 'token' ? token.symbol : amount.unit)]
}

export async function ordersAnswer(
  { strategies }: AnswerParts,
  { userId, agentId }: Asking,
): Promise<Answer> {
  const present = await strategies.books.answers.present(userId, agentId)
  if (!present) return NO_STRATEGY
  const { strategy, upcoming } = present
  const { plan, orders_filled: filled } = strategy
  const count = typeFacts(plan).orders(plan)
  const row = await strategies.lookups.findLive(userId, agentId)
  const isOver = 'none' in upcoming && upcoming.none === 'ended'
  const remaining = countRemaining(present)
  const next = upcomingFigures(present)
  return {
    card: card(
      plan.goal,
      [
        figure('Status', statusWords(present)),
        figure('Orders filled', count === null ? String(filled) : `${filled} of ${count}`),
        figure('Orders left', isOver ? 'none' : remaining === null ? 'open' : String(remaining)),
        ...(row ? leftFigures(strategies.starts.planLeft(row), present) : []),
        ...next.figures,
      ],
      next.notes,
    ),
    text: `${countWords(filled, 'order')} ${filled === 1 ? 'is' : 'are'} filled${remainingText(isOver, remaining)}.`,
  }
}

const remainingText = (isOver: boolean, remaining: number | null): string => {
  if (isOver) return ', and none is left as the strategy has ended'
  return remaining === null
    ? '; the number of orders is open'
    : `, ${remaining} ${remaining === 1 ? 'is' : 'are'} left`
}
