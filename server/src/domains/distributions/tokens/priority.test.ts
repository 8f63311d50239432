// On PostgreSQL as well.
/**
 * A gather of a token whose destination pays: an expired transaction is sent anew with a higher fee, as reserved, to
 * the lamport.
 */
import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { getOperation } from '@purser/contract/activity.ts'
import { parseUnits, SOL_DECIMALS } from '@purser/contract/money.ts'
import { gatherToken } from '@purser/contract/distributions/token-distributions.ts'
import { TOKEN_2022_PROGRAM_ADDRESS } from '@solana-program/token-2022'
import { sql } from 'drizzle-orm'
import { LEAST_PRICE } from '../../../kernel/solana/budget.ts'
import { until } from '../../../test/harness.ts'
import { startMainnetDesk } from '../../../test/mainnet-desk.ts'
import { fund, readBalances, makeWallets } from '../../../test/money.ts'
import { readTokens } from '../../../test/tokens.ts'
import { collectFee } from './packing.ts'

const { mainnet, desk } = await startMainnetDesk({ pace: 'steered', apartMs: 300 })
const { call, chain } = desk
const { db } = desk.database
afterEach(() => Promise.all([chain('localnet_clearFaults'), chain('localnet_setSlotTime', 15)]))
const mint = await mainnet.issuer.createMint([], 4)
const of = { mint, program: TOKEN_2022_PROGRAM_ADDRESS }
const lamports = (amount: number | string | undefined) => parseUnits(amount ?? 0, SOL_DECIMALS)
const readRent = async (bytes: number) =>
  BigInt(await chain<number>('getMinimumBalanceForRentExemption', bytes))
const KEEP = await readRent(0)
const RENT = await readRent(170)

/** The fee of the n-th attempt to collect from this many, close their accounts, and open the destination's. */
const computeFee = (attempt: bigint, count: number, opening: number) =>
  collectFee({ transfers: count, opening, closing: count }, 'destination', attempt * LEAST_PRICE)

async function person(count: number, held: bigint) {
  const { token, id } = await desk.signUp()
  const [destination, ...sources] = await makeWallets(call, token, count + 1)
  assert.ok(destination)
  await fund(chain, destination.address, held)
  for (const [i, { address }] of sources.entries())
    await mainnet.issuer.mintTo(address, mint, 1_000n + BigInt(i))
  const addresses = sources.map(({ address }) => address)
  const body = {
    token_address: mint,
    source_wallets: addresses,
    target_wallet: destination.address,
    close_accounts: true,
  }
  const ask = (more: object = {}) => call(gatherToken, { token, body: { ...body, ...more } })
  const signed = async () => {
    const { rows } = (await db.execute(sql`
      select count(*)::int as n from transactions t join operations o on o.id = t.operation_id
      where o.user_id = ${id}`)) as { rows: { n: number }[] }
    return rows[0]?.n ?? 0
  }
  const reserved = async () => {
    const { rows } = (await db.execute(sql`
      select r.amount::text as amount from reservations r join operations o on o.id = r.operation_id
      where o.user_id = ${id} and r.address = ${destination.address} and r.released_at_slot is null`)) as {
      rows: { amount: string }[]
    }
    return rows.map(({ amount }) => BigInt(amount))
  }
  const ended = async (operation: string | undefined) => {
    const read = async () => (await call(getOperation, { token, params: { id: operation ?? '' } })).ok
    await until('it has ended', async () =>
      ['completed', 'partial', 'failed'].includes((await read()).status),
    )
    return read()
  }
  const units = (BigInt(count) * (2_000n + BigInt(count) - 1n)) / 2n
  return { token, destination, addresses, ask, signed, reserved, ended, units }
}
type Person = Awaited<ReturnType<typeof person>>

/** Lets each attempt expire until this many were signed; then the last lands. */
async function expire({ signed }: Person, attempts: number, between: (done: number) => Promise<void>) {
  for (let done = 1; done <= attempts; done++) {
    await until(`${done} are signed`, async () => (await signed()) === done)
    await between(done)
    if (done < attempts) await chain('localnet_advanceSlots', 200)
  }
  await chain('localnet_clearFaults')
}

/** The amount that it needs besides its own rent, including the last attempt. */
const needs = (count: number) => computeFee(5n, count, 1) + RENT

