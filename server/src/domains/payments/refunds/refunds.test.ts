// On PostgreSQL as well.
/** Refunds and transactions that are assigned by hand: never more than was received, and each once. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { listAudit } from '@purser/contract/audit.ts'
import { formatUnits, parseUnits } from '@purser/contract/money.ts'
import * as refunds from '@purser/contract/payments/payment-refunds.ts'
import { paymentTexts } from '@purser/contract/payments/payment-texts.ts'
import { approvePayment, acceptPayment } from '@purser/contract/payments/payments.ts'
import { warningText } from '@purser/contract/transfers/send-texts.ts'
import { listOperations } from '@purser/contract/transfers/transfers.ts'
import { generateKeyPairSigner } from '@solana/kit'
import { sql } from 'drizzle-orm'
import { startTestDesk, until } from '../../../test/harness.ts'
import { FEE, fund, readBalances, makeWallets, SOL } from '../../../test/money.ts'
import { createOwner, hasFinal, isStatus } from '../../../test/paid-links.ts'
import { createPayer, quoted } from '../../../test/payer.ts'

const desk = await startTestDesk({ network: 'steered', apartMs: 50, scanSeconds: 0.4, manyClients: true })
const { call, chain } = desk
const { db } = desk.database
await chain('localnet_setSlotTime', 20)
const held = async (address: string) => (await readBalances(chain, [address]))[0] ?? 0n
const lamports = (amount: number | string | null) => parseUnits(amount ?? 0, 9)

async function createPaid(amount: number) {
  const owner = await createOwner(desk)
  const payer = await createPayer(chain)
  const { id, reference_id: reference } = await owner.make(amount)
  const asked = await quoted(call, reference)
  await payer.pay(asked)
  const payment = await owner.reach(id, 'it is paid', isStatus('paid'))
  const [receipt] = payment.receipts
  assert.ok(receipt)
  const { token } = owner
  const ask = (body: object = {}, key?: string) =>
    call(refunds.refundPayment, {
      token,
      params: { id },
      body: { receipt_id: receipt.id, ...body },
      ...(key ? { key } : {}),
    })
  return { ...owner, payer, payment, receipt, ask, id, lamports: asked.lamports }
}

void test('a refund goes to the payer, once for each request, and never beyond what was received', async () => {
  const { token, payer, ask, id, reach, receipt, payment } = await createPaid(20)
  const { ok: shown } = await ask({ dryRun: true })
  assert.deepEqual([shown.preview?.to, shown.preview?.error], [payer.address, null])
  // It may be an exchange's.
  assert.deepEqual(shown.preview?.warnings, [paymentTexts.payerAddress])
  const elsewhere = await ask({ dryRun: true, to: (await generateKeyPairSigner()).address })
  assert.deepEqual(elsewhere.ok.preview?.warnings, [warningText({ code: 'never_used' })])
  const before = await held(payer.address)
  const key = randomUUID()
  const tenth = { amount: '0.01', revision: payment.revision }
  const answers = await Promise.all([ask(tenth, key), ask(tenth, key), ask(tenth, key)])
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200],
  )
  await reach(id, 'it is sent back', ({ refunds: list }) => list[0]?.status === 'completed')
  assert.equal(await held(payer.address), before + SOL / 100n)
  const old = await ask(tenth)
  assert.deepEqual([old.status, old.fault.code], [409, 'payment_changed'])
  const more = await ask({ amount: receipt.amount })
  assert.deepEqual([more.status, more.fault.code], [409, 'payment_receipt'])
  assert.match(more.fault.error, /^At most 0\.\d+ SOL of this can be refunded/)
  // All that is left: the wallet cannot pay the fee besides.
  const all = await ask()
  assert.equal(all.status, 200, all.text)
  const done = await reach(id, 'all is sent back', ({ refunds: list }) => list[1]?.status === 'completed')
  assert.equal(await held(payer.address), before + lamports(receipt.amount) - 2n * FEE)
  assert.equal(await held(payment.wallet.address), 0n)
  assert.equal(done.receipts[0]?.refunded, receipt.amount)
  const { ok: audit } = await call(listAudit, { token, query: { type: 'payment-refund' } })
  assert.equal(audit.rows.length, 2)
})

void test("of another's payment nothing is sent back nor told, not even by way of one's own", async () => {
  const [hers, mine] = [await createPaid(20), await createPaid(20)]
  const unknown = await mine.ask({ receipt_id: 2 ** 40 })
  assert.equal(unknown.status, 404)
  for (const dryRun of [true, false]) {
    const { status, text } = await mine.ask({ receipt_id: hers.receipt.id, dryRun })
    assert.deepEqual([status, text], [unknown.status, unknown.text])
  }
  assert.equal((await hers.ask({ amount: '0.01', dryRun: true })).ok.preview?.error, null)
})

void test('what was sent back after the approval is planned no more', async () => {
  const { token, ask, id, payment, plan, reach } = await createPaid(20)
  const { amount_sol: fixed } = (await call(approvePayment, { token, params: { id } })).ok.data.payment
  await ask({ amount: '0.01' })
  await reach(id, 'it is sent back', ({ refunds: list }) => list[0]?.status === 'completed')
  const [target] = await makeWallets(call, token, 1)
  const planned = (amount: bigint) =>
    plan(id, [{ wallet_id: target?.id ?? 0, amount_sol: formatUnits(amount, 9) }])
  const left = lamports(fixed) - SOL / 100n
  for (const amount of [lamports(fixed), left + 1n])
    assert.equal((await planned(amount)).fault.code, 'payment_plan_exceeds')
  // Its fee, and that of the refund, are paid by more than was received.
  await fund(chain, payment.wallet.address, SOL)
  assert.equal((await planned(left)).status, 200)
})

void test('a payment of which nothing remains cannot be approved; one that is approved keeps what is planned', async () => {
  const whole = await createPaid(5)
  await fund(chain, whole.payment.wallet.address, SOL)
  await whole.ask()
  await whole.reach(whole.id, 'it is sent back', ({ refunds: list }) => list[0]?.status === 'completed')
  const none = await call(approvePayment, { token: whole.token, params: { id: whole.id } })
  assert.equal(none.fault.error, 'This payment has not been paid.')
  const again = await whole.ask()
  assert.equal(again.fault.error, 'This has already been refunded in full.')

  const { token, ask, id, plan, payment } = await createPaid(20)
  await call(approvePayment, { token, params: { id } })
  const [target] = await makeWallets(call, token, 1)
  const planned = lamports(payment.amount_sol) - 10_000_000n
  const amount_sol = `${planned / SOL}.${String(planned % SOL).padStart(9, '0')}`
  assert.equal((await plan(id, [{ wallet_id: target?.id ?? 0, amount_sol }])).status, 200)
  const much = await ask({ amount: '0.010000001' })
  assert.equal(much.fault.error, 'The rest is allocated to wallets: at most 0.01 SOL can be refunded.')
  assert.equal((await ask({ amount: '0.009' })).status, 200)
})

void test('a refund that was called dead and has landed is found out before another is sent', async () => {
  const { ask, id, reach, payer, receipt } = await createPaid(20)
  const before = await held(payer.address)
  assert.equal((await ask()).status, 200)
  const paid = await reach(id, 'it is sent back', ({ refunds: list }) => list[0]?.status === 'completed')
  const operationId = paid.refunds[0]?.operation_id ?? ''
  // Endpoints that lied, or the owner who ended it, would leave this state.
  await db.execute(sql`
    with o as (
      update operations set status = 'failed', error = 'It expired.', finalized_at = null
      where id = ${operationId}::uuid returning id
    ), x as (
      update transactions set state = 'dead', slot = null, finalized = false, ended_at = now()
      where operation_id in (select id from o)
    )
    update transfers set status = 'failed' where operation_id in (select id from o)`)
  await fund(chain, paid.wallet.address, SOL)
  const again = await ask({}, randomUUID())
  assert.ok([409, 400].includes(again.status), again.text)
  await reach(id, 'it is known to be sent', ({ refunds: list }) => list[0]?.status === 'completed')
  assert.equal((await ask({}, randomUUID())).fault.error, 'This has already been refunded in full.')
  assert.equal(await held(payer.address), before + lamports(receipt.amount) - FEE)
})

void test('refunds that are asked for at once send no more than was received', async () => {
  const { ask, id, read, payer, receipt } = await createPaid(20)
  const before = await held(payer.address)
  const half = Number(lamports(receipt.amount) / 2n) / 1e9
  const answers = await Promise.all(Array.from({ length: 6 }, () => ask({ amount: half })))
  // One that comes after another is over finds the wallet short of its fee.
  const refusals = answers.filter(({ status }) => status !== 200).map(({ fault }) => fault.code)
  assert.deepEqual(
    refusals.filter((code) => !['funds_in_flight', 'payment_receipt', 'insufficient_balance'].includes(code)),
    [],
  )
  await until('they are over', async () =>
    (await read(id)).refunds.every(({ status }) => status === 'completed'),
  )
  const sent = (await held(payer.address)) - before
  assert.ok(sent > 0n && sent <= lamports(receipt.amount))
  const list = (await read(id)).refunds
  assert.equal(sent, BigInt(list.length) * lamports(half))
})

void test('a refund that only the chain and the journal know is found again, not sent again', async () => {
  const { ask, id, reach, payer, payment } = await createPaid(20)
  const before = await held(payer.address)
  await ask({ amount: '0.02' })
  await reach(id, 'it is sent back', ({ refunds: list }) => list[0]?.status === 'completed')
  await desk.stop()
  await db.execute(sql`delete from payment_refunds where payment_id = ${id}`)
  await desk.start()
  assert.equal((await ask({ amount: '0.02' })).status, 200)
  const found = await reach(id, 'it is there', ({ refunds: list }) => list.length === 1)
  assert.equal(found.refunds[0]?.status, 'completed')
  assert.equal(await held(payer.address), before + SOL / 50n)
  assert.ok(payment.id)
})

void test('a payment without its reference is assigned once, and to nothing else', async () => {
  const { token, make, reach } = await createOwner(desk)
  const payer = await createPayer(chain)
  const [first, second] = [await make(15), await make(15)]
  const asked = await quoted(call, first.reference_id)
  const signature = await payer.pay({ ...asked, references: [], memo: null })
  const assign = (id: number, of: string, as = token) =>
    call(refunds.assignTransaction, { token: as, params: { id }, body: { signature: of } })
  const early = await assign(first.id, signature)
  if (early.status !== 200)
    assert.ok(/not final yet|does not know/.test(early.fault.error), early.fault.error)
  const answer = await until('it is final', async () => {
    const { status } = await assign(first.id, signature)
    return status === 200 || status === 409
      ? (await reach(first.id, 'it is read', () => true)).status === 'paid'
      : false
  })
  assert.ok(answer)
  const paid = await reach(first.id, 'it is paid', hasFinal(1))
  assert.deepEqual([paid.status, paid.received_usd, paid.issues], ['paid', 15, []])
  assert.equal(
    (await assign(second.id, signature)).fault.error,
    'This transaction already counts toward a payment.',
  )
  assert.equal(
    (await assign(second.id, 'nothing')).fault.error,
    'The network does not know this transaction.',
  )
  const other = await createOwner(desk)
  const theirs = await other.make(15)
  assert.equal((await assign(first.id, signature, other.token)).status, 404)
  assert.equal(
    (await assign(theirs.id, signature, other.token)).fault.error,
    'This transaction did not pay into the wallet of this payment.',
  )
  const { ok } = await call(listOperations, { token, query: {} })
  assert.equal(ok.operations.length, 0)
  assert.equal((await call(acceptPayment, { token, params: { id: second.id } })).status, 409)
})
