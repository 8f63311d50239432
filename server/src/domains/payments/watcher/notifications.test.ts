// On PostgreSQL as well.
/** Notifications from the node bring a scan forward; without them everything is found by polling. */
import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { expirePayment } from '@purser/contract/payments/payments.ts'
import { sql } from 'drizzle-orm'
import { type WebSocket, WebSocketServer } from 'ws'
import { createSignatureNotifications } from '../../../adapters/chain/endpoint/signature-notifications.ts'
import { systemClock } from '../../../kernel/clock.ts'
import { createLog } from '../../../kernel/log.ts'
import { startTestDesk, until } from '../../../test/harness.ts'
import { createOwner, isStatus } from '../../../test/paid-links.ts'
import { createPayer, quoted } from '../../../test/payer.ts'
import type { Address } from '@solana/kit'
import { createSubscriptions } from './subscriptions.ts'

const desk = await startTestDesk({ network: 'steered', endpoints: 1, apartMs: 50 })
const { call, chain } = desk
const { db } = desk.database
const [endpoint] = desk.endpoints
assert.ok(endpoint)
await chain('localnet_setSlotTime', 20)
const payer = await createPayer(chain)

/** A link that is over, whose wallet is scanned once a minute. */
async function expired() {
  const owner = await createOwner(desk)
  const { id, reference_id: reference, wallet } = await owner.make(8)
  const asked = await quoted(call, reference)
  await call(expirePayment, { token: owner.token, params: { id } })
  // A scan under way has its wallet for a minute too, but not for two seconds.
  const settled = () =>
    until('its wallet is scanned rarely', async () => {
      const { rows } = (await db.execute(sql`
        select 1 from payment_wallets where address = ${wallet.address}
          and next_at > now() + interval '40 seconds' and next_at < now() + interval '58 seconds'`)) as {
        rows: unknown[]
      }
      return rows.length > 0
    })
  const arrives = () => owner.reach(id, 'it is final', ({ receipts }) => receipts[0]?.state === 'final')
  return { ...owner, id, asked, settled, arrives }
}

void test('a late payment shows up long before its wallet is polled, because the node tells of it', async () => {
  const { asked, settled, arrives } = await expired()
  await settled()
  const began = performance.now()
  await payer.pay(asked)
  const { receipts, issues } = await arrives()
  assert.ok(performance.now() - began < 20_000)
  assert.deepEqual([receipts.length, issues.includes('late')], [1, true])
})

void test('after the socket was lost it is opened again, and what came meanwhile is found', async () => {
  const { asked, settled, arrives } = await expired()
  await settled()
  endpoint.play({
    name: 'the socket is lost with the notification',
    rules: [{ on: 'logsNotification', kind: 'lose', how: 'close', times: 1 }],
  })
  await payer.pay(asked)
  assert.equal((await arrives()).receipts.length, 1)
  endpoint.beHonest()
})

void test('a node that notifies of nothing only delays: an open link is paid by polling', async () => {
  const { make, reach } = await createOwner(desk)
  const { id, reference_id: reference } = await make(9)
  endpoint.play({ name: 'silent', rules: [{ on: 'logsNotification', kind: 'lose', how: 'hang' }] })
  await payer.pay(await quoted(call, reference))
  assert.equal((await reach(id, 'it is paid', isStatus('paid'))).received_usd, 9)
  endpoint.beHonest()
})

type Asked = { id: string; method: string; params: unknown[] }
/** A node of the test's own. */
async function node(hear: (socket: WebSocket, call: Asked) => void) {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  server.on('connection', (socket) =>
    socket.on('message', (data) => hear(socket, JSON.parse((data as Buffer).toString()) as Asked)),
  )
  await new Promise<void>((resolve) => server.once('listening', resolve))
  const notifications = createSignatureNotifications({
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    log: createLog('silent'),
    mostAddresses: 2,
  })
  after(() => {
    notifications.close()
    for (const socket of server.clients) socket.terminate()
    server.close()
  })
  return { server, notifications }
}
const wallet = (n: number) => String(n).repeat(32) as Address

void test('wallets with open links take the place of those without, and leave it when nothing is open', async () => {
  const heard: string[] = []
  const told: Address[] = []
  let next = 0
  const { notifications } = await node((socket, { id, method, params }) => {
    heard.push(`${method} ${JSON.stringify(params[0])}`)
    socket.send(JSON.stringify({ jsonrpc: '2.0', id, result: ++next }))
  })
  const subscriptions = createSubscriptions({
    notifications,
    clock: systemClock,
    spacingMs: 10,
    notified: (address) => void told.push(address),
  })
  const subscribed = (n: number) => `logsSubscribe {"mentions":["${wallet(n)}"]}`
  subscriptions.keep(wallet(1), 'late')
  subscriptions.keep(wallet(2), 'open')
  await until('both are subscribed', () => heard.length === 2 && told.length === 1)
  subscriptions.keep(wallet(3), 'late')
  subscriptions.keep(wallet(4), 'open')
  subscriptions.keep(wallet(5), 'open')
  await until('the third is', () => heard.length === 4)
  assert.deepEqual(
    heard.toSorted(),
    [subscribed(1), subscribed(2), subscribed(4), 'logsUnsubscribe 1'].toSorted(),
  )
  subscriptions.keep(wallet(2), null)
  subscriptions.keep(wallet(5), 'open')
  await until('the fourth is', () => heard.length === 6)
  assert.deepEqual(heard.slice(4).toSorted(), [subscribed(5), 'logsUnsubscribe 2'].toSorted())
  assert.deepEqual(told, [wallet(1)])
})

void test('a burst of notifications is one scan now and one later; a node that refuses is left alone', async () => {
  const told: Address[] = []
  let refused = 0
  const { notifications } = await node((socket, { id, params }) => {
    const refuses = JSON.stringify(params[0]).includes(wallet(7))
    if (refuses) {
      refused++
      const error = { code: -32601, message: 'Method not found' }
      return socket.send(JSON.stringify({ jsonrpc: '2.0', id, error }))
    }
    socket.send(JSON.stringify({ jsonrpc: '2.0', id, result: 5 }))
    const value = { signature: 'x', err: null, logs: [] }
    const notice = { result: { context: { slot: 1 }, value }, subscription: 5 }
    for (let i = 0; i < 50; i++)
      socket.send(JSON.stringify({ jsonrpc: '2.0', method: 'logsNotification', params: notice }))
  })
  const subscriptions = createSubscriptions({
    notifications,
    clock: systemClock,
    spacingMs: 300,
    notified: (address) => void told.push(address),
  })
  subscriptions.keep(wallet(7), 'open')
  subscriptions.keep(wallet(6), 'open')
  await until('it is scanned again', () => told.length === 2)
  assert.deepEqual([told, refused], [[wallet(6), wallet(6)], 1])
  subscriptions.close()
})