for (const [how, count, restarts] of [
  ['a destination that has only just enough', 3, false],
  ['a restart between the attempts', 2, true],
] as const)
  void test(`${how}: each attempt offers more, nothing beyond what is reserved`, async () => {
    const one = await person(count, KEEP + needs(count))
    const { preview } = (await one.ask({ dryRun: true })).ok
    assert.equal(preview?.payer, 'destination')
    assert.deepEqual(
      [lamports(preview?.fees), lamports(preview?.fees_at_most)],
      [computeFee(1n, count, 1), computeFee(5n, count, 1)],
    )
    await chain('localnet_setFaults', [{ method: 'sendTransaction', kind: 'drop' }])
    const started = (await one.ask()).ok
    await expire(one, 3, async (done) => {
      assert.deepEqual(await one.reserved(), [needs(count)])
      if (restarts && done === 2) {
        await desk.stop()
        await desk.start()
        assert.deepEqual(await one.reserved(), [needs(count)])
      }
    })
    assert.equal((await one.ended(started.task_id)).status, 'completed')
    const last = BigInt(await one.signed())
    assert.ok(last >= 3n)
    // The rents of the closed accounts come in, that of the opened one leaves.
    assert.deepEqual(await readBalances(chain, [one.destination.address]), [
      KEEP + needs(count) - computeFee(last, count, 1) - RENT + BigInt(count) * RENT,
    ])
    assert.deepEqual(await readTokens(chain, [one.destination.address], of), [one.units])
    assert.deepEqual(
      await readBalances(chain, one.addresses),
      one.addresses.map(() => 0n),
    )
    await until('nothing is held', async () => (await one.reserved()).length === 0)
  })

void test('one lamport less than the last attempt costs: no attempt offers more, and all arrives', async () => {
  const one = await person(1, KEEP + needs(1) - 1n)
  const { preview } = (await one.ask({ dryRun: true })).ok
  assert.deepEqual([lamports(preview?.fees), preview?.fees_at_most], [computeFee(1n, 1, 1), undefined])
  await chain('localnet_setFaults', [{ method: 'sendTransaction', kind: 'drop' }])
  const started = (await one.ask()).ok
  await expire(one, 2, async () => assert.deepEqual(await one.reserved(), [computeFee(1n, 1, 1) + RENT]))
  assert.equal((await one.ended(started.task_id)).status, 'completed')
  assert.deepEqual(await readBalances(chain, [one.destination.address]), [
    KEEP + needs(1) - 1n - computeFee(1n, 1, 1),
  ])
})

void test('where what was to pay for more is gone meanwhile, as by a rise of the rent, it goes as it first did', async () => {
  const perByte = Number(KEEP / 128n)
  const fee = (attempt: bigint) =>
    collectFee({ transfers: 1, opening: 1, closing: 0 }, 'destination', attempt * LEAST_PRICE)
  const held = KEEP + fee(5n) + RENT
  const one = await person(1, held)
  await chain('localnet_setFaults', [{ method: 'sendTransaction', kind: 'drop' }])
  const started = (await one.ask({ close_accounts: false })).ok
  try {
    await expire(one, 2, async (done) => {
      if (done > 1) return
      // The second attempt would leave less than the wallet's own rent, and the first would not.
      await chain('localnet_setRent', perByte + 8)
    })
    assert.equal((await one.ended(started.task_id)).status, 'completed')
    const opened = await readRent(170)
    assert.ok(held - opened - fee(1n) >= (await readRent(0)) && held - opened - fee(2n) < (await readRent(0)))
    assert.deepEqual(await readBalances(chain, [one.destination.address]), [held - opened - fee(1n)])
  } finally {
    await chain('localnet_setRent', perByte)
  }
})

void test('where the database has lost it, the journal has what the later attempt costs: it lands, and no other is signed', async () => {
  const one = await person(1, KEEP + needs(1))
  await chain('localnet_setFaults', [{ method: 'sendTransaction', kind: 'drop' }])
  const id = (await one.ask()).ok.task_id
  await until('one is signed', async () => (await one.signed()) === 1)
  await chain('localnet_advanceSlots', 200)
  await until('another is signed', async () => (await one.signed()) === 2)
  // A start may take longer than the transaction can land.
  await chain('localnet_setSlotTime', null)
  await desk.stop()
  await db.execute(sql`delete from operations where id = ${id}::uuid`)
  await desk.start()
  await until('it is back', async () => (await one.signed()) === 2)
  const [held] = await one.reserved()
  assert.ok(held !== undefined && held >= computeFee(2n, 1, 1), String(held))
  await chain('localnet_clearFaults')
  await chain('localnet_setSlotTime', 15)
  assert.equal((await one.ended(id)).status, 'completed')
  assert.equal(await one.signed(), 2)
  assert.deepEqual(await readBalances(chain, [one.destination.address]), [
    KEEP + needs(1) - computeFee(2n, 1, 1),
  ])
  assert.deepEqual(await readTokens(chain, [one.destination.address], of), [one.units])
})
