// On PostgreSQL as well.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { portfolioHistory, valuesDayAgo } from '@purser/contract/balances/balances.ts'
import { requestFaucet, SOL_MINT, USDC_MINT } from '@purser/contract/tokens/tokens.ts'
import { addToGroup, createGroup, deleteGroup } from '@purser/contract/wallets/wallet-groups.ts'
import { generateBulk } from '@purser/contract/wallets/wallets.ts'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { startJobs } from '../../kernel/jobs.ts'
import { createLog } from '../../kernel/log.ts'
import { startTestDesk, until } from '../../test/harness.ts'
import { computeTotal } from './portfolio/total.ts'
import { snapshotJob } from './portfolio.worker.ts'

const desk = await startTestDesk()
const { call } = desk
const MINUTE = 60_000
const bulk = async (token: string, count: number) =>
  (await call(generateBulk, { token, body: { count, namePrefix: 'W' } })).ok.wallets
const history = async (token: string, query: { range?: '24h' | '30d'; groupId?: number } = {}) =>
  (await call(portfolioHistory, { token, query })).ok.points
const rows = async <T>(query: ReturnType<typeof sql>): Promise<T[]> =>
  ((await desk.database.db.execute(query)) as { rows: T[] }).rows

/** Runs the job through the queue, like the schedule. */
async function runJob(): Promise<void> {
  const jobs = await startJobs(desk.database.jobs, createLog('silent'))
  await jobs.send(snapshotJob, {})
  await jobs.stop()
}

void test('the value of all wallets and of each group is taken every five minutes, once', async () => {
  // Just after an interval has begun: all readings of the test lie in it.
  desk.clock.move(5 * MINUTE - (desk.clock.now() % (5 * MINUTE)) + 1_000)
  const { token, id } = await desk.signUp()
  const [a, b] = await bulk(token, 3)
  assert.ok(a && b)
  const group = (await call(createGroup, { token, body: { name: 'G' } })).ok
  await call(addToGroup, { token, params: { id: group.id }, body: { walletIds: [b.id] } })
  for (const [address, sol] of [
    [a.address, 2],
    [b.address, 0.5],
  ] as const)
    await call(requestFaucet, { token, body: { address, sol } })
  await Promise.all(Array.from({ length: 5 }, () => history(token)))
  const [point, ...more] = await history(token)
  assert.deepEqual(more, [])
  assert.equal(point?.sol, 2.5)
  assert.equal(point.total_sol, 2.5)
  assert.ok(Number(point.total_usd) > 2.5)
  assert.equal(Date.parse(point.at) % (5 * MINUTE), 0)
  assert.deepEqual(
    (await history(token, { groupId: group.id })).map((p) => p.sol),
    [0.5],
  )
  await call(requestFaucet, { token, body: { address: b.address, sol: 1 } })
  desk.clock.move(5 * MINUTE)
  await runJob()
  const taken = await until('the snapshots of the job', async () => {
    const found = await rows<{ lamports: string; group_id: string | null }>(
      sql`select lamports, group_id from portfolio_snapshots where user_id = ${id} order by at, group_id nulls first`,
    )
    return found.length === 4 && found
  })
  assert.deepEqual(
    taken.map((r) => [String(r.lamports), r.group_id === null ? 'all' : 'group']),
    [
      ['2500000000', 'all'],
      ['500000000', 'group'],
      ['3500000000', 'all'],
      ['1500000000', 'group'],
    ],
  )
  assert.deepEqual(
    (await history(token)).map((p) => p.sol),
    [2.5, 3.5],
  )
  assert.equal((await history(token, { range: '30d' })).at(-1)?.sol, 3.5)
  await call(deleteGroup, { token, params: { id: group.id } })
  const gone = await call(portfolioHistory, { token, query: { groupId: group.id } })
  assert.equal(gone.status, 404)
})

void test('after a day one point an hour is kept, after thirty days none', async () => {
  const { token, id } = await desk.signUp()
  await bulk(token, 1)
  const now = desk.clock.now()
  const insert = (ageMinutes: number) =>
    rows(sql`insert into portfolio_snapshots (user_id, at, lamports)
      values (${id}, ${new Date(Math.floor((now - ageMinutes * MINUTE) / (5 * MINUTE)) * 5 * MINUTE).toISOString()}, ${ageMinutes})
      on conflict do nothing`)
  const DAY = 24 * 60
  // Three hours of every five minutes: within a day, three days ago; and one point beyond thirty days.
  for (let m = 0; m < 180; m += 5) {
    await insert(120 + m)
    await insert(3 * DAY + m)
  }
  await insert(30 * DAY + 10)
  const day = await history(token)
  assert.ok(day.length >= 36, String(day.length))
  const month = await history(token, { range: '30d' })
  const hours = month.map((p) => p.at.slice(0, 13))
  assert.equal(new Set(hours).size, hours.length, 'one point an hour')
  assert.deepEqual([...hours].sort(), hours)
  await runJob()
  const left = await until('the thinning', async () => {
    const found = await rows<{ at: string | Date }>(
      sql`select at from portfolio_snapshots where user_id = ${id} order by at`,
    )
    return found.length < 50 && found.map((r) => new Date(r.at).getTime())
  })
  const old = left.filter((at) => at < now - 2 * DAY * MINUTE)
  assert.ok(old.every((at) => at > now - 30 * DAY * MINUTE))
  assert.ok(old.length >= 3 && old.length <= 4, String(old.length))
  assert.ok(left.length - old.length >= 36)
  assert.deepEqual(
    (await history(token, { range: '30d' })).map((p) => p.at),
    month.map((p) => p.at),
    'the view over thirty days loses nothing by it',
  )
})

