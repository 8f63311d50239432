// On PostgreSQL as well.
/** Whoever knows a link can send to it as often as he likes: that neither hides what was paid nor holds up its owner. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assignTransaction, refundPayment } from '@purser/contract/payments/payment-refunds.ts'
import * as api from '@purser/contract/payments/payments.ts'
import { SOL_MINT } from '@purser/contract/tokens/tokens.ts'
import type { Address } from '@solana/kit'
import { sql } from 'drizzle-orm'
import { startTestDesk, until } from '../../../test/harness.ts'
import { createOwner, hasFinal, isStatus } from '../../../test/paid-links.ts'
import { createPayer, quoted } from '../../../test/payer.ts'
import { listUnsettled } from '../receipts/receipts.store.ts'

const desk = await startTestDesk({ network: 'steered', apartMs: 50, scanSeconds: 0.4, manyClients: true })
const { call, chain } = desk
const { db } = desk.database
await chain('localnet_setSlotTime', 20)
const stranger = await createPayer(chain)
const DUST = 1_000n

async function createPaid(amount: number) {
  const owner = await createOwner(desk)
  const payer = await createPayer(chain)
  const { id, reference_id: reference } = await owner.make(amount)
  const asked = await quoted(call, reference)
  const signature = await payer.pay(asked)
  const payment = await owner.reach(id, 'it is paid', isStatus('paid'))
  // A wallet without open links is looked at once a minute.
  await owner.make(1)
  return { ...owner, id, asked, signature, payment }
}
/** Writes as many receipts of a lamport each as a stranger sends in days. */
const spray = (id: number, wallet: string, count: number) =>
  db.execute(sql`insert into payment_receipts
    (payment_id, recipient, signature, state, mint, amount, decimals, credited_usd, slot, at)
    select ${id}, ${wallet}, 'dust' || n, 'final', ${SOL_MINT}, 1, 9, 0, 1000000 + n, now()
    from generate_series(1, ${count}) n`)

void test('dust changes nothing that an approval or a refund decides on; what matters does', async () => {
  const { token, id, asked, payment, reach } = await createPaid(50)
  await stranger.pay(asked, DUST)
  const dusty = await reach(id, 'the dust is final', hasFinal(2))
  assert.ok(dusty.revision > payment.revision)
  const { revision } = payment
  const [receipt] = payment.receipts
  const body = { receipt_id: receipt?.id ?? 0, amount: '0.001', revision }
  const preview = await call(refundPayment, { token, params: { id }, body })
  assert.equal(preview.status, 200, preview.text)
  await reach(id, 'it is sent back', ({ refunds }) => refunds[0]?.status === 'completed')
  const approve = (shown: number) =>
    call(api.approvePayment, { token, params: { id }, body: { revision: shown } })
  assert.equal((await approve(revision)).fault.code, 'payment_changed')
  const now = await reach(id, 'it is at rest', ({ refunds }) => refunds.length === 1)
  await stranger.pay(asked, asked.lamports / 50n)
  await reach(id, 'more is final', hasFinal(3))
  assert.equal((await approve(now.revision)).fault.code, 'payment_changed')
  const shown = await reach(id, 'it is at rest', () => true)
  await stranger.pay(asked, DUST)
  await reach(id, 'the dust is final', hasFinal(4))
  assert.equal((await approve(shown.revision + 100)).fault.code, 'payment_changed')
  const approved = await approve(shown.revision)
  assert.equal(approved.status, 200, approved.text)
})

void test('thousands of tiny receipts hide none that matters, and take no more room', async () => {
  const { token, id, asked, signature, payment, reach, read } = await createPaid(60)
  await spray(id, payment.wallet.address, 3_000)
  const view = await read(id)
  assert.ok(view.receipts.length <= 200)
  assert.ok(view.receipts.some((receipt) => receipt.signature === signature))
  const dust = await stranger.pay(asked, DUST)
  const more = await stranger.pay(asked, asked.lamports / 10n)
  await reach(id, 'what matters is there', ({ receipts }) =>
    receipts.some((receipt) => receipt.signature === more && receipt.state === 'final'),
  )
  const { rows } = (await db.execute(sql`select from payment_receipts where signature = ${dust}`)) as {
    rows: unknown[]
  }
  assert.equal(rows.length, 0)
  // Nothing is lost: its owner may count it.
  const assigned = await until('it is final', async () => {
    const answer = await call(assignTransaction, { token, params: { id }, body: { signature: dust } })
    return answer.status === 200 && answer
  })
  assert.equal(assigned.ok.data.payment.id, id)
})

void test('receipts whose price nobody knows hold up none that arrives', async () => {
  const { make } = await createOwner(desk)
  const { id } = await make(20)
  // A wallet that nobody watches, so that they stay; each scan of it would ask the market for their prices once more.
  const recipient = stranger.address
  const receive = (state: string, unpriced: boolean, count: number) =>
    db.execute(sql`insert into payment_receipts
      (payment_id, recipient, signature, state, mint, amount, decimals, slot, at, unpriced)
      select ${id}, ${recipient}, ${state} || n, ${state}, ${SOL_MINT}, 1, 9, 1000000 + n, now(), ${unpriced}
      from generate_series(1, ${count}::int) n`)
  await receive('final', true, 10)
  await receive('arriving', false, 2)
  const states = async (limit: number) =>
    (await listUnsettled(db, recipient, limit)).map(({ state }) => state)
  assert.deepEqual(await states(3), ['arriving', 'arriving', 'final'])
})

void test('the same reference at the wallet of another owner counts for nobody', async () => {
  const first = await createOwner(desk)
  const other = await createOwner(desk)
  const [mine, theirs] = [await first.make(5), await other.make(5)]
  const asked = await quoted(call, theirs.reference_id)
  await stranger.pay({ ...asked, references: [mine.reference_id as Address] })
  await stranger.pay(asked)
  const paid = await other.reach(theirs.id, 'it is paid', isStatus('paid'))
  assert.equal(paid.receipts.length, 1)
  assert.deepEqual((await first.read(mine.id)).receipts, [])
})
