/**
 * Whether the server answers: 'live' after a good answer, 'stale' after one failure, 'down' after three. Derived from
 * real answers and sockets only, never from navigator.onLine. While it is not live the server is called every 5 s.
 */
import { LIVE_RECONNECT_MS } from '@purser/contract/limits.ts'
import { BUILD_HEADER } from '@purser/contract/system.ts'
import { reportBuild } from './build.ts'

export type Connection = 'live' | 'stale' | 'down'

export const DOWN_BANNER =
  'Server connection issues detected. Some features may be unavailable. The application is running in offline mode.'

/** Failures in a row: specification 2, section 9. */
const FAILURES_WHEN_DOWN = 3
const SOON_MS = LIVE_RECONNECT_MS / 5

let state: Connection = 'live'
let failures = 0
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

const setState = (next: Connection) => {
  if (next === state) return
  state = next
  for (const listener of listeners) listener()
}

export const connection = () => state

export function onConnection(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** `reached` resolves once the server is known to be down; `stop` ends the waiting. */
export function whenDown(): { reached: Promise<void>; stop(): void } {
  let stop = () => {}
  const reached = new Promise<void>((resolve) => {
    const resolveIfDown = () => {
      if (state === 'down') resolve()
    }
    stop = onConnection(resolveIfDown)
    resolveIfDown()
  })
  return { reached, stop }
}

/** Call it when an answer arrived that is not a 503. */
export function reportAnswer(): void {
  failures = 0
  clearTimeout(timer)
  timer = undefined
  setState('live')
}

/** Call it when no answer arrived, or a 503. */
export function reportFailure(nextCheckMs = SOON_MS): void {
  failures++
  setState(failures < FAILURES_WHEN_DOWN ? 'stale' : 'down')
  timer ??= setTimeout(() => void check(), nextCheckMs)
}

async function check(): Promise<void> {
  timer = undefined
  try {
    const answer = await fetch('/api/status', {
      signal: AbortSignal.timeout(LIVE_RECONNECT_MS),
      cache: 'no-store',
    })
    if (answer.status === 503) throw new Error('unavailable')
    reportAnswer()
    reportBuild(answer.headers.get(BUILD_HEADER))
  } catch {
    // Until it is known to be down it is called sooner.
    reportFailure(failures + 1 < FAILURES_WHEN_DOWN ? SOON_MS : LIVE_RECONNECT_MS)
  }
}

/** Checks after a closed socket whether the server is still there; the state changes only with the answer. */
export function checkConnection(): void {
  timer ??= setTimeout(() => void check(), 0)
}
