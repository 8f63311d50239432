/** Composes the one status poll. */
import { WOKEN } from '../../../../kernel/clock.ts'
import { pollStatuses } from './poll-statuses.ts'
import type { Watch, WatchParts, WatchState } from './watch.ts'

export function createWatch(parts: WatchParts): Watch {
  const state: WatchState = {
    ...parts,
    waiting: new Map(),
    subscriptions: new Map(),
    ending: new AbortController(),
    awake: new AbortController(),
    lingering: new AbortController(),
    isPolling: false,
    polledAt: Number.NEGATIVE_INFINITY,
    overtaken: 0,
  }
  const { waiting, subscriptions, ending } = state
  return {
    next(signature) {
      return new Promise((resolve) => {
        if (ending.signal.aborted) return resolve('unavailable')
        waiting.set(signature, [...(waiting.get(signature) ?? []), resolve])
        if (state.isPolling) return state.awake.abort(WOKEN)
        state.isPolling = true
        void pollStatuses(state)
      })
    },
    stop() {
      ending.abort()
      state.awake.abort(WOKEN)
      state.lingering.abort(WOKEN)
      for (const sub of subscriptions.values()) sub.stop()
      subscriptions.clear()
      for (const callbacks of waiting.values()) for (const resolve of callbacks) resolve('unavailable')
      waiting.clear()
    },
  }
}
