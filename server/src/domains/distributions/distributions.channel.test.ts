// On PostgreSQL as well.
/**
 * The live channel: every state of every transfer, one key for channel and REST, and resuming after a lost connection.
 */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { afterEach, test } from 'node:test'
import { setTimeout as later } from 'node:timers/promises'
import { listOperations } from '@purser/contract/activity.ts'
import { distributeSol, gatherSol } from '@purser/contract/distributions/distributions.ts'
import { channels } from '@purser/contract/live.ts'
import { DistributionMessage } from '@purser/contract/distributions/distribution-live.ts'
import { sql } from 'drizzle-orm'
import { WebSocket } from 'ws'
import * as z from 'zod/mini'
import { fund, readBalances, makeWallets, SOL } from '../../test/money.ts'
import { startTestDesk, until } from '../../test/harness.ts'

const desk = await startTestDesk({ network: 'steered' })
const { call, chain } = desk
await chain('localnet_setSlotTime', 20)
afterEach(() => chain('localnet_clearFaults'))

async function setUp(count: number) {
  const { token } = await desk.signUp()
  const [source, ...others] = await makeWallets(call, token, count + 1)
  assert.ok(source)
  await fund(chain, source.address, 10n * SOL)
  const socket = desk.socket(channels.solanaDistribution, { token })
  await socket.opened
  const request = {
    sourceWalletId: source.id,
    destinations: others.map((w) => ({ walletId: w.id, amount: '0.01' })),
  }
  return { token, source, others, socket, request }
}
const of = (type: string) => (message: { type?: string }) => message.type === type

void test('a distribution on the channel is reported from its beginning to its end, in messages of the contract', async () => {
  const { others, socket, request } = await setUp(13)
  socket.send({ type: 'distribute', ...request })
  const complete = await socket.message(of('distribute_complete'))
  for (const message of socket.messages)
    assert.ok(z.safeParse(DistributionMessage, message).success, JSON.stringify(message))
  assert.equal(socket.messages[0]?.type, 'distribute_status')
  const told = socket.messages.filter(of('distribute_progress')) as never as {
    completed: number
    batch: number
    transfer: { walletId: number; status: string }
  }[]
  for (const w of others)
    assert.deepEqual(
      told.filter((t) => t.transfer.walletId === w.id).map((t) => t.transfer.status),
      ['sent', 'confirmed'],
    )
  const confirmed = told.filter((t) => t.transfer.status === 'confirmed')
  assert.deepEqual(
    confirmed.map((t) => t.completed),
    others.map((_, i) => i + 1),
  )
  assert.deepEqual(
    confirmed.map((t) => t.batch),
    [1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 3, 3, 3],
  )
  assert.equal(complete.success, true)
  assert.equal(socket.messages.filter(of('distribute_complete')).length, 1)
})

void test('a gather is reported alike', async () => {
  const { token, source, others, socket, request } = await setUp(3)
  await call(distributeSol, { token, body: request })
  const sources = others.map((w) => w.id)
  socket.send({ type: 'gather', destinationWalletId: source.id, sources, gatherAll: true })
  const complete = await socket.message(of('gather_complete'))
  assert.equal(complete.success, true)
  assert.equal(socket.messages.filter(of('gather_progress')).length, 6)
  for (const message of socket.messages)
    assert.ok(z.safeParse(DistributionMessage, message).success, JSON.stringify(message))
})

void test('a line that is refused beforehand is reported too, before the others are sent', async () => {
  const { token, source, others, socket, request } = await setUp(3)
  await call(distributeSol, { token, body: { ...request, destinations: request.destinations.slice(1) } })
  socket.send({
    type: 'gather',
    destinationWalletId: source.id,
    sources: others.map((w) => w.id),
    gatherAll: true,
  })
  await socket.message(of('gather_complete'))
  const told = socket.messages.filter(of('gather_progress')) as never as {
    failed: number
    total: number
    transfer: { walletId: number; status: string; error: string | null }
  }[]
  // The first one got nothing that it could pay.
  assert.deepEqual(
    told.map(({ failed, total, transfer: { walletId, status } }) => [walletId, status, failed, total])[0],
    [others[0]?.id, 'failed', 1, 3],
  )
  assert.ok(told[0]?.transfer.error)
  assert.equal(told.filter(({ transfer }) => transfer.walletId === others[0]?.id).length, 1)
  assert.equal(told.length, 5)
})

