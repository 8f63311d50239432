// On PostgreSQL as well.
/** Webhooks: kept, posted, signed, tried again, and given up. */
import assert from 'node:assert/strict'
import { createHmac, timingSafeEqual } from 'node:crypto'
import { test } from 'node:test'
import { listAudit } from '@purser/contract/audit.ts'
import { readOutbox } from '@purser/contract/accounts.ts'
import { WEBHOOK_ATTEMPTS, WEBHOOK_SENDS_PER_MINUTE, WEBHOOKS_PER_USER } from '@purser/contract/limits.ts'
import { createPaymentLink, expirePayment } from '@purser/contract/payments/payments.ts'
import { DAY_MS, HOUR_MS } from '@purser/contract/time.ts'
import * as api from '@purser/contract/webhooks.ts'
import { sql } from 'drizzle-orm'
import { startTestDesk, until, type User } from '../../../test/harness.ts'
import { type Posted, startReceiver } from '../../../test/receiver.ts'
import { sweepDeliveries } from './deliveries.store.ts'

const desk = await startTestDesk({ network: 'none', pace: 4 })
const receiver = await startReceiver()
const MINUTE_MS = 60_000
/** The names that docs/webhooks.md uses. */
const WAITS_MS = [10_000, ...[1, 5, 30].map((n) => n * MINUTE_MS), ...[2, 6, 12, 24].map((n) => n * HOUR_MS)]

const at = (path: string) => `http://127.0.0.1:${receiver.port}${path}`
const create = async ({ token }: User, path: string, events?: api.WebhookEvent[]) =>
  (await desk.call(api.createWebhook, { token, body: { url: at(path), ...(events ? { events } : {}) } })).ok
const createLink = async ({ token }: User) =>
  (await desk.call(createPaymentLink, { token, body: { amount_usd: 25 } })).ok
const ping = async ({ token }: User, id: number) =>
  (await desk.call(api.pingWebhook, { token, params: { id } })).ok.delivery
const log = async ({ token }: User, id: number) =>
  (await desk.call(api.listDeliveries, { token, params: { id } })).ok.deliveries
const settled = (user: User, id: number, attempts: number) =>
  until(`attempt ${attempts}`, async () => (await log(user, id)).find((one) => one.attempts >= attempts))
const off = ({ token }: User, id: number) =>
  desk.call(api.changeWebhook, { token, params: { id }, body: { enabled: false } })

/** Checks a signature like a receiver. */
function isSigned({ headers, body }: Posted, secret: string, now: number): boolean {
  const [, t = '', v1 = ''] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['purser-signature'])) ?? []
  const wanted = createHmac('sha256', secret).update(`${t}.${body}`).digest()
  return Math.abs(now / 1_000 - Number(t)) <= 300 && timingSafeEqual(wanted, Buffer.from(v1, 'hex'))
}

test('what happens to a payment is posted, signed, to the webhooks that listen to it', async () => {
  const user = await desk.signUp()
  const all = await create(user, '/all')
  const some = await create(user, '/some', ['payment.expired'])
  const foreign = await create(await desk.signUp(), '/foreign')
  assert.match(all.secret, /^whsec_[\w-]{43}$/)
  const link = await createLink(user)
  const { body, headers } = await receiver.nth('/all', 0)
  const read = api.WebhookBody.parse(JSON.parse(body))
  assert.equal(read.type, 'payment.created')
  assert.deepEqual(read.payment, link)
  assert.equal(headers['content-type'], 'application/json')
  assert.equal(headers['user-agent'], 'Purser')
  assert.equal(headers['purser-event'], 'payment.created')
  const first = await receiver.nth('/all', 0)
  assert.ok(isSigned(first, all.secret, desk.clock.now()))
  assert.ok(!isSigned(first, some.secret, desk.clock.now()))

  const { token } = user
  await desk.call(expirePayment, { token, params: { id: link.id }, body: {} })
  const expired = [await receiver.nth('/all', 1), await receiver.nth('/some', 0)]
  for (const posted of expired) {
    const { type, payment } = api.WebhookBody.parse(JSON.parse(posted.body))
    assert.deepEqual([type, payment?.status, payment?.id], ['payment.expired', 'expired', link.id])
  }
  assert.equal(expired[0]?.body, expired[1]?.body)
  assert.ok(expired[1] && isSigned(expired[1], some.secret, desk.clock.now()))
  const delivered = await until('both delivered', async () => {
    const found = await log(user, all.id)
    return found.every(({ status }) => status === 'delivered') && found
  })
  assert.deepEqual(
    delivered.map(({ event, payment_id, response_status, attempts }) => [
      event,
      payment_id,
      response_status,
      attempts,
    ]),
    ['payment.expired', 'payment.created'].map((event) => [event, link.id, 200, 1]),
  )
  assert.deepEqual(
    delivered.map(({ error, next_attempt_at }) => error ?? next_attempt_at),
    [null, null],
  )
  assert.equal(headers['purser-delivery'], String(delivered[1]?.id))
  const { webhooks } = (await desk.call(api.listWebhooks, { token })).ok
  assert.deepEqual(
    webhooks.map(({ id, last_delivery }) => [id, last_delivery?.event]),
    [
      [all.id, 'payment.expired'],
      [some.id, 'payment.expired'],
    ],
  )
  assert.equal(receiver.posted.filter(({ path }) => path === '/foreign').length, 0)
  assert.deepEqual((await log(user, some.id)).length, 1)
  assert.ok(foreign.id > 0)
})

