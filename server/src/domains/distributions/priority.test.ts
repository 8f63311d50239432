// On PostgreSQL as well.
/** If others pay for priority, an expired transaction is sent anew with a higher fee: shown before, and reserved. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  distributeSol,
  type DistributeBody,
  gatherSol,
} from '@purser/contract/distributions/distributions.ts'
import { parseUnits, SOL_DECIMALS } from '@purser/contract/money.ts'
import { send } from '@purser/contract/transfers/sends.ts'
import { sql } from 'drizzle-orm'
import { LEAST_PRICE, priorityFee } from '../../kernel/solana/budget.ts'
import { until } from '../../test/harness.ts'
import { startMainnetDesk } from '../../test/mainnet-desk.ts'
import { fund, readBalances, makeWallets, SOL } from '../../test/money.ts'
import { collectFee, solBudget } from './sol-packing.ts'

const { desk } = await startMainnetDesk({ pace: 'steered', apartMs: 300 })
const { call, chain } = desk
const { db } = desk.database
const SIGNATURE = 5_000n
/** Lamports of the n-th attempt to send one transfer. */
const computeCost = (attempt: bigint) => SIGNATURE + priorityFee(solBudget(1, attempt * LEAST_PRICE))
const lamports = (amount: number | string | undefined) => parseUnits(amount ?? 0, SOL_DECIMALS)

async function person(held: bigint) {
  const { token, id } = await desk.signUp()
  const [source, other] = await makeWallets(call, token, 2)
  assert.ok(source && other)
  await fund(chain, source.address, held)
  const body: DistributeBody = {
    sourceWalletId: source.id,
    destinations: [{ walletId: other.id, amount: '0.01' }],
  }
  const preview = async () =>
    (await call(distributeSol, { token, body: { ...body, dryRun: true } })).ok.preview
  const balance = async () => (await readBalances(chain, [source.address]))[0] ?? 0n
  const signed = async () => {
    const { rows } = (await db.execute(sql`
      select count(*)::int as n from transactions t join operations o on o.id = t.operation_id
      where o.user_id = ${id}`)) as { rows: { n: number }[] }
    return rows[0]?.n ?? 0
  }
  const reserved = async () => {
    const { rows } = (await db.execute(sql`
      select r.amount::text as amount from reservations r join operations o on o.id = r.operation_id
      where o.user_id = ${id}`)) as { rows: { amount: string }[] }
    return rows.map(({ amount }) => BigInt(amount))
  }
  return { token, source, other, body, preview, balance, signed, reserved }
}

void test('each attempt of a distribution that expires is followed by one that offers more, as reserved and shown', async () => {
  const { token, body, preview, balance, signed, reserved } = await person(SOL)
  const shown = await preview()
  assert.equal(lamports(shown?.fees), computeCost(1n))
  assert.equal(lamports(shown?.fees_at_most), computeCost(5n))
  await chain('localnet_setFaults', [{ method: 'sendTransaction', kind: 'drop' }])
  const asking = call(distributeSol, { token, body })
  for (let attempts = 1; attempts <= 3; attempts++) {
    await until(`${attempts} are signed`, async () => (await signed()) === attempts)
    assert.deepEqual(await reserved(), [SOL / 100n + computeCost(5n)])
    if (attempts === 3) await chain('localnet_clearFaults')
    else await chain('localnet_advanceSlots', 200)
  }
  const done = await asking
  // The network goes on by itself, so another one may have expired before it was sent again.
  const last = computeCost(BigInt(await signed()))
  assert.equal(lamports(done.ok.data?.summary.fees), last, done.text)
  assert.equal(await balance(), SOL - SOL / 100n - last)
})

void test('what is sent to nothing pays what its preview says, and no attempt more', async () => {
  const { token, source, other } = await person(SOL / 10n)
  const ask = (dryRun: boolean) =>
    call(send, { token, params: { id: source.id }, body: { to: other.address, amount: 'max', dryRun } })
  const { preview } = (await ask(true)).ok
  assert.deepEqual([preview?.fees_at_most, preview?.source.sol.after], [undefined, 0])
  const some = await call(send, {
    token,
    params: { id: source.id },
    body: { to: other.address, amount: 0.01, dryRun: true },
  })
  assert.equal(lamports(some.ok.preview?.fees_at_most), computeCost(5n))
  assert.equal((await ask(false)).status, 200)
  await until('all of it is sent', async () => (await readBalances(chain, [source.address]))[0] === 0n)
})

void test('a gather whose destination pays offers more with each attempt, as reserved and shown, and gives all to the lamport', async () => {
  const { token, source, other, signed, reserved } = await person(SOL)
  await fund(chain, other.address, SOL)
  const ask = (dryRun: boolean) =>
    call(gatherSol, {
      token,
      body: {
        destinationWalletId: source.id,
        sources: [other.id],
        gatherAll: true,
        emptyWallets: true,
        ...(dryRun ? { dryRun } : {}),
      },
    })
  const computeFee = (attempt: bigint) => collectFee(1, 'destination', attempt * LEAST_PRICE)
  const { preview } = (await ask(true)).ok
  assert.deepEqual(
    [lamports(preview?.fees), lamports(preview?.fees_at_most)],
    [computeFee(1n), computeFee(5n)],
  )
  await chain('localnet_setFaults', [{ method: 'sendTransaction', kind: 'drop' }])
  const asking = ask(false)
  for (let attempts = 1; attempts <= 3; attempts++) {
    await until(`${attempts} are signed`, async () => (await signed()) === attempts)
    assert.deepEqual((await reserved()).sort(), [SOL, computeFee(5n)].sort())
    if (attempts === 3) await chain('localnet_clearFaults')
    else await chain('localnet_advanceSlots', 200)
  }
  const done = await asking
  const last = computeFee(BigInt(await signed()))
  assert.equal(lamports(done.ok.data?.summary.fees), last, done.text)
  assert.deepEqual(await readBalances(chain, [other.address, source.address]), [0n, 2n * SOL - last])
})

void test('a gather whose sources pay offers no attempt more than the first', async () => {
  const { token, other } = await person(SOL)
  const [empty] = await makeWallets(call, token, 1)
  await fund(chain, other.address, SOL)
  const { ok } = await call(gatherSol, {
    token,
    body: {
      destinationWalletId: empty?.id ?? 0,
      sources: [other.id],
      gatherAll: true,
      emptyWallets: true,
      dryRun: true,
    },
  })
  assert.equal(lamports(ok.preview?.fees), collectFee(1, 'source', LEAST_PRICE))
  assert.equal(ok.preview?.fees_at_most, undefined)
})
