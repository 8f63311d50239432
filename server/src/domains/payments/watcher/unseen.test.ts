// On PostgreSQL as well.
/** The only endpoint says null of a payment that it has shown: an archive lags, or is pruned. Nothing is forgotten. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { viewPayment } from '@purser/contract/payments/payer.ts'
import { refundPayment } from '@purser/contract/payments/payment-refunds.ts'
import { expirePayment, listPendingPayments } from '@purser/contract/payments/payments.ts'
import { DAY_MS } from '@purser/contract/time.ts'
import { startTestDesk } from '../../../test/harness.ts'
import { createOwner, hasFinal, isStatus } from '../../../test/paid-links.ts'
import { createPayer, quoted } from '../../../test/payer.ts'

const desk = await startTestDesk({ network: 'steered', endpoints: 1, apartMs: 50, scanSeconds: 0.4 })
const { call, chain, clock, endpoints } = desk
const [endpoint] = endpoints
assert.ok(endpoint)
await chain('localnet_setSlotTime', 20)
const payer = await createPayer(chain)

void test('what names a link that has expired within a day is found by its reference', async () => {
  const { token, make, reach } = await createOwner(desk)
  await make(1, { expires_in_minutes: 43_200 })
  const { id, reference_id: reference, wallet } = await make(30)
  const asked = await quoted(call, reference)
  await call(expirePayment, { token, params: { id }, body: {} })
  // The same holds for a token account that exists already: the wallet's own history does not name it.
  const lists = { on: 'getSignaturesForAddress', about: wallet.address, kind: 'short', by: 1_000 } as const
  endpoint.play({ name: 'lists nothing of the wallet', rules: [lists] })
  await payer.pay(asked)
  const late = await reach(id, 'it is found', hasFinal(1))
  assert.deepEqual([late.status, late.issues], ['expired', ['late']])
  endpoint.beHonest()
})

void test('it is unseen, its link waits for it for a day, and it counts as of its time once it is shown again', async () => {
  const { token, make, read, reach } = await createOwner(desk)
  // Its wallet is looked at often, whatever becomes of the other link.
  await make(1, { expires_in_minutes: 43_200 })
  const { id, reference_id: reference } = await make(20, { expires_in_minutes: 15 })
  const asked = await quoted(call, reference)
  const nulls = { on: 'getSignatureStatuses', kind: 'nulls' } as const
  endpoint.play({ name: 'knows no signature', rules: [nulls] })
  await payer.pay(asked)
  const arrives = await reach(id, 'it arrives', ({ receipts }) => receipts.length === 1)
  assert.deepEqual([arrives.receipts[0]?.state, arrives.unseen_sol], ['arriving', 0])
  const sum = arrives.arriving_sol

  endpoint.play({ name: 'has forgotten', rules: [{ on: '*', kind: 'forget', how: 'secretly' }] })
  const unseen = await reach(id, 'it is unseen', ({ receipts }) => receipts[0]?.state === 'unseen')
  assert.deepEqual([unseen.status, unseen.unseen_sol, unseen.arriving_sol], ['pending', sum, 0])
  assert.ok(unseen.revision > arrives.revision)
  assert.equal((await call(viewPayment, { params: { reference } })).ok.state, 'unseen')
  const body = { receipt_id: unseen.receipts[0]?.id ?? 0 }
  const refused = await call(refundPayment, { token, params: { id }, body })
  assert.match(refused.fault.error, /no longer shows this payment/)

  // Another link, whose end tells that the scans go on.
  const other = await make(2, { expires_in_minutes: 15 })
  clock.move(20 * 60_000)
  await reach(other.id, 'the other has expired', isStatus('expired'))
  assert.equal((await read(id)).status, 'pending')
  clock.move(DAY_MS)
  const expired = await reach(id, 'it has expired', isStatus('expired'))
  assert.deepEqual(
    expired.receipts.map(({ state }) => state),
    ['unseen'],
  )
  assert.equal((await call(viewPayment, { params: { reference } })).ok.state, 'unseen')
  const shown = (await call(listPendingPayments, { token })).ok
  assert.ok(shown.some((one) => one.id === id))

  endpoint.beHonest()
  const paid = await reach(id, 'it is paid', hasFinal(1))
  assert.deepEqual([paid.status, paid.received_usd, paid.issues, paid.unseen_sol], ['paid', 20, [], 0])
})
