// On PostgreSQL as well.
/** The end of lines and refunds reaches consoles by itself, and receivers once, whatever happens in between. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { channels } from '@purser/contract/live.ts'
import { executeLine } from '@purser/contract/payments/payment-distributions.ts'
import { refundPayment } from '@purser/contract/payments/payment-refunds.ts'
import type { Payment } from '@purser/contract/payments/payments.ts'
import { deleteWallet } from '@purser/contract/wallets/wallets.ts'
import { createWebhook, listDeliveries } from '@purser/contract/webhooks.ts'
import { sql } from 'drizzle-orm'
import { startTestDesk, until } from '../../test/harness.ts'
import { fund, makeWallets, SOL } from '../../test/money.ts'
import { createOwner } from '../../test/paid-links.ts'
import { createPayer, quoted } from '../../test/payer.ts'

const desk = await startTestDesk({ network: 'steered', apartMs: 50, scanSeconds: 0.4 })
const { call, chain } = desk
const { db } = desk.database
await chain('localnet_setSlotTime', 20)

type Owner = Awaited<ReturnType<typeof createOwner>>

async function planned({ token, approved, plan }: Owner) {
  const payment = await approved(20)
  const [target] = await makeWallets(call, token, 1)
  const { ok } = await plan(payment.id, [{ wallet_id: target?.id ?? 0, amount_sol: '0.01' }])
  return { id: payment.id, line: ok.distributions[0]?.id ?? 0 }
}
async function hooked({ token }: Owner) {
  const { id } = (await call(createWebhook, { token, body: { url: 'http://127.0.0.1:9/' } })).ok
  return async (event: string) =>
    (await call(listDeliveries, { token, params: { id } })).ok.deliveries.filter((one) => one.event === event)
      .length
}
/** Reads only when the status channel says so. */
async function told(owner: Owner, id: number, begin: () => Promise<unknown>, is: (p: Payment) => boolean) {
  const socket = desk.socket(channels.status, { token: owner.token })
  await socket.opened
  await begin()
  let read = 0
  await until('the console is told of the end', async () => {
    const heard = socket.messages.filter(({ type }) => type === 'payments_changed').length
    if (heard === read) return false
    read = heard
    return is(await owner.read(id))
  })
  socket.close()
}

void test('a console is told when a line and a refund have ended', async () => {
  const owner = await createOwner(desk)
  const { token } = owner
  const { id, line } = await planned(owner)
  await told(
    owner,
    id,
    () => call(executeLine, { token, params: { id: line } }),
    ({ distributions }) => distributions[0]?.status === 'completed',
  )
  const link = await owner.make(12)
  await (await createPayer(chain)).pay(await quoted(call, link.reference_id))
  const { receipts, wallet } = await owner.reach(link.id, 'it is paid', ({ status }) => status === 'paid')
  await fund(chain, wallet.address, SOL)
  await told(
    owner,
    link.id,
    () => call(refundPayment, { token, params: { id: link.id }, body: { receipt_id: receipts[0]?.id ?? 0 } }),
    ({ refunds }) => refunds[0]?.status === 'completed',
  )
})

void test('a payment is distributed when its last line is paid, not before', async () => {
  const owner = await createOwner(desk)
  const { token } = owner
  const count = await hooked(owner)
  const { id, wallet } = await owner.approved(20)
  const rows = (await makeWallets(call, token, 2)).map((one) => ({ wallet_id: one.id, amount_sol: '0.01' }))
  const planned = (await owner.plan(id, rows)).ok.distributions
  for (const [i, line] of planned.entries()) {
    assert.equal(await count('payment.distributed'), 0)
    const inUse = await call(deleteWallet, { token, params: { id: wallet.id ?? 0 } })
    assert.deepEqual([inUse.status, inUse.fault.code], [409, 'wallet_in_use'])
    await told(
      owner,
      id,
      () => call(executeLine, { token, params: { id: line.id } }),
      ({ distributions }) => distributions[i]?.status === 'completed',
    )
  }
  await until('it is told', async () => (await count('payment.distributed')) === 1)
})

void test('lines that were paid before the database was restored are told of once when they are found again', async () => {
  const owner = await createOwner(desk)
  const { token } = owner
  const count = await hooked(owner)
  const { id, line } = await planned(owner)
  const execute = () => call(executeLine, { token, params: { id: line } })
  await execute()
  // A line is shown as paid a moment before its operation has ended.
  await until('it is told', async () => (await count('payment.distributed')) === 1)
  await until('it has ended', async () => {
    const { rows } = (await db.execute(sql`
      select 1 from operations o join payment_lines l on l.operation_id = o.id
      where l.id = ${line} and o.status = 'completed'`)) as { rows: unknown[] }
    return rows.length === 1
  })
  // A backup from before the execution has this state; the journal has restored the operation.
  await db.execute(
    sql`update payment_lines set operation_id = null, transfer_position = null where id = ${line}`,
  )
  await db.execute(sql`update payments set run = 0, distributed_at = null where id = ${id}`)
  await db.execute(sql`delete from webhook_bodies where event = 'payment.distributed'`)
  assert.equal(await count('payment.distributed'), 0)
  assert.equal((await execute()).ok.distributions[0]?.status, 'completed')
  assert.equal(await count('payment.distributed'), 1)
  await execute()
  assert.equal(await count('payment.distributed'), 1)
})
