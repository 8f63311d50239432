/** The next order of an agent: when, how much and on which condition, or why nothing is due. */
import { priceText } from '@purser/contract/market/price-text.ts'
import { typeWords } from '@purser/contract/strategies/types/words.ts'
import { figureWords } from '@purser/contract/money.ts'
import { type PlanAmount, typeFacts } from '@purser/contract/strategies/plan.ts'
import type { Present, Upcoming } from '../../strategies/index.ts'
import { durationWords, timeText } from '../words.ts'
import { type Answer, type AnswerParts, type Asking, card, type Figure, figure } from './asking.ts'
import { countRemaining, NO_STRATEGY, statusWords } from './final.ts'

type Due = Extract<Upcoming, { due: unknown }>
type DueOrder = Due['due'][number]
type None = Extract<Upcoming, { none: unknown }>['none']

const NOTHING: Record<None, (present: Present) => string> = {
  ended: (present) => `the strategy has ended (${statusWords(present)}).`,
  starting: () => 'the strategy is just starting; its first decision follows within seconds.',
  stopping: () => 'the strategy is stopping and places no new orders.',
  paused: () => 'the strategy is paused. Resume it to continue.',
  guarding: () =>
    'all its orders are done. It only guards what it bought and sells when one of its limits is reached.',
  'all-placed': () => 'all its orders are placed, and the outcome of one of them is not certain yet.',
  budget: () => 'it has spent its whole budget.',
  over: () => 'its duration ends before another order is due.',
}

type OrderRef = DueOrder['order']
const orderText = (order: OrderRef): string =>
  order === null || 'doubt' in order
    ? 'the next order'
    : 'exit' in order
      ? `the sale of everything${order.exit === null ? '' : ` (${order.exit})`}`
      : `order ${order.number}${order.count === null ? '' : ` of ${order.count}`}`

function amountText({ side, amount, atMost }: DueOrder, { token, quote }: Present): string {
  if (amount === null) return side === 'buy' ? `buys ${token.symbol}` : `sells ${token.symbol}`
  const most =
    atMost === null
      ? ''
      : `, at most the ${figureWords(atMost)} ${side === 'buy' ? quote.symbol : token.symbol} left to spend`
  return `${sideText(side, amount, token.symbol)}${most}`
}
function sideText(side: 'buy' | 'sell', { value: said, unit }: PlanAmount, symbol: string): string {
  const value = figureWords(said)
  if (side === 'buy')
    return unit === 'token'
      ? `buys ${value} ${symbol}`
      : `spends ${value}${unit === 'percent' ? '% of what the wallets held at the start' : ` ${unit}`} on ${symbol}`
  if (unit === 'token') return `sells ${value} ${symbol}`
  return unit === 'percent'
    ? `sells ${value}% of the ${symbol} held`
    : `sells ${symbol} worth ${value} ${unit}`
}

const inWords = (ms: number, now: number) =>
  ms <= now ? 'now' : `in ${durationWords((ms - now) / 1000) || 'a moment'} (${timeText(ms)})`

function whenText(due: DueOrder, present: Present): string {
  const { when } = due
  const condition = conditionText(due, present)
  if (!('at' in when)) return condition ?? ''
  const at = inWords(when.at, present.now)
  if (condition === null) return at
  if (when.is === 'time-within') return `${at}, ${condition} at that time; otherwise that order is skipped`
  return `${condition}${when.is === 'cross' ? '' : ' then'}; next check ${at}`
}

/** The condition that the order waits for besides its time; null: none. */
function conditionText({ when, side }: DueOrder, { strategy: { plan }, token }: Present): string | null {
  switch (when.is) {
    case 'time':
      return null
    case 'time-within': {
      const bounds = [
        ...(when.lowest === null ? [] : [`not below ${priceText(when.lowest)}`]),
        ...(when.highest === null ? [] : [`not above ${priceText(when.highest)}`]),
      ].join(' and ')
      return `if the price is ${bounds}`
    }
    case 'below':
    case 'above': {
      const exit = when.exit === null ? '' : ` (${when.exit})`
      return `when the price of ${token.symbol} is at or ${when.is} ${priceText(when.usd)}${exit}`
    }
    case 'cross':
    case 'off-target':
      return typeWords(plan).condition?.(plan, side, token.symbol) ?? null
  }
}

