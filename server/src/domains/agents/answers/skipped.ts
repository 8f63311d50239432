/** Why orders were skipped, by the codes on record. The text of a line is never read. */
import { priceText } from '@purser/contract/market/price-text.ts'
import type { LimitSkipCode } from '@purser/contract/strategies/limits/index.ts'
import { skipWords } from '@purser/contract/strategies/limits/words.ts'
import type { Present, Strategies } from '../../strategies/index.ts'
import { bpsWords, countWords, durationWords, timeText } from '../words.ts'
import { type Answer, type AnswerParts, type Asking, card, figure } from './asking.ts'
import { NO_STRATEGY } from './final.ts'

export type Skipped = Awaited<ReturnType<Strategies['books']['answers']['listSkipped']>>[number]

/** The most that are counted, newest first, and how many of them are listed one by one. */
const COUNTED = 50
const TOLD = 5

function boundsText({ plan }: Present['strategy'], priceUsd: number | null): string {
  const was = priceUsd === null ? 'the price was' : `the price was ${priceText(priceUsd)},`
  if (plan.strategy_type !== 'dca') return `${was} outside the bounds of the plan`
  const { min_price_usd: min, max_price_usd: max } = plan
  const low = min === undefined ? null : `below your lowest price of ${priceText(Number(min))}`
  const high = max === undefined ? null : `above your highest price of ${priceText(Number(max))}`
  if (priceUsd !== null && low !== null && high !== null)
    return `${was} ${priceUsd < Number(min) ? low : high}`
  return `${was} ${[low, high].filter((one) => one !== null).join(' or ')}`
}

export function skipReason({ code, priceUsd }: Skipped, { strategy, token }: Present): string {
  const { plan } = strategy
  switch (code) {
    case 'bounds':
      return boundsText(strategy, priceUsd)
    case 'price':
      return `the quote had worsened by more than ${bpsWords(plan.slippage_bps)} since the decision, which your plan forbids`
    case 'late':
      return 'it could not be sent in time, and a late order is never executed at another price'
    case 'funds':
      return 'no wallet could pay for it'
    case 'market':
      return 'the market gave no quote'
    case 'limit':
      return 'your limits of real money, which you find in your profile, left too little for it'
    case 'worth':
      return 'its quote would have returned too little, or no two prices agreed on its value'
    case 'size':
      return 'an order of that size could not be placed'
    case 'lost':
      return 'its details were lost, so nothing was sent'
    case 'chain':
      return 'the chain refused it'
    case 'held':
      return `${token.symbol} was already held, and it holds one position at a time`
    case 'nothing-held':
      return 'there was nothing to sell'
    default:
      return skipWords[code].skipped(plan.risk?.[skipWords[code].field], { time: durationWords })
  }
}

const orderText = ({ order }: Skipped): string =>
  'number' in order
    ? `order ${order.number}${order.count === null ? '' : ` of ${order.count}`}`
    : 'exit' in order
      ? 'the sale of everything'
      : 'an order'

const failedText = (failing: number): string[] =>
  failing > 0
    ? [
        `Its last ${countWords(failing, 'attempt')} failed and ${failing === 1 ? 'is' : 'are'} being retried; the terminal says why.`,
      ]
    : []

export async function skippedAnswer(
  { strategies }: AnswerParts,
  { userId, agentId }: Asking,
): Promise<Answer> {
  const present = await strategies.books.answers.present(userId, agentId)
  if (!present) return NO_STRATEGY
  const { strategy, failing } = present
  const all = await strategies.books.answers.listSkipped(userId, strategy.id, COUNTED + 1)
  const counted = all.slice(0, COUNTED)
  const [newest] = counted
  const isMore = all.length > COUNTED
  const count = isMore ? `more than ${COUNTED}` : String(counted.length)
  if (!newest)
    return {
      card: card(strategy.plan.goal, [figure('Skipped orders', 'none')], failedText(failing)),
      text: 'This strategy has no skipped orders on record.',
    }
  return {
    card: card(
      strategy.plan.goal,
      [
        figure('Skipped orders', count),
        ...counted
          .slice(0, TOLD)
          .map((one) => figure(timeText(one.at.getTime()), `${orderText(one)}: ${skipReason(one, present)}`)),
      ],
      [...tallyText(counted), ...failedText(failing)],
    ),
    text: `The last one was skipped because ${skipReason(newest, present)}.`,
  }
}

function tallyText(counted: Skipped[]): string[] {
  if (counted.length <= TOLD) return []
  const reasons = new Map<Skipped['code'], number>()
  for (const { code } of counted) reasons.set(code, (reasons.get(code) ?? 0) + 1)
  if (reasons.size < 2) return []
  return [
    `Of the newest ${counted.length}: ${[...reasons].map(([code, n]) => `${n} for ${CODES[code]}`).join(', ')}.`,
  ]
}

const CODES: Record<Skipped['code'], string> = {
  bounds: 'its price bounds',
  price: 'the price when sending',
  late: 'late sending',
  funds: 'a lack of funds',
  market: 'no market quote',
  limit: 'the limits of real money',
  worth: 'its value',
  size: 'its size',
  lost: 'missing details',
  chain: 'a refusal by the chain',
  held: 'tokens held already',
  'nothing-held': 'nothing to sell',
  ...(Object.fromEntries(
    Object.entries(skipWords).map(([code, { skippedFor }]) => [code, skippedFor]),
  ) as Record<LimitSkipCode, string>),
}