void test('after a lost channel the same key by REST meets the same operation, and pays once', async () => {
  const { token, others, socket, request } = await setUp(5)
  const idempotencyKey = randomUUID()
  await chain('localnet_setFaults', [{ method: 'sendTransaction', kind: 'drop' }])
  socket.send({ type: 'distribute', ...request, idempotencyKey })
  const first = await socket.message(of('distribute_status'))
  socket.close()
  await chain('localnet_clearFaults')
  const { ok } = await call(distributeSol, { token, body: request, key: idempotencyKey })
  assert.equal(ok.operationId, first.operationId)
  const addresses = others.map((w) => w.address)
  assert.ok((await readBalances(chain, addresses)).every((lamports) => lamports === 10_000_000n))
  assert.equal((await call(listOperations, { token })).ok.operations.length, 1)
  const other = desk.socket(channels.solanaDistribution, { token })
  await other.opened
  const changed = { ...request, destinations: request.destinations.slice(1) }
  other.send({ type: 'distribute', ...changed, idempotencyKey })
  assert.equal((await other.message(of('distribute_error'))).code, 'idempotency_key_reused')
  other.send({ type: 'distribute', ...request, idempotencyKey })
  assert.equal((await other.message(of('distribute_complete'))).operationId, ok.operationId)
})

void test('a new connection gets the present state and then the rest', async () => {
  const { token, others, socket, request } = await setUp(4)
  await chain('localnet_setFaults', [{ method: 'sendTransaction', kind: 'drop' }])
  socket.send({ type: 'distribute', ...request })
  const { operationId } = await socket.message(of('distribute_status'))
  await socket.message(of('distribute_progress'))
  socket.close()
  const again = desk.socket(channels.solanaDistribution, { token })
  await again.opened
  again.send({ type: 'resume', operationId })
  await until('the present state', () => again.messages.filter(of('distribute_progress')).length >= 4)
  await chain('localnet_clearFaults')
  const complete = await again.message(of('distribute_complete'))
  assert.equal(complete.operationId, operationId)
  const last = new Map(
    again.messages.filter(of('distribute_progress')).map((m) => {
      const { transfer } = m as never as { transfer: { walletId: number; status: string } }
      return [transfer.walletId, transfer.status]
    }),
  )
  assert.deepEqual(last, new Map(others.map((w) => [w.id, 'confirmed'])))
  // The same for an operation that is over.
  const late = desk.socket(channels.solanaDistribution, { token })
  await late.opened
  late.send({ type: 'resume', operationId })
  await late.message(of('distribute_complete'))
  assert.equal(late.messages.filter(of('distribute_progress')).length, 4)
})

void test('refusals and what cannot be read are answered on the channel; another user’s operation does not exist', async () => {
  const { socket, request, source } = await setUp(1)
  socket.send({ type: 'distribute', sourceWalletId: source.id, destinations: [] })
  assert.equal(
    (await socket.message(of('distribute_error'))).error,
    'Please select a source wallet and at least one destination',
  )
  socket.send({ type: 'dance' })
  await socket.message(of('error'))
  socket.send({ type: 'distribute', ...request })
  const { operationId } = await socket.message(of('distribute_complete'))
  const stranger = await desk.signUp()
  const other = desk.socket(channels.solanaDistribution, { token: stranger.token })
  await other.opened
  other.send({ type: 'resume', operationId })
  assert.equal((await other.message(of('error'))).code, 'not_found')
  const nobody = desk.socket(channels.solanaDistribution)
  assert.equal(await nobody.closed, 4401)
})

void test('the channel knows no preview: a request with dryRun is refused, and nothing moves', async () => {
  const { token, source, socket, request } = await setUp(1)
  socket.send({ type: 'distribute', ...request, dryRun: true })
  const { error } = await socket.message(of('distribute_error'))
  assert.match(String(error), /dryRun/)
  socket.send({
    type: 'gather',
    destinationWalletId: source.id,
    sources: request.destinations.map((d) => d.walletId),
    gatherAll: true,
    dryRun: true,
  })
  assert.match(String((await socket.message(of('gather_error'))).error), /dryRun/)
  assert.deepEqual((await call(listOperations, { token })).ok.operations, [])
  assert.deepEqual(await readBalances(chain, [source.address]), [10n * SOL])
})

void test('one key sent by channel and by call, a few ms apart, is one operation and never a refusal', async () => {
  const { token, source, others, socket } = await setUp(32)
  const senders = others.slice(0, 16)
  const takers = others.slice(16)
  // Each sender can pay only once.
  const destinations = senders.map((w) => ({ walletId: w.id, amount: '0.5' }))
  await call(distributeSol, { token, body: { sourceWalletId: source.id, destinations } })
  const ids = await Promise.all(
    senders.map(async (sender, i) => {
      const idempotencyKey = randomUUID()
      const body = {
        sourceWalletId: sender.id,
        destinations: [{ walletId: takers[i]?.id ?? 0, amount: '0.4' }],
      }
      const own = i % 2 === 0 ? socket : desk.socket(channels.solanaDistribution, { token })
      await own.opened
      own.send({ type: 'distribute', ...body, idempotencyKey })
      await later(i * 2)
      const { ok, status, text } = await call(distributeSol, { token, body, key: idempotencyKey })
      assert.equal(status, 200, text)
      assert.equal(ok.success, true, text)
      await own.message(
        (m: { type?: string; operationId?: string }) =>
          m.type === 'distribute_complete' && m.operationId === ok.operationId,
      )
      assert.deepEqual(own.messages.filter(of('distribute_error')), [])
      return ok.operationId
    }),
  )
  assert.equal(new Set(ids).size, senders.length)
  const paid = await readBalances(
    chain,
    takers.map((w) => w.address),
  )
  assert.ok(paid.every((lamports) => lamports === 400_000_000n))
  for (const [i, taker] of takers.entries()) {
    const idempotencyKey = randomUUID()
    const body = { destinationWalletId: source.id, sources: [taker.id], gatherAll: true }
    socket.send({ type: 'gather', ...body, idempotencyKey })
    await later(i * 2)
    const { ok, status, text } = await call(gatherSol, { token, body, key: idempotencyKey })
    assert.equal(status, 200, text)
    assert.equal(ok.success, true, text)
  }
  assert.deepEqual(socket.messages.filter(of('gather_error')), [])
  assert.equal((await call(listOperations, { token })).ok.operations.length, 1 + 16 + 16)
})

