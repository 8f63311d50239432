/** A network that loses, doubles, delays, refuses and forgets: every recipient is paid exactly once all the same. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { afterEach, test } from 'node:test'
import { listOperations } from '@purser/contract/activity.ts'
import { distributeSol } from '@purser/contract/distributions.ts'
import { seed } from '../../test/chance.ts'
import { startTestDesk, until } from '../../test/harness.ts'
import { assertExact, endOf, look } from '../../test/money-audit.ts'
import { weatherOf, weathers } from '../../test/money-weathers.ts'
import { fund, makeWallets, SOL } from '../../test/money.ts'

let sends = 0
const send = 'sendTransaction'
const desk = await startTestDesk({
  network: 'steered',
  overhear: (method) => void (sends += method === send ? 1 : 0),
})
const { call, chain } = desk
await chain('localnet_setSlotTime', 20)
const weather = weatherOf(desk, () => sends)
const noFaults = weather.clear
afterEach(noFaults)

async function owner(count: number, lamports: bigint) {
  const { token } = await desk.signUp()
  const all = await makeWallets(call, token, count + 1)
  const [source, ...others] = all
  assert.ok(source)
  await fund(chain, source.address, lamports)
  return { token, all, source, others }
}

for (const [name, rules] of Object.entries(weathers))
  for (const n of name === 'everything at once' ? [1, 62, 63, 1_000] : [62])
    void test(`${n} transfers and their gather with ${name} (seed ${seed})`, () =>
      weather.thereAndBack(n, rules, seed))

void test('a transaction that expired often and then landed with an error is bisected, and its halves may expire again', () =>
  weather.errorAfterExpiries())

for (const way of ['distribute', 'gather'] as const) {
  void test(`an outage of the chain in the middle of a ${way} is waited out: resolving meanwhile, never failed`, () =>
    weather.away(way, 63, 0))
  void test(`blockhashes that expire under a ${way} lead to new signatures, and to one payment each`, () =>
    weather.expiry(way, 130))
  for (const n of [1, 62])
    void test(`of a ${way} of ${n}, what lands with an error costs its fee, and only the one at fault fails (seed ${seed})`, async () => {
      await weather.landsWithError(way, n, seed)
    })
}

for (const strike of [
  { name: 'before anything was signed', rules: [{ method: 'getLatestBlockhash', kind: 'drop' }] },
  { name: 'while nothing was received', rules: [{ method: send, kind: 'drop' }] },
  {
    name: 'while every answer was lost',
    rules: [
      { method: send, kind: 'loseAnswer' },
      { method: 'getSignatureStatuses', kind: 'drop' },
    ],
  },
])
  void test(`stopped ${strike.name}, the next start finishes it within 10 s`, async () => {
    const { token, all, source, others } = await owner(63, 10n * SOL)
    const began = await look(chain, all)
    const body = {
      sourceWalletId: source.id,
      destinations: others.map((w) => ({ walletId: w.id, amount: '0.01' })),
    }
    await chain('localnet_setFaults', strike.rules)
    const key = randomUUID()
    const asked = call(distributeSol, { token, body, key }).catch(() => null)
    const id = await until(
      'it is under way',
      async () => (await call(listOperations, { token })).ok.operations[0]?.id,
    )
    await desk.stop()
    await asked
    await noFaults()
    await desk.start()
    const done = await endOf(call, token, id, 10_000)
    assert.equal(done.status, 'completed')
    await assertExact(chain, all, began, done, source.address)
    assert.equal((await call(distributeSol, { token, body, key })).ok.operationId, id)
    await assertExact(chain, all, began, done, source.address)
  })
