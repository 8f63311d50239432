/** Compares the strategy's next decision live with the one over the history. */
import type { Order, StrategyState } from '../engine/types.ts'
import { conformity, type Conformity, type Piece } from './conformity.ts'
import { clockWords, type Finding, type Findings, secondsWords } from './findings.ts'
import {
  coarseness,
  FINE_MS,
  type ReplayContext,
  type Holds,
  type RecordedStep,
  POLL_MS,
  SOURCES_BPS,
} from './replay-context.ts'
import { isSameAmount, isWithin, orderWords } from './orders.ts'
import { type Decision, decide } from './replay.ts'

/**
 * A period from `from` on in `state`, without an outcome or a user's request in between; with the steps recorded in it.
 */
export type Interval = { state: StrategyState; from: number; pieces: Piece[]; holds: Holds | null }

/** If something was due for longer than this, the desk itself was slow to poll. */
const SLOW_MS = 5_000
/** While no step is recorded yet, the last poll may be this long ago. */
export const TAIL_MS = 5_000

const BPS = 10_000
/** The allowance if nothing is recorded yet: a service sends candles this long after their end. */
const SETTLES_WITHIN_MS = 240_000

/** Whether late candles explain it. Their own step says when they arrived. */
function lateCandles(context: ReplayContext, pieces: Piece[], kept: Conformity): 'late_candles' | null {
  const { candles } = context.compiled
  if (!candles || coarseness(context) === 0) return null
  const event = pieces.at(-1)?.recorded?.event
  const isCandleEvent = event?.type === 'candles' && event.closes.length > 0
  if (event !== undefined && !isCandleEvent) return null
  const lateMs = isCandleEvent
    ? event.now - (event.from + event.closes.length * candles.seconds) * 1_000
    : SETTLES_WITHIN_MS
  const isThat = kept.longestMs > POLL_MS + kept.gapMs && kept.longestMs <= lateMs + kept.gapMs + FINE_MS
  return isThat ? 'late_candles' : null
}

export const describeDecision = (context: ReplayContext, { order, ended, at }: Decision): string =>
  `${order ? orderWords(context.plan, order) : `the end: ${ended}`} at ${clockWords(at)}`

/** The recorded holdings at this time, else the nearest. */
function createHolds(interval: Interval, room: number): (ms: number) => Holds | null {
  const known = interval.pieces.flatMap(({ recorded }) =>
    recorded?.event.type === 'tick' && recorded.event.holdings
      ? [{ at: recorded.event.now, holds: recorded.event.holdings }]
      : [],
  )
  return (ms) => known.findLast(({ at }) => at <= ms + room)?.holds ?? known[0]?.holds ?? interval.holds
}

type Engine = {
  context: ReplayContext
  found: Findings
}

const computeGap = (pieces: Piece[]) => Math.max(POLL_MS, ...pieces.map(({ gapMs }) => gapMs))

const computeRoom = ({ context }: Engine, pieces: Piece[]) =>
  computeGap(pieces) + POLL_MS + FINE_MS + coarseness(context)

/** A difference is explained if polling as often as the live run did could have missed it. */
async function differs(
  engine: Engine,
  about: Pick<Finding, 'kind' | 'live' | 'replay'> & { at: number; order: Order | null },
  pieces: Piece[],
): Promise<void> {
  const { context, found } = engine
  const kept = await conformity(context, pieces)
  const { longestMs, longestAt, gapMs, late } = kept
  const lateCause = lateCandles(context, pieces, kept)
  const cause =
    lateCause ??
    (late === null
      ? longestMs > SLOW_MS
        ? 'slow_desk'
        : 'between_looks'
      : await beyondSources(engine, pieces))
  found.differences.push({
    ...about,
    order: about.order?.seq ?? null,
    cause,
    detail:
      late === null
        ? `The condition held for at most ${secondsWords(longestMs)} (${clockWords(longestAt)}); up to ${secondsWords(gapMs)} passed between two checks.`
        : `It was due from ${clockWords(late.at)}, for ${secondsWords(late.ms)}, but at most ${secondsWords(late.gapMs)} passed between two checks.`,
  })
}