test('a secret is answered once, sealed at rest, and outlives a new master key', async () => {
  const user = await desk.signUp()
  const { token } = user
  const made = await desk.call(api.createWebhook, {
    token,
    key: 'once',
    body: { url: at('/sealed?key=abc') },
  })
  const { secret, id } = made.ok
  const again = await desk.call(api.createWebhook, {
    token,
    key: 'once',
    body: { url: at('/sealed?key=abc') },
  })
  assert.deepEqual([again.ok.id, again.ok.secret], [id, secret])
  assert.equal((await desk.call(api.listWebhooks, { token })).text.includes('whsec_'), false)
  const dump = await desk.database.dump()
  const bytes = Buffer.from(secret)
  for (const form of [secret, bytes.toString('hex'), bytes.toString('base64').slice(0, -4)])
    assert.ok(!dump.includes(form), 'the secret stands in the database')

  await desk.app.rotation.rotate({ deep: false })
  await ping(user, id)
  assert.ok(isSigned(await receiver.nth('/sealed', 0), secret, desk.clock.now()))

  const renewed = (await desk.call(api.renewWebhookSecret, { token, params: { id } })).ok
  assert.notEqual(renewed.secret, secret)
  await ping(user, id)
  const second = await receiver.nth('/sealed', 1)
  assert.ok(isSigned(second, renewed.secret, desk.clock.now()))
  assert.ok(!isSigned(second, secret, desk.clock.now()))

  // A sealed secret opens for its own webhook alone.
  const other = await create(user, '/other')
  await desk.database.db.execute(sql`update webhooks set sealed_secret =
    (select sealed_secret from webhooks where id = ${id}) where id = ${other.id}`)
  await ping(user, other.id)
  const { status, error, response_status } = await settled(user, other.id, 1)
  assert.deepEqual(
    [status, error, response_status],
    ['waiting', 'The desk could not sign the delivery. The server log says why.', null],
  )
  const rows = (await desk.call(listAudit, { token, query: { type: 'webhook' } })).ok.rows
  assert.deepEqual(
    rows.map(({ detail }) => [detail['change'], detail['webhook'], detail['to']]),
    [
      ['created', other.id, at('')],
      ['secret renewed', id, at('')],
      ['created', id, at('')],
    ],
  )
})

