import type { DistributionMessage } from '@purser/contract/distributions/distribution-live.ts'
import { pause } from '#wire/retry.ts'

/** Calls `ask` whenever reset() was not called for `ms`, again and again until stopped. */
export function onSilence(
  ms: number,
  ask: () => Promise<void>,
  wait: typeof pause = pause,
): { reset: () => void; stop: () => void } {
  let waiting = new AbortController()
  let stopped = false
  const reset = () => {
    waiting.abort()
    if (stopped) return
    waiting = new AbortController()
    const { signal } = waiting
    void wait(ms, signal).then(() => {
      if (!signal.aborted) void ask().then(reset, reset)
    })
  }
  reset()
  return {
    reset,
    stop: () => {
      stopped = true
      waiting.abort()
    },
  }
}

/** Messages that begin the present state, and those that end the stream. */
export type Stream = { statuses: readonly string[]; completions: readonly string[] }
export const centreStream: Stream = {
  statuses: ['distribute_status', 'gather_status'] satisfies DistributionMessage['type'][],
  completions: ['distribute_complete', 'gather_complete'] satisfies DistributionMessage['type'][],
}

/**
 * Tells whether a connection has delivered everything, so that it counts as a good one. The present state is sent as a
 * status and one message per transfer: only a heartbeat after them shows that all went through.
 */
export function completeStream({ statuses, completions }: Stream = centreStream): (type: string) => boolean {
  let started = false
  return (type) => {
    if (completions.includes(type)) return true
    if (statuses.includes(type)) started = true
    return started && type === 'heartbeat'
  }
}
