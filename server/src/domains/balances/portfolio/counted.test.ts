// On PostgreSQL as well.
/** Deposits and withdrawals as the chain shows them: each once, and nothing else besides. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { distributeSol } from '@purser/contract/distributions/distributions.ts'
import { portfolioSummary } from '@purser/contract/balances/portfolio.ts'
import { send } from '@purser/contract/transfers/sends.ts'
import { requestFaucet, SOL_MINT, USDC_MINT } from '@purser/contract/tokens/tokens.ts'
import { addToGroup, createGroup } from '@purser/contract/wallets/wallet-groups.ts'
import { generateBulk, importWallets } from '@purser/contract/wallets/wallets.ts'
import { generateKeyPairSigner } from '@solana/kit'
import { sql } from 'drizzle-orm'
import { startTestDesk, until } from '../../../test/harness.ts'
import { fund, SOL } from '../../../test/money.ts'
import { countRowsRead } from '../../../test/rows-read.ts'
import { generateSecret, toBase58 } from '../../wallets/keys/keys.ts'
import { baselines, readBooks } from './books.store.ts'
import { insertFlows, notCounted } from './flows.store.ts'

const desk = await startTestDesk()
const { call, chain } = desk
const { db } = desk.database
const MINUTE = 60_000

const bulk = async (token: string, count: number) =>
  (await call(generateBulk, { token, body: { count, namePrefix: 'W' } })).ok.wallets
/** Records a new point, at a later time than the one before. */
async function summary(token: string) {
  desk.clock.move(5_000)
  const { ok, status, text } = await call(portfolioSummary, { token, query: { fresh: 'true' } })
  assert.equal(status, 200, text)
  return ok
}
type Flow = { wallet: number; mint: string; amount: bigint; isOutside: boolean }
async function readFlows(userId: number): Promise<Flow[]> {
  const { rows } = (await db.execute(sql`
    select wallet_id::int as wallet, mint, amount::text as amount, other_id is null as outside
    from portfolio_flows where user_id = ${userId} order by id`)) as {
    rows: { wallet: number; mint: string; amount: string; outside: boolean }[]
  }
  return rows.map(({ wallet, mint, amount, outside }) => ({
    wallet,
    mint,
    amount: BigInt(amount),
    isOutside: outside,
  }))
}
const faucet = async (
  token: string,
  body: { address: string; sol?: number; mint?: string; amount?: string },
) => assert.equal((await call(requestFaucet, { token, body })).status, 200)
const cents = (amount: number | string | null | undefined) => Math.round(Number(amount) * 100)
const today = (of: { windows: { name: string; profit_usd: number | string }[] }) =>
  of.windows.find(({ name }) => name === 'today')

void test('a payment is counted once, though a node that lags has shown an account as it was before it', async () => {
  const { token, id } = await desk.signUp()
  const [a] = await bulk(token, 1)
  assert.ok(a)
  await summary(token)
  const { rows: empty } = (await db.execute(sql`
    select amount::text as amount, slot::text as slot, signature from portfolio_accounts where account = ${a.address}`)) as {
    rows: { amount: string; slot: string; signature: string | null }[]
  }
  const [before] = empty
  assert.ok(before)
  await faucet(token, { address: a.address, sol: 2 })
  await fund(chain, a.address, SOL)
  const once = await summary(token)
  const counted = await readFlows(id)
  assert.deepEqual(
    counted.map(({ amount }) => amount),
    [2n * SOL, SOL],
  )
  await db.execute(sql`
    update portfolio_accounts set amount = ${before.amount}, slot = ${before.slot}, signature = ${before.signature}
    where account = ${a.address}`)
  const again = await summary(token)
  const deposited = (of: typeof once) => of.windows.map((window) => window.deposited_usd)
  assert.ok(Number(deposited(once)[0]) > 0)
  assert.deepEqual(deposited(again), deposited(once))
  assert.deepEqual(await readFlows(id), counted)
})

void test('what counted for nothing while it had no price counts once it has one, and then no more', async () => {
  const { id } = await desk.signUp()
  const one = { walletId: 900_000 + id, otherId: null, mint: USDC_MINT, decimals: 6, signature: `s${id}` }
  const flow = { ...one, amount: 5n, at: new Date(desk.clock.now()) }
  const worth = async () => {
    const { rows } = (await db.execute(sql`
      select micro_usd::text as worth from portfolio_flows where wallet_id = ${flow.walletId}`)) as {
      rows: { worth: string }[]
    }
    return rows.map((row) => row.worth)
  }
  await insertFlows(db, id, [{ ...flow, microUsd: 0n }])
  assert.deepEqual(await notCounted(db, [flow]), [flow])
  await insertFlows(db, id, [{ ...flow, microUsd: 7n }])
  assert.deepEqual(await worth(), ['7'])
  assert.deepEqual(await notCounted(db, [flow, { ...flow, amount: -5n }]), [{ ...flow, amount: -5n }])
  await insertFlows(db, id, [{ ...flow, microUsd: 9n }])
  assert.deepEqual(await worth(), ['7'])
})

