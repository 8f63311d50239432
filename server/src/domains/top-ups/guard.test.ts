// On PostgreSQL as well.
/** Automatic top-ups where funds are real: a key that is out empties neither the funding wallet nor the limits. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listAudit } from '@purser/contract/audit.ts'
import { topUpTexts } from '@purser/contract/distributions/distribution-texts.ts'
import { codeNeeded } from '@purser/contract/fault-texts.ts'
import { listNotifications } from '@purser/contract/notifications.ts'
import { DAY_MS, HOUR_MS } from '@purser/contract/time.ts'
import * as api from '@purser/contract/top-ups.ts'
import { listOperations } from '@purser/contract/transfers/transfers.ts'
import { revealKey } from '@purser/contract/wallets/wallets.ts'
import { sql } from 'drizzle-orm'
import { startJobs } from '../../kernel/jobs.ts'
import { createLog } from '../../kernel/log.ts'
import { startTestDesk, until, type User } from '../../test/harness.ts'
import { fund, readBalances, makeWallets, type Purse, SOL } from '../../test/money.ts'
import { waitForEnd } from '../../test/money-audit.ts'
import { spenders } from '../../test/spender.ts'
import { topUpJob } from './top-ups.worker.ts'

const desk = await startTestDesk({ network: 'steered', realFunds: true, apartMs: 300 })
const { call, chain, clock } = desk
const { db } = desk.database
const { change: changeLimits, readLimits } = spenders(desk)
await chain('localnet_setSlotTime', 20)
const MINUTE = 60_000
const AMOUNT = 10_000_000n
// No day ends in the middle of a test.
clock.move(DAY_MS / 2 - (Date.now() % DAY_MS))
await db.execute(sql`delete from jobs.schedule where name = 'top-ups'`)

/** A round by itself, as a minute later; all of it has ended. */
async function tick({ token }: User): Promise<void> {
  clock.move(MINUTE)
  const jobs = await startJobs(desk.database.jobs, createLog('silent'))
  await jobs.send(topUpJob, {})
  await jobs.stop()
  await until('the job is done', async () => {
    const { rows } = (await db.execute(
      sql`select from jobs.job where name = 'top-ups' and state in ('created', 'retry', 'active') limit 1`,
    )) as { rows: object[] }
    return rows.length === 0
  })
  await ended(token)
}
async function ended(token: string): Promise<void> {
  for (const { id } of (await call(listOperations, { token, query: { type: 'top-up' } })).ok.operations)
    await waitForEnd(call, token, id)
}

/** A user with a funding wallet, and wallets that every round leaves in need. */
async function needy(count: number) {
  const user = await desk.signUp()
  const { token } = user
  const [funding, ...others] = await makeWallets(call, token, count + 1)
  assert.ok(funding)
  await fund(chain, funding.address, 20n * SOL)
  const settings = {
    enabled: true,
    funding_wallet_id: funding.id,
    minimum_balance: '0.5',
    include_grouped_wallets_only: false,
  }
  assert.equal((await change(token, settings)).status, 200)
  return { user, token, funding, others }
}
const change = (token: string, body: api.TopUpChange) => call(api.changeTopUpSettings, { token, body })
const readGuard = async (token: string) => {
  const { guard } = (await call(api.getTopUpSettings, { token })).ok.data
  assert.ok(guard, 'funds are real')
  return guard
}
const trigger = async (token: string) => {
  const { ok } = await call(api.triggerTopUps, { token })
  await ended(token)
  return ok.message
}
const refusedWith = async (token: string, text: string) =>
  (await call(api.listTopUpLogs, { token })).ok.data.logs
    .filter((log) => log.error_message === text)
    .map((log) => log.to_wallet_name)
const readBell = async (token: string) =>
  (await call(listNotifications, { token })).ok.notifications.map((one) => `${one.agent_name}: ${one.text}`)
