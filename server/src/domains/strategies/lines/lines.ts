/** The sentence of every kind of log line. Specification 1 colours them by their words: they stay as they are. */
import { heldBackText } from '@purser/contract/agents/held-back.ts'
import { USDC_DECIMALS } from '@purser/contract/tokens/tokens.ts'
import { figureWords, formatUnits, parseUnitsDown, SOL_DECIMALS } from '@purser/contract/money.ts'
import type { LineKind } from '@purser/contract/strategies/lines.ts'
import { limitFields, type LimitLineKind, limits } from '@purser/contract/strategies/limits/index.ts'
import { limitWords } from '@purser/contract/strategies/limits/words.ts'
import { UNWATCHED } from '../engine/guards.ts'
import type { Line, LineData, Next } from './line-types.ts'
import {
  orderName,
  orderRefWords,
  ordersWords,
  orderWords,
  priceWords,
  progressWords,
  timeWords,
} from './words.ts'

const soonWords = (ms: number): string => (ms > 0 ? `in ${timeWords(ms)}` : 'now')

function nextWords(next: Next | null): string {
  switch (next?.what) {
    case undefined:
      return ''
    case 'attempt':
      return ` Next attempt ${soonWords(next.ms)}.`
    case 'attempt-at-the-earliest':
      return ` Next attempt ${soonWords(next.ms)}${next.ms > 0 ? ' at the earliest' : ''}.`
    case 'its-price':
      return ` It waits for its price again ${soonWords(next.ms)}.`
    case 'poll':
      return ` Next check ${soonWords(next.ms)}.`
    case 'next-price':
      return ' It is decided again at the next price.'
    case 'given-up':
      return ' No further attempts.'
    case 'retry': {
      const attempt = next.attempt === undefined ? '' : ` (attempt ${next.attempt} of ${next.of})`
      return ` Retrying ${soonWords(next.ms)}${attempt}.`
    }
  }
}

/** No more decimals than the quote has. */
function resultWords({ value, unit }: NonNullable<LineData['bought']['profit']>): string {
  const isLoss = value.startsWith('-')
  const decimals = unit === 'SOL' ? SOL_DECIMALS : USDC_DECIMALS
  const amount = formatUnits(parseUnitsDown(isLoss ? value.slice(1) : value, decimals), decimals)
  return `${isLoss ? 'Loss: ' : 'Profit: +'}${figureWords(amount)} ${unit}`
}

function fillWords(what: string, { order, filled, note, profit }: LineData['bought']): string {
  const name =
    'doubt' in order
      ? `an order of uncertain outcome, ${filled} filled`
      : 'exit' in order
        ? `sale on ${order.exit}`
        : orderName(order.number, order.count)
  return `${what} (${name}${note === null ? '' : `; ${note}`}).${profit === null ? '' : ` ${resultWords(profit)}`}`
}

function placedWords({ order, attempt, side, amount, token, quote, ...more }: LineData['placed']): string {
  const again = attempt > 1 ? `, attempt ${attempt}` : ''
  const within = more.atMost ? `, at most ${figureWords(more.atMost.value)} ${more.atMost.unit}` : ''
  const price = more.priceUsd === null ? '' : ` at about ${priceWords(more.priceUsd)}`
  const why = more.why === null ? '' : ` (${more.why})`
  return `Placed ${orderRefWords(order)}${again}: ${orderWords({ token, quote }, side, amount)}${within}${price}${why}`
}

function errorWords({ order, reason, times, next }: LineData['error']): string {
  if (order === null) return reason
  if ('doubt' in order) return `an order of uncertain outcome has failed: ${reason}`
  const failed = times > 1 ? `failed ${times} times` : 'failed'
  return `${orderRefWords(order)} ${failed}: ${reason}${nextWords(next)}`
}

function enteredWords({ entryUsd, stopUsd, takeUsd, trailPercent, limitMs }: LineData['entered']): string {
  const barriers = [
    ...(stopUsd === null ? [] : [`the price falls to ${priceWords(stopUsd)}`]),
    ...(takeUsd === null ? [] : [`it rises to ${priceWords(takeUsd)}`]),
    ...(trailPercent === null ? [] : [`it falls ${trailPercent}% below its peak`]),
    ...(limitMs === null ? [] : [`${timeWords(limitMs)} have passed`]),
  ]
  return `Guarding from ${priceWords(entryUsd)}: sells when ${barriers.join(', or ')}`
}

