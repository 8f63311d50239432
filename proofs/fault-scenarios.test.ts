// On PostgreSQL as well.
/** A network that loses, duplicates, delays, refuses and forgets: every recipient is still paid exactly once. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { afterEach, test } from 'node:test'
import { listOperations } from '@purser/contract/activity.ts'
import { distributeSol } from '@purser/contract/distributions/distributions.ts'
import { seededRandom, sample, seed } from '../server/src/test/seeded-random.ts'
import { startTestDesk, until } from '../server/src/test/harness.ts'
import { assertExact, waitForEnd, look } from '../server/src/test/money-audit.ts'
import { scenariosOn, scenarios } from './fault-scenarios.ts'
import { fund, makeWallets, SOL } from '../server/src/test/money.ts'
import { moneyOfSeed } from './moneys.ts'

let sends = 0
const send = 'sendTransaction'
const desk = await startTestDesk({
  network: 'tower',
  pace: 5,
  overhear: (method) => void (sends += method === send ? 1 : 0),
})
const { call, chain } = desk
await chain('localnet_setSlotTime', 60)
// The seed makes a third of all runs move a token.
const money = moneyOfSeed()
const scenario = scenariosOn(desk, () => sends, money)
const what = money.name === 'sol' ? 'transfers' : 'transfers of a token'
const noFaults = scenario.clear
afterEach(noFaults)

async function owner(count: number, lamports: bigint) {
  const { token } = await desk.signUp()
  const all = await makeWallets(call, token, count + 1)
  const [source, ...others] = all
  assert.ok(source)
  await fund(chain, source.address, lamports)
  return { token, all, source, others }
}

const WAYS = ['distribute', 'gather'] as const
const random = seededRandom(seed)
const everything = scenarios['everything at once'] ?? []
const single = Object.entries(scenarios).filter(([, rules]) => rules !== everything)

for (const [name, rules] of sample(single, { of: 2, random }))
  void test(`62 ${what} and their gather with ${name} (seed ${seed})`, () =>
    scenario.thereAndBack(62, rules, seed))
for (const n of sample(money.name === 'sol' ? [1, 62, 63, 1_000] : [1, 62, 63], { of: 1, random }))
  void test(`${n} ${what} and their gather with everything at once (seed ${seed})`, () =>
    scenario.thereAndBack(n, everything, seed))

void test('a transaction that expired often and then landed with an error is bisected, and its halves may expire again', () =>
  scenario.errorAfterExpiries())

for (const way of sample(WAYS, { of: 1, random }))
  void test(`an outage of the chain in the middle of a ${way} is waited out: resolving meanwhile, never failed`, () =>
    scenario.away(way, 63, 0))
for (const way of sample(WAYS, { of: 1, random }))
  void test(`blockhashes that expire under a ${way} lead to new signatures, and to one payment each`, () =>
    scenario.expiry(way, 130))
for (const way of WAYS)
  for (const n of sample([1, 62], { of: 1, random }))
    void test(`of a ${way} of ${n}, what lands with an error costs its fee, and only the one at fault fails (seed ${seed})`, async () => {
      await scenario.landsWithError(way, n, seed)
    })

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
    const done = await waitForEnd(call, token, id, 10_000)
    assert.equal(done.status, 'completed')
    await assertExact(chain, all, began, done, source.address)
    assert.equal((await call(distributeSol, { token, body, key })).ok.operationId, id)
    await assertExact(chain, all, began, done, source.address)
  })
