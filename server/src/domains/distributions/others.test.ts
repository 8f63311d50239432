// On PostgreSQL as well.
/** Only its owner receives messages of a running distribution. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { channels } from '@purser/contract/live.ts'
import { startTestDesk } from '../../test/harness.ts'
import { fund, makeWallets, SOL } from '../../test/money.ts'

const desk = await startTestDesk({ network: 'steered' })
const { call, chain } = desk
await chain('localnet_setSlotTime', 20)
const of = (type: string) => (message: { type?: string }) => message.type === type

void test('who asks for a running operation of another is told of none, and hears nothing of it afterwards', async () => {
  const { token } = await desk.signUp()
  const [source, other] = await makeWallets(call, token, 2)
  assert.ok(source && other)
  await fund(chain, source.address, SOL)
  const socket = desk.socket(channels.solanaDistribution, { token })
  await socket.opened
  await chain('localnet_setFaults', [{ method: 'sendTransaction', kind: 'drop' }])
  socket.send({
    type: 'distribute',
    sourceWalletId: source.id,
    destinations: [{ walletId: other.id, amount: '0.01' }],
  })
  const { operationId } = await socket.message(of('distribute_status'))
  const stranger = await desk.signUp()
  const strangers = desk.socket(channels.solanaDistribution, { token: stranger.token })
  await strangers.opened
  strangers.send({ type: 'resume', operationId })
  assert.equal((await strangers.message(of('error'))).code, 'not_found')
  await chain('localnet_clearFaults')
  await socket.message(of('distribute_complete'))
  strangers.send({ type: 'ping' })
  await strangers.message(of('pong'))
  assert.deepEqual(
    strangers.messages.map(({ type }) => type),
    ['error', 'pong'],
  )
})
