/** Limits requests per minute: counted in Redis for all processes, and in this one while Redis does not answer. */
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Redis } from 'ioredis'
import { clientKey } from './client-address.ts'
import type { Clock } from '../clock.ts'
import { describe, type Log } from '../log.ts'

/** Each request would wait for the time-out of Redis: after a failure Redis is not called for this long. */
const ALONE_MS = 10_000

export type LimitParts = { redis: Redis | null; clock: Pick<Clock, 'monotonic'>; log: Log }

export async function createLimits(app: FastifyInstance, { redis, clock, log }: LimitParts) {
  const alone = await limitsIn(app, null)
  const shared = redis && (await limitsIn(app, redis))
  /** When Redis is called again after a failure. */
  let asksAt: number | null = null

  return (kind: string, max: number) => {
    const options = {
      max,
      timeWindow: '1 minute',
      keyGenerator: (request: FastifyRequest) =>
        `${kind}:${request.caller?.sessionId ?? clientKey(request.ip)}`,
    }
    const [here, everywhere] = [alone(options), shared?.(options)]
    return async (request: FastifyRequest) => {
      const now = clock.monotonic()
      if (!everywhere || (asksAt !== null && now < asksAt)) return here(request)
      // One request finds out whether Redis answers again; the others do not wait for it.
      if (asksAt !== null) asksAt = now + ALONE_MS
      try {
        const count = await everywhere(request)
        asksAt = null
        return count
      } catch (error) {
        if (asksAt === null)
          log.warn(describe(error), 'Redis does not answer: requests are counted in this process')
        asksAt = clock.monotonic() + ALONE_MS
        return here(request)
      }
    }
  }
}

/** Each kind of counter gets a context of its own: one context has one. */
async function limitsIn(app: FastifyInstance, redis: Redis | null) {
  let create: FastifyInstance['createRateLimit'] | undefined
  await app.register(async (inner) => {
    await inner.register(rateLimit, { global: false, ...(redis ? { redis } : {}) })
    create = inner.createRateLimit
  })
  if (!create) throw new Error('the limits were not registered')
  return create
}
