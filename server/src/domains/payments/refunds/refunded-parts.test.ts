// On PostgreSQL as well.
/** Refunded parts of receipts no longer pay for anything. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { viewPayment } from '@purser/contract/payments/payer.ts'
import { refundPayment } from '@purser/contract/payments/payment-refunds.ts'
import { startTestDesk, until } from '../../../test/harness.ts'
import { createOwner, hasFinal, isStatus } from '../../../test/paid-links.ts'
import { createPayer, quoted } from '../../../test/payer.ts'

const desk = await startTestDesk({ network: 'steered', apartMs: 50, scanSeconds: 0.4, manyClients: true })
const { call, chain } = desk
await chain('localnet_setSlotTime', 20)

void test('half of it paid, sent back, and the other half paid is half paid', async () => {
  const { token, make, reach, read } = await createOwner(desk)
  const payer = await createPayer(chain)
  const { id, reference_id: reference } = await make(40)
  const asked = await quoted(call, reference)
  await payer.pay(asked, asked.lamports / 2n)
  const half = await reach(id, 'it is final', hasFinal(1))
  const [receipt] = half.receipts
  assert.ok(receipt)
  const body = { receipt_id: receipt.id }
  assert.equal((await call(refundPayment, { token, params: { id }, body })).status, 200)
  await reach(id, 'it is sent back', ({ refunds }) => refunds[0]?.status === 'completed')
  const view = (await call(viewPayment, { params: { reference } })).ok
  assert.deepEqual([view.state, view.due_usd, view.received_usd], ['open', 40, 0])
  const again = await quoted(call, reference)
  assert.ok(again.lamports > (asked.lamports * 9n) / 10n)
  await payer.pay(again, again.lamports / 2n)
  const second = await reach(id, 'it is final', hasFinal(2))
  assert.deepEqual([second.status, second.issues], ['pending', ['short']])
  const { ok: partial } = await call(viewPayment, { params: { reference } })
  assert.equal(partial.state, 'partial')
  assert.ok(Math.abs(Number(partial.due_usd) - 20) < 0.01)
  await payer.pay(await quoted(call, reference))
  await reach(id, 'it is paid', isStatus('paid'))
  await until(
    'nothing is due',
    async () => (await call(viewPayment, { params: { reference } })).ok.due_usd === 0,
  )
  assert.equal((await read(id)).status, 'paid')
})
