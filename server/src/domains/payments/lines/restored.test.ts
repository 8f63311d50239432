// On PostgreSQL as well.
/** Databases as they were before, and wallets that are gone: no line is paid twice, and none holds up the others. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseUnits } from '@purser/contract/money.ts'
import * as lines from '@purser/contract/payments/payment-distributions.ts'
import { approvePayment } from '@purser/contract/payments/payments.ts'
import { refundPayment } from '@purser/contract/payments/payment-refunds.ts'
import { deleteWallet } from '@purser/contract/wallets/wallets.ts'
import { sql } from 'drizzle-orm'
import { startTestDesk, until } from '../../../test/harness.ts'
import { fund, readBalances, makeWallets, SOL } from '../../../test/money.ts'
import { createOwner } from '../../../test/paid-links.ts'

const desk = await startTestDesk({ network: 'steered', apartMs: 50, scanSeconds: 0.4, manyClients: true })
const { call, chain } = desk
const { db } = desk.database
await chain('localnet_setSlotTime', 20)
const held = async (address: string) => (await readBalances(chain, [address]))[0] ?? 0n

void test('a line that had failed when the backup was made and was paid after it is not paid again', async () => {
  const { token, approved, plan, reach } = await createOwner(desk)
  const [target] = await makeWallets(call, token, 1)
  assert.ok(target)
  const { id } = await approved(10)
  const [line] = (await plan(id, [{ wallet_id: target.id, amount_sol: '0.0001' }])).ok.distributions
  assert.ok(line)
  const execute = () => call(lines.executeLine, { token, params: { id: line.id } })
  await execute()
  const failed = await reach(id, 'it fails', ({ distributions }) => distributions[0]?.status === 'failed')
  await fund(chain, target.address, SOL)
  await execute()
  await reach(id, 'it is paid', ({ distributions }) => distributions[0]?.status === 'completed')
  await desk.stop()
  // The line as the backup has it, and its second operation as the journal has restored it.
  const first = failed.distributions[0]?.operation_id ?? ''
  await db.execute(sql`update payment_lines set operation_id = ${first}::uuid where id = ${line.id}`)
  await db.execute(sql`update payments set run = 1 where id = ${id}`)
  await db.execute(sql`delete from idempotency_keys`)
  await desk.start()
  assert.equal((await execute()).status, 200)
  await reach(id, 'it is paid', ({ distributions }) => distributions[0]?.status === 'completed')
  assert.equal(await held(target.address), SOL + 100_000n)
})

void test('a plan that the backup did not have yet is not paid on top of what was paid, and says what that was', async () => {
  const { token, approved, plan, reach } = await createOwner(desk)
  const [target] = await makeWallets(call, token, 1)
  assert.ok(target)
  const { id } = await approved(20)
  const [line] = (await plan(id, [{ wallet_id: target.id, amount_sol: '0.01' }])).ok.distributions
  assert.ok(line)
  await call(lines.executeLine, { token, params: { id: line.id } })
  await reach(id, 'it is paid', ({ distributions }) => distributions[0]?.status === 'completed')
  await desk.stop()
  await db.execute(sql`delete from payment_lines where payment_id = ${id}`)
  await db.execute(
    sql`update payments set run = 0, planned_at = null, distributed_at = null where id = ${id}`,
  )
  await db.execute(sql`delete from idempotency_keys`)
  await desk.start()
  await plan(id, [{ wallet_id: target.id, amount_sol: '0.05' }])
  await call(lines.executeLines, { token, params: { id } })
  const done = await reach(id, 'it is paid', ({ distribution_status }) => distribution_status === 'completed')
  assert.equal(await held(target.address), SOL / 100n)
  assert.equal(done.distributions[0]?.amount_sol, 0.01)
})

void test('what was refunded after the backup was made is not approved as if it were there', async () => {
  const { token, paid, reach } = await createOwner(desk)
  const { id, receipts, amount_sol } = await paid(20)
  const [receipt] = receipts
  assert.ok(receipt)
  const recipient = await makeWallets(call, token, 1)
  const to = recipient[0]?.address ?? ''
  const body = { receipt_id: receipt.id, to, amount: '0.05' }
  assert.equal((await call(refundPayment, { token, params: { id }, body })).status, 200)
  await reach(id, 'it is sent', ({ refunds }) => refunds[0]?.status === 'completed')
  await desk.stop()
  await db.execute(sql`delete from payment_refunds where payment_id = ${id}`)
  await db.execute(sql`delete from idempotency_keys`)
  await desk.start()
  const { ok } = await call(approvePayment, { token, params: { id } })
  const { payment } = ok.data
  assert.equal(parseUnits(payment.amount_sol ?? 0, 9), parseUnits(amount_sol ?? 0, 9) - SOL / 20n)
  assert.equal(payment.refunds.length, 1)
})

void test('a line whose wallet was deleted does not hold up the others', async () => {
  const { token, approved, plan, reach } = await createOwner(desk)
  const [gone, there] = await makeWallets(call, token, 2)
  assert.ok(gone && there)
  const { id } = await approved(20)
  const rows = [gone, there].map((one) => ({ wallet_id: one.id, amount_sol: '0.02' }))
  const [line] = (await plan(id, rows)).ok.distributions
  assert.ok(line)
  const deleted = await call(deleteWallet, { token, params: { id: gone.id } })
  assert.equal(deleted.status, 200, deleted.text)
  const all = await call(lines.executeLines, { token, params: { id } })
  assert.equal(all.status, 200, all.text)
  const done = await reach(id, 'one is paid', ({ distributions }) => distributions[1]?.status === 'completed')
  assert.deepEqual([done.distributions[0]?.status, done.distribution_status], ['pending', 'partial'])
  assert.deepEqual([await held(gone.address), await held(there.address)], [0n, SOL / 50n])
  const alone = await until('the wallet is free', async () => {
    const answer = await call(lines.executeLine, { token, params: { id: line.id } })
    return answer.fault.code !== 'funds_in_flight' && answer
  })
  assert.equal(alone.status, 404)
})
