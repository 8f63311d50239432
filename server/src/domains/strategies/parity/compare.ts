/**
 * Replays a recorded run: step by step the same strategy decides over the market's history. Decisions and fills are
 * compared separately: after each decision the replay goes on from the live outcome, so one difference does not cause
 * others.
 */
import { isDeepStrictEqual } from 'node:util'
import type { StrategyState } from '../engine/types.ts'
import { noFindings, type Findings } from './findings.ts'
import {
  type ReplayContext,
  type Holds,
  type RecordedStep,
  type LiveOrder,
  toStored,
} from './replay-context.ts'
import { createJudge, type Interval, TAIL_MS } from './judge.ts'
import { heldAfter } from './orders.ts'
import { toDecision } from './replay.ts'
import { createOrderChecks, type OrderInFlight } from './order-checks.ts'
import { createObservations } from './observations.ts'

export type Recorded = {
  steps: RecordedStep[]
  orders: Map<number, LiveOrder>
  /** The spendable funds of each wallet at the start, for amounts in percent. */
  base: Record<string, string> | null
  /** The stored state after all of these steps. */
  state: StrategyState
  /** Decisions from this time on are compared; steps before it are only replayed. */
  from: number
  /** The end of the comparison. */
  to: number
}

/** Steps after which the replay is synchronised although nothing was decided. */
const MOST_PIECES = 500
const STEPS_AT_ONCE = 200

/** Whether the runner would poll it. */
const isPolled = (state: StrategyState) =>
  state.startedAt !== null && !state.done && state.pending === 0 && !state.paused

/** A comparison in progress. Times in milliseconds of the run. */
type Comparison = {
  context: ReplayContext
  run: Recorded
  found: Findings
  judge: ReturnType<typeof createJudge>
  orderChecks: ReturnType<typeof createOrderChecks>
  observations: ReturnType<typeof createObservations>
  /** Orders whose rows hold the corrected outcome, not the one of their first answer. */
  corrected: ReadonlySet<number>
  /** Orders by number. Those in doubt stay while others follow. */
  inFlight: Map<number, OrderInFlight>
  /** The state after the last step, and before it. */
  live: StrategyState
  previous: StrategyState
  /** Time since the last decision, in which the strategy was polled. */
  interval: Interval | null
  paused: { state: StrategyState; from: number; holds: Holds | null } | null
  holds: Holds | null
  lastAt: number
}
type Stepped = ReturnType<ReplayContext['compiled']['step']>

export async function compare(context: ReplayContext, run: Recorded): Promise<Findings> {
  const comparison = begin(context, run)
  const { found, orderChecks, observations } = comparison
  const { compiled } = context
  for (const [i, recorded] of run.steps.entries()) {
    const { event } = recorded
    const before = comparison.live
    const out = compiled.step(before, event)
    Object.assign(comparison, { previous: before, live: out.state })
    if ((i + 1) % STEPS_AT_ONCE === 0) await context.yieldNow()
    if (event.now >= run.from) {
      await compareStep(comparison, recorded, out)
      continue
    }
    for (const { seq } of out.orders) orderChecks.listMissed(seq)
    if (event.type === 'tick' && event.holdings) comparison.holds = event.holdings
  }
  const { live, inFlight, paused } = comparison
  comparison.previous = live
  await checkNoDecision(comparison, run.to, TAIL_MS)
  if (paused && !live.done) await comparison.judge.idle(paused, run.to, 'paused')
  orderChecks.rest([...inFlight.values()], run.from)
  if (!isDeepStrictEqual(toStored({ ...compiled.begin(), ...run.state }), toStored(live)))
    observations.stateDiffers(run.to, run.state, live)
  return found
}

function begin(context: ReplayContext, run: Recorded): Comparison {
  const found = noFindings()
  const state: StrategyState = { ...context.compiled.begin(), terms: context.terms }
  return {
    context,
    run,
    found,
    judge: createJudge(context, found),
    orderChecks: createOrderChecks(context, found, run.orders, run.base),
    observations: createObservations(context, found),
    corrected: new Set(run.steps.flatMap(({ event }) => (event.type === 'corrected' ? [event.seq] : []))),
    inFlight: new Map(),
    live: state,
    previous: state,
    interval: null,
    paused: null,
    holds: null,
    lastAt: run.from,
  }
}

