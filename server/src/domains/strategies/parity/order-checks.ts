/** Checks orders: the placed ones against the decision of the step, and their outcomes. */
import { parseUnits, unitsWords } from '@purser/contract/money.ts'
import type { Order, StrategyEvent } from '../engine/types.ts'
import { clockWords, type Findings, type Finding, flowed } from './findings.ts'
import { compareFill, model } from './fills.ts'
import type { ReplayContext, RecordedStep, LiveOrder } from './replay-context.ts'
import { isOfSources, NO_PARTS, POLL_MS } from './replay-context.ts'
import { expectedUnits, liveWords, orderWords } from './orders.ts'

/** An order in flight. `alike`: the replay decided the same. */
export type OrderInFlight = { order: Order; recorded: RecordedStep; alike: boolean }
type Answer = Extract<StrategyEvent, { type: 'filled' | 'failed' }>

type Engine = {
  found: Findings
  plan: ReplayContext['plan']
  context: ReplayContext
  conditions: ReplayContext['conditions']
  seen: Set<number>
  orders: Map<number, LiveOrder>
  base: Record<string, string> | null
}

const add = ({ found }: Engine, sent: OrderInFlight, rest: Omit<Finding, 'at' | 'order'>) =>
  found.differences.push({ at: sent.recorded.event.now, order: sent.order.seq, ...rest })

const record = (
  engine: Engine,
  sent: OrderInFlight,
  kind: Finding['kind'],
  live: string | null,
  detail: string,
  cause: Finding['cause'] = 'unexplained',
) => add(engine, sent, { kind, live, replay: orderWords(engine.plan, sent.order), cause, detail })

/** Adds to the cash flow of one side, in USD at the prices of the decision. */
function flow(
  { context, found }: Engine,
  side: 'buy' | 'sell',
  at: number,
  tokens: number,
  quote: number,
  into: 'live' | 'replay',
) {
  const usd = quote * context.quote.at(at)
  if (side === 'buy') flowed(found.flows[into], tokens, -usd)
  else flowed(found.flows[into], -tokens, usd)
}

function modelText(engine: Engine, sent: OrderInFlight, spent: bigint): string | null {
  const { context } = engine
  const { now } = sent.recorded.event
  const { side } = sent.order
  const fill = model(context, side, spent, { token: context.token.at(now), quote: context.quote.at(now) })
  if (!fill) return null
  flow(engine, side, now, fill.tokens, fill.quote, 'replay')
  return `${liveWords(context, { ...EMPTY, side, wanted: spent })}, filled`
}

function checkFill(
  engine: Engine,
  sent: OrderInFlight,
  live: LiveOrder,
  answer: Extract<Answer, { type: 'filled' }>,
): void {
  const { conditions, context } = engine
  const [spentDecimals, receivedDecimals] =
    live.side === 'buy'
      ? [conditions.quoteDecimals, conditions.tokenDecimals]
      : [conditions.tokenDecimals, conditions.quoteDecimals]
  const [spent, received] =
    live.side === 'buy' ? [answer.quote, answer.tokens] : [answer.tokens, answer.quote]
  const chain = live.received ?? 0n
  if (parseUnits(spent, spentDecimals) !== live.spent || parseUnits(received, receivedDecimals) !== chain)
    record(
      engine,
      sent,
      'fill',
      `spent ${unitsWords(live.spent, spentDecimals)}, received ${unitsWords(chain, receivedDecimals)}`,
      `The strategy recorded ${spent} spent and ${received} received.`,
    )
  const { now } = sent.recorded.event
  flow(engine, live.side, now, Number(answer.tokens), Number(answer.quote), 'live')
  const text = modelText(engine, sent, live.spent)
  if (live.filled < live.legs)
    add(engine, sent, {
      kind: 'fill',
      live: `${live.filled} of ${live.legs} wallets traded`,
      replay: `all ${live.legs} wallets`,
      cause: live.error ? 'failed' : 'unexplained',
      detail: live.error ?? 'No wallet reports a reason.',
    })
  const compared = compareFill(context, live, sent.recorded, answer.now)
  if (compared.alike) return
  const { bps, modelText: gives, cause, detail } = compared
  add(engine, sent, {
    kind: 'fill',
    live: `received ${unitsWords(chain, receivedDecimals)}${bps === null ? '' : ` (${bps > 0 ? '+' : ''}${bps.toFixed(1)} bps)`}`,
    replay: gives === null ? text : `receives ${unitsWords(gives, receivedDecimals)}`,
    cause,
    detail,
  })
}

