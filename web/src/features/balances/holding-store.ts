import { coalesce } from '#wire/live/coalesce.ts'
import { type HoldingState, isHolding, sameHolding } from './holding.ts'

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
  const soon = coalesce(publish, 0)
  const later = coalesce(publish, PUBLISH_MS)
  return {
    requested,
    snapshot: () => published,
    /** A known holding is kept when a later request for it fails. */
    add(arrived: [number, HoldingState][]): void {
      const first = states.size === 0
      let changed = false
      for (const [id, state] of arrived) {
        const before = states.get(id)
        if (!isHolding(state) && isHolding(before)) continue
        changed ||= !sameHolding(before, state)
        states.set(id, state)
      }
      if (changed) (first ? soon : later).soon()
    },
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
export type HoldingStore = ReturnType<typeof createHoldingStore>
