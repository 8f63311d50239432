/** The bus: within one process, or with REDIS_URL between all of them. Local delivery is immediate in either case. */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { Redis } from 'ioredis'
import * as z from 'zod/mini'
import { ConfigError } from '../../config/config.ts'
import { type Bus, type BusEvents, type BusTopic, createBus } from '../../kernel/bus.ts'
import type { Clock } from '../../kernel/clock.ts'
import { describe, type Log } from '../../kernel/log.ts'
import { open, sign } from './signed.ts'

const CHANNEL = 'purser:bus'

export type EventShapes = { [T in BusTopic]: z.ZodMiniType<BusEvents[T]> }
/**
 * Messages that were not delivered: not signed by this desk, of no known shape, or no newer than the last of their
 * process.
 */
export type Dropped = { forged: number; malformed: number; repeated: number }

export type BusParts = {
  /** null: within this process. */
  url: string | null
  /** The same in all processes of a desk. */
  key: () => Promise<string>
  shapes: EventShapes
  log: Log
  clock?: Clock | undefined
}
export type OpenedBus = { bus: Bus; redis: Redis | null; dropped: Readonly<Dropped> }

export async function openBus({ url, key, shapes, log, clock }: BusParts): Promise<OpenedBus> {
  const local = createBus(log, clock)
  const dropped: Dropped = { forged: 0, malformed: 0, repeated: 0 }
  if (url === null) return { bus: local, redis: null, dropped }
  const secret = await key()
  const connect = await connector(log)
  const self = randomUUID()
  let published = 0
  /** The number of the last message of each process. Anyone who reaches Redis can repeat a signed message. */
  const last = new Map<string, number>()
  // Commands fail at once while Redis is unavailable: no request waits for it.
  const redis = connect(url, { enableOfflineQueue: false, commandTimeout: 1_000 })
  const subscriber = connect(url)
  if (redis.status !== 'ready')
    await once(redis, 'ready').catch((error: unknown) => {
      redis.disconnect()
      subscriber.disconnect()
      throw new ConfigError(`REDIS_URL: Redis cannot be reached: ${describe(error).error}`)
    })
  await subscriber.subscribe(CHANNEL)
  subscriber.on('message', (_, message) => {
    const text = open(secret, message)
    // Not logged one by one: the sender could fill the disk.
    if (text === null) return void dropped.forged++
    const sent = readSent(text, shapes)
    if (sent === null) return void dropped.malformed++
    if (sent.from === self) return
    if (sent.n <= (last.get(sent.from) ?? 0)) return void dropped.repeated++
    last.set(sent.from, sent.n)
    local.publish(sent.topic, sent.event)
  })
  const bus: Bus = {
    subscribe: local.subscribe,
    waitFor: local.waitFor,
    publish(topic, event) {
      local.publish(topic, event)
      redis
        .publish(CHANNEL, sign(secret, JSON.stringify({ from: self, n: ++published, topic, event })))
        .catch((error: unknown) => log.warn(describe(error), 'an event did not reach the other servers'))
    },
    async close() {
      await local.close()
      redis.disconnect()
      subscriber.disconnect()
    },
  }
  return { bus, redis, dropped }
}

const Sent = z.object({ from: z.string(), n: z.int(), topic: z.string(), event: z.unknown() })
type Sent = { from: string; n: number; topic: BusTopic; event: never }

/** null: no event. A process of another version may know other topics, and other shapes of them. */
function readSent(text: string, shapes: EventShapes): Sent | null {
  const { data } = Sent.safeParse(parsed(text))
  if (!data || !Object.hasOwn(shapes, data.topic)) return null
  const topic = data.topic as BusTopic
  const event = shapes[topic].safeParse(data.event)
  return event.success ? { ...data, topic, event: event.data as never } : null
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** The client is loaded only if there is a Redis: most desks have none, and it is a 20th of what they load at start. */
async function connector(log: Log) {
  const { Redis } = await import('ioredis')
  return (url: string, options: { enableOfflineQueue?: boolean; commandTimeout?: number } = {}): Redis => {
    const redis = new Redis(url, { maxRetriesPerRequest: 2, ...options })
    redis.on('error', (error) => log.warn(describe(error), 'Redis is unavailable'))
    return redis
  }
}