function correctedWords(data: LineData['corrected']): string {
  const { seq, side, isExit, filled, fill, reason, ended, run } = data
  const name = isExit ? `order ${seq}, the closing sale` : `order ${seq}`
  const [done, amounts] =
    side === 'buy'
      ? ['bought', `${fill?.received} for ${fill?.spent}`]
      : ['sold', `${fill?.spent} for ${fill?.received}`]
  const what =
    fill === null
      ? filled === -1
        ? `was booked as filled, but the chain dropped it and it failed: ${reason}`
        : 'has failed as booked, but at a different fee.'
      : filled === 0
        ? `has ${done} ${amounts}; different amounts or a different fee had been booked.`
        : `was booked as not filled, but was executed late on-chain: ${done} ${amounts}.`
  const held = ended && (ended.held === '0' ? 'nothing is' : `${figureWords(ended.held)} ${ended.token} are`)
  return [
    `Corrected: ${name} ${what}`,
    ...(held ? [`The strategy has ended; ${held} held.`] : []),
    ...(run === null ? [] : [`It belongs to run ${run}, which has ended.`]),
  ].join(' ')
}

const ANSWERS_AGAIN: Record<LineData['going-on']['after'], string> = {
  candles: 'candles are available again',
  market: 'the market is responding again',
  chain: 'the network is responding again',
}

/** The lines of the limits that hold new orders for a time. */
const holdSentences = Object.fromEntries(
  limitFields.flatMap((field) => {
    const [limit, words] = [limits[field], limitWords[field]]
    return limit.does === 'holds' && 'line' in words
      ? [[limit.lineKind, ({ ms }: { ms: number }) => words.line(timeWords(ms))]]
      : []
  }),
) as Record<LimitLineKind, (data: { ms: number }) => string>

const sentences: { [K in LineKind]: (data: LineData[K]) => string } = {
  starting: ({ title }) => `Initializing: ${title}`,
  started: ({ first }) => `Initialized: ${first ?? 'the first order follows now'}`,
  placed: placedWords,
  bought: (fill) => fillWords(`Bought ${fill.received} for ${fill.spent}`, fill),
  sold: (fill) => fillWords(`Sold ${fill.spent} for ${fill.received}`, fill),
  skipped: ({ order, why, next }) => `Skipped ${orderRefWords(order)}: ${why}${nextWords(next)}`,
  error: (data) => `Error: ${errorWords(data)}`,
  'held-back': ({ order, found }) => `Held back ${orderRefWords(order)}: ${heldBackText(found)}`,
  'any-price': ({ found: { sells, token, brings, quote } }) =>
    `Confirmed by you: the sale of ${figureWords(sells)} ${token} goes out at any price. By the last quote it returns ${figureWords(brings)} ${quote}`,
  unsold: ({ held, ms }) => `${figureWords(held)} not yet sold.${nextWords({ what: 'retry', ms })}`,
  'no-price': ({ order }) => `Waiting: the market gives no price, which ${orderRefWords(order)} depends on`,
  'no-candles': ({ timeframe }) =>
    `Waiting: no new ${timeframe} candles from the market, and nothing trades on older ones. Limits are still watched by price.`,
  'no-market': () =>
    'Waiting: the market is not responding. Nothing trades on a price older than 30 seconds, limits included.',
  'no-chain': () => 'Waiting: the network is not responding. Nothing trades until it does.',
  'going-on': ({ after }) => `Continuing: ${ANSWERS_AGAIN[after]}`,
  doubt: ({ order }) =>
    `Waiting: the outcome of ${orderRefWords(order)} is not certain yet. Its funds stay reserved, and later orders continue.`,
  entered: enteredWords,
  guarding: ({ reason, held, token }) =>
    `All orders are done: ${reason}. The limits guard ${figureWords(held)} ${token} until one is reached or you stop it`,
  'limit-hit': ({ reason }) => `Limit reached: ${reason}`,
  paused: ({ unwatched, ...progress }) =>
    `Paused${progressWords(progress)}${unwatched ? `; ${UNWATCHED}` : ''}`,
  resumed: ({ afterEnd, next, ...progress }) =>
    afterEnd
      ? `Resumed after it had ended, ${ordersWords(progress.filled)} filled: ${next}`
      : `Resumed${progressWords(progress)}; ${next}`,
  stopping: ({ order }) =>
    order === null
      ? 'Stopping: waiting for an order of uncertain outcome'
      : `Stopping: ${orderRefWords(order)} is still in flight`,
  ending: ({ reason }) => `Ending: ${reason}. Waiting for an order of uncertain outcome`,
  completed: ({ reason }) => `Completed successfully: ${reason}`,
  failed: ({ reason }) => `Error: ${reason}`,
  stopped: ({ reason }) => `Stopped: ${reason}`,
  corrected: correctedWords,
  ...holdSentences,
  engine: () => '',
  user: () => '',
}

export function line<K extends LineKind>(kind: K, data: LineData[K]): Extract<Line, { kind: K }> {
  return { kind, data, message: sentences[kind](data) } as Extract<Line, { kind: K }>
}

/** A line without the words that its heading already says: 'stop loss: …' of 'Limit reached: stop loss: …'. */
export function unheadedWords({ kind, data, message }: Line): string {
  switch (kind) {
    case 'limit-hit':
    case 'completed':
    case 'failed':
    case 'stopped':
      return data.reason
    case 'error':
      return errorWords(data)
    default:
      return message
  }
}