const held = async (purses: Purse[]) =>
  readBalances(
    chain,
    purses.map(({ address }) => address),
  )

async function leak(user: User, { address }: Purse): Promise<void> {
  const body = { address, code: await desk.keyCode(user, 'reveal') }
  assert.equal((await call(revealKey, { token: user.token, body })).status, 200)
}

void test('a wallet that needs a third top-up within an hour is left out and named; the others get theirs', async () => {
  const { user, token, others } = await needy(2)
  const [emptied, other] = others
  assert.ok(emptied && other)
  await fund(chain, other.address, SOL)
  for (let i = 0; i < 6; i++) await tick(user)
  assert.deepEqual(await held([emptied]), [2n * AMOUNT], 'in all of six minutes')
  const left = { id: emptied.id, name: emptied.name, reason: 'too_often' }
  assert.deepEqual((await readGuard(token)).left_out, [left])
  assert.deepEqual(await refusedWith(token, topUpTexts.tooOften), [emptied.name], 'once')
  const [bell, ...more] = await readBell(token)
  assert.match(
    bell ?? '',
    /^Automatic distribution: Skipped because a third top-up within an hour was needed: /,
  )
  assert.ok(bell?.includes(emptied.name))
  assert.deepEqual(more, [])
  assert.equal(await trigger(token), topUpTexts.leftOut([emptied.name]))
  const { ok: shown } = await change(token, { dryRun: true })
  assert.deepEqual(shown.left_out, [{ reason: 'too_often', wallets: 1, names: [emptied.name] }])
  assert.deepEqual((await call(api.listEligibleWallets, { token })).ok.data.eligible_wallets, [])

  const [third] = await makeWallets(call, token, 1)
  assert.ok(third)
  assert.equal(await trigger(token), `${topUpTexts.started(1)}. ${topUpTexts.leftOut([emptied.name])}`)
  assert.deepEqual(await held([emptied, third]), [2n * AMOUNT, AMOUNT])
  clock.move(HOUR_MS)
  await tick(user)
  assert.deepEqual(await held([emptied, third]), [3n * AMOUNT, 2n * AMOUNT])
  assert.deepEqual((await readGuard(token)).left_out, [])
})

void test('what goes to a wallet whose key was ever out counts towards the limits; where they leave nothing it is left out', async () => {
  const { user, token, others } = await needy(2)
  const [leaked, safe] = others
  assert.ok(leaked && safe)
  await leak(user, leaked)
  // However long ago.
  clock.move(7 * DAY_MS)
  await tick(user)
  assert.equal((await readLimits(user))?.used, 0.01)
  await changeLimits(user, { per_order: 0.005 })
  await tick(user)
  assert.deepEqual(await held([leaked, safe]), [AMOUNT, 2n * AMOUNT])
  assert.equal((await readLimits(user))?.used, 0.01)
  assert.deepEqual((await readGuard(token)).left_out, [{ id: leaked.id, name: leaked.name, reason: 'limit' }])
  assert.deepEqual(await refusedWith(token, topUpTexts.limited), [leaked.name])
  assert.match(
    (await readBell(token))[0] ?? '',
    /^Automatic distribution: Skipped because of your limits of real money: /,
  )
  const { ok: shown } = await change(token, { dryRun: true })
  assert.deepEqual(
    shown.left_out?.map(({ reason }) => reason),
    ['limit', 'too_often'],
  )
})

void test('of wallets whose keys were out as many get theirs as the limits have room for, the lowest first', async () => {
  const { user, token, others } = await needy(4)
  const [a, b, c, safe] = others
  assert.ok(a && b && c && safe)
  for (const one of [a, b, c]) await leak(user, one)
  await fund(chain, a.address, AMOUNT)
  // A cap of its own, which does not fall with the limit.
  await change(token, { daily_cap: 1 })
  await changeLimits(user, { per_day: 0.025 })
  const { ok: shown } = await change(token, { dryRun: true })
  assert.deepEqual([shown.wallets, shown.left_out], [3, [{ reason: 'limit', wallets: 1 }]])
  await tick(user)
  assert.deepEqual(await held([a, b, c, safe]), [AMOUNT, AMOUNT, AMOUNT, AMOUNT])
  assert.equal((await readLimits(user))?.used, 0.02)
  assert.deepEqual((await readGuard(token)).left_out, [{ id: a.id, name: a.name, reason: 'limit' }])
})

