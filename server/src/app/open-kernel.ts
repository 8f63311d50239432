import { randomBytes } from 'node:crypto'
import { openBus } from '../adapters/bus/open.ts'
import type { AppParts } from './parts.ts'
import { systemClock } from '../kernel/clock.ts'
import { eventShapes } from './event-shapes.ts'
import { startHeartbeat } from '../kernel/heartbeat.ts'
import { createIdempotency } from '../kernel/http/idempotency.ts'
import { startJobs } from '../kernel/jobs.ts'
import { createLimiter } from '../kernel/concurrency/limiter.ts'
import { initSetting } from '../kernel/settings.store.ts'

/** The parts that every domain may need: the database handle, bus, heartbeat, limits, idempotency keys and jobs. */
export async function openKernel(
  { config, database, clock = systemClock, log, beside = false }: AppParts,
  opened: AsyncDisposableStack,
) {
  const { db, vacuum } = database
  const { bus, redis, dropped } = await openBus({
    url: config.redisUrl,
    // Not derived from the master key: during its rotation processes have different ones.
    key: () => initSetting(db, 'bus_key', randomBytes(32).toString('base64url')),
    shapes: eventShapes,
    log,
    clock,
  })
  opened.defer(bus.close)
  const heartbeat = await startHeartbeat(db, {
    alone: database.kind === 'embedded',
    ...(beside ? {} : { fanOut: redis !== null }),
    log,
    clock,
  })
  opened.defer(heartbeat.stop)
  const jobs = await startJobs(database.jobs, log)
  opened.defer(jobs.stop)
  const limiter = createLimiter(db, clock)
  const idempotency = createIdempotency(db, heartbeat, clock)
  return { db, vacuum, bus, redis, dropped, clock, log, heartbeat, jobs, limiter, idempotency }
}
export type Kernel = Awaited<ReturnType<typeof openKernel>>