void test('what each wallet was worth a day ago is known after a day, to within an hour, and not kept for longer', async () => {
  const { token, id } = await desk.signUp()
  const dayAgo = async () => (await call(valuesDayAgo, { token })).ok
  const [a, b] = await bulk(token, 2)
  assert.ok(a && b)
  await call(requestFaucet, { token, body: { address: a.address, sol: 2 } })
  await history(token)
  const [kept] = await rows<{ micro_usd: Record<string, string> }>(
    sql`select micro_usd from wallet_values where user_id = ${id}`,
  )
  assert.ok(kept)
  assert.deepEqual(await dayAgo(), { at: null, values: [] })
  await call(requestFaucet, { token, body: { address: a.address, sol: 1 } })
  desk.clock.move(5 * MINUTE)
  await history(token)
  desk.clock.move(24 * 60 * MINUTE - 5 * MINUTE)
  const known = await dayAgo()
  const usd = new Map(known.values.map((one) => [one.walletId, Number(one.usd)]))
  assert.equal(usd.get(a.id), Number(kept.micro_usd[a.id]) / 1e6, 'the first of the hour')
  assert.ok((usd.get(a.id) ?? 0) > 0)
  assert.equal(usd.get(b.id), 0)
  desk.clock.move(4 * 60 * MINUTE)
  assert.deepEqual(await dayAgo(), { at: null, values: [] })
  await runJob()
  await until('the old values are gone', async () => {
    const left = await rows<{ hour: string | Date }>(
      sql`select hour from wallet_values where user_id = ${id}`,
    )
    return left.every(({ hour }) => new Date(hour).getTime() > desk.clock.now() - 27 * 60 * MINUTE) && left
  })
})

void test('without wallets there is no line, without the chain no wrong point, and another’s group is not found', async () => {
  const ann = await desk.signUp()
  const { token } = await desk.signUp()
  assert.deepEqual(await history(token), [])
  const group = (await call(createGroup, { token: ann.token, body: { name: 'Hers' } })).ok
  for (const groupId of [group.id, 999_999_999])
    assert.equal((await call(portfolioHistory, { token, query: { groupId } })).status, 404)
  const wrong = await call(portfolioHistory, { token, query: { range: '1y' as '24h' } })
  assert.equal(wrong.status, 400)
  await bulk(token, 1)
  await desk.chain('localnet_setFaults', [{ method: 'getMultipleAccounts', kind: 'fail500', probability: 1 }])
  assert.deepEqual(await history(token), [])
  await desk.chain('localnet_clearFaults')
  assert.equal((await history(token)).length, 1)
})

void test('sums lose nothing: the parts of any partition add up to the whole', () => {
  const prices = new Map([
    [SOL_MINT, 150n * 10n ** 12n],
    [USDC_MINT, 10n ** 12n],
    ['unpriced', null],
  ])
  const holding = fc
    .record({
      mint: fc.constantFrom(SOL_MINT, USDC_MINT, 'unpriced'),
      amount: fc.bigInt(0n, 2n ** 64n - 1n),
    })
    .map((one) => ({ ...one, decimals: one.mint === SOL_MINT ? 9 : 6 }))
  fc.assert(
    fc.property(fc.array(holding, { maxLength: 12 }), fc.nat(12), (all, cut) => {
      const [whole, left, right] = [all, all.slice(0, cut), all.slice(cut)].map((part) =>
        computeTotal(part, prices),
      )
      assert.ok(whole && left && right)
      assert.equal(whole.lamports, left.lamports + right.lamports)
      const [w, l, r] = [whole, left, right].map((sum) => sum.microUsd ?? -1n)
      assert.ok(w !== undefined && l !== undefined && r !== undefined)
      // Each part is rounded down to a millionth of a USD, once for SOL and once for each token.
      assert.ok(w >= l + r && w - l - r <= 2n)
    }),
  )
  assert.deepEqual(computeTotal([{ mint: SOL_MINT, decimals: 9, amount: 5n }], new Map([[SOL_MINT, null]])), {
    lamports: 5n,
    microUsd: null,
    totalLamports: null,
  })
})
