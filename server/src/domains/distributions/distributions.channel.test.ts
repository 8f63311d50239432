/** The live channel: every state of every transfer, one key for channel and REST, and taking up after a lost connection. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { afterEach, test } from 'node:test'
import { listOperations } from '@purser/contract/activity.ts'
import { distributeSol } from '@purser/contract/distributions.ts'
import { channels, DistributionMessage } from '@purser/contract/live.ts'
import * as z from 'zod/mini'
import { fund, heldBy, makeWallets, SOL } from '../../test/money.ts'
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

void test('a distribution on the channel is told from its writing down to its end, in messages of the contract', async () => {
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

void test('a gather is told alike', async () => {
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
  assert.ok((await heldBy(chain, addresses)).every((lamports) => lamports === 10_000_000n))
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
  // Of one that is over, the same.
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
