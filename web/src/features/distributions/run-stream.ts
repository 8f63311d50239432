import type { DistributionMessage } from '@purser/contract/live.ts'
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

type MessageType = DistributionMessage['type']
const COMPLETIONS: readonly MessageType[] = ['distribute_complete', 'gather_complete']
const STATUSES: readonly MessageType[] = ['distribute_status', 'gather_status']

/**
 * Whether a connection has delivered everything it had, so that it counts as a good one. The present state is sent as a
 * status and one message per transfer: only a heartbeat after them shows that all went through.
 */
export function completeStream(): (type: MessageType) => boolean {
  let started = false
  return (type) => {
    if (COMPLETIONS.includes(type)) return true
    if (STATUSES.includes(type)) started = true
    return started && type === 'heartbeat'
  }
}