async function compareStep(comparison: Comparison, recorded: RecordedStep, out: Stepped): Promise<void> {
  const { run, found, observations, inFlight, previous, live } = comparison
  const { event, gapMs } = recorded
  found.steps++
  found.longestMs = Math.max(found.longestMs, gapMs)
  observations.checkStep(recorded, out.state !== previous || out.lines.length > 0)
  // The window may begin in the middle of a run.
  if (!comparison.interval && inFlight.size === 0 && isPolled(previous))
    openInterval(comparison, previous, run.from)
  if (event.type === 'tick' || event.type === 'candles') await comparePoll(comparison, recorded, out)
  else await compareEvent(comparison, recorded, out)
  if (!comparison.interval && isPolled(live)) openInterval(comparison, live, event.now)
}

function openInterval(comparison: Comparison, state: StrategyState, from: number): void {
  comparison.lastAt = from
  comparison.interval = { state, from, pieces: [], holds: comparison.holds }
}

function track({ inFlight, orderChecks }: Comparison, sent: OrderInFlight): void {
  inFlight.set(sent.order.seq, sent)
  orderChecks.checkPlacement(sent)
}

/** The live run decided nothing until then, polling at least every `gapMs`. */
async function checkNoDecision(comparison: Comparison, until: number, gapMs: number): Promise<void> {
  const { interval, judge, previous, lastAt } = comparison
  if (interval)
    await judge.silent(interval, until, { state: previous, from: lastAt, to: until, gapMs, recorded: null })
}

async function comparePoll(comparison: Comparison, recorded: RecordedStep, out: Stepped): Promise<void> {
  const { judge, observations, interval, previous, live } = comparison
  const { event, gapMs } = recorded
  if (!interval) return
  await observations.checkMarket(recorded)
  interval.pieces.push({ state: previous, from: comparison.lastAt, to: event.now, gapMs, recorded })
  comparison.lastAt = event.now
  if (event.type === 'tick' && event.holdings) {
    observations.checkHoldings(event.now, comparison.holds, event.holdings)
    comparison.holds = { token: event.holdings.token, quote: event.holdings.quote }
  }
  const decision = toDecision(event, previous, out)
  if (decision) {
    const alike = await judge.decided(interval, decision, recorded, previous)
    comparison.interval = null
    if (decision.order) track(comparison, { order: decision.order, recorded, alike })
  } else if (interval.pieces.length >= MOST_PIECES) {
    const last = interval.pieces.pop()
    if (last) await judge.silent(interval, event.now, last)
    openInterval(comparison, live, event.now)
  }
}

/** The outcome of an order, or a request of the user. */
async function compareEvent(comparison: Comparison, recorded: RecordedStep, out: Stepped): Promise<void> {
  const { judge, found, previous, live, holds } = comparison
  const { event, gapMs, heldSince } = recorded
  const { now } = event
  // No order was placed from this time on: the request had arrived, or the process had stopped.
  const from = heldSince === null ? now : Math.min(now, Math.max(heldSince, comparison.lastAt))
  if (comparison.interval) {
    await checkNoDecision(comparison, from, event.type === 'resumed' ? TAIL_MS : gapMs)
    const idle = { state: previous, from, holds }
    if (from < now && event.type === 'resumed') await judge.idle(idle, now, 'not_running')
    if (from < now && event.type === 'stopped') await judge.idle(idle, now, 'stopped')
  }
  comparison.interval = null
  if (comparison.paused && (event.type === 'resumed' || event.type === 'stopped')) {
    await judge.idle(comparison.paused, now, 'paused')
    comparison.paused = null
  }
  if (event.type === 'filled' || event.type === 'failed') checkOutcome(comparison, event)
  const [order] = out.orders
  if (order) {
    found.replay++
    track(comparison, { order, recorded, alike: true })
  }
  if (live.paused && live.pending === 0 && !live.done)
    comparison.paused ??= { state: { ...live, paused: false }, from, holds: comparison.holds }
}

function checkOutcome(
  comparison: Comparison,
  event: Extract<RecordedStep['event'], { type: 'filled' | 'failed' }>,
): void {
  const { run, inFlight, orderChecks, corrected, holds } = comparison
  const sent = inFlight.get(event.seq)
  if (!sent) return
  if (!corrected.has(event.seq)) orderChecks.checkAnswer(sent, event)
  const executed = run.orders.get(sent.order.seq)
  if (holds && executed) comparison.holds = heldAfter(holds, executed)
  inFlight.delete(event.seq)
}