test('what is not delivered is tried again, at longer and longer intervals, and then it has failed', async () => {
  const user = await desk.signUp()
  const { token } = user
  const { id, secret } = await create(user, '/down')
  receiver.answer('/down', 503)
  await createLink(user)
  for (const [n, wait] of WAITS_MS.entries()) {
    const failed = await settled(user, id, n + 1)
    assert.equal(failed.status, 'waiting')
    assert.equal(failed.response_status, 503)
    const next = Date.parse(failed.next_attempt_at ?? '') - Date.parse(failed.last_attempt_at ?? '')
    assert.equal(next, wait, `after attempt ${n + 1}`)
    desk.clock.move(wait)
  }
  const failed = await settled(user, id, WEBHOOK_ATTEMPTS)
  assert.deepEqual([failed.status, failed.next_attempt_at], ['failed', null])
  const posts = receiver.posted.filter(({ path }) => path === '/down')
  assert.equal(posts.length, WEBHOOK_ATTEMPTS)
  assert.equal(new Set(posts.map(({ body }) => body)).size, 1)
  assert.equal(new Set(posts.map(({ headers }) => headers['purser-signature'])).size, WEBHOOK_ATTEMPTS)
  const [webhook] = (await desk.call(api.listWebhooks, { token })).ok.webhooks
  assert.ok(webhook?.enabled, 'it was switched off within two days')
  assert.ok(webhook.failing_since)

  // The user sends the same body once more.
  receiver.answer('/down', 200)
  const params = { id, deliveryId: failed.id }
  const { delivery } = (await desk.call(api.redeliver, { token, params })).ok
  assert.notEqual(delivery.id, failed.id)
  const redelivered = await receiver.nth('/down', WEBHOOK_ATTEMPTS)
  assert.equal(redelivered.body, posts[0]?.body)
  assert.ok(isSigned(redelivered, secret, desk.clock.now()))
  await until('it is delivering', async () => {
    const [now] = (await desk.call(api.listWebhooks, { token })).ok.webhooks
    return now?.failing_since === null && now.last_delivery?.status === 'delivered'
  })
})

test('what has no answer is tried again, and its log tells nothing of what is there', async () => {
  const user = await desk.signUp()
  const { token } = user
  const made = await desk.call(api.createWebhook, { token, body: { url: 'http://127.0.0.1:9/' } })
  await ping(user, made.ok.id)
  const { error, response_status, status } = await settled(user, made.ok.id, 1)
  assert.deepEqual([response_status, status], [null, 'waiting'])
  assert.match(error ?? '', /^No response: /)
  const { id } = await create(user, '/teapot')
  receiver.answer('/teapot', (response) => void response.writeHead(418).end('internal words'))
  await ping(user, id)
  const refused = await settled(user, id, 1)
  assert.deepEqual([refused.response_status, refused.error, refused.status], [418, null, 'waiting'])
  assert.ok(!(await desk.database.dump()).includes('internal words'))
})

test('a webhook to which nothing could be delivered for 3 days is switched off, and its owner is told', async () => {
  const user = await desk.signUp()
  const { token } = user
  const { id } = await create(user, '/gone?key=hidden')
  receiver.answer('/gone', 410)
  for (let round = 0; round < 2; round++) {
    const { id: delivery } = await ping(user, id)
    for (let n = 1; n <= WEBHOOK_ATTEMPTS; n++) {
      await until(`attempt ${n}`, async () =>
        (await log(user, id)).some((one) => one.id === delivery && one.attempts >= n),
      )
      // One more is waiting when it is switched off.
      if (round === 1 && n === WEBHOOK_ATTEMPTS - 1) {
        await ping(user, id)
        await until('the last one', async () => (await log(user, id))[0]?.attempts === 1)
        await desk.database.db.execute(sql`update webhook_deliveries set
          next_attempt_at = ${new Date(desk.clock.now() + 30 * DAY_MS).toISOString()} where webhook_id = ${id}
          and id <> ${delivery} and status = 'waiting'`)
      }
      desk.clock.move(WAITS_MS[n - 1] ?? 0)
    }
  }
  const mail = await until('the mail', async () => {
    const mails = (await desk.call(readOutbox, { query: { to: user.email } })).ok
    return mails.find(({ subject }) => subject === 'A webhook was switched off')
  })
  assert.ok(mail.text.includes(at('')))
  assert.ok(!mail.text.includes('hidden'))
  const [webhook] = (await desk.call(api.listWebhooks, { token })).ok.webhooks
  assert.equal(webhook?.enabled, false)
  const [newest] = await log(user, id)
  assert.deepEqual(
    [newest?.status, newest?.error, newest?.next_attempt_at],
    ['failed', 'The webhook was switched off before this was delivered.', null],
  )
  const [audited] = (await desk.call(listAudit, { token, query: { type: 'webhook' } })).ok.rows
  assert.deepEqual(
    [audited?.address, audited?.detail],
    ['server', { change: 'switched off after failures', webhook: id, to: at('') }],
  )
  receiver.answer('/gone', 200)
  const on = await desk.call(api.changeWebhook, { token, params: { id }, body: { enabled: true } })
  assert.deepEqual([on.ok.enabled, on.ok.failing_since], [true, null])
})

