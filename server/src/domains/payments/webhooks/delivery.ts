/**
 * Sends deliveries. They wait in the database until a receiver has answered with 2xx, are claimed by one process at a time,
 * and are sent at least once: a process that dies before it has written the outcome leaves the delivery to the next one.
 */
import { WEBHOOK_ATTEMPTS, WEBHOOK_FAILING_DAYS } from '@purser/contract/limits.ts'
import type { DeliveryProblem } from '@purser/contract/webhook-texts.ts'
import { DAY_MS, HOUR_MS } from '@purser/contract/time.ts'
import type { Db } from '../../../db/client.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { Heartbeat } from '../../../kernel/heartbeat.ts'
import { describe, type Log } from '../../../kernel/log.ts'
import { settledWithin } from '../../../kernel/with-timeout.ts'
import type { Outbound } from '../../../ports/outbound.ts'
import type { Wallets } from '../../wallets/index.ts'
import * as store from './deliveries.store.ts'
import { recordOf, signature } from './sign.ts'
import { markDelivering, markFailing, readSealedSecret } from './webhooks.store.ts'

export type DeliveryParts = {
  db: Db
  clock: Clock
  log: Log
  heartbeat: Heartbeat
  outbound: Outbound
  wallets: Pick<Wallets, 'secrets'>
  /** Switches a webhook off, and tells its owner. */
  giveUp(webhookId: number): Promise<void>
}

const MINUTE_MS = 60_000
/** After the first attempt, the second, and so on. */
const RETRIES_MS = [
  10_000,
  MINUTE_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  6 * HOUR_MS,
  12 * HOUR_MS,
  24 * HOUR_MS,
]
const POLL_MS = 1_000
/** At once, of this process: in all, of one user, and to one host. */
const AT_ONCE = { all: 32, user: 8, host: 2 }
/** How many that are due are looked at in one go. */
const LISTED = 1_000
const STOP_MS = 3_000

/** When it is tried again after so many attempts; null: never. */
const retryAt = (attempts: number, now: number): Date | null => {
  const wait = attempts < WEBHOOK_ATTEMPTS ? RETRIES_MS[attempts - 1] : undefined
  return wait === undefined ? null : new Date(now + wait)
}

export function createDelivery({ db, clock, log, heartbeat, outbound, wallets, giveUp }: DeliveryParts) {
  const ending = new AbortController()
  const { signal } = ending
  const underWay = new Map<number, store.Due & { done: Promise<void> }>()
  let waking = new AbortController()
  let polling: Promise<void> = Promise.resolve()

  async function post(delivery: store.Claimed): Promise<{ status: number } | { problem: DeliveryProblem }> {
    let secret: string
    try {
      secret = await wallets.secrets.open(db, recordOf(delivery), async (again) =>
        again ? readSealedSecret(db, delivery.webhookId) : delivery.sealedSecret,
      )
    } catch (error) {
      log.error({ delivery: delivery.id, ...describe(error) }, 'a delivery could not be signed')
      return { problem: 'not_signed' }
    }
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'Purser',
      'purser-event': delivery.event,
      'purser-delivery': String(delivery.id),
      'purser-signature': signature(secret, delivery.body, clock.now()),
    }
    const answer = await outbound.post({ url: delivery.url, headers, body: delivery.body }, signal)
    return 'status' in answer ? answer : { problem: answer.failure }
  }

  async function attempt(id: number): Promise<void> {
    const owner = heartbeat.claim()
    const delivery = await store.claim(db, heartbeat, { id, owner, now: new Date(clock.now()) })
    if (!delivery) return
    let answer: Awaited<ReturnType<typeof post>>
    try {
      answer = await post(delivery)
    } catch (error) {
      await store.release(db, id, owner)
      if (signal.aborted) return
      throw error
    }
    const at = new Date(clock.now())
    const isDelivered = 'status' in answer && answer.status >= 200 && answer.status < 300
    const nextAttemptAt = isDelivered ? null : retryAt(delivery.attempts + 1, at.getTime())
    const isLast = nextAttemptAt === null
    const recorded = await store.recordAttempt(
      db,
      { id, owner, at },
      {
        status: isDelivered ? 'delivered' : isLast ? 'failed' : 'waiting',
        responseStatus: 'status' in answer ? answer.status : null,
        problem: 'problem' in answer ? answer.problem : null,
        nextAttemptAt,
      },
    )
    if (!recorded || delivery.isFormer) return
    if (isDelivered) return markDelivering(db, delivery.webhookId)
    const since = await markFailing(db, delivery.webhookId, at)
    const isGivenUp = since !== null && at.getTime() - since.getTime() >= WEBHOOK_FAILING_DAYS * DAY_MS
    // Only together with one that has failed for good: a single failure long after another switches nothing off.
    if (isLast && isGivenUp) await giveUp(delivery.webhookId)
  }

  const inUse = (key: 'userId' | 'host', value: number | string) =>
    [...underWay.values()].filter((one) => one[key] === value).length

  /** Begins what is due, as far as there is room; answers how many. */
  async function begin(): Promise<number> {
    const calls = [...underWay.values()]
    const due = await store.listDue(db, heartbeat, {
      now: new Date(clock.now()),
      mine: [...underWay.keys()],
      busyHosts: calls.flatMap(({ host }) => (inUse('host', host) >= AT_ONCE.host ? [host] : [])),
      busyUsers: calls.flatMap(({ userId }) => (inUse('userId', userId) >= AT_ONCE.user ? [userId] : [])),
      limit: LISTED,
    })
    let begun = 0
    for (const one of due) {
      const isFull =
        underWay.size >= AT_ONCE.all ||
        inUse('userId', one.userId) >= AT_ONCE.user ||
        inUse('host', one.host) >= AT_ONCE.host
      if (isFull || underWay.has(one.id)) continue
      begun++
      const done = attempt(one.id)
        .catch((error: unknown) => log.warn(describe(error), 'a delivery waits'))
        .finally(() => {
          underWay.delete(one.id)
          wake()
        })
      underWay.set(one.id, { ...one, done })
    }
    return begun
  }

  function wake(): void {
    waking.abort()
  }

  async function poll(): Promise<void> {
    while (!signal.aborted) {
      waking = new AbortController()
      try {
        await begin()
      } catch (error) {
        log.warn(describe(error), 'deliveries wait')
        // Not at once again, however often it is woken.
        await clock.sleep(POLL_MS, signal)
      }
      await clock.sleep(POLL_MS, AbortSignal.any([signal, waking.signal]))
    }
  }

  return {
    /** Something may be due: it is looked for at once. */
    wake,
    start(): void {
      polling = poll()
    },
    async stop(): Promise<void> {
      ending.abort()
      await settledWithin(
        clock,
        STOP_MS,
        polling.then(() => Promise.all([...underWay.values()].map(({ done }) => done))),
      )
    },
  }
}
