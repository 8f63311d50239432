/**
 * Goes through a run as it was kept, step by step, and lets the same strategy decide over the market's history. Decisions
 * and fills are compared apart: after each decision the replay goes on from what happened live, so that one difference
 * does not bring forth others.
 */
import { isDeepStrictEqual } from 'node:util'
import type { StrategyState } from '../steps/types.ts'
import { begun, type Findings } from './findings.ts'
import { type Ground, type Holds, type Kept, type LiveOrder, settled } from './ground.ts'
import { createJudge, type Stretch, TAIL_MS } from './judge.ts'
import { heldAfter } from './orders.ts'
import { decisionOf } from './replay.ts'
import { createSettling, type Flight } from './settle.ts'
import { createWitness } from './witness.ts'

export type Recorded = {
  steps: Kept[]
  orders: Map<number, LiveOrder>
  /** What each wallet could spend at the start, for amounts in percent. */
  base: Record<string, string> | null
  /** The state as it is kept, after all of these steps. */
  state: StrategyState
  /** Decisions from here on are compared; what was before is only gone through. */
  from: number
  /** Up to when. */
  to: number
}

/** Steps after which the replay is set right though nothing was decided. */
const MOST_PIECES = 500
const STEPS_AT_ONCE = 200

/** What it takes for the strategy to be watched. */
const isWatched = (state: StrategyState) =>
  state.startedAt !== null && !state.done && state.pending === 0 && !state.paused

export async function compare(ground: Ground, run: Recorded): Promise<Findings> {
  const found = begun()
  const { compiled } = ground
  const judge = createJudge(ground, found)
  const settling = createSettling(ground, found, run.orders, run.base)
  const witness = createWitness(ground, found)
  /** What was written down of these is what they came to later. */
  const corrected = new Set(run.steps.flatMap(({ event }) => (event.type === 'corrected' ? [event.seq] : [])))
  let live: StrategyState = { ...compiled.begin(), terms: ground.terms }
  let previous = live
  let stretch: Stretch | null = null
  let held: { state: StrategyState; from: number; holds: Holds | null } | null = null
  /** By the number of their order: those in doubt stay while others come. */
  const flights = new Map<number, Flight>()
  let holds: Holds | null = null
  let lastAt = run.from

  const flown = (flight: Flight) => {
    flights.set(flight.order.seq, flight)
    settling.written(flight)
  }
  const open = (from: number) => {
    lastAt = from
    stretch = { state: live, from, pieces: [], holds }
  }
  /** Nothing was decided until then, looking so often. */
  async function silence(until: number, gapMs: number): Promise<void> {
    if (stretch)
      await judge.silent(stretch, until, { state: previous, from: lastAt, to: until, gapMs, kept: null })
  }
  async function look(kept: Kept, out: ReturnType<typeof compiled.step>): Promise<void> {
    const { event } = kept
    if (!stretch) return
    await witness.saw(kept)
    stretch.pieces.push({ state: previous, from: lastAt, to: event.now, gapMs: kept.gapMs, kept })
    lastAt = event.now
    if (event.type === 'tick' && event.holdings) {
      witness.held(event.now, holds, event.holdings)
      holds = { token: event.holdings.token, quote: event.holdings.quote }
    }
    const decision = decisionOf(event, previous, out)
    if (decision) {
      const alike = await judge.decided(stretch, decision, kept, previous)
      stretch = null
      if (decision.order) flown({ order: decision.order, kept, alike })
    } else if (stretch.pieces.length >= MOST_PIECES) {
      const last = stretch.pieces.pop()
      if (last) await judge.silent(stretch, event.now, last)
      open(event.now)
    }
  }

  /** An answer, or a wish of the user. */
  async function told(kept: Kept, out: ReturnType<typeof compiled.step>): Promise<void> {
    const { event, heldSince } = kept
    const { now } = event
    // From then on nothing new was begun: the wish had come, or the process had gone.
    const from = heldSince === null ? now : Math.min(now, Math.max(heldSince, lastAt))
    if (stretch) {
      await silence(from, event.type === 'resumed' ? TAIL_MS : kept.gapMs)
      const idle = { state: previous, from, holds }
      if (from < now && event.type === 'resumed') await judge.kept(idle, now, 'not_running')
      if (from < now && event.type === 'stopped') await judge.kept(idle, now, 'stopped')
    }
    stretch = null
    if (held && (event.type === 'resumed' || event.type === 'stopped')) {
      await judge.kept(held, now, 'paused')
      held = null
    }
    const flight = event.type === 'filled' || event.type === 'failed' ? flights.get(event.seq) : undefined
    if (flight && (event.type === 'filled' || event.type === 'failed')) {
      if (!corrected.has(event.seq)) settling.answered(flight, event)
      const sent = run.orders.get(flight.order.seq)
      if (holds && sent) holds = heldAfter(holds, sent)
      flights.delete(event.seq)
    }
    const [order] = out.orders
    if (order) {
      found.replay++
      flown({ order, kept, alike: true })
    }
    if (live.paused && live.pending === 0 && !live.done)
      held ??= { state: { ...live, paused: false }, from, holds }
  }

  let steps = 0
  for (const kept of run.steps) {
    const { event } = kept
    previous = live
    const out = compiled.step(live, event)
    live = out.state
    if (++steps % STEPS_AT_ONCE === 0) await ground.breathe()
    if (event.now < run.from) {
      for (const { seq } of out.orders) settling.passed(seq)
      if (event.type === 'tick' && event.holdings) holds = event.holdings
      continue
    }
    found.steps++
    found.longestMs = Math.max(found.longestMs, kept.gapMs)
    witness.mattered(kept, out.state !== previous || out.lines.length > 0)
    // The window begins in the middle of a run.
    if (!stretch && flights.size === 0 && isWatched(previous)) {
      const now = live
      live = previous
      open(run.from)
      live = now
    }
    if (event.type === 'tick' || event.type === 'candles') await look(kept, out)
    else await told(kept, out)
    if (!stretch && isWatched(live)) open(event.now)
  }
  previous = live
  await silence(run.to, TAIL_MS)
  if (held && !live.done) await judge.kept(held, run.to, 'paused')
  settling.rest([...flights.values()], run.from)
  if (!isDeepStrictEqual(settled({ ...compiled.begin(), ...run.state }), settled(live)))
    witness.strayed(run.to, run.state, live)
  return found
}
