// On PostgreSQL as well.
/** Everything that an owner can do with a payment at once: what leaves its wallet never adds up to more than it received. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseUnits } from '@purser/contract/money.ts'
import * as lines from '@purser/contract/payments/payment-distributions.ts'
import { refundPayment } from '@purser/contract/payments/payment-refunds.ts'
import * as api from '@purser/contract/payments/payments.ts'
import { updateProfile } from '@purser/contract/accounts.ts'
import { stopAll } from '@purser/contract/strategies/stop-all.ts'
import { startTestDesk, until } from '../../test/harness.ts'
import { readBalances, makeWallets } from '../../test/money.ts'
import { createOwner, isStatus } from '../../test/paid-links.ts'
import { createPayer, quoted } from '../../test/payer.ts'

const desk = await startTestDesk({ network: 'steered', apartMs: 50, scanSeconds: 0.4, manyClients: true })
const { call, chain } = desk
await chain('localnet_setSlotTime', 20)
const held = async (address: string) => (await readBalances(chain, [address]))[0] ?? 0n
const lamports = (amount: number | string | null) => parseUnits(amount ?? 0, 9)
const TIMES = 20

async function createPaid(amount: number) {
  const owner = await createOwner(desk)
  const payer = await createPayer(chain)
  const { id, reference_id: reference } = await owner.make(amount)
  await payer.pay(await quoted(call, reference))
  const payment = await owner.reach(id, 'it is paid', isStatus('paid'))
  const { token } = owner
  const params = { id }
  const receipt_id = payment.receipts[0]?.id ?? 0
  const refund = (more: object = {}) => call(refundPayment, { token, params, body: { receipt_id, ...more } })
  const rest = () =>
    until('all is over', async () => {
      const now = await owner.read(id)
      const running = [...now.refunds, ...now.distributions].some(
        ({ status }) => !['completed', 'failed', 'partial', 'pending'].includes(status),
      )
      const begun = now.refunds.some(({ status }) => status === 'pending')
      return !running && !begun && now
    })
  return { ...owner, params, id, payer, payment, refund, rest, received: lamports(payment.amount_sol) }
}
type Answer = { status: number; text: string }
const orderly = (answers: Answer[]) => {
  for (const { status, text } of answers) assert.ok([200, 400, 409].includes(status), `${status}: ${text}`)
}

void test(`approved, accepted, ended and refunded ${TIMES} times at once, it is each at most once`, async () => {
  const { token, params, payer, refund, rest, received } = await createPaid(20)
  const before = await held(payer.address)
  const calls = Array.from({ length: TIMES }, () => [
    () => call(api.approvePayment, { token, params }),
    () => call(api.acceptPayment, { token, params }),
    () => call(api.expirePayment, { token, params }),
    () => refund({ amount: '0.03' }),
    () => refund(),
  ]).flat()
  orderly(await Promise.all(calls.map((ask) => ask())))
  const end = await rest()
  const back = (await held(payer.address)) - before
  const counted = end.refunds.reduce(
    (sum, { amount, status }) => sum + (status === 'completed' ? lamports(amount) : 0n),
    0n,
  )
  assert.equal(back, counted)
  assert.ok(back <= received)
  assert.equal((await held(end.wallet.address)) >= 0n, true)
})

void test(`planned, executed and refunded ${TIMES} times at once, no lamport leaves twice`, async () => {
  const { token, params, id, payer, payment, plan, refund, rest, received } = await createPaid(30)
  await call(api.approvePayment, { token, params })
  const targets = await makeWallets(call, token, 2)
  const before = await held(payer.address)
  const half = (received / 2n - 20_000n).toString().padStart(10, '0')
  const amount_sol = `${half.slice(0, -9)}.${half.slice(-9)}`
  const rows = targets.map((one) => ({ wallet_id: one.id, amount_sol }))
  const first = await Promise.all(
    Array.from({ length: TIMES }, (_, i) => (i % 2 ? plan(id, rows) : refund({ amount: '0.02' }))),
  )
  orderly(first)
  const calls = Array.from({ length: TIMES }, () => [
    () => call(lines.executeLines, { token, params }),
    () => refund({ amount: '0.01' }),
    () => call(lines.discardDistribution, { token, params }),
    () => plan(id, rows),
  ]).flat()
  orderly(await Promise.all(calls.map((ask) => ask())))
  const end = await rest()
  const out = (await Promise.all(targets.map(({ address }) => held(address)))).reduce((a, b) => a + b, 0n)
  const back = (await held(payer.address)) - before
  assert.ok(out + back <= received, `${out} + ${back} of ${received}`)
  const paidLines = end.distributions.filter(({ status }) => status === 'completed')
  assert.equal(
    out,
    paidLines.reduce((sum, line) => sum + lamports(line.amount_sol), 0n),
  )
  assert.ok(payment.wallet.address)
})

void test('with the whitelist on, a refund goes to the payer and to nobody who is not on it', async () => {
  const { token, payer, refund, rest } = await createPaid(10)
  const stranger = await createPayer(chain)
  const on = await call(updateProfile, { token, body: { whitelist_only: true } })
  assert.equal(on.status, 200, on.text)
  const before = await held(stranger.address)
  const refused = await refund({ to: stranger.address, amount: '0.01' })
  assert.ok([403, 409].includes(refused.status), refused.text)
  assert.equal((await refund({ amount: '0.01' })).status, 200)
  const end = await rest()
  assert.deepEqual(
    end.refunds.map(({ to, status }) => [to, status]),
    [[payer.address, 'completed']],
  )
  assert.equal(await held(stranger.address), before)
})

void test('everything is stopped while lines are executed: each is paid once or not at all, and can be executed later', async () => {
  const { token, params, id, plan, rest } = await createPaid(30)
  await call(api.approvePayment, { token, params })
  const targets = await makeWallets(call, token, 3)
  await plan(
    id,
    targets.map((one) => ({ wallet_id: one.id, amount_sol: '0.02' })),
  )
  await Promise.all([
    call(lines.executeLines, { token, params }),
    call(stopAll, { token }),
    call(lines.executeLines, { token, params }),
  ])
  await rest()
  await until('all are paid', async () => {
    const { status, text } = await call(lines.executeLines, { token, params })
    assert.ok([200, 409].includes(status), text)
    return (await rest()).distribution_status === 'completed'
  })
  const got = await Promise.all(targets.map(({ address }) => held(address)))
  assert.deepEqual(got, [20_000_000n, 20_000_000n, 20_000_000n])
})
