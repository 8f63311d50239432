/**
 * Whether the server answers: 'live' after a good answer, 'stale' after one failure, 'down' when it keeps failing. Known
 * from real answers and sockets only, never from navigator.onLine. While it is not live the server is asked every 5 s.
 */
import { LIVE_RECONNECT_MS } from '@purser/contract/limits.ts'

export type Connection = 'live' | 'stale' | 'down'

export const DOWN_BANNER =
  'Server connection issues detected. Some features may be unavailable. The application is running in offline mode.'

let state: Connection = 'live'
let failures = 0
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

const become = (next: Connection) => {
  if (next === state) return
  state = next
  for (const listener of listeners) listener()
}

export const connection = () => state

export function onConnection(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** An answer came that is not a 503. */
export function answered(): void {
  failures = 0
  clearTimeout(timer)
  timer = undefined
  become('live')
}

/** No answer came, or a 503. */
export function failed(): void {
  failures++
  become(failures > 1 ? 'down' : 'stale')
  timer ??= setTimeout(() => void ask(), LIVE_RECONNECT_MS / 5)
}

async function ask(): Promise<void> {
  timer = undefined
  try {
    const answer = await fetch('/api/status', {
      signal: AbortSignal.timeout(LIVE_RECONNECT_MS),
      cache: 'no-store',
    })
    if (answer.status === 503) throw new Error('away')
    answered()
  } catch {
    failures++
    become(failures > 1 ? 'down' : 'stale')
    timer ??= setTimeout(() => void ask(), LIVE_RECONNECT_MS)
  }
}

/** A socket closed: ask whether the server is still there, without calling it down before it had its say. */
export function doubt(): void {
  timer ??= setTimeout(() => void ask(), 0)
}
