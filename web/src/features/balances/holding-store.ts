import { coalesce } from '#wire/live/coalesce.ts'
import { type HoldingState, isHolding, mergeFound, sameHolding } from './holding.ts'

/** Replaced by another object whenever an entry has changed. */
export type Holdings = Pick<ReadonlyMap<number, HoldingState>, 'get' | 'values'>

/** Rendering costs more than receiving: changes are published at most this often, the first at once. */
const PUBLISH_MS = 400

/** The holdings of wallets by id, outside React state: they arrive in many parts. */
export function createHoldingStore() {
  const states = new Map<number, HoldingState>()
  /** Wallets that were requested; those whose request failed are removed again. */
  const requested = new Set<number>()
  const listeners = new Set<() => void>()
  const snapshot = (): Holdings => ({ get: (id) => states.get(id), values: () => states.values() })
  let published = snapshot()
  const publish = () => {
    published = snapshot()
    for (const listener of listeners) listener()
  }
  let isFirst = true
  const soon = coalesce(publish, 0)
  const later = coalesce(publish, PUBLISH_MS)
  return {
    requested,
    snapshot: () => published,
    /** Shows those that are not known yet at once: balances of an earlier visit, before the first paint. */
    restore(cached: [number, HoldingState][]): void {
      const missing = cached.filter(([id]) => !states.has(id))
      for (const [id, state] of missing) states.set(id, state)
      if (missing.length > 0) publish()
    },
    /** A known holding is kept when a later request for it fails, except for one of an earlier visit. */
    add(arrived: [number, HoldingState][]): void {
      let changed = false
      for (const [id, state] of arrived) {
        const before = states.get(id)
        const isEarlier = isHolding(before) && before.loading
        if (!isHolding(state) && isHolding(before) && !isEarlier) continue
        const next = isEarlier && isHolding(state) && !state.complete ? mergeFound(before, state) : state
        changed ||= !sameHolding(before, next)
        states.set(id, next)
      }
      if (changed) (isFirst ? soon : later).soon()
      isFirst = false
    },
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
export type HoldingStore = ReturnType<typeof createHoldingStore>
