/** The bus: within one process, or with REDIS_URL between all of them. Local delivery is immediate in either case. */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { Redis } from 'ioredis'
import { ConfigError } from '../../config.ts'
import { type Bus, type BusTopic, createBus } from '../../kernel/bus.ts'
import type { Clock } from '../../kernel/clock.ts'
import { describe, type Log } from '../../kernel/log.ts'

const CHANNEL = 'purser:bus'

export async function openBus(
  url: string | null,
  log: Log,
  clock?: Clock,
): Promise<{ bus: Bus; redis: Redis | null }> {
  const local = createBus(log, clock)
  if (url === null) return { bus: local, redis: null }
  const connect = await connector(log)
  const self = randomUUID()
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
  subscriber.on('message', (_, text) => {
    try {
      const { from, topic, event } = JSON.parse(text) as { from: string; topic: BusTopic; event: never }
      if (from !== self) local.publish(topic, event)
    } catch (error) {
      log.warn(describe(error), 'an event from another server could not be read')
    }
  })
  const bus: Bus = {
    subscribe: local.subscribe,
    waitFor: local.waitFor,
    publish(topic, event) {
      local.publish(topic, event)
      redis
        .publish(CHANNEL, JSON.stringify({ from: self, topic, event }))
        .catch((error: unknown) => log.warn(describe(error), 'an event did not reach the other servers'))
    },
    async close() {
      await local.close()
      redis.disconnect()
      subscriber.disconnect()
    },
  }
  return { bus, redis }
}

/** The client is loaded where there is a Redis: most desks have none, and it is a 20th of what their start loads. */
async function connector(log: Log) {
  const { Redis } = await import('ioredis')
  return (url: string, options: { enableOfflineQueue?: boolean; commandTimeout?: number } = {}): Redis => {
    const redis = new Redis(url, { maxRetriesPerRequest: 2, ...options })
    redis.on('error', (error) => log.warn(describe(error), 'Redis is unavailable'))
    return redis
  }
}
