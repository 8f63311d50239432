// On PostgreSQL as well.
/** The counts of payments by state: those of the lists, of one user alone, in one statement. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as api from '@purser/contract/payments/payments.ts'
import { sql } from 'drizzle-orm'
import { startTestDesk } from '../../test/harness.ts'
import { recordStatements } from '../../test/statements.ts'

const desk = await startTestDesk()
const { call } = desk
const { db } = desk.database

const PENDING = [undefined, 'pending', 'paid', 'attention', 'expired'] as const

async function countLists(token: string): Promise<object> {
  const length = async (state: (typeof PENDING)[number]) =>
    (await call(api.listPendingPayments, { token, query: state === undefined ? {} : { state } })).ok.length
  const [open, pending, paid, attention, expired] = await Promise.all(PENDING.map(length))
  const approved = (await call(api.listApprovedPayments, { token })).ok.length
  return { open, pending, paid, attention, expired, approved }
}

test('each state counts as many payments as its list holds, and none of another user', async () => {
  const [{ token }, { token: stranger }] = [await desk.signUp(), await desk.signUp()]
  const create = async (of: string) =>
    (await call(api.createPaymentLink, { token: of, body: { amount_usd: 5 } })).ok
  const ids: number[] = []
  for (let n = 0; n < 9; n++) ids.push((await create(token)).id)
  await create(stranger)
  const set = (id: number | undefined, change: ReturnType<typeof sql>) =>
    db.execute(sql`update payments set ${change} where id = ${id}`)
  await set(ids[0], sql`status = 'paid', received = true`)
  await set(ids[1], sql`status = 'paid', received = true`)
  for (const n of [2, 3, 4]) await set(ids[n], sql`status = 'approved', approved_at = now()`)
  await set(ids[5], sql`status = 'expired'`)
  // One with a receipt that nobody has looked at, and one whose only receipt was sent back.
  for (const n of [6, 7]) {
    await set(ids[n], sql`status = 'expired', received = true`)
    await db.execute(sql`
      insert into payment_receipts (payment_id, recipient, signature, state, mint, amount, decimals, slot, at)
      select id, wallet_address, ${`signature ${n}`}, 'final', 'mint', 100, 9, 1, now() from payments where id = ${ids[n]}`)
  }
  await db.execute(sql`
    insert into payment_refunds (payment_id, receipt_id, number, operation_id, request_key, "to", mint, decimals, amount, created_at)
    select payment_id, id, 1, gen_random_uuid(), 'once', 'payer', mint, 9, 100, now() from payment_receipts
    where payment_id = ${ids[7]}`)

  const counts = (await call(api.countPayments, { token })).ok
  assert.deepEqual(counts, { open: 4, pending: 1, paid: 2, attention: 1, expired: 3, approved: 3 })
  assert.deepEqual(counts, await countLists(token))
  assert.deepEqual((await call(api.countPayments, { token: stranger })).ok, await countLists(stranger))
  const nobody = await desk.signUp()
  assert.deepEqual((await call(api.countPayments, { token: nobody.token })).ok, {
    open: 0,
    pending: 0,
    paid: 0,
    attention: 0,
    expired: 0,
    approved: 0,
  })
})

test('all states are counted in one statement', async () => {
  const { token } = await desk.signUp()
  const { statements } = await recordStatements(async () => void (await call(api.countPayments, { token })))
  // Workers read payments meanwhile.
  const counts = statements.filter((text) => /^\s*select count.* from payments/s.test(text))
  assert.equal(counts.length, 1, counts.join('\n'))
})
