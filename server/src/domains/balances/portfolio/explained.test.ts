// On PostgreSQL as well.
/**
 * The chain is read only for changes that the desk did not make itself: a distribution to many costs no call for each
 * of them.
 */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { distributeSol } from '@purser/contract/distributions/distributions.ts'
import { portfolioSummary } from '@purser/contract/balances/portfolio.ts'
import { send } from '@purser/contract/transfers/sends.ts'
import { SOL_MINT } from '@purser/contract/tokens/tokens.ts'
import { sql } from 'drizzle-orm'
import { startTestDesk, until } from '../../../test/harness.ts'
import { fund, makeWallets, SOL } from '../../../test/money.ts'
import { countRowsRead } from '../../../test/rows-read.ts'
import { listArrivals } from '../../transfers/lookups/signatures.store.ts'

let calls: string[] = []
const desk = await startTestDesk({ overhear: (method) => void calls.push(method) })
const { call, chain } = desk
const asked = () => calls.filter((method) => method === 'getSignaturesForAddress').length

async function readFlows(userId: number): Promise<[number, string, string, number | null][]> {
  const { rows } = (await desk.database.db.execute(sql`
    select wallet_id::int as wallet, mint, amount::text as amount, other_id::int as other
    from portfolio_flows where user_id = ${userId} order by wallet_id, other_id, amount`)) as {
    rows: { wallet: number; mint: string; amount: string; other: number | null }[]
  }
  return rows.map(({ wallet, mint, amount, other }) => [wallet, mint, amount, other])
}

const RECIPIENTS = 30
const EACH = 10_000_000n

async function distributed() {
  const { token, id } = await desk.signUp()
  const [source, ...others] = await makeWallets(call, token, RECIPIENTS + 1)
  assert.ok(source)
  await fund(chain, source.address, 5n * SOL)
  const summary = async () => {
    // Records a new point, at a later time than the one before.
    desk.clock.move(5_000)
    calls = []
    const { ok, status, text } = await call(portfolioSummary, { token, query: { fresh: 'true' } })
    assert.equal(status, 200, text)
    return ok
  }
  await summary()
  const destinations = others.map((one) => ({ walletId: one.id, amount: '0.01' }))
  const done = await call(distributeSol, { token, body: { sourceWalletId: source.id, destinations } })
  assert.equal(done.ok.data?.summary.successfulTransfers, RECIPIENTS, done.text)
  return { token, id, source, others, summary }
}

void test('of a distribution only the wallet that paid is looked up on the chain', async () => {
  const { id, source, others, summary } = await distributed()
  const seen = await summary()
  assert.equal(asked(), 1)
  const moves = (await readFlows(id)).filter(([, , amount]) => BigInt(amount) !== 5n * SOL)
  assert.deepEqual(
    moves.filter(([wallet]) => wallet !== source.id),
    others.map((one) => [one.id, SOL_MINT, String(EACH), source.id]),
  )
  assert.deepEqual(
    moves.filter(([wallet]) => wallet === source.id),
    others.map((one) => [source.id, SOL_MINT, String(-EACH), one.id]),
  )
  const [today] = seen.windows
  // Only the fee was lost: a move between own wallets is no deposit.
  assert.ok(Number(today?.withdrawn_usd) === 0, JSON.stringify(today))
  const counted = await readFlows(id)
  await summary()
  assert.equal(asked(), 0)
  assert.deepEqual(await readFlows(id), counted)
})

void test('one that was paid by a stranger meanwhile, or sent something itself, is looked up as well', async () => {
  const { token, id, others, summary } = await distributed()
  const [paid, sender, twice] = others
  assert.ok(paid && sender && twice)
  await fund(chain, paid.address, SOL)
  const body = { to: twice.address, amount: '0.001' }
  const sent = await call(send, { token, params: { id: sender.id }, body })
  assert.equal(sent.status, 200, sent.text)
  await until('it is booked', async () => {
    const { rows } = (await desk.database.db.execute(sql`
      select 1 from transfers where destination = ${twice.address} and status = 'confirmed'`)) as {
      rows: unknown[]
    }
    return rows.length === 2
  })
  await summary()
  // The distributing wallet and these two, and none whose only two arrivals came from the desk.
  assert.equal(asked(), 3)
  const flows = await readFlows(id)
  const of = (walletId: number) =>
    flows.filter(([wallet]) => wallet === walletId).map(([, , amount]) => amount)
  assert.deepEqual(of(paid.id).sort(), [String(EACH), String(SOL)].sort())
  assert.deepEqual(of(sender.id).sort(), ['-1000000', String(EACH)])
  assert.deepEqual(of(twice.id).sort(), ['1000000', String(EACH)])
  await summary()
  assert.deepEqual(await readFlows(id), flows)
})

void test('what was brought long ago is not read again', async () => {
  const { id, others } = await distributed()
  const [one] = others
  assert.ok(one)
  const { db } = desk.database
  const ask = [{ address: one.address, mint: SOL_MINT, from: 0n, to: 1_000_000_000_000n }]
  const cost = async () => {
    let found = 0
    const { rows } = await countRowsRead(db, async (tx) => {
      found = (await listArrivals(tx, ask, new Date(desk.clock.now() - 60_000))).get(0)?.length ?? 0
    })
    assert.equal(found, 1)
    return rows
  }
  const young = await cost()
  const old = randomUUID()
  await db.execute(sql`
    insert into operations (id, user_id, type, origin_key, status, request)
    values (${old}, ${id}, 'distribute', ${`old:${old}`}, 'completed', '{}'::jsonb)`)
  await db.execute(sql`
    insert into transfers (operation_id, position, wallet_id, wallet_name, source, destination, mint, amount, status, operation_at)
    select ${old}::uuid, n, ${one.id}, 'W', ${'1'.repeat(32)}, ${one.address}, ${SOL_MINT}, 1, 'confirmed',
      now() - interval '1 year' - n * interval '1 minute' from generate_series(1, 5000) n`)
  // Else the plan depends on whether the server has done so by itself.
  await db.execute(sql`analyze transfers`)
  const later = await cost()
  assert.ok(later <= young + 10, `${later} rows, ${young} at first`)
})
