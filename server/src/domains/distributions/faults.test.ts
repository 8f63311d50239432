/** A network that loses, doubles, delays, refuses and forgets: every recipient is paid exactly once all the same. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { afterEach, test } from 'node:test'
import { listOperations } from '@purser/contract/activity.ts'
import { distributeSol, gatherSol } from '@purser/contract/distributions.ts'
import { seed } from '../../test/chance.ts'
import { assertExact, endOf, look } from '../../test/money-audit.ts'
import { fund, makeWallets, type Purse, SOL } from '../../test/money.ts'
import { startTestDesk, until } from '../../test/harness.ts'
import { transactions } from '../transfers/transfers.tables.ts'
import { eq } from 'drizzle-orm'

const desk = await startTestDesk({ network: 'steered' })
const { call, chain } = desk
await chain('localnet_setSlotTime', 20)
const noFaults = () => chain('localnet_clearFaults')
afterEach(noFaults)

type Rule = { method: string; kind: string; probability?: number; times?: number }
const send = 'sendTransaction'
const weathers: Record<string, Rule[]> = {
  'a fifth of the answers lost after execution': [{ method: send, kind: 'loseAnswer', probability: 0.2 }],
  'a third of the sends dropped': [{ method: send, kind: 'drop', probability: 0.3 }],
  'half of the sends doubled': [{ method: send, kind: 'duplicate', probability: 0.5 }],
  'a fifth of all answers garbage': [{ method: '*', kind: 'garbage', probability: 0.2 }],
  '429 and 500 to a fifth of all calls each': [
    { method: '*', kind: 'fail429', probability: 0.2 },
    { method: '*', kind: 'fail500', probability: 0.2 },
  ],
  'everything at once': [
    { method: send, kind: 'loseAnswer', probability: 0.2 },
    { method: send, kind: 'drop', probability: 0.3 },
    { method: send, kind: 'duplicate', probability: 0.2 },
    { method: 'getSignatureStatuses', kind: 'drop', probability: 0.1 },
    { method: 'getLatestBlockhash', kind: 'fail429', probability: 0.3 },
  ],
}

async function owner(count: number, lamports: bigint) {
  const { token } = await desk.signUp()
  const all = await makeWallets(call, token, count + 1)
  const [source, ...others] = all
  assert.ok(source)
  await fund(chain, source.address, lamports)
  return { token, all, source, others }
}

/** As a client does that loses its answer: the same key again until there is one. */
async function persist<T>(ask: () => Promise<{ status: number; text: string; ok: T }>): Promise<T> {
  for (let tries = 0; ; tries++) {
    const answer = await ask()
    if (answer.status === 200) return answer.ok
    assert.ok(answer.status === 503 && tries < 200, answer.text)
  }
}

async function thereAndBack(n: number, rules: Rule[]): Promise<void> {
  const { token, all, source, others } = await owner(n, 1_000n * SOL)
  const began = await look(chain, all)
  await chain('localnet_setFaults', rules, seed % 2 ** 31)
  const body = {
    sourceWalletId: source.id,
    destinations: others.map((w, i) => ({ walletId: w.id, amount: `0.0${String(10_000 + i)}` })),
  }
  const key = randomUUID()
  const out = await persist(() => call(distributeSol, { token, body, key }))
  await noFaults()
  const there = await endOf(call, token, out.operationId ?? '')
  assert.equal(there.status, 'completed', JSON.stringify(there.transfers.find((t) => t.error)))
  await assertExact(chain, all, began, there, source.address)
  const middle = await look(chain, all)
  await chain('localnet_setFaults', rules, (seed + 1) % 2 ** 31)
  const gather = { destinationWalletId: source.id, sources: others.map((w: Purse) => w.id), gatherAll: true }
  const secondKey = randomUUID()
  const back = await persist(() => call(gatherSol, { token, body: gather, key: secondKey }))
  await noFaults()
  const home = await endOf(call, token, back.operationId ?? '')
  assert.equal(home.status, 'completed', JSON.stringify(home.transfers.find((t) => t.error)))
  await assertExact(chain, all, middle, home, source.address)
  const end = await look(chain, all)
  for (const w of others) assert.equal(end.get(w.address), 890_000n)
}

for (const [weather, rules] of Object.entries(weathers))
  for (const n of weather === 'everything at once' ? [1, 62, 63, 1_000] : [62])
    void test(`${n} transfers and their gather with ${weather} (seed ${seed})`, () => thereAndBack(n, rules))

void test('a chain that is away is waited out; meanwhile the operation is being resolved, never failed', async () => {
  const { token, all, source, others } = await owner(63, 10n * SOL)
  const began = await look(chain, all)
  const body = {
    sourceWalletId: source.id,
    destinations: others.map((w) => ({ walletId: w.id, amount: '0.01' })),
  }
  await chain('localnet_setFaults', [
    { method: send, kind: 'loseAnswer', times: 1 },
    { method: 'getSignatureStatuses', kind: 'drop' },
  ])
  const asked = call(distributeSol, { token, body, key: randomUUID() })
  const [operation] = await until('it is being resolved', async () => {
    const { ok } = await call(listOperations, { token })
    return ok.operations[0]?.status === 'resolving' && ok.operations
  })
  await chain('localnet_setFaults', [{ method: '*', kind: 'drop' }])
  // Every blockhash expires while nobody can be asked.
  await chain('localnet_advanceSlots', 400)
  assert.equal((await call(listOperations, { token })).ok.operations[0]?.status, 'resolving')
  await noFaults()
  assert.equal((await asked).status, 200)
  const done = await endOf(call, token, operation?.id ?? '')
  assert.equal(done.status, 'completed')
  await assertExact(chain, all, began, done, source.address)
})

void test('blockhashes that expire again and again lead to new signatures, and to one payment each', async () => {
  const { token, all, source, others } = await owner(130, 10n * SOL)
  const began = await look(chain, all)
  const body = {
    sourceWalletId: source.id,
    destinations: others.map((w) => ({ walletId: w.id, amount: '0.01' })),
  }
  await chain('localnet_setFaults', [{ method: send, kind: 'drop' }])
  const asked = call(distributeSol, { token, body, key: randomUUID() })
  const id = await until(
    'it is under way',
    async () => (await call(listOperations, { token })).ok.operations[0]?.id,
  )
  const signed = () => desk.database.db.$count(transactions, eq(transactions.operationId, id))
  await until('each of the three was signed anew', async () => {
    await chain('localnet_advanceSlots', 200)
    return (await signed()) >= 6
  })
  await noFaults()
  assert.equal((await asked).ok.success, true)
  const done = await endOf(call, token, id)
  assert.equal(done.status, 'completed')
  await assertExact(chain, all, began, done, source.address)
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
    const done = await endOf(call, token, id, 10_000)
    assert.equal(done.status, 'completed')
    await assertExact(chain, all, began, done, source.address)
    assert.equal((await call(distributeSol, { token, body, key })).ok.operationId, id)
    await assertExact(chain, all, began, done, source.address)
  })
