// On PostgreSQL as well.
/** One key pays once, by whatever route and in whatever spelling the request comes. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listOperations } from '@purser/contract/activity.ts'
import { channels } from '@purser/contract/live.ts'
import { startTestDesk } from '../server/src/test/harness.ts'
import { fund, readBalances, makeWallets, SOL } from '../server/src/test/money.ts'

const desk = await startTestDesk({ network: 'steered' })
const { call, chain } = desk
await chain('localnet_setSlotTime', 20)

test('a distribution under one key moves funds once, however its path is written, and by the channel too', async () => {
  const { token } = await desk.signUp()
  const [source, destination] = await makeWallets(call, token, 2)
  assert.ok(source && destination)
  await fund(chain, source.address, 10n * SOL)
  const request = {
    sourceWalletId: source.id,
    destinations: [{ walletId: destination.id, amount: '1' }],
  }
  const key = 'pay-once'
  const answers: string[] = []
  for (const path of [
    '/api/solana-distribution/distribute',
    '/api/solana-distribution/%64istribute',
    '/%61pi/solana%2Ddistribution/distribute?',
  ]) {
    const answer = await fetch(`${desk.url}${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      body: JSON.stringify(request),
    })
    assert.equal(answer.status, 200, path)
    answers.push(await answer.text())
  }
  assert.equal(new Set(answers).size, 1)
  const socket = desk.socket(channels.solanaDistribution, { token })
  await socket.opened
  socket.send({ type: 'distribute', idempotencyKey: key, ...request })
  await socket.message(({ type }) => type === 'distribute_complete')
  socket.close()
  assert.deepEqual(await readBalances(chain, [destination.address]), [SOL])
  const { operations } = (await call(listOperations, { token })).ok
  assert.equal(operations.length, 1)
})