/** The same for a table. */
export function upcomingOrders(present: Present) {
  const { upcoming, now } = present
  if ('none' in upcoming)
    return { due: [], in_flight: null, notes: [`Nothing is due, because ${NOTHING[upcoming.none](present)}`] }
  if ('inFlight' in upcoming) return { due: [], in_flight: orderText(upcoming.inFlight), notes: [] }
  return {
    due: upcoming.due.map((one) => ({
      order: orderText(one.order),
      side: one.side,
      action: amountText(one, present),
      at: 'at' in one.when ? new Date(Math.max(now, one.when.at)).toISOString() : null,
      condition: conditionText(one, present),
    })),
    in_flight: null,
    notes: noteWords(present, upcoming),
  }
}

function noteWords({ now, failing }: Present, { due, notBefore, until, guarded }: Due): string[] {
  const timed = due.every(({ when }) => 'at' in when)
  return [
    ...(due.length > 1 ? ['Whichever comes first.'] : []),
    ...(notBefore !== null && !timed && notBefore > now ? [`Not before ${timeText(notBefore)}.`] : []),
    ...(failing > 0
      ? [`The last ${failing === 1 ? 'attempt' : `${failing} attempts`} failed; it will be retried.`]
      : []),
    ...(until === null ? [] : [`The strategy ends at ${timeText(until)}, whether or not that has happened.`]),
    ...(guarded ? ['If one of its limits is reached before that, it sells what it bought.'] : []),
  ]
}

const nothingDue = (present: Present, none: None): string =>
  `Nothing is due, because ${NOTHING[none](present)}`
const inFlight = (order: OrderRef): string =>
  `${orderText(order)} is in flight; the next step is decided once it is booked.`

/** The next orders, at most three figures each. */
export function upcomingFigures(present: Present): { figures: Figure[]; notes: string[] } {
  const { upcoming } = present
  if ('none' in upcoming) return { figures: [], notes: [nothingDue(present, upcoming.none)] }
  if ('inFlight' in upcoming)
    return { figures: [figure('In flight', orderText(upcoming.inFlight))], notes: [] }
  return {
    figures: upcoming.due.flatMap((one, i) => [
      figure(i === 0 ? 'Next' : 'Or', orderText(one.order)),
      figure('Action', amountText(one, present)),
      figure('When', whenText(one, present)),
    ]),
    notes: noteWords(present, upcoming),
  }
}

/** One sentence. */
export function upcomingText(present: Present): string {
  const { upcoming, now } = present
  if ('none' in upcoming) return nothingDue(present, upcoming.none)
  if ('inFlight' in upcoming) return `The next order is not due yet: ${inFlight(upcoming.inFlight)}`
  const [first] = upcoming.due
  if (!first) return 'No order is due.'
  return 'at' in first.when && first.when.is === 'time'
    ? `The next order is due ${first.when.at <= now ? 'now' : `in ${durationWords((first.when.at - now) / 1000) || 'a moment'}`}.`
    : `The next order waits: ${whenText(first, present)}.`
}

/** The number of orders to come, and about when the last of them is due. */
function remainingFigures(present: Present): Figure[] {
  const { upcoming, now, strategy } = present
  const remaining = countRemaining(present)
  if (remaining === null || remaining === 0) return []
  const figures = [figure('Orders left', String(remaining))]
  const [first] = 'due' in upcoming ? upcoming.due : []
  const seconds = typeFacts(strategy.plan).intervalSeconds?.(strategy.plan)
  if (remaining === 1 || !first || first.when.is !== 'time' || seconds === undefined) return figures
  const last = Math.max(first.when.at, now) + (remaining - 1) * seconds * 1000
  return [...figures, figure('Last order', inWords(last, now).replace(/^in /, 'in about '))]
}

export async function nextOrderAnswer(
  { strategies }: AnswerParts,
  { userId, agentId }: Asking,
): Promise<Answer> {
  const present = await strategies.books.answers.present(userId, agentId)
  if (!present) return NO_STRATEGY
  const { plan, orders_filled: filled } = present.strategy
  const { figures, notes } = upcomingFigures(present)
  const isDue = !('none' in present.upcoming)
  return {
    card: card(
      plan.goal,
      [
        figure('Status', statusWords(present)),
        figure('Orders filled', String(filled)),
        ...figures,
        ...remainingFigures(present),
      ],
      isDue ? notes : [],
    ),
    text: upcomingText(present),
  }
}
