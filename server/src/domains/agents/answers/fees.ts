/** The estimated costs of the plan on screen, and the costs paid by the agent's strategy and by those of all agents. */
import { formatUnits, figureWords, parseUnitsDown } from '@purser/contract/money.ts'
import type { CurrencyAmount, TradingCosts } from '@purser/contract/strategies/costs.ts'
import type { Db } from '../../../db/client.ts'
import { listAgentIds } from '../agents.store.ts'
import { costWords, countWords, currencyAmountWords } from '../words.ts'
import { type Answer, type AnswerParts, type Asking, card, type Figure, figure } from './asking.ts'
import { NO_STRATEGY } from './final.ts'
import { findFigures } from './last-plan.store.ts'

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

type Costs = { figures: Figure[]; notes: string[]; text: string }

const COVER = {
  all: 'this plan',
  order: 'each order of this plan',
  round_trip: 'a purchase with its sale',
} as const
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** The estimate with which the plan was shown. */
async function planCosts(db: Db, { agentId }: Asking): Promise<Costs | null> {
  const found = await findFigures(db, agentId, null)
  if (!found) return null
  const { costs, fees, orders } = found
  const cover = COVER[found.costs_cover ?? (orders === null ? 'order' : 'all')]
  if (!costs) {
    const words = currencyAmountWords(fees)
    return {
      figures: [figure('Network fees', words)],
      notes: ['The market fee is not known in advance.'],
      text: `The network fees of ${cover} are about ${words}.`,
    }
  }
  const words = costWords(costs)
  return {
    figures: [figure(capital(cover), words), ...partFigures(costs)],
    notes: ['An estimate at the present price.'],
    text: `The costs of ${cover} are about ${words}.`,
  }
}

async function paidCosts(
  { db, strategies }: AnswerParts,
  { userId, agentId }: Asking,
): Promise<Costs | null> {
  const present = await strategies.books.answers.present(userId, agentId)
  const { strategies: newest, next } = await strategies.books.listPage(userId, {
    agentIds: await listAgentIds(db, userId),
    status: undefined,
    before: undefined,
    limit: SUMMED,
  })
  if (newest.length === 0) return null
  const total = addAmounts(newest.flatMap(({ costs }) => costs.total))
    .map(currencyAmountWords)
    .join(' and ')
  const own = present ? costWords(present.strategy.costs) : null
  return {
    figures: [
      ...(present ? [figure('This agent', own ?? ''), ...partFigures(present.strategy.costs)] : []),
      figure('All agents', total),
    ],
    notes: [
      'Closing a token account returns its rent.',
      `All agents: ${next === undefined ? '' : 'the newest '}${countWords(newest.length, 'strategy')}, each since its last start.`,
    ],
    text:
      own === null
        ? `This agent has paid nothing; all agents have paid ${total}.`
        : `This agent's strategy has cost ${own} so far, all agents ${total}.`,
  }
}

export async function feesAnswer(
  parts: AnswerParts,
  topic: { paid?: true },
  asking: Asking,
): Promise<Answer> {
  const paid = await paidCosts(parts, asking)
  const isShown = asking.isOffered || (asking.plan !== null && paid === null)
  const plan = isShown && !topic.paid ? await planCosts(parts.db, asking) : null
  if (!plan)
    return paid ? { card: card('Fees paid', paid.figures, paid.notes), text: paid.text } : NO_STRATEGY
  const paidFigures = (paid?.figures ?? []).flatMap(({ label, ...value }) =>
    label === 'This agent' || label === 'All agents'
      ? [{ ...value, label: `Paid by ${label.toLowerCase()}` }]
      : [],
  )
  return { card: card('Costs', [...plan.figures, ...paidFigures], plan.notes), text: plan.text }
}