void test('a repeated key is answered with its operation, though a wallet of it is gone since', async () => {
  const { token, others, socket, request } = await setUp(2)
  const idempotencyKey = randomUUID()
  socket.send({ type: 'distribute', ...request, idempotencyKey })
  const { operationId } = await socket.message(of('distribute_complete'))
  await desk.database.db.execute(sql`delete from wallets where id = ${others[0]?.id ?? 0}`)
  const { ok, text } = await call(distributeSol, { token, body: request, key: idempotencyKey })
  assert.equal(ok.operationId, operationId, text)
})

void test('an error after an operation has begun is reported with its id', async () => {
  const { socket, request } = await setUp(1)
  const idempotencyKey = randomUUID()
  socket.send({ type: 'distribute', ...request, idempotencyKey })
  const { operationId } = await socket.message(of('distribute_complete'))
  // The server fails to put the outcome of such a row into words.
  await desk.database.db.execute(sql`
    update operations set request = request || '{"initial": "much"}' where id = ${String(operationId)}::uuid`)
  socket.send({ type: 'distribute', ...request, idempotencyKey })
  const failed = await socket.message(of('distribute_error'))
  assert.equal(failed.operationId, operationId)
  assert.ok(z.safeParse(DistributionMessage, failed).success)
})

void test('an operation that another process ends is reported at the next heartbeat', async () => {
  const { socket, request } = await setUp(1)
  await chain('localnet_setFaults', [{ method: 'sendTransaction', kind: 'drop' }])
  socket.send({ type: 'distribute', ...request })
  const { operationId } = await socket.message(of('distribute_status'))
  await socket.message(of('distribute_progress'))
  await desk.database.db.execute(sql`
    update operations set status = 'failed', owner = null where id = ${String(operationId)}::uuid`)
  const complete = await until('its end is told', () => socket.messages.find(of('distribute_complete')))
  assert.equal((complete as { operationId?: string }).operationId, operationId)
})

void test('ten thousand transfers are all sent to a slow client', async () => {
  const { token, id: userId } = await desk.signUp()
  const { db } = desk.database
  const [id, count] = [randomUUID(), 10_000]
  await db.execute(sql`
    insert into operations (id, user_id, type, origin_key, status, request)
    values (${id}::uuid, ${userId}, 'distribute', ${id}, 'failed', '{}')`)
  await db.execute(sql`
    insert into transfers (operation_id, position, wallet_name, source, destination, mint, amount, status, error)
    select ${id}::uuid, n, 'Purse ' || n, 's', 'd', 'm', 1, 'failed', repeat('x', 2000) from generate_series(0, ${count - 1}::int) n`)
  const path = `${desk.url.replace('http', 'ws')}${channels.solanaDistribution}?token=${token}`
  const slow = new WebSocket(path)
  const told: string[] = []
  let end: string | number | null = null
  slow.on('close', (code) => (end ??= code))
  slow.on('message', (data) => {
    const { type, transfer } = JSON.parse(String(data)) as {
      type: string
      transfer?: { walletName: string }
    }
    if (type === 'distribute_complete') end = type
    if (type !== 'distribute_progress') return
    if (told.push(transfer?.walletName ?? '') === 1) slow.pause()
  })
  await new Promise((resolve) => slow.on('open', resolve))
  slow.send(JSON.stringify({ type: 'resume', operationId: id }))
  await until('the first is told', () => told.length > 0)
  const quick = desk.socket(channels.solanaDistribution, { token })
  await quick.opened
  quick.send({ type: 'resume', operationId: id })
  await until('a quick one is told all', () => quick.messages.some(of('distribute_complete')))
  slow.resume()
  await until('all is told', () => end !== null)
  assert.equal(end, 'distribute_complete')
  assert.deepEqual(
    told,
    Array.from({ length: count }, (_, n) => `Purse ${n}`),
  )
  slow.close()
})
