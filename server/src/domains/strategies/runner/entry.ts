/** A strategy in the hands of the runner. */
import { type CompiledStrategy, compile, type StrategyEvent, type StrategyState } from './step.ts'
import type { StrategyRow } from './strategies.store.ts'

export type Entry = {
  row: StrategyRow
  state: StrategyState
  compiled: CompiledStrategy
  busy: Promise<void>
  queued: number
  gone: boolean
  /** The orders that are followed to their ends: none is followed twice. */
  carried: Set<number>
  lookedAt: number
  /** Up to when nothing can have been missed, and the longest that this was not so since the last step. */
  seenAt: number
  gapMs: number
  /** Until the next step: since when nothing new is begun, as the process before was last alive then or a wish had come. */
  heldSince: Date | null
}

export function entryOf(row: StrategyRow, now: number, heldSince: Date | null): Entry {
  const compiled = compile(row.plan)
  return {
    row,
    state: { ...compiled.begin(), ...row.state },
    compiled,
    busy: Promise.resolve(),
    queued: 0,
    gone: false,
    carried: new Set(),
    lookedAt: 0,
    seenAt: now,
    gapMs: 0,
    heldSince,
  }
}

/** At `now` it was looked at with what was true from `from` on. */
export function noticed(entry: Entry, from: number, now: number): void {
  entry.gapMs = Math.max(entry.gapMs, now - entry.seenAt)
  entry.seenAt = from
}

/** What it takes to make it what is wanted, null when it is that: starting, pausing and the like are steps too. */
export function due({ row, state }: Entry, now: number): StrategyEvent | null {
  if (state.done) return { type: 'continued', now, ranUntil: row.endedAt?.getTime() ?? now }
  if (state.startedAt === null) return { type: 'start', now }
  if (row.status === 'stopping') return state.stopping ? null : { type: 'stopped', now }
  if (row.status === 'paused') return state.paused ? null : { type: 'paused', now }
  return state.paused ? { type: 'resumed', now } : null
}

/** Given out and not booked yet. */
export const isUnderWay = ({ state }: Entry, seq: number): boolean =>
  state.pending === seq || state.doubts.some((doubt) => doubt.seq === seq)

/** A stopping strategy may still have its sale on stop to do. */
export const mayAct = ({ row, state }: Entry): boolean =>
  state.pending === 0 && (row.status === 'active' || (row.status === 'stopping' && state.stopping))
