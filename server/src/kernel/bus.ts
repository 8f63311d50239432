/**
 * How a domain notifies those to its right. Events hold ids and what may be shown, never secrets. A local emitter delivers
 * them within a process; with Redis every process receives them (adapters/bus).
 */
import { describe, type Log } from './log.ts'

/** By topic. Each domain that publishes declares its own topics in its events.ts. */
export interface BusEvents {}
export type BusTopic = keyof BusEvents
type Hear<T extends BusTopic> = (event: BusEvents[T]) => void

export type Bus = {
  publish<T extends BusTopic>(topic: T, event: BusEvents[T]): void
  /** Returns what ends the subscription. A listener that throws is logged and does not disturb the others. */
  subscribe<T extends BusTopic>(topic: T, hear: Hear<T>): () => void
  close(): Promise<void>
}

export function createBus(log: Log): Bus {
  const listeners = new Map<BusTopic, Set<(event: never) => void>>()
  return {
    publish(topic, event) {
      for (const hear of listeners.get(topic) ?? []) {
        try {
          ;(hear as (e: typeof event) => void)(event)
        } catch (error) {
          log.error({ topic, ...describe(error) }, 'a listener failed')
        }
      }
    },
    subscribe(topic, hear) {
      const set = listeners.get(topic) ?? new Set()
      listeners.set(topic, set)
      set.add(hear)
      return () => void set.delete(hear)
    },
    close: async () => listeners.clear(),
  }
}

/** Resolves when such an event is heard, or after `ms`. */
export function heard<T extends BusTopic>(
  bus: Bus,
  topic: T,
  matches: (event: BusEvents[T]) => boolean,
  ms: number,
): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      off()
      resolve()
    }
    const timer = setTimeout(done, ms)
    const off = bus.subscribe(topic, (event) => {
      if (matches(event)) done()
    })
  })
}
