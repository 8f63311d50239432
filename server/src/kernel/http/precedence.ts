/**
 * Tracks whether a signed-in person waits: their reads get a database connection before background work does, which
 * pauses for a moment while such a read is in progress. Work that outlives the answer of its request loses precedence.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { after, systemClock } from '../clock.ts'

/**
 * The most time for which a read holds background work back, and for which that waits before it takes its next
 * connection.
 */
const HOLDS_MS = 50
const HELD_MS = 25

type Answer = { isAwaited: boolean; began: number }
const answers = new AsyncLocalStorage<Answer>()
const underWay = new Set<Answer>()
let hold: { over: Promise<void>; end: () => void } | null = null

export async function withPrecedence<T>(work: () => Promise<T>): Promise<T> {
  const answer = { isAwaited: true, began: systemClock.monotonic() }
  underWay.add(answer)
  try {
    return await answers.run(answer, work)
  } finally {
    answer.isAwaited = false
    underWay.delete(answer)
    // Not between two steps: a request whose session was looked up goes on to its answer at once.
    if (hold) setImmediate(() => underWay.size === 0 && hold?.end())
  }
}

export const hasPrecedence = (): boolean => answers.getStore()?.isAwaited === true

const isHolding = ({ began }: Answer): boolean => systemClock.monotonic() - began < HOLDS_MS

/** For background work before it takes a connection. null: no person waits. */
export function heldBack(): Promise<void> | null {
  if (underWay.size === 0 || hasPrecedence()) return null
  if (hold) return hold.over
  if (![...underWay].some(isHolding)) return null
  const { promise, resolve } = Promise.withResolvers<void>()
  const cancel = after(systemClock, HELD_MS, end)
  function end(): void {
    cancel()
    hold = null
    resolve()
  }
  hold = { over: promise, end }
  return promise
}