void test('test funds, payments from anywhere and sends to anybody are counted once; moves, fees and rent are not', async () => {
  const { token, id } = await desk.signUp()
  const [a, b] = await bulk(token, 2)
  assert.ok(a && b)
  const group = (await call(createGroup, { token, body: { name: 'G' } })).ok
  await call(addToGroup, { token, params: { id: group.id }, body: { walletIds: [b.id] } })
  assert.equal((await summary(token)).windows[0]?.deposited_usd, 0)

  await faucet(token, { address: a.address, sol: 5, mint: USDC_MINT, amount: '20.5' })
  // The desk does not know this transfer.
  await fund(chain, a.address, 2n * SOL)
  await until('the tokens are known', async () => {
    const { windows } = await summary(token)
    return (
      Number(windows[0]?.deposited_usd) > 0 && (await readFlows(id)).some(({ mint }) => mint === USDC_MINT)
    )
  })
  const stranger = (await generateKeyPairSigner()).address
  const sent = await call(send, { token, params: { id: a.id }, body: { to: stranger, amount: '0.75' } })
  assert.equal(sent.status, 200, sent.text)
  const move = { sourceWalletId: a.id, destinations: [{ walletId: b.id, amount: '1.5' }] }
  // The wallet makes one transfer after another.
  await until('the move', async () => (await call(distributeSol, { token, body: move })).status === 200)
  const found = await until('all of it is seen', async () => {
    const taken = await summary(token)
    return (await readFlows(id)).length === 6 && taken
  })
  // A second reading counts nothing again.
  await summary(token)
  await summary(token)
  const flows = await readFlows(id)
  assert.deepEqual(
    flows
      .filter(({ isOutside }) => isOutside)
      .map(({ wallet, mint, amount }) => [wallet, mint, amount])
      .sort(),
    [
      [a.id, SOL_MINT, 5n * SOL],
      [a.id, SOL_MINT, 2n * SOL],
      [a.id, USDC_MINT, 20_500_000n],
      [a.id, SOL_MINT, -750_000_000n],
    ].sort(),
  )
  assert.deepEqual(
    flows
      .filter(({ isOutside }) => !isOutside)
      .map(({ wallet, amount }) => [wallet, amount])
      .sort(),
    [
      [a.id, -1_500_000_000n],
      [b.id, 1_500_000_000n],
    ].sort(),
  )
  const window = today(found) as (typeof found.windows)[number]
  assert.equal(
    cents(window.profit_usd),
    cents(Number(found.total_usd) - Number(window.deposited_usd) + Number(window.withdrawn_usd)),
  )
  // For the group the move is a deposit; nothing else has happened in it.
  const inGroup = found.groups.find((one) => one.id === group.id)
  assert.ok(Number(inGroup?.windows[0]?.deposited_usd) > 1)
  assert.equal(inGroup?.windows[0]?.withdrawn_usd, 0)
})

void test('what a wallet brings along is no profit, and what leaves with it is no loss', async () => {
  const { token, id } = await desk.signUp()
  await bulk(token, 1)
  await summary(token)
  const { secret, address } = generateSecret()
  await fund(chain, address, 3n * SOL)
  const brought = await call(importWallets, { token, body: { keys: [toBase58(secret)] } })
  assert.equal(brought.status, 201, brought.text)
  const seen = await summary(token)
  assert.deepEqual(
    (await readFlows(id)).map(({ amount }) => amount),
    [3n * SOL],
  )
  assert.equal(today(seen)?.profit_usd, 0)
  assert.ok(Number(seen.windows[0]?.deposited_usd) > 3)
})

void test('a point is as cheap after years as on the first day', async () => {
  const { token, id } = await desk.signUp()
  const [a] = await bulk(token, 1)
  await summary(token)
  const cost = async () =>
    (
      await countRowsRead(db, async (tx) => {
        await readBooks(tx, id, [])
        await baselines(
          tx,
          id,
          [],
          [7, 30].map((days) => new Date(desk.clock.now() - days * 24 * 60 * MINUTE)),
        )
      })
    ).rows
  const young = await cost()
  await db.execute(sql`
    insert into portfolio_flows (user_id, wallet_id, mint, signature, amount, micro_usd, at)
    select ${id}, ${a?.id}, 'mint', n::text, 1, 1, now() - n * interval '1 minute' from generate_series(1, 5000) n`)
  await db.execute(sql`
    insert into portfolio_snapshots (user_id, at, lamports, micro_usd, deposited, withdrawn,
      recorded_since, origin_usd)
    select ${id}, now() - n * interval '5 minutes', 1, 1, 0, 0, now() - interval '60 days', 0 from generate_series(1, 5000) n`)
  await db.execute(sql`analyze portfolio_flows`)
  await db.execute(sql`analyze portfolio_snapshots`)
  const old = await cost()
  assert.ok(old <= young + 10, `${old} rows, ${young} at first`)
})
