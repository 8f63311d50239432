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
import { settledWithin } from '../../../kernel/concurrency/with-timeout.ts'
import type { Outbound } from '../../../ports/outbound.ts'
import type { Wallets } from '../../wallets/index.ts'
import * as store from './deliveries.store.ts'
import { toRecord, signature } from './sign.ts'
import { markDelivering, markFailing, readSealedSecret } from './webhooks.store.ts'

export type DeliveryParts = {
  db: Db
  clock: Clock
  log: Log
  heartbeat: Heartbeat
  outbound: Outbound
  wallets: Pick<Wallets, 'secrets'>
  /** Switches a webhook off and informs its owner. */
  giveUp(webhookId: number): Promise<void>
}

const MINUTE_MS = 60_000
/** Waits after the first attempt, the second, and so on. */
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
/** Calls of this process at the same time: in all, of one user, and to one host. */
const AT_ONCE = { all: 32, user: 8, host: 2 }
/** Due deliveries that are read in one go. */
const LISTED = 1_000
const STOP_MS = 3_000

/** When a delivery is tried again after so many attempts. null: never. */
const retryAt = (attempts: number, now: number): Date | null => {
  const wait = attempts < WEBHOOK_ATTEMPTS ? RETRIES_MS[attempts - 1] : undefined
  return wait === undefined ? null : new Date(now + wait)
}

export type Delivery = {
  /** Something may be due: it is looked for at once. */
  wake(): void
  start(): void
  /** Gives the calls that are under way a moment. */
  stop(): Promise<void>
}
type DeliveryState = DeliveryParts & {
  ending: AbortController
  /** Deliveries under way, by id. */
  underWay: Map<number, store.Due & { done: Promise<void> }>
  /** Ends the present wait of the loop. */
  waking: AbortController
  polling: Promise<void>
}
type Answer = { status: number } | { problem: DeliveryProblem }

export function createDelivery(parts: DeliveryParts): Delivery {
  const state: DeliveryState = {
    ...parts,
    ending: new AbortController(),
    underWay: new Map(),
    waking: new AbortController(),
    polling: Promise.resolve(),
  }
  return {
    wake: () => state.waking.abort(),
    start: () => void (state.polling = pollDeliveries(state)),
    stop: () => stopDelivery(state),
  }
}

async function pollDeliveries(state: DeliveryState): Promise<void> {
  const { clock, log, ending } = state
  const { signal } = ending
  while (!signal.aborted) {
    state.waking = new AbortController()
    try {
      await beginDue(state)
    } catch (error) {
      log.warn(describe(error), 'deliveries wait')
      // Not at once again, however often it is woken.
      await clock.sleep(POLL_MS, signal)
    }
    await clock.sleep(POLL_MS, AbortSignal.any([signal, state.waking.signal]))
  }
}

async function stopDelivery({ clock, ending, polling, underWay }: DeliveryState): Promise<void> {
  ending.abort()
  const ended = polling.then(() => Promise.all([...underWay.values()].map(({ done }) => done)))
  await settledWithin(clock, STOP_MS, ended)
}

const countUnderWay = ({ underWay }: DeliveryState, key: 'userId' | 'host', value: number | string): number =>
  [...underWay.values()].filter((one) => one[key] === value).length

/** Begins what is due, as far as there is room. */
async function beginDue(state: DeliveryState): Promise<void> {
  const { db, clock, log, heartbeat, underWay } = state
  const isBusyHost = (host: string) => countUnderWay(state, 'host', host) >= AT_ONCE.host
  const isBusyUser = (userId: number) => countUnderWay(state, 'userId', userId) >= AT_ONCE.user
  const calls = [...underWay.values()]
  const due = await store.listDue(db, heartbeat, {
    now: new Date(clock.now()),
    mine: [...underWay.keys()],
    busyHosts: calls.map(({ host }) => host).filter(isBusyHost),
    busyUsers: calls.map(({ userId }) => userId).filter(isBusyUser),
    limit: LISTED,
  })
  for (const one of due) {
    const isFull = underWay.size >= AT_ONCE.all || isBusyUser(one.userId) || isBusyHost(one.host)
    if (isFull || underWay.has(one.id)) continue
    const done = attemptDelivery(state, one.id)
      .catch((error: unknown) => log.warn(describe(error), 'a delivery waits'))
      .finally(() => {
        underWay.delete(one.id)
        state.waking.abort()
      })
    underWay.set(one.id, { ...one, done })
  }
}

async function attemptDelivery(state: DeliveryState, id: number): Promise<void> {
  const { db, clock, heartbeat, ending } = state
  const owner = heartbeat.claim()
  const delivery = await store.claim(db, heartbeat, { id, owner, now: new Date(clock.now()) })
  if (!delivery) return
  let answer: Answer
  try {
    answer = await postDelivery(state, delivery)
  } catch (error) {
    await store.release(db, id, owner)
    if (ending.signal.aborted) return
    throw error
  }
  await recordAnswer(state, delivery, owner, answer)
}

async function postDelivery(
  { db, clock, log, outbound, wallets, ending }: DeliveryState,
  delivery: store.Claimed,
): Promise<Answer> {
  let secret: string
  try {
    secret = await wallets.secrets.open(db, toRecord(delivery), async (again) =>
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
  const call = { url: delivery.url, headers, body: delivery.body }
  const answer = await outbound.post(call, ending.signal)
  return 'status' in answer ? answer : { problem: answer.failure }
}

/** Records the outcome, and gives the webhook up where deliveries have failed for too long. */
async function recordAnswer(
  { db, clock, giveUp }: DeliveryState,
  { id, webhookId, attempts, isFormer }: store.Claimed,
  owner: string,
  answer: Answer,
): Promise<void> {
  const at = new Date(clock.now())
  const isDelivered = 'status' in answer && answer.status >= 200 && answer.status < 300
  const nextAttemptAt = isDelivered ? null : retryAt(attempts + 1, at.getTime())
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
  if (!recorded || isFormer) return
  if (isDelivered) return markDelivering(db, webhookId)
  const since = await markFailing(db, webhookId, at)
  const isFailing = since !== null && at.getTime() - since.getTime() >= WEBHOOK_FAILING_DAYS * DAY_MS
  // Only together with a delivery that has failed for good: a single failure long after another switches nothing off.
  if (isLast && isFailing) await giveUp(webhookId)
}
