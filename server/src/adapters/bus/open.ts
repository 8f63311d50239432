/** The bus of one process, or with REDIS_URL of all: every event is told here at once and to the others through Redis. */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { Redis } from 'ioredis'
import { ConfigError } from '../../config.ts'
import { type Bus, type BusTopic, createBus } from '../../kernel/bus.ts'
import { describe, type Log } from '../../kernel/log.ts'

const CHANNEL = 'purser:bus'

export async function openBus(url: string | null, log: Log): Promise<{ bus: Bus; redis: Redis | null }> {
  const local = createBus(log)
  if (url === null) return { bus: local, redis: null }
  const self = randomUUID()
  // Commands fail at once while Redis is away: a request must not wait for it.
  const redis = connect(url, log, { enableOfflineQueue: false, commandTimeout: 1_000 })
  const hearing = connect(url, log)
  if (redis.status !== 'ready')
    await once(redis, 'ready').catch((error: unknown) => {
      redis.disconnect()
      hearing.disconnect()
      throw new ConfigError(`REDIS_URL: Redis cannot be reached: ${describe(error).error}`)
    })
  await hearing.subscribe(CHANNEL)
  hearing.on('message', (_, text) => {
    try {
      const { from, topic, event } = JSON.parse(text) as { from: string; topic: BusTopic; event: never }
      if (from !== self) local.publish(topic, event)
    } catch (error) {
      log.warn(describe(error), 'an event from another server could not be read')
    }
  })
  const bus: Bus = {
    subscribe: local.subscribe,
    publish(topic, event) {
      local.publish(topic, event)
      redis
        .publish(CHANNEL, JSON.stringify({ from: self, topic, event }))
        .catch((error: unknown) => log.warn(describe(error), 'an event did not reach the other servers'))
    },
    async close() {
      await local.close()
      redis.disconnect()
      hearing.disconnect()
    },
  }
  return { bus, redis }
}

function connect(
  url: string,
  log: Log,
  options: { enableOfflineQueue?: boolean; commandTimeout?: number } = {},
): Redis {
  const redis = new Redis(url, { maxRetriesPerRequest: 2, ...options })
  redis.on('error', (error) => log.warn(describe(error), 'Redis is away'))
  return redis
}