/** Due for too long, at prices that another source may not have had. */
async function beyondSources({ context }: Engine, pieces: Piece[]): Promise<'two_sources' | 'unexplained'> {
  if (coarseness(context) === 0) return 'unexplained'
  const { late } = await conformity(context, pieces, SOURCES_BPS / BPS)
  return late === null ? 'two_sources' : 'unexplained'
}

/** A decision of the live run, made by the step `recorded` in the state `before`. True where the replay decided the same. */
async function decided(
  engine: Engine,
  interval: Interval,
  live: Decision,
  recorded: RecordedStep,
  before: StrategyState,
): Promise<boolean> {
  const { context, found } = engine
  const { pieces } = interval
  const room = computeRoom(engine, pieces)
  const replay = await decide(
    context,
    { state: interval.state, from: interval.from, to: live.at + room },
    createHolds(interval, room),
  )
  if (replay?.order) found.replay++
  const both = { live: describeDecision(context, live), replay: replay && describeDecision(context, replay) }
  const about = (kind: Finding['kind']) => ({ ...both, kind, at: live.at, order: live.order })
  if (!replay) await differs(engine, about('only_live'), pieces)
  else if (replay.at < live.at - room) await differs(engine, about('time'), pieces)
  else if (replay.order?.side !== live.order?.side || replay.ended !== live.ended)
    await differs(
      engine,
      about(live.order && replay.order ? 'side' : live.order ? 'only_live' : 'only_replay'),
      pieces,
    )
  else if (
    live.order &&
    replay.order &&
    !isSameAmount(live.order, replay.order) &&
    !isWithin(context, before, recorded, live.order)
  )
    await differs(engine, about('amount'), pieces)
  else return true
  return false
}

/** The live run decided nothing until then. */
async function silent(engine: Engine, interval: Interval, until: number, last: Piece): Promise<void> {
  const { context, found } = engine
  const pieces = [...interval.pieces, last]
  const room = computeRoom(engine, pieces)
  const replay = await decide(
    context,
    { state: interval.state, from: interval.from, to: until - room },
    createHolds(interval, room),
  )
  if (!replay) return
  if (replay.order) found.replay++
  const about = { kind: 'only_replay' as const, live: null, replay: describeDecision(context, replay) }
  await differs(engine, { ...about, at: replay.at, order: replay.order }, pieces)
}

/** Replays the decisions that it would have made while it was not run. */
async function idle(
  { context, found }: Engine,
  held: { state: StrategyState; from: number; holds: Holds | null },
  until: number,
  cause: 'paused' | 'stopped' | 'not_running',
): Promise<void> {
  const replay = await decide(context, { ...held, to: until }, () => held.holds)
  if (!replay) return
  if (replay.order) found.replay++
  const was = { paused: 'paused', stopped: 'being stopped', not_running: 'not running' }[cause]
  found.differences.push({
    at: replay.at,
    order: null,
    kind: 'only_replay',
    live: null,
    replay: describeDecision(context, replay),
    cause,
    detail: `It was ${was} from ${clockWords(held.from)} to ${clockWords(until)}.`,
  })
}

export function createJudge(context: ReplayContext, found: Findings) {
  const engine: Engine = { context, found }
  return {
    /** A live decision, by the step `recorded` in the state `before`. True if the replay decided the same. */
    decided: (interval: Interval, live: Decision, recorded: RecordedStep, before: StrategyState) =>
      decided(engine, interval, live, recorded, before),
    /** The live run decided nothing until then. */
    silent: (interval: Interval, until: number, last: Piece) => silent(engine, interval, until, last),
    /** The decisions that it would have made while no process ran it. */
    idle: (
      held: { state: StrategyState; from: number; holds: Holds | null },
      until: number,
      cause: 'paused' | 'stopped' | 'not_running',
    ) => idle(engine, held, until, cause),
  }
}
