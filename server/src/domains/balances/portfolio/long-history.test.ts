// On PostgreSQL as well.
/** Anybody may have sent a wallet more than can be read in a while: nobody waits for that. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as later } from 'node:timers/promises'
import { portfolioHistory } from '@purser/contract/balances/balances.ts'
import { portfolioSummary } from '@purser/contract/balances/portfolio.ts'
import { sql } from 'drizzle-orm'
import { startJobs } from '../../../kernel/jobs.ts'
import { createLog } from '../../../kernel/log.ts'
import { startTestDesk, until } from '../../../test/harness.ts'
import { readBalances, makeWallets } from '../../../test/money.ts'
import { snapshotJob } from '../portfolio.worker.ts'

let heard: (method: string) => unknown = () => undefined
const desk = await startTestDesk({ pace: 20, overhear: (method) => heard(method) })
const { call, chain } = desk
const jobs = await startJobs(desk.database.jobs, createLog('silent'))
after(() => jobs.stop())

const owner = async () => {
  const { token, id } = await desk.signUp()
  const [wallet] = await makeWallets(call, token, 1)
  assert.ok(wallet)
  const query = { fresh: 'true' as const }
  return {
    id,
    wallet,
    summary: async () => (await call(portfolioSummary, { token, query })).ok,
    history: async () => (await call(portfolioHistory, { token, query: {} })).ok.points,
  }
}
/** Lamports of each point, oldest first. */
const readPoints = async ({ id }: { id: number }) => {
  const { rows } =
    (await desk.database.db.execute(sql`select lamports::text as lamports from portfolio_snapshots
    where user_id = ${id} and group_id is null order by at`)) as { rows: { lamports: string }[] }
  return rows.map(({ lamports }) => BigInt(lamports))
}

const DUST = 80
void test('one whose history takes long holds up no other user, and sees the last point meanwhile', async () => {
  const [dusted, other] = [await owner(), await owner()]
  await dusted.summary()
  await other.summary()
  for (let i = 1; i <= DUST; i++) await chain('requestAirdrop', dusted.wallet.address, 1_000_000 + i)
  const sum = BigInt(DUST) * 1_000_000n + BigInt((DUST * (DUST + 1)) / 2)
  await until(
    'all of it is there',
    async () => (await readBalances(chain, [dusted.wallet.address]))[0] === sum,
  )
  let read = 0
  heard = async (method) => {
    if (method !== 'getTransaction') return
    await later(100)
    read++
  }
  desk.clock.move(300_000)
  await jobs.send(snapshotJob, {})
  await until('the history is being read', async () => read > 0)
  assert.equal((await dusted.summary()).sol, 0)
  await until('the other has its point', async () => (await readPoints(other)).length === 2)
  assert.equal((await dusted.history()).length, 1)
  assert.ok(read < DUST, 'all of this while it was being read')
  await until('what was sent is counted', async () => (await readPoints(dusted)).at(-1) === sum)
  // Not 'today', which ends at midnight.
  const week = (await dusted.summary()).windows.find(({ name }) => name === '7d')
  assert.ok(Number(week?.deposited_usd) > 0)
})
