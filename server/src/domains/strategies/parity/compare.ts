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
import { decisionOf } from './replay.ts'
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

export async function compare(context: ReplayContext, run: Recorded): Promise<Findings> {
  const found = noFindings()
  const { compiled } = context
  const judge = createJudge(context, found)
  const orderChecks = createOrderChecks(context, found, run.orders, run.base)
  const observations = createObservations(context, found)
  /** Their rows hold the corrected outcome, not the one of their first answer. */
  const corrected = new Set(run.steps.flatMap(({ event }) => (event.type === 'corrected' ? [event.seq] : [])))
  let live: StrategyState = { ...compiled.begin(), terms: context.terms }
  let previous = live
  let interval: Interval | null = null
  let held: { state: StrategyState; from: number; holds: Holds | null } | null = null
  /** Orders by number. Those in doubt stay while others follow. */
  const inFlight = new Map<number, OrderInFlight>()
  let holds: Holds | null = null
  let lastAt = run.from

  const track = (sent: OrderInFlight) => {
    inFlight.set(sent.order.seq, sent)
    orderChecks.checkPlacement(sent)
  }
  const open = (from: number) => {
    lastAt = from
    interval = { state: live, from, pieces: [], holds }
  }
  /** The live run decided nothing until then, polling at least every `gapMs`. */
  async function noDecision(until: number, gapMs: number): Promise<void> {
    if (interval)
      await judge.silent(interval, until, { state: previous, from: lastAt, to: until, gapMs, recorded: null })
  }
  async function poll(recorded: RecordedStep, out: ReturnType<typeof compiled.step>): Promise<void> {
    const { event } = recorded
    if (!interval) return
    await observations.checkMarket(recorded)
    interval.pieces.push({ state: previous, from: lastAt, to: event.now, gapMs: recorded.gapMs, recorded })
    lastAt = event.now
    if (event.type === 'tick' && event.holdings) {
      observations.checkHoldings(event.now, holds, event.holdings)
      holds = { token: event.holdings.token, quote: event.holdings.quote }
    }
    const decision = decisionOf(event, previous, out)
    if (decision) {
      const alike = await judge.decided(interval, decision, recorded, previous)
      interval = null
      if (decision.order) track({ order: decision.order, recorded, alike })
    } else if (interval.pieces.length >= MOST_PIECES) {
      const last = interval.pieces.pop()
      if (last) await judge.silent(interval, event.now, last)
      open(event.now)
    }
  }

  /** The outcome of an order, or a request of the user. */
  async function happened(recorded: RecordedStep, out: ReturnType<typeof compiled.step>): Promise<void> {
    const { event, heldSince } = recorded
    const { now } = event
    // No order was placed from this time on: the request had arrived, or the process had stopped.
    const from = heldSince === null ? now : Math.min(now, Math.max(heldSince, lastAt))
    if (interval) {
      await noDecision(from, event.type === 'resumed' ? TAIL_MS : recorded.gapMs)
      const idle = { state: previous, from, holds }
      if (from < now && event.type === 'resumed') await judge.idle(idle, now, 'not_running')
      if (from < now && event.type === 'stopped') await judge.idle(idle, now, 'stopped')
    }
    interval = null
    if (held && (event.type === 'resumed' || event.type === 'stopped')) {
      await judge.idle(held, now, 'paused')
      held = null
    }
    const sent = event.type === 'filled' || event.type === 'failed' ? inFlight.get(event.seq) : undefined
    if (sent && (event.type === 'filled' || event.type === 'failed')) {
      if (!corrected.has(event.seq)) orderChecks.checkAnswer(sent, event)
      const executed = run.orders.get(sent.order.seq)
      if (holds && executed) holds = heldAfter(holds, executed)
      inFlight.delete(event.seq)
    }
    const [order] = out.orders
    if (order) {
      found.replay++
      track({ order, recorded, alike: true })
    }
    if (live.paused && live.pending === 0 && !live.done)
      held ??= { state: { ...live, paused: false }, from, holds }
  }

  let steps = 0
  for (const recorded of run.steps) {
    const { event } = recorded
    previous = live
    const out = compiled.step(live, event)
    live = out.state
    if (++steps % STEPS_AT_ONCE === 0) await context.yieldNow()
    if (event.now < run.from) {
      for (const { seq } of out.orders) orderChecks.listMissed(seq)
      if (event.type === 'tick' && event.holdings) holds = event.holdings
      continue
    }
    found.steps++
    found.longestMs = Math.max(found.longestMs, recorded.gapMs)
    observations.checkStep(recorded, out.state !== previous || out.lines.length > 0)
    // The window may begin in the middle of a run.
    if (!interval && inFlight.size === 0 && isPolled(previous)) {
      const now = live
      live = previous
      open(run.from)
      live = now
    }
    if (event.type === 'tick' || event.type === 'candles') await poll(recorded, out)
    else await happened(recorded, out)
    if (!interval && isPolled(live)) open(event.now)
  }
  previous = live
  await noDecision(run.to, TAIL_MS)
  if (held && !live.done) await judge.idle(held, run.to, 'paused')
  orderChecks.rest([...inFlight.values()], run.from)
  if (!isDeepStrictEqual(toStored({ ...compiled.begin(), ...run.state }), toStored(live)))
    observations.stateDiffers(run.to, run.state, live)
  return found
}
