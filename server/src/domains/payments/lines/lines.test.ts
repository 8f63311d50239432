// On PostgreSQL as well.
/** Plans of approved payments and their execution: every line is paid once, and nothing but what was received. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatUnits, parseUnits } from '@purser/contract/money.ts'
import * as lines from '@purser/contract/payments/payment-distributions.ts'
import { listOperations } from '@purser/contract/transfers/transfers.ts'
import { deleteWallet } from '@purser/contract/wallets/wallets.ts'
import { sql } from 'drizzle-orm'
import { startTestDesk, until } from '../../../test/harness.ts'
import { FEE, fund, readBalances, makeWallets, SOL } from '../../../test/money.ts'
import { createOwner } from '../../../test/paid-links.ts'

const desk = await startTestDesk({ network: 'steered', apartMs: 50, scanSeconds: 0.4, manyClients: true })
const { call, chain } = desk
const { db } = desk.database
await chain('localnet_setSlotTime', 20)

const lamports = (amount: number | string | null) => parseUnits(amount ?? 0, 9)
const held = async (address: string) => (await readBalances(chain, [address]))[0] ?? 0n

void test('a plan is checked amount by amount before it is written, and once', async () => {
  const { token, paid, approved, plan } = await createOwner(desk)
  const wallets = await makeWallets(call, token, 2)
  const [a, b] = wallets.map(({ id }) => id)
  assert.ok(a && b)
  const unpaid = await paid(3)
  assert.equal(
    (await plan(unpaid.id, [{ wallet_id: a, amount_sol: 0.001 }])).fault.error,
    'This payment has not been approved.',
  )
  const { id, amount_sol, wallet } = await approved(20)
  const total = lamports(amount_sol)
  const over = formatUnits(total + 1n, 9)
  const refused = async (rows: Parameters<typeof plan>[1]) => {
    const { status, fault } = await plan(id, rows)
    return [status, fault.code]
  }
  assert.deepEqual(await refused([]), [400, 'payment_plan_empty'])
  assert.deepEqual(await refused([{ wallet_id: a, amount_sol: -1 }]), [400, 'payment_plan_empty'])
  assert.deepEqual(await refused([{ wallet_id: a, amount_sol: '0.0000000001' }]), [400, 'invalid_input'])
  const twice = [a, a].map((wallet_id) => ({ wallet_id, amount_sol: '0.01' }))
  assert.deepEqual(await refused(twice), [400, 'invalid_input'])
  assert.deepEqual(await refused([{ wallet_id: wallet.id ?? 0, amount_sol: '0.01' }]), [400, 'invalid_input'])
  assert.deepEqual(await refused([{ wallet_id: a, amount_sol: over }]), [400, 'payment_plan_exceeds'])
  const exceeding = await plan(id, [{ wallet_id: a, amount_sol: over }])
  const [, said, available] =
    /^Total SOL \(([\d.]+)\) exceeds available amount \(([\d.]+)\)$/.exec(exceeding.fault.error) ?? []
  assert.deepEqual([lamports(said ?? 0), lamports(available ?? 0)], [total + 1n, total])
  const other = await createOwner(desk)
  const [foreign] = await makeWallets(call, other.token, 1)
  assert.deepEqual(await refused([{ wallet_id: foreign?.id ?? 0, amount_sol: '0.01' }]), [404, 'not_found'])
  assert.equal((await other.plan(id, [{ wallet_id: foreign?.id ?? 0, amount_sol: '0.01' }])).status, 404)
  const good = [a, b].map((wallet_id) => ({ wallet_id, amount_sol: '0.01' }))
  const { ok } = await plan(id, good)
  assert.deepEqual(
    ok.distributions.map(({ status, amount_sol: sol }) => [status, sol]),
    [
      ['pending', 0.01],
      ['pending', 0.01],
    ],
  )
  assert.deepEqual(await refused(good), [409, 'payment_state'])
  const gone = await call(lines.discardDistribution, { token, params: { id } })
  assert.equal(gone.ok.data.payment.distribution_status, 'none')
  assert.equal((await plan(id, good)).status, 200)
})

void test('a line that is executed 20 times at once is paid once, and nobody else can execute it', async () => {
  const { token, approved, plan, read, reach } = await createOwner(desk)
  const [first, second] = await makeWallets(call, token, 2)
  assert.ok(first && second)
  const { id, wallet } = await approved(30)
  const rows = [first, second].map((one) => ({ wallet_id: one.id, amount_sol: '0.05' }))
  const [line, later] = (await plan(id, rows)).ok.distributions
  assert.ok(line && later)
  const before = await held(wallet.address)
  const other = await createOwner(desk)
  const stolen = await call(lines.executeLine, { token: other.token, params: { id: line.id } })
  assert.equal(stolen.status, 404)
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => call(lines.executeLine, { token, params: { id: line.id } })),
  )
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200])
  const operations = new Set(answers.map(({ ok }) => ok.distributions[0]?.operation_id))
  assert.equal(operations.size, 1)
  const done = await reach(id, 'it is paid', ({ distributions }) => distributions[0]?.status === 'completed')
  assert.equal(done.distribution_status, 'partial')
  assert.ok(done.distributions[0]?.tx_hash)
  const begun = await call(lines.discardDistribution, { token, params: { id } })
  assert.equal(begun.fault.error, 'A line of this distribution has already been executed.')
  await until('the wallet is free', async () => {
    const { status, text } = await call(lines.executeLines, { token, params: { id } })
    return status === 200 || (assert.match(text, /already sending/), false)
  })
  await reach(id, 'all are paid', ({ distribution_status }) => distribution_status === 'completed')
  assert.deepEqual([await held(first.address), await held(second.address)], [SOL / 20n, SOL / 20n])
  assert.equal(await held(wallet.address), before - SOL / 10n - 2n * FEE)
  const again = await call(lines.executeLine, { token, params: { id: line.id } })
  assert.equal(again.ok.distributions[0]?.status, 'completed')
  const { ok } = await call(listOperations, { token, query: { type: 'payment' } })
  assert.equal(ok.operations.length, 2)
  assert.equal((await read(id)).distributions.length, 2)
})

void test('all lines are one operation; where the plan takes all, another wallet pays the fee', async () => {
  const { token, approved, plan, reach } = await createOwner(desk)
  const targets = await makeWallets(call, token, 3)
  const { id, amount_sol, wallet } = await approved('12.34')
  const total = lamports(amount_sol)
  const parts = [total / 3n, total / 3n, total - 2n * (total / 3n)]
  const rows = targets.map((one, i) => ({
    wallet_id: one.id,
    amount_sol: `0.${String(parts[i]).padStart(9, '0')}`,
  }))
  const lacking = await plan(id, rows)
  assert.deepEqual([lacking.status, lacking.fault.code], [400, 'insufficient_balance'])
  const [payer] = await makeWallets(call, token, 1)
  assert.ok(payer)
  await fund(chain, payer.address, SOL)
  assert.equal((await plan(id, rows)).status, 200)
  const { ok } = await call(lines.executeLines, { token, params: { id } })
  assert.equal(new Set(ok.distributions.map(({ operation_id }) => operation_id)).size, 1)
  await reach(id, 'all are paid', ({ distribution_status }) => distribution_status === 'completed')
  assert.deepEqual(await Promise.all(targets.map(({ address }) => held(address))), parts)
  assert.deepEqual([await held(wallet.address), await held(payer.address)], [0n, SOL - 2n * FEE])
})

void test('a plan leaves what the plans of other payments need, with the fees of each', async () => {
  const { token, approved, plan } = await createOwner(desk)
  const [target] = await makeWallets(call, token, 1)
  assert.ok(target)
  const whole = async (short: bigint) => {
    const { id, amount_sol } = await approved(10)
    const row = { wallet_id: target.id, amount_sol: formatUnits(lamports(amount_sol) - short, 9) }
    return { id, plan: () => plan(id, [row]) }
  }
  // It has room for its own fee alone.
  const first = await whole(FEE)
  assert.equal((await first.plan()).status, 200)
  const second = await whole(0n)
  const refused = await second.plan()
  assert.deepEqual([refused.status, refused.fault.code], [400, 'insufficient_balance'])
  await call(lines.discardDistribution, { token, params: { id: first.id } })
  assert.equal((await second.plan()).status, 200)
})

void test('a line that failed is paid when it is executed again; the wallet stays while lines are open', async () => {
  const { token, approved, plan, reach } = await createOwner(desk)
  const [target] = await makeWallets(call, token, 1)
  assert.ok(target)
  const { id, wallet } = await approved(10)
  // Less than a new account must hold.
  const [line] = (await plan(id, [{ wallet_id: target.id, amount_sol: '0.0001' }])).ok.distributions
  assert.ok(line)
  const execute = () => call(lines.executeLine, { token, params: { id: line.id } })
  await execute()
  const failed = await reach(id, 'it fails', ({ distributions }) => distributions[0]?.status === 'failed')
  assert.match(failed.distributions[0]?.error ?? '', /insufficient funds for rent/)
  const deleted = await call(deleteWallet, { token, params: { id: wallet.id ?? 0 } })
  assert.deepEqual([deleted.status, deleted.fault.code], [409, 'wallet_in_use'])
  await fund(chain, target.address, SOL)
  await execute()
  await reach(id, 'it is paid', ({ distributions }) => distributions[0]?.status === 'completed')
  assert.equal(await held(target.address), SOL + 100_000n)
})

void test('on a database as it was before, lines that were paid are not paid again', async () => {
  const { token, approved, plan, reach } = await createOwner(desk)
  const targets = await makeWallets(call, token, 3)
  const { id } = await approved(40)
  const rows = targets.map((one) => ({ wallet_id: one.id, amount_sol: '0.02' }))
  const [line] = (await plan(id, rows)).ok.distributions
  assert.ok(line)
  await call(lines.executeLine, { token, params: { id: line.id } })
  await reach(id, 'it is paid', ({ distributions }) => distributions[0]?.status === 'completed')
  await desk.stop()
  // Yesterday's backup has this: the plan, and nothing of its execution except what the journal restored.
  await db.execute(
    sql`update payment_lines set operation_id = null, transfer_position = null where payment_id = ${id}`,
  )
  await db.execute(sql`update payments set run = 0 where id = ${id}`)
  await db.execute(sql`delete from idempotency_keys`)
  await desk.start()
  const all = () => call(lines.executeLines, { token, params: { id } })
  assert.equal((await all()).status, 200)
  await reach(id, 'all are paid', ({ distribution_status }) => distribution_status === 'completed')
  assert.deepEqual(await Promise.all(targets.map(({ address }) => held(address))), [
    SOL / 50n,
    SOL / 50n,
    SOL / 50n,
  ])
})
