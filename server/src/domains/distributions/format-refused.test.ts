// On PostgreSQL as well.
/** Version 1 if all endpoints accept it; an operation planned in it whose format is refused goes on as version 0. */
import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { getOperation } from '@purser/contract/activity.ts'
import * as api from '@purser/contract/distributions/distributions.ts'
import { readNetwork } from '@purser/contract/network.ts'
import { FEE, fund, readBalances, makeWallets, SOL } from '../../test/money.ts'
import { startTestDesk, until } from '../../test/harness.ts'
import type { Rule } from '../../test/hostile-script.ts'

const desk = await startTestDesk({ network: 'steered', endpoints: 2 })
const { call, chain, endpoints } = desk
await chain('localnet_setSlotTime', 20)
afterEach(() => {
  for (const endpoint of endpoints) endpoint.beHonest()
})

/** Base64 of bytes that begin with 129 and one signer: a transaction of version 1. One of version 0 begins with 'AQ'. */
const OF_VERSION_1 = '["gQ'
const refused = { kind: 'refuse', code: -32602, message: 'invalid transaction', about: OF_VERSION_1 } as const
const noVersion1: Rule[] = [
  { on: 'simulateTransaction', ...refused },
  { on: 'sendTransaction', ...refused },
]
const COUNT = 45

async function distribute(token: string) {
  const all = await makeWallets(call, token, COUNT + 1)
  const [source, ...others] = all
  assert.ok(source)
  await fund(chain, source.address, 10n * SOL)
  const destinations = others.map((w) => ({ walletId: w.id, amount: '0.01' }))
  const begin = () => call(api.distributeSol, { token, body: { sourceWalletId: source.id, destinations } })
  const held = () => readBalances(chain, [source.address, ...others.map((w) => w.address)])
  return { begin, held, source }
}
/** The balance after all were paid once, by this many transactions. */
const computeBalances = (transactions: number) => [
  10n * SOL - BigInt(COUNT) * 10_000_000n - BigInt(transactions) * FEE,
  ...Array.from({ length: COUNT }, () => 10_000_000n),
]

void test('an operation that began in version 1 goes on in version 0 when the endpoints refuse that', async () => {
  const { token } = await desk.signUp()
  const { begin, held } = await distribute(token)
  const [first] = endpoints
  // Planned in version 1; from the first simulation before signing on it is refused.
  assert.equal((await call(readNetwork, { token })).status, 200)
  await until('both are known to take it', async () =>
    (await call(readNetwork, { token })).ok.endpoints.every(({ version1 }) => version1 === true),
  )
  for (const endpoint of endpoints) endpoint.play({ name: 'an older version', rules: noVersion1 })
  const { ok } = await begin()
  assert.equal(ok.success, true, ok.message)
  assert.deepEqual(await held(), computeBalances(3))
  assert.equal(ok.data?.summary.transactions, 3)
  const detail = (await call(getOperation, { token, params: { id: ok.operationId ?? '' } })).ok
  assert.ok(detail.transfers.every((t) => t.status === 'confirmed'))
  assert.ok(first)
})

void test('where one endpoint of two does not take version 1, everything is planned in version 0', async () => {
  const [, second] = endpoints
  second?.play({ name: 'an older version', rules: noVersion1 })
  await desk.stop()
  await desk.start()
  const { token } = await desk.signUp()
  const { begin, held } = await distribute(token)
  const { ok } = await begin()
  assert.equal(ok.success, true, ok.message)
  assert.deepEqual(await held(), computeBalances(3))
  const { endpoints: seen } = (await call(readNetwork, { token })).ok
  assert.deepEqual(
    seen.map(({ version1 }) => version1),
    [true, false],
  )
})
