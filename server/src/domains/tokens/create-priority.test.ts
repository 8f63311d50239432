// On PostgreSQL as well.
/** If others pay for priority, the creation of a token offers it too: shown before, reserved, and raised. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import {
  createToken,
  type TokenCreated,
  type TokenCreationPreview,
} from '@purser/contract/tokens/created-tokens.ts'
import { parseUnits, SOL_DECIMALS } from '@purser/contract/money.ts'
import { sql } from 'drizzle-orm'
import { LEAST_PRICE, MAX_PRIORITY_LAMPORTS, priorityFee } from '../../kernel/solana/budget.ts'
import { until } from '../../test/harness.ts'
import { startMainnetDesk } from '../../test/mainnet-desk.ts'
import { fund, readBalances, makeWallets, SOL } from '../../test/money.ts'
import { creationBudget } from './create-kind.ts'

const { desk } = await startMainnetDesk({ pace: 'steered', apartMs: 300 })
const { call, chain } = desk
const { db } = desk.database

const TOKEN = { name: 'Galaxy Credits', symbol: 'MYTK', decimals: 6, supply: '1000' }
const SIGNATURE = 5_000n
const FIRST = priorityFee(creationBudget(LEAST_PRICE))
const lamports = (amount: number | string) => parseUnits(amount, SOL_DECIMALS)

async function person(held: bigint) {
  const { token, id } = await desk.signUp()
  const [wallet] = await makeWallets(call, token, 1)
  assert.ok(wallet)
  await fund(chain, wallet.address, held)
  const body = { ...TOKEN, wallet_id: wallet.id }
  const preview = async () =>
    (await call(createToken, { token, body: { ...body, dryRun: true } })).ok as TokenCreationPreview
  const balance = async () => (await readBalances(chain, [wallet.address]))[0] ?? 0n
  const signed = async () => {
    const { rows } = (await db.execute(sql`
      select count(*)::int as n from transactions t join operations o on o.id = t.operation_id
      where o.user_id = ${id}`)) as { rows: { n: number }[] }
    return rows[0]?.n
  }
  return { token, id, body, wallet, preview, balance, signed }
}

void test('something is offered in a quiet hour, and what the preview says is what it costs', async () => {
  const { token, body, preview, balance } = await person(SOL)
  const shown = await preview()
  assert.equal(shown.error, null)
  assert.equal(lamports(shown.fee), SIGNATURE + FIRST)
  assert.equal(lamports(shown.fee_at_most), SIGNATURE + MAX_PRIORITY_LAMPORTS)
  assert.equal(
    lamports(shown.total),
    lamports(shown.rent.mint) + lamports(shown.rent.account) + lamports(shown.fee),
  )
  assert.equal((await call(createToken, { token, body })).status, 201)
  assert.equal(await balance(), lamports(shown.wallet.after))
})

void test('an attempt that dies is followed by one that offers more, within what was reserved and shown', async () => {
  const { token, id, body, preview, balance, signed } = await person(SOL)
  const { rent, fee_at_most: most } = await preview()
  const deposits = lamports(rent.mint) + lamports(rent.account)
  await chain('localnet_setFaults', [{ method: 'sendTransaction', kind: 'drop' }])
  const asking = call(createToken, { token, body, key: randomUUID() })
  await until('it is signed', async () => (await signed()) === 1)
  const { rows } = (await db.execute(sql`
    select r.amount::text as amount from reservations r join operations o on o.id = r.operation_id
    where o.user_id = ${id}`)) as { rows: { amount: string }[] }
  assert.deepEqual(rows, [{ amount: (deposits + lamports(most)).toString() }])
  await chain('localnet_advanceSlots', 200)
  await chain('localnet_clearFaults')
  assert.ok(((await asking).ok as TokenCreated).mint)
  // The network goes on by itself, so that another one may have expired before it was sent again.
  const attempts = BigInt((await signed()) ?? 0)
  assert.ok(attempts > 1n)
  assert.equal(await balance(), SOL - deposits - SIGNATURE - attempts * FIRST)
})

void test('a wallet that could pay only the first attempt is told so before, and refused', async () => {
  const rich = await (await person(SOL)).preview()
  const needs = lamports(rich.total) - lamports(rich.fee) + lamports(rich.fee_at_most) + lamports(rich.keep)
  const { token, body, preview } = await person(needs - 1n)
  assert.match((await preview()).error ?? '', /Insufficient balance/)
  assert.equal((await call(createToken, { token, body })).fault.code, 'insufficient_balance')
  const enough = await person(needs)
  assert.equal((await enough.preview()).error, null)
  const made = await call(createToken, { token: enough.token, body: enough.body })
  assert.equal(made.status, 201, made.text)
})
