/** What an agent trades next: when, how much and at which condition, or why nothing is due. */
import type { PlanAmount } from '@purser/contract/plan.ts'
import type { Present, Upcoming } from '../../strategies/index.ts'
import { durationWords, numberUsd, timeText } from '../words.ts'
import type { AnswerParts, Asking } from './asking.ts'
import { NO_STRATEGY, statusWords, withSummary } from './final.ts'

type Due = Extract<Upcoming, { due: unknown }>
type DueOrder = Due['due'][number]
type None = Extract<Upcoming, { none: unknown }>['none']

const NOTHING: Record<None, (present: Present) => string> = {
  ended: (present) => `the strategy has ended (${statusWords(present)}).`,
  starting: () => 'the strategy is just starting; its first decision follows within seconds.',
  stopping: () => 'the strategy is stopping and begins nothing new.',
  paused: () => 'the strategy is paused. Resume it, and it goes on.',
  guarding: () =>
    'all its orders are done. It only watches what it bought, and sells it when one of its limits is met.',
  'all-placed': () => 'all its orders are placed, and what came of one of them is not certain yet.',
  budget: () => 'all that it may spend is spent.',
  over: () => 'its time is over before another order would follow.',
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
      : `, at most the ${atMost} ${side === 'buy' ? quote.symbol : token.symbol} left to spend`
  return `${sideText(side, amount, token.symbol)}${most}`
}
function sideText(side: 'buy' | 'sell', { value, unit }: PlanAmount, symbol: string): string {
  if (side === 'buy')
    return unit === 'token'
      ? `buys ${value} ${symbol}`
      : `spends ${value} ${unit === 'percent' ? '% of what the wallets held at the start' : unit} on ${symbol}`
  if (unit === 'token') return `sells ${value} ${symbol}`
  return unit === 'percent'
    ? `sells ${value} % of the ${symbol} held`
    : `sells ${symbol} worth ${value} ${unit}`
}

function whenText({ when, side }: DueOrder, present: Present): string {
  const { now, strategy, token } = present
  const { plan } = strategy
  const at = (ms: number) =>
    ms <= now
      ? 'now, with the next look at the market'
      : `at ${timeText(ms)}, in ${durationWords((ms - now) / 1000) || 'a moment'}`
  switch (when.is) {
    case 'time':
      return at(when.at)
    case 'time-within': {
      const bounds = [
        ...(when.lowest === null ? [] : [`not below ${numberUsd(when.lowest)}`]),
        ...(when.highest === null ? [] : [`not above ${numberUsd(when.highest)}`]),
      ].join(' and ')
      return `${at(when.at)}, if the price is ${bounds} then; otherwise that order is skipped`
    }
    case 'below':
      return `when the price of ${token.symbol} is at or below ${numberUsd(when.usd)}${when.exit === null ? '' : ` (${when.exit})`}`
    case 'above':
      return `when the price of ${token.symbol} is at or above ${numberUsd(when.usd)}${when.exit === null ? '' : ` (${when.exit})`}`
    case 'cross': {
      const what =
        plan.strategy_type === 'rsi'
          ? side === 'buy'
            ? `the RSI falls through ${plan.buy_below}`
            : `the RSI rises through ${plan.sell_above}`
          : `the fast average crosses the slow one ${side === 'buy' ? 'upward' : 'downward'}`
      return `when ${what}; it looks ${at(when.at)}`
    }
    case 'off-target':
      return plan.strategy_type === 'rebalance'
        ? `if ${token.symbol} is ${plan.threshold_percent} % or more ${side === 'buy' ? 'below' : 'above'} its share of ${plan.target_percent} % then; it looks ${at(when.at)}`
        : at(when.at)
  }
}

/** One sentence each. */
export function upcomingWords(present: Present): string[] {
  const { upcoming, now, failing } = present
  if ('none' in upcoming) return [`Next: nothing is due, because ${NOTHING[upcoming.none](present)}`]
  if ('inFlight' in upcoming)
    return [
      `Next: ${orderText(upcoming.inFlight)} is on its way right now; what follows is decided once it is booked.`,
    ]
  const { due, notBefore, until, guarded } = upcoming
  const timed = due.every(({ when }) => 'at' in when)
  return [
    ...due.map(
      (one, i) =>
        `${i === 0 ? 'Next' : 'Or'}: ${orderText(one.order)} ${amountText(one, present)}, ${whenText(one, present)}.`,
    ),
    ...(due.length > 1 ? ['Whichever comes first.'] : []),
    ...(notBefore !== null && !timed && notBefore > now ? [`Not before ${timeText(notBefore)}.`] : []),
    ...(failing > 0
      ? [`The last ${failing === 1 ? 'attempt' : `${failing} attempts`} failed; this is tried again.`]
      : []),
    ...(until === null ? [] : [`The strategy ends at ${timeText(until)}, whether that has happened or not.`]),
    ...(guarded ? ['Before that it sells what it bought if one of its limits is met.'] : []),
  ]
}

export async function nextOrderAnswer(
  { strategies }: AnswerParts,
  { userId, agentId }: Asking,
): Promise<string> {
  const present = await strategies.answers.present(userId, agentId)
  if (!present) return NO_STRATEGY
  const [first = '', ...more] = upcomingWords(present)
  const { plan, orders_filled: filled } = present.strategy
  return withSummary(
    [plan.goal, `Status: ${statusWords(present)}, ${filled} filled.`, first, ...more],
    'none' in present.upcoming ? 'no order is due.' : 'the next order is the one above.',
  )
}
