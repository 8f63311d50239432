/**
 * Publish and subscribe between domains. Events carry ids and displayable data, never secrets. This bus delivers within
 * one process; with Redis every process receives every event (adapters/bus).
 */
import { type Clock, systemClock, WOKEN } from './clock.ts'
import { describe, type Log } from './log.ts'

/** Event types by topic. Each domain declares the topics that it publishes, in its events.ts. */
export interface BusEvents {}
export type BusTopic = keyof BusEvents
type Listener<T extends BusTopic> = (event: BusEvents[T]) => void

export type Bus = {
  publish<T extends BusTopic>(topic: T, event: BusEvents[T]): void
  /** Returns the unsubscribe function. A listener that throws is logged; the others still get the event. */
  subscribe<T extends BusTopic>(topic: T, listener: Listener<T>): () => void
  /** Resolves at the first event that matches, or after `ms`. */
  waitFor<T extends BusTopic>(topic: T, matches: (event: BusEvents[T]) => boolean, ms: number): Promise<void>
  close(): Promise<void>
}

export function createBus(log: Log, clock: Clock = systemClock): Bus {
  const listeners = new Map<BusTopic, Set<(event: never) => void>>()

  function subscribe<T extends BusTopic>(topic: T, listener: Listener<T>): () => void {
    const ofTopic = listeners.get(topic) ?? new Set()
    listeners.set(topic, ofTopic)
    ofTopic.add(listener)
    return () => void ofTopic.delete(listener)
  }

  return {
    publish(topic, event) {
      for (const listener of listeners.get(topic) ?? []) {
        try {
          ;(listener as (e: typeof event) => void)(event)
        } catch (error) {
          log.error({ topic, ...describe(error) }, 'a listener failed')
        }
      }
    },
    subscribe,
    async waitFor(topic, matches, ms) {
      const matched = new AbortController()
      const unsubscribe = subscribe(topic, (event) => {
        if (matches(event)) matched.abort(WOKEN)
      })
      await clock.sleep(ms, matched.signal)
      unsubscribe()
    },
    close: async () => listeners.clear(),
  }
}