/** The order's rows against what the step decided. */
function checkPlacement(engine: Engine, sent: OrderInFlight): void {
  const { seen, orders, found, context, base } = engine
  const { order, recorded } = sent
  seen.add(order.seq)
  const live = orders.get(order.seq)
  if (!live) return
  found.live++
  const late = live.at < recorded.event.now - POLL_MS || live.at > recorded.at + POLL_MS
  const expected = expectedUnits(context, order, recorded, base)
  const words = liveWords(context, live)
  if (live.side !== order.side)
    record(engine, sent, 'side', words, `The step asked to ${order.side}, the order was to ${live.side}.`)
  else if (late)
    record(
      engine,
      sent,
      'time',
      clockWords(live.at),
      `The step was made at ${clockWords(recorded.event.now)}, the order at ${clockWords(live.at)}.`,
    )
  else if (expected && (live.wanted < expected.least || live.wanted > expected.most))
    record(
      engine,
      sent,
      'amount',
      words,
      `The step asked for ${expected.least === expected.most ? '' : `${expected.least} to `}${expected.most} base units, the order has ${live.wanted}.`,
      isOfSources(context, beyondBps(live.wanted, expected)) ? 'two_sources' : 'unexplained',
    )
  else if (sent.alike) found.matched++
}

function checkAnswer(engine: Engine, sent: OrderInFlight, answer: Answer): void {
  const { orders, plan, context } = engine
  const live = orders.get(sent.order.seq)
  if (!live) {
    if (answer.type === 'failed')
      add(engine, sent, {
        kind: 'only_replay',
        live: 'not sent',
        replay: orderWords(plan, sent.order),
        cause: answer.outOfFunds ? 'funds' : 'failed',
        detail: answer.reason,
      })
    else record(engine, sent, 'record', null, 'It was answered, but nothing was recorded.')
  } else if (answer.type === 'filled') checkFill(engine, sent, live, answer)
  else if (live.filled > 0)
    record(
      engine,
      sent,
      'fill',
      liveWords(context, live),
      'It was filled, but the strategy was told that it failed.',
    )
  else
    add(engine, sent, {
      kind: 'fill',
      live: `${liveWords(context, live)}, failed`,
      replay: modelText(engine, sent, live.wanted),
      cause: live.error ? (answer.outOfFunds ? 'funds' : 'failed') : 'unexplained',
      detail: live.error ?? 'No reason is recorded.',
    })
}

/** Orders that no step decided, and decided ones without rows. */
function checkUnmatched(engine: Engine, inFlight: OrderInFlight[], since: number): void {
  const { orders, seen, found, context } = engine
  for (const sent of inFlight.filter(({ order }) => !orders.has(order.seq)))
    record(engine, sent, 'record', null, 'It was decided, but nothing was recorded.')
  for (const live of orders.values())
    if (!seen.has(live.seq) && live.at >= since) {
      found.live++
      found.differences.push({
        at: live.at,
        order: live.seq,
        kind: 'only_live',
        live: liveWords(context, live),
        replay: null,
        cause: 'unexplained',
        detail: 'No step of the strategy placed it.',
      })
    }
}

const listMissed = ({ seen }: Engine, seq: number) => void seen.add(seq)

export function createOrderChecks(
  context: ReplayContext,
  found: Findings,
  orders: Map<number, LiveOrder>,
  base: Record<string, string> | null,
) {
  const { plan, conditions } = context
  const seen = new Set<number>()
  const engine: Engine = { found, plan, context, conditions, seen, orders, base }
  return {
    /** Checks the order's rows against the decision of the step. */
    checkPlacement: (sent: OrderInFlight) => checkPlacement(engine, sent),
    checkAnswer: (sent: OrderInFlight, answer: Answer) => checkAnswer(engine, sent, answer),
    /** Orders that no step decided, and decided ones without rows. */
    rest: (inFlight: OrderInFlight[], since: number) => checkUnmatched(engine, inFlight, since),
    listMissed: (seq: number) => listMissed(engine, seq),
  }
}

/** How far an amount lies beyond its bounds. */
function beyondBps(units: bigint, { least, most }: { least: bigint; most: bigint }): number {
  const end = units < least ? least : most
  return end === 0n ? Infinity : (Number(units) / Number(end) - 1) * BPS
}
const BPS = 10_000
const EMPTY: LiveOrder = { ...NO_PARTS, seq: 0, side: 'buy', at: 0, legs: 1 }
