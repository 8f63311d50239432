// On PostgreSQL as well.
/** Operations as their owner sees them, and ending one of unknown outcome. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { afterEach, test } from 'node:test'
import { getOperation, listOperations, resolveOperation } from '@purser/contract/activity.ts'
import { listAudit } from '@purser/contract/audit.ts'
import { distributeSol } from '@purser/contract/distributions/distributions.ts'
import { channels } from '@purser/contract/live.ts'
import { startTestDesk, type TestDesk, until } from '../../test/harness.ts'
import { fund, readBalances, makeWallets, SOL } from '../../test/money.ts'

const desk: TestDesk = await startTestDesk({ network: 'steered', endpoints: 1 })
const { call, chain } = desk
const [endpoint] = desk.endpoints
assert.ok(endpoint)
afterEach(async () => {
  endpoint.beHonest()
  await chain('localnet_setSlotTime', 20)
})
await chain('localnet_setSlotTime', 20)

async function purses() {
  const user = await desk.signUp()
  const [source, to] = await makeWallets(call, user.token, 2)
  assert.ok(source && to)
  await fund(chain, source.address, 5n * SOL)
  return { ...user, source, to }
}
type Person = Awaited<ReturnType<typeof purses>>

const readDetail = async (token: string, id: string) =>
  (await call(getOperation, { token, params: { id } })).ok
const pay = ({ token, source, to }: Person) =>
  call(distributeSol, {
    token,
    body: { sourceWalletId: source.id, destinations: [{ walletId: to.id, amount: '0.5' }] },
  })

/** A distribution that no node knows: it is accepted and lost, and the history is gone. */
async function inDoubt(person: Person): Promise<string> {
  endpoint?.play({
    name: 'lost for good',
    rules: [
      { on: 'sendTransaction', kind: 'swallow' },
      { on: '*', kind: 'forget', how: 'openly' },
    ],
  })
  void pay(person).catch(() => undefined)
  return until('it is sent', async () => {
    const { operations } = (await call(listOperations, { token: person.token })).ok
    const [one] = operations.filter(({ type, status }) => type === 'distribute' && status !== 'pending')
    return one && (endpoint?.seen.sendTransaction ?? 0) > 0 && one.id
  })
}
const resolve = (token: string, id: string, code: string, key: string = randomUUID()) =>
  call(resolveOperation, { token, params: { id }, body: { outcome: 'not_sent', code }, key })
const newCode = (person: Person) => desk.keyCode(person, 'resolve')

void test('what is confirmed is final a little later, and every console is notified of both', async () => {
  const ann = await purses()
  const console = desk.socket(channels.status, { token: ann.token })
  await console.opened
  const { ok } = await pay(ann)
  const id = ok.operationId ?? ''
  const first = await readDetail(ann.token, id)
  assert.equal(first.status, 'completed')
  assert.equal(first.waiting, null)
  await until('it is final', async () => (await readDetail(ann.token, id)).finalized)
  const { operations } = (await call(listOperations, { token: ann.token })).ok
  assert.equal(operations.find((one) => one.id === id)?.finalized, true)
  // The database has it first, then the message is sent.
  const told = await until('both messages', () => {
    const all = console.messages.filter((m) => m.type === 'operations_changed')
    return all.length >= 2 && all
  })
  assert.ok(told.every((m) => (m.operationIds as string[]).includes(id)))
  assert.equal((await resolve(ann.token, id, '000000')).fault.code, 'nothing_to_resolve')
})

void test('an operation of unknown outcome is ended by its owner with a mailed code, once it can never land', async () => {
  const [ann, bob] = [await purses(), await purses()]
  const id = await inDoubt(ann)
  // The chain stands still except for the steps below.
  await chain('localnet_setSlotTime', 600_000)
  const code = await newCode(ann)

  const early = await resolve(ann.token, id, code)
  assert.deepEqual([early.status, early.fault.code], [409, 'may_still_land'])
  await chain('localnet_advanceSlots', 250)
  const waiting = await until('it is in doubt, and can never land', async () => {
    const { status, waiting: now, finalized } = await readDetail(ann.token, id)
    assert.equal(finalized, false)
    return status === 'resolving' && now?.may_land === false && now
  })
  assert.deepEqual(waiting, { transactions: 1, may_land: false })

  for (const [token, named] of [
    [bob.token, id],
    [bob.token, randomUUID()],
    [ann.token, 'nothing'],
  ] as const) {
    const { status, fault } = await resolve(token, named, code)
    assert.deepEqual([status, fault.error], [404, 'Operation not found'])
  }
  const wrong = await resolve(ann.token, id, code === '000000' ? '000001' : '000000')
  assert.deepEqual([wrong.status, wrong.fault.code], [403, 'wrong_key_code'])
  assert.equal((await readDetail(ann.token, id)).status, 'resolving')

  // The code of the early attempt is still valid.
  const key = randomUUID()
  const { ok, status, text } = await resolve(ann.token, id, code, key)
  assert.equal(status, 200, text)
  assert.deepEqual([ok.id, ok.status, ok.finalized, ok.waiting], [id, 'failed', false, null])
  assert.deepEqual(
    ok.transfers.map((one) => one.status),
    ['failed'],
  )
  assert.match(ok.transfers[0]?.error ?? '', /^Ended by its owner as not sent/)
  assert.deepEqual((await resolve(ann.token, id, code, key)).ok, ok)
  assert.equal((await resolve(ann.token, id, code)).fault.code, 'nothing_to_resolve')

  const { rows } = (await call(listAudit, { token: ann.token, query: { type: 'resolve' } })).ok
  assert.deepEqual(
    rows.map(({ detail }) => detail),
    [{ operation: id, type: 'distribute', outcome: 'not sent' }],
  )
  assert.deepEqual(await readBalances(chain, [ann.to.address, ann.source.address]), [0n, 5n * SOL])
  // The wallet is free again.
  endpoint.beHonest()
  await chain('localnet_setSlotTime', 20)
  assert.equal((await pay(ann)).ok.success, true)
})
