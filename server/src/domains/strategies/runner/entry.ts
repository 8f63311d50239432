/** A strategy that this process runs. */
import type { OrderRow, StrategyRow } from '../rows.ts'
import { compile } from '../engine/compile.ts'
import type { CompiledStrategy, StrategyEvent, StrategyState } from '../engine/types.ts'

/** The external services that can be away. */
export type Outage = 'candles' | 'market' | 'chain'

export type Entry = {
  row: StrategyRow
  state: StrategyState
  compiled: CompiledStrategy
  /** The end of its work queue, and the queue's length. */
  busy: Promise<void>
  queued: number
  /** Ended, or run by another process: it is not worked on any more. */
  gone: boolean
  /** Numbers of the orders that are followed. */
  followed: Set<number>
  polledAt: number
  /** The time until which nothing can have been missed, and the longest time without a poll since the last step. */
  seenAt: number
  gapMs: number
  /**
   * The time since when no order was placed, until the next step: its last process had stopped or a status was
   * requested.
   */
  heldSince: Date | null
  /**
   * How often its user had stopped everything when this process took it over: once that number has risen no order of it
   * is sent.
   */
  halts: number
  /** The service that it waits for, since when, and whether the terminal says so; null: none. */
  blind: { to: Outage; since: number; said: boolean } | null
}

/** All strategies that this process runs, by id. */
export type Entries = Map<string, Entry>

export function toEntry(
  row: StrategyRow,
  now: number,
  { heldSince, halts }: Pick<Entry, 'heldSince' | 'halts'>,
): Entry {
  const compiled = compile(row.plan)
  return {
    row,
    state: { ...compiled.begin(), ...row.state },
    compiled,
    busy: Promise.resolve(),
    queued: 0,
    gone: false,
    followed: new Set(),
    polledAt: 0,
    seenAt: now,
    gapMs: 0,
    heldSince,
    halts,
    blind: null,
  }
}

export function drop(entries: Entries, entry: Entry): void {
  entry.gone = true
  if (entries.get(entry.row.id) === entry) entries.delete(entry.row.id)
}

/** It was polled at `now`, with the data of `from`. */
export function markSeen(entry: Entry, from: number, now: number): void {
  entry.gapMs = Math.max(entry.gapMs, now - entry.seenAt)
  entry.seenAt = from
}

/** The step that brings about the requested status, null if it has that already. */
export function dueStep({ row, state }: Entry, now: number): StrategyEvent | null {
  if (state.done) return { type: 'continued', now, ranUntil: row.endedAt?.getTime() ?? now }
  if (state.startedAt === null) return { type: 'start', now }
  const { heldBack } = state
  if (heldBack && !heldBack.anyPrice && row.anyPriceSince === heldBack.since)
    return { type: 'any-price', now }
  if (row.status === 'stopping')
    return state.stopping ? null : { type: 'stopped', now, ...(row.closing ? { sells: true } : {}) }
  if (row.status === 'paused') return state.paused ? null : { type: 'paused', now }
  return state.paused ? { type: 'resumed', now } : null
}

/** Whether the order is placed and its outcome not booked yet. */
export const isOpen = ({ state }: Entry, seq: number): boolean =>
  state.pending === seq || state.doubts.some((doubt) => doubt.seq === seq)

/** Whether it may place orders. During a stop the sale on stop may still be due. */
export const mayAct = ({ row, state }: Entry): boolean =>
  state.pending === 0 && (row.status === 'active' || (row.status === 'stopping' && state.stopping))

export const ofRun = (orders: OrderRow[], { run }: StrategyRow): OrderRow[] =>
  orders.filter((order) => order.run === run)
