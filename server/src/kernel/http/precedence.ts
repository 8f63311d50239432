/**
 * Whether a signed-in person waits for what is running: their reads get a database connection before background work
 * does, which holds back for a moment while such a read is under way. What a request has started and outlives its answer
 * has no precedence any more.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { after, systemClock } from '../clock.ts'

/** How long a read holds background work back, and how long that waits before it takes its next connection, at most. */
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
    // Not in between: who was asked for its session goes on to its answer at once.
    if (hold) setImmediate(() => underWay.size === 0 && hold?.end())
  }
}

export const hasPrecedence = (): boolean => answers.getStore()?.isAwaited === true

const isHolding = ({ began }: Answer): boolean => systemClock.monotonic() - began < HOLDS_MS

/** For background work, before it takes a connection. null: nobody waits. */
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
