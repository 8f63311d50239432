/**
 * What a domain tells those to its right. Events hold ids and what may be shown, never secrets. In one process a local
 * emitter carries them; with Redis every process hears them (adapters/bus).
 */
import type { TransferChange } from '@purser/contract/distributions.ts'
import { describe, type Log } from './log.ts'

export type BusEvents = {
  'session.ended': { sessionId: string }
  'operation.changed': { userId: number; operationId: string; type: string; status: string }
  /** It had ended, and from now on nothing can change it any more. */
  'operation.finalized': { userId: number; operationId: string }
  /** What became of transfers of an operation of many; the counts are those after it. */
  'operation.progress': {
    userId: number
    operationId: string
    type: string
    completed: number
    failed: number
    total: number
    changes: TransferChange[]
  }
  'strategy.changed': { userId: number; agentId: number; strategyId: string; status: string }
  /** Their user has used the kill switch. */
  'everything.stopped': { userId: number }
  /** Settings of automatic top-up, or what a round came to. */
  'top-ups.changed': { userId: number }
  'notification.added': { userId: number; notification: unknown }
  'notifications.changed': { userId: number }
  'agent.changed': { userId: number; agentId: number }
  'agent.log': {
    userId: number
    agentId: number
    externalId: string
    strategyId: string | null
    log: unknown
  }
  'agent.message': { userId: number; agentId: number; externalId: string; message: unknown }
  /** An instruction was given: those before it are read no further. */
  'agent.asked': { agentId: number; parse: number }
  'agent.deleted': { userId: number; agentId: number; externalId: string }
}
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