test('nothing is sent to a webhook that is switched off or deleted', async () => {
  const user = await desk.signUp()
  const { token } = user
  const { id } = await create(user, '/off')
  receiver.answer('/off', 500)
  await createLink(user)
  await settled(user, id, 1)
  await off(user, id)
  await createLink(user)
  const [only, ...more] = await log(user, id)
  assert.deepEqual([more, only?.status, only?.attempts], [[], 'failed', 1])
  const params = { id, deliveryId: only?.id ?? 0 }
  for (const refused of [
    await desk.call(api.pingWebhook, { token, params: { id } }),
    await desk.call(api.redeliver, { token, params }),
  ])
    assert.deepEqual([refused.status, refused.fault.code], [409, 'webhook_off'])

  const deleted = await create(user, '/deleted')
  receiver.answer('/deleted', 500)
  await ping(user, deleted.id)
  await settled(user, deleted.id, 1)
  await desk.call(api.deleteWebhook, { token, params: { id: deleted.id } })
  desk.clock.move(HOUR_MS)
  // Something that comes after it is delivered, so its turn has passed.
  const { id: last } = await create(user, '/last')
  await ping(user, last)
  await receiver.nth('/last', 0)
  for (const path of ['/off', '/deleted'])
    assert.equal(receiver.posted.filter((one) => one.path === path).length, 1, path)
})

test('hosts that do not answer hold up no other', async () => {
  const [slow, quick] = [await desk.signUp(), await desk.signUp()]
  const held = await startReceiver()
  held.answer('/', () => undefined)
  for (let n = 0; n < 3; n++) {
    const url = `http://127.0.0.1:${held.port}/${n}`
    const { id } = (await desk.call(api.createWebhook, { token: slow.token, body: { url } })).ok
    for (let m = 0; m < 5; m++) await ping(slow, id)
  }
  const { id } = await create(quick, '/quick')
  await ping(quick, id)
  await receiver.nth('/quick', 0)
  assert.equal((await settled(quick, id, 1)).status, 'delivered')
  await until('both places are taken', () => (held.connections() === 2 ? true : undefined))
  held.answer('/', 200)
  for (const one of (await desk.call(api.listWebhooks, { token: slow.token })).ok.webhooks)
    await off(slow, one.id)
})

test('a delivery that a stop or a death has interrupted is sent by the next process', async () => {
  const user = await desk.signUp()
  const { id } = await create(user, '/held')
  receiver.answer('/held', () => undefined)
  const link = await createLink(user)
  await receiver.nth('/held', 0)
  await desk.stop()
  receiver.answer('/held', 200)
  await desk.start()
  const second = await receiver.nth('/held', 1)
  assert.equal(second.body, (await receiver.nth('/held', 0)).body)
  const { status, attempts, payment_id } = await settled(user, id, 1)
  assert.deepEqual([status, attempts, payment_id], ['delivered', 1, link.id])

  // One that was claimed by a process which is gone.
  await desk.stop()
  const { db } = desk.database
  await db.execute(sql`update webhook_deliveries set status = 'waiting', owner = 'dead#1', attempts = 0,
    next_attempt_at = created_at where webhook_id = ${id}`)
  await desk.start()
  assert.equal((await receiver.nth('/held', 2)).body, second.body)
  assert.equal((await settled(user, id, 1)).status, 'delivered')
})