void test('a leaked key gets no more in a day than the cap, which is the daily limit unless another is set', async () => {
  const { user, token, others } = await needy(1)
  const [leaked] = others
  assert.ok(leaked)
  await leak(user, leaked)
  await change(token, { top_up_amount: '0.03', minimum_balance: '20' })
  await changeLimits(user, { per_day: 0.1 })
  assert.equal((await readGuard(token)).daily_cap, 0.1)
  for (let hour = 0; hour < 4; hour++) {
    await tick(user)
    await tick(user)
    clock.move(HOUR_MS)
  }
  assert.deepEqual(await held([leaked]), [90_000_000n])
  const { cap_reached: isReached, left_out: left } = await readGuard(token)
  assert.deepEqual([isReached, left], [true, []])
  assert.equal(await trigger(token), topUpTexts.capReached)
  assert.ok((await readBell(token)).some((text) => text.includes('Daily cap reached')))
})

void test('the cap is lowered at once, and raised by a mailed code alone', async () => {
  const { user, token } = await needy(1)
  const readCap = async () => (await readGuard(token)).daily_cap
  const refused = async (body: api.TopUpChange) => {
    const { status, fault } = await change(token, body)
    return [status, fault.code, fault.error]
  }
  const needed = [403, 'key_code_needed', codeNeeded.limits]
  assert.equal(await readCap(), 1)
  assert.equal((await change(token, { daily_cap: null })).status, 200)
  assert.equal((await change(token, { daily_cap: 1 })).status, 200, 'as much as holds anyway')
  assert.deepEqual(await refused({ daily_cap: '1.000000001' }), needed)
  assert.equal((await change(token, { daily_cap: '0.2' })).status, 200)
  for (const body of [{ daily_cap: '0.3' }, { daily_cap: null }, { daily_cap: 5, enabled: false }])
    assert.deepEqual(await refused(body), needed)
  assert.equal((await change(token, { daily_cap: 5, code: '000000' })).fault.code, 'wrong_key_code')
  const other = await desk.keyCode(user, 'import')
  assert.equal((await change(token, { daily_cap: 5, code: other })).fault.code, 'wrong_key_code')
  assert.equal(await readCap(), 0.2)
  assert.equal((await change(token, { daily_cap: 0 })).status, 400)

  const code = await desk.keyCode(user, 'limits')
  assert.equal((await change(token, { daily_cap: 3, code })).ok.data.guard?.daily_cap, 3)
  assert.equal((await change(token, { daily_cap: 4, code })).fault.code, 'wrong_key_code')
  assert.equal((await change(token, { daily_cap: null })).ok.data.guard?.daily_cap, 1, 'that lowers it')
  const audited = (await call(listAudit, { token })).ok.rows.filter(({ type }) => type === 'limits')
  assert.deepEqual(
    audited.map(({ detail }) => detail),
    [{ top_ups_a_day: '3', before: '0.2' }],
  )
  // A lower limit also lowers the cap of top-ups.
  await changeLimits(user, { per_day: 0.4 })
  assert.equal(await readCap(), 0.4)
  const { ok: shown } = await change(token, { dryRun: true, top_up_amount: 1 })
  assert.equal(shown.proposed_daily_cap, 0.4, 'what is proposed needs no code')
  // A preview stores nothing, so it asks for none either.
  assert.equal((await change(token, { daily_cap: 9, dryRun: true })).ok.cap_left, 9)
})
