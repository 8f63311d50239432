/** The costs paid: by the strategy of the agent, and by those of all agents. */
import { formatUnits, figureWords, parseUnitsDown } from '@purser/contract/money.ts'
import type { CurrencyAmount, TradingCosts } from '@purser/contract/strategies/costs.ts'
import { listAgentIds } from '../agents.store.ts'
import { costWords, countWords, currencyAmountWords } from '../words.ts'
import { type Answer, type AnswerParts, type Asking, card, type Figure, figure } from './asking.ts'
import { NO_STRATEGY } from './final.ts'

/** Only the newest strategies are summed, so that the answer takes as long after years as on the first day. */
const SUMMED = 100
const DIGITS = 18

const units = (value: string | number): bigint => {
  const text = figureWords(value).replaceAll(',', '')
  return text.startsWith('-') ? -parseUnitsDown(text.slice(1), DIGITS) : parseUnitsDown(text, DIGITS)
}

/** The sum in each currency, exact. */
export function addAmounts(amounts: readonly CurrencyAmount[]): CurrencyAmount[] {
  const sums = new Map<string, bigint>()
  for (const { value, unit } of amounts) sums.set(unit, (sums.get(unit) ?? 0n) + units(value))
  return [...sums].map(([unit, sum]) => ({ value: formatUnits(sum, DIGITS), unit }))
}

const partFigures = ({ network, market, rent }: TradingCosts): Figure[] => [
  figure('Network fees', figureWords(network), 'SOL'),
  market === null
    ? figure('Market fee and price impact', 'unknown')
    : figure('Market fee and price impact', figureWords(market.value), market.unit),
  figure('Rent of token accounts', figureWords(rent), 'SOL'),
]

export async function feesAnswer(
  { db, strategies }: AnswerParts,
  { userId, agentId }: Asking,
): Promise<Answer> {
  const present = await strategies.books.answers.present(userId, agentId)
  const { strategies: newest, next } = await strategies.books.listPage(userId, {
    agentIds: await listAgentIds(db, userId),
    status: undefined,
    before: undefined,
    limit: SUMMED,
  })
  if (newest.length === 0) return NO_STRATEGY
  const total = addAmounts(newest.flatMap(({ costs }) => costs.total))
    .map(currencyAmountWords)
    .join(' and ')
  const own = present ? costWords(present.strategy.costs) : null
  return {
    card: card(
      'Fees paid',
      [
        ...(present ? [figure('This agent', own ?? ''), ...partFigures(present.strategy.costs)] : []),
        figure('All agents', total),
      ],
      [
        'Closing a token account returns its rent.',
        `All agents: ${next === undefined ? '' : 'the newest '}${countWords(newest.length, 'strategy')}, each since its last start.`,
      ],
    ),
    text:
      own === null
        ? `This agent has paid nothing; all agents have paid ${total}.`
        : `This agent's strategy has cost ${own} so far, all agents ${total}.`,
  }
}