test('deliveries are deleted after their time in portions, with the bodies that nothing needs any more', async () => {
  const user = await desk.signUp()
  const { token } = user
  const { id } = await create(user, '/old')
  for (let n = 0; n < 3; n++) await ping(user, id)
  await until('all are delivered', async () =>
    (await log(user, id)).every(({ status }) => status === 'delivered'),
  )
  const oldest = (await log(user, id)).at(-1)
  const { db } = desk.database
  // Sent again lately: its body is needed.
  desk.clock.move(DAY_MS)
  await desk.call(api.redeliver, { token, params: { id, deliveryId: oldest?.id ?? 0 } })
  await until('it is delivered again', async () => (await log(user, id))[0]?.status === 'delivered')
  const before = new Date(desk.clock.now() - HOUR_MS)
  const counts = async (): Promise<number[]> => {
    const { rows } = (await db.execute(sql`select
      (select count(*)::int from webhook_deliveries where webhook_id = ${id}) as deliveries,
      (select count(*)::int from webhook_bodies where user_id = ${user.id}) as bodies`)) as {
      rows: { deliveries: number; bodies: number }[]
    }
    return rows.flatMap(({ deliveries, bodies }) => [deliveries, bodies])
  }
  assert.deepEqual(await counts(), [4, 3])
  await db.execute(sql`delete from webhook_deliveries where webhook_id <> ${id}`)
  await db.execute(sql`delete from webhook_bodies where user_id <> ${user.id}`)
  assert.equal(await sweepDeliveries(db, before, 2), 2)
  assert.equal(await sweepDeliveries(db, before, 2), 1)
  assert.equal(await sweepDeliveries(db, before, 2), 0)
  assert.deepEqual(await counts(), [1, 1])
})

test('addresses, numbers and pace of webhooks are limited', async () => {
  const user = await desk.signUp()
  const { token } = user
  const refusals: [url: string, error: string][] = [
    ['example.com', 'Please enter an address that begins with https://'],
    ['http://example.com/', 'Webhooks can only go to https addresses.'],
    ['https://me:secret@example.com/', 'The address must not contain a user name or password.'],
    ['https://169.254.169.254/', 'Webhooks cannot go to private addresses.'],
  ]
  const { id } = await create(user, '/limited')
  for (const [url, error] of refusals)
    for (const refused of [
      await desk.call(api.createWebhook, { token, body: { url } }),
      await desk.call(api.changeWebhook, { token, params: { id }, body: { url } }),
    ])
      assert.deepEqual(
        [refused.status, refused.fault.code, refused.fault.error],
        [400, 'webhook_refused', error],
      )
  const more = Array.from({ length: WEBHOOKS_PER_USER + 2 }, () =>
    desk.call(api.createWebhook, { token, body: { url: at('/limited') } }),
  )
  const made = (await Promise.all(more)).map(({ status }) => status)
  assert.equal(made.filter((status) => status === 201).length, WEBHOOKS_PER_USER - 1)
  assert.equal(made.filter((status) => status === 409).length, 3)
  await off(user, id)
  const pings = await Promise.all(
    Array.from({ length: WEBHOOK_SENDS_PER_MINUTE + 1 }, () =>
      desk.call(api.pingWebhook, { token, params: { id } }),
    ),
  )
  assert.equal(pings.filter(({ status }) => status === 429).length, 1)
})

test('changes that come while a payment changes fail neither', async () => {
  const user = await desk.signUp()
  const { token } = user
  const statuses = await Promise.all(
    Array.from({ length: 10 }, async (_, n) => {
      const { id } = await create(user, `/race/${n}`)
      const [link, deleted] = await Promise.all([
        desk.call(createPaymentLink, { token, body: { amount_usd: 1 } }),
        desk.call(api.deleteWebhook, { token, params: { id } }),
      ])
      return [link.status, deleted.status]
    }),
  )
  assert.deepEqual(
    statuses,
    statuses.map(() => [201, 200]),
  )
})

test('what was waiting when an address was changed still goes to the former one, and what is sent again to the present', async () => {
  const user = await desk.signUp()
  const { token } = user
  receiver.answer('/former', 503)
  const { id } = await create(user, '/former')
  const params = { id }
  await ping(user, id)
  const waiting = await settled(user, id, 1)
  assert.equal(waiting.status, 'waiting')
  await desk.call(api.changeWebhook, { token, params, body: { url: at('/present') } })
  receiver.answer('/former', 200)
  desk.clock.move(60_000)
  await receiver.nth('/former', 1)
  const [delivered] = await until('it is delivered', async () => {
    const found = await log(user, id)
    return found.every(({ status }) => status === 'delivered') && found
  })
  assert.ok(delivered)
  assert.equal(receiver.posted.filter(({ path }) => path === '/present').length, 0)
  await desk.call(api.redeliver, { token, params: { id, deliveryId: delivered.id } })
  await receiver.nth('/present', 0)
})
