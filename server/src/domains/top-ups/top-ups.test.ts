// On PostgreSQL as well.
/** Top-ups through the API and the queue: once per need, exact to the lamport, never below the reserve nor above the cap. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, test } from 'node:test'
import { topUpTexts, WALLET_BUSY } from '@purser/contract/distributions/distribution-texts.ts'
import { distributeSol } from '@purser/contract/distributions/distributions.ts'
import * as api from '@purser/contract/top-ups.ts'
import { channels } from '@purser/contract/live.ts'
import { listOperations } from '@purser/contract/transfers/transfers.ts'
import { addToGroup, createGroup } from '@purser/contract/wallets/wallet-groups.ts'
import { deleteWallet } from '@purser/contract/wallets/wallets.ts'
import { sql } from 'drizzle-orm'
import type { Address } from '@solana/kit'
import { createRpcChain } from '../../adapters/chain/rpc.ts'
import { createBus } from '../../kernel/bus.ts'
import { startJobs } from '../../kernel/jobs.ts'
import { createLimiter } from '../../kernel/concurrency/limiter.ts'
import { systemClock } from '../../kernel/clock.ts'
import { createLog, type Log } from '../../kernel/log.ts'
import { startHeartbeat } from '../../kernel/heartbeat.ts'
import { openMasterKey } from '../../master-key.ts'
import type { Chain } from '../../ports/chain.ts'
import { startTestDesk, until } from '../../test/harness.ts'
import { FEE, fund, readBalances, makeWallets, type Purse, SOL } from '../../test/money.ts'
import { waitForEnd } from '../../test/money-audit.ts'
import { startEngine } from '../../test/engine.ts'
import { TOP_UP_DEFAULTS } from '../../test/top-up-defaults.ts'
import { createGroups, createWallets, opensDataKeys } from '../wallets/index.ts'
import { createTopUps } from './index.ts'
import { topUpJob } from './top-ups.worker.ts'

/** Before the desk, on whose database it works. */
const closers: (() => Promise<void>)[] = []
after(async () => {
  for (const close of closers) await close()
})
const desk = await startTestDesk({ network: 'steered', apartMs: 300 })
const { call, chain, clock } = desk
const { db } = desk.database
await chain('localnet_setSlotTime', 20)
const MINUTE = 60_000
const DAY = 86_400_000
const AMOUNT = 10_000_000n
const RESERVE = 650_240n + 1_000_000n
/** No day ends in the middle of a test. */
clock.move(DAY / 2 - (Date.now() % DAY))
afterEach(() => chain('localnet_clearFaults'))

const rows = async <T>(query: ReturnType<typeof sql>): Promise<T[]> =>
  ((await db.execute(query)) as { rows: T[] }).rows
const [schedule] = await rows<{ cron: string }>(sql`select cron from jobs.schedule where name = 'top-ups'`)
// From here on the tests alone say when a minute has passed.
await db.execute(sql`delete from jobs.schedule where name = 'top-ups'`)

/** Runs a round as the schedule does, through the queue. */
async function tick(): Promise<void> {
  clock.move(MINUTE)
  const jobs = await startJobs(desk.database.jobs, createLog('silent'))
  await jobs.send(topUpJob, {})
  await jobs.stop()
  await until('the job is done', async () => {
    const open = await rows(
      sql`select from jobs.job where name = 'top-ups' and state in ('created', 'retry', 'active') limit 1`,
    )
    return open.length === 0
  })
}

type Desk = { token: string; funding: Purse; others: Purse[] }
/** A user whose wallets are all in a group but the funding wallet. */
async function purses(count: number, funds: bigint, settings: api.TopUpChange = {}): Promise<Desk> {
  const { token } = await desk.signUp()
  const [funding, ...others] = await makeWallets(call, token, count + 1)
  assert.ok(funding)
  if (funds > 0n) await fund(chain, funding.address, funds)
  const group = (await call(createGroup, { token, body: { name: 'Desk' } })).ok
  const walletIds = others.map((w) => w.id)
  await call(addToGroup, { token, params: { id: group.id }, body: { walletIds } })
  await set(token, { enabled: true, funding_wallet_id: funding.id, ...settings })
  return { token, funding, others }
}
const set = async (token: string, body: api.TopUpChange) =>
  (await call(api.changeTopUpSettings, { token, body })).ok.data
const readSettings = async (token: string) => (await call(api.getTopUpSettings, { token })).ok.data
const trigger = (token: string, key?: string) => call(api.triggerTopUps, { token, ...(key ? { key } : {}) })
const readLogs = async (token: string, limit = 200) =>
  (await call(api.listTopUpLogs, { token, query: { limit } })).ok.data.logs
const eligible = async (token: string) =>
  (await call(api.listEligibleWallets, { token })).ok.data.eligible_wallets
const readRounds = async (token: string) =>
  (await call(listOperations, { token, query: { type: 'top-up' } })).ok.operations
const held = (wallets: Purse[]) =>
  readBalances(
    chain,
    wallets.map((w) => w.address),
  )
/** All rounds of the user have ended; answers the fees of them all. */
async function ended(token: string): Promise<bigint> {
  let fees = 0n
  for (const { id } of await readRounds(token)) {
    const done = await waitForEnd(call, token, id)
    fees += BigInt(Math.round(Number(done.summary.fees) * 1e9))
  }
  return fees
}
const refusals = async (token: string, text: string) =>
  (await readLogs(token)).filter((log) => log.error_message === text)

void test('a round is scheduled for every minute', () => {
  assert.equal(schedule?.cron, '* * * * *')
})

void test('settings begin with the defaults, are raised to their floors, and are answered as stored', async () => {
  const { token } = await desk.signUp()
  const [wallet] = await makeWallets(call, token, 1)
  assert.ok(wallet)
  const first = await readSettings(token)
  assert.deepEqual(first, TOP_UP_DEFAULTS)
  const { updated_at, ...changed } = await set(token, {
    enabled: true,
    funding_wallet_id: wallet.id,
    top_up_amount: '0.001',
    minimum_balance: 0,
    daily_cap: '2.5',
    include_grouped_wallets_only: false,
  })
  assert.ok(updated_at !== null)
  assert.deepEqual(changed, {
    enabled: true,
    funding_wallet_id: wallet.id,
    funding_wallet: { name: wallet.name, address: wallet.address },
    top_up_amount: 0.01,
    minimum_balance: 0.009,
    include_grouped_wallets_only: false,
    daily_cap: 2.5,
    spent_today: 0,
  })
  const more = { daily_cap: null, funding_wallet_id: null, top_up_amount: '0.123456789' }
  const cleared = await set(token, { ...more, enabled: false })
  assert.equal(cleared.daily_cap, null)
  assert.equal(cleared.funding_wallet, null)
  assert.equal(cleared.top_up_amount, 0.123456789)
  assert.equal(cleared.enabled, false)
  const say = async (wrongBody: unknown) => {
    const { fault, status } = await call(api.changeTopUpSettings, { token, wrongBody })
    return `${status} ${fault.error}`
  }
  assert.equal(
    await say({ top_up_amount: '0.0100000001' }),
    '400 top_up_amount has more decimals than the token allows',
  )
  assert.equal(
    await say({ minimum_balance: 0.0100000001 }),
    '400 minimum_balance has more decimals than the token allows',
  )
  assert.equal(await say({ daily_cap: 0 }), '400 daily_cap must be more than 0, or null for no limit')
  assert.equal(await say({ daily_cap: -1 }), '400 daily_cap must not be negative')
  const stranger = await purses(0, 0n)
  assert.equal(await say({ funding_wallet_id: stranger.funding.id }), '404 Wallet not found')
  assert.equal((await readSettings(token)).top_up_amount, 0.123456789)
})

void test('a round pays each wallet below the minimum once, and the funding wallet pays them and the fees', async () => {
  const { token, funding, others } = await purses(5, SOL)
  const [rich, edge, under] = others
  assert.ok(rich && edge && under)
  await fund(chain, rich.address, SOL)
  await fund(chain, edge.address, 9_000_000n)
  await fund(chain, under.address, 8_999_999n)
  const [outside] = await makeWallets(call, token, 1)
  assert.ok(outside)
  assert.deepEqual(
    (await eligible(token)).map((w) => [w.name, w.sol_balance]),
    [...others.slice(3).map((w) => [w.name, 0]), [under.name, 0.008999999]],
  )
  await tick()
  const fees = await ended(token)
  assert.equal(fees, FEE)
  assert.deepEqual(await held(others), [SOL, 9_000_000n, 18_999_999n, AMOUNT, AMOUNT])
  assert.deepEqual(await held([funding, outside]), [SOL - 3n * AMOUNT - fees, 0n])
  assert.equal((await readSettings(token)).spent_today, 0.03)
  assert.deepEqual(await eligible(token), [])
  const logs = await readLogs(token)
  assert.deepEqual(
    logs.map((log) => [
      log.status,
      log.from_wallet_name,
      log.to_wallet_name,
      log.amount_sent,
      log.error_message,
    ]),
    [others[3], others[4], under].map((w) => ['completed', funding.name, w?.name, 0.01, null]),
  )
  assert.equal(logs[0]?.from_wallet_address, funding.address)
  assert.equal(logs[0].to_wallet_address, others[3]?.address)
  assert.ok(logs.every((log) => log.signature !== null))
  await tick()
  assert.equal((await readRounds(token)).length, 1)
  assert.equal((await trigger(token)).ok.message, 'No wallet needs a top-up')
  await set(token, { include_grouped_wallets_only: false })
  assert.deepEqual(
    (await eligible(token)).map((w) => w.id),
    [outside.id],
  )
  const { ok } = await trigger(token)
  assert.equal(ok.message, 'Topping up 1 wallet')
  await ended(token)
  assert.deepEqual(await held([outside]), [AMOUNT])
  assert.equal((await readLogs(token, 1))[0]?.to_wallet_name, outside.name)
})

void test('it is not switched on without a funding wallet; a trigger is refused while it is off, and answers a key once', async () => {
  const { token, funding, others } = await purses(2, SOL, { enabled: false })
  const off = await trigger(token)
  assert.equal(`${off.status} ${off.fault.error}`, '409 Auto distribution is switched off.')
  const change = (body: api.TopUpChange) => call(api.changeTopUpSettings, { token, body })
  for (const dryRun of [true, false]) {
    const none = await change({ enabled: true, funding_wallet_id: null, dryRun })
    assert.equal(`${none.status} ${none.fault.error}`, '409 Please choose a funding wallet first.')
  }
  await set(token, { funding_wallet_id: null })
  assert.equal((await change({ enabled: true })).fault.code, 'funding_wallet_missing')
  await set(token, { enabled: true, funding_wallet_id: funding.id })
  assert.equal((await change({ funding_wallet_id: null })).fault.code, 'funding_wallet_missing')
  const key = randomUUID()
  const answers = await Promise.all(Array.from({ length: 20 }, () => trigger(token, key)))
  assert.equal(new Set(answers.map((a) => a.text)).size, 1)
  assert.equal(answers[0]?.ok.message, 'Topping up 2 wallets')
  const fees = await ended(token)
  assert.equal((await trigger(token, key)).text, answers[0].text)
  assert.deepEqual(await held([funding, ...others]), [SOL - 2n * AMOUNT - fees, AMOUNT, AMOUNT])
})

void test('the funding wallet keeps its reserve: the lowest are paid first, the others are reported once', async () => {
  const { token, funding, others } = await purses(4, RESERVE + 2n * AMOUNT + FEE)
  const [a, b, c, d] = others
  assert.ok(a && b && c && d)
  await fund(chain, a.address, 5_000_000n)
  await fund(chain, b.address, 4_000_000n)
  await tick()
  await ended(token)
  assert.deepEqual(await held([funding, c, d, a, b]), [RESERVE, AMOUNT, AMOUNT, 5_000_000n, 4_000_000n])
  await tick()
  await tick()
  const { ok } = await trigger(token)
  assert.deepEqual(ok, { success: true, operationId: null, message: topUpTexts.fundingLow })
  assert.deepEqual(
    (await refusals(token, topUpTexts.fundingLow)).map((log) => [
      log.status,
      log.to_wallet_name,
      log.amount_sent,
    ]),
    [a, b].map((w) => ['failed', w.name, 0]),
  )
  // One lamport less than two of them and their fee need.
  await fund(chain, funding.address, 2n * AMOUNT + FEE - 1n)
  await tick()
  await ended(token)
  assert.deepEqual(await held([b, a]), [14_000_000n, 5_000_000n])
  assert.deepEqual(await held([funding]), [RESERVE + AMOUNT - 1n])
  await fund(chain, funding.address, FEE + 1n)
  await tick()
  await ended(token)
  assert.deepEqual(await held([a, funding]), [15_000_000n, RESERVE])
  // In need again, and too little again: that is said again.
  await set(token, { minimum_balance: '0.0145' })
  await tick()
  assert.equal((await refusals(token, topUpTexts.fundingLow)).length, 2 + 3)
})

void test('the cap of a day is never exceeded, is reported once a day, and the next day goes on', async () => {
  const { token, funding, others } = await purses(5, SOL, { daily_cap: '0.039999999' })
  const all = await Promise.all(Array.from({ length: 6 }, () => trigger(token)))
  assert.equal(all.filter((a) => a.status === 200 && a.ok.operationId !== null).length, 1)
  await ended(token)
  assert.equal((await readSettings(token)).spent_today, 0.03)
  await tick()
  await tick()
  assert.equal((await trigger(token)).ok.message, topUpTexts.capReached)
  assert.equal((await refusals(token, topUpTexts.capReached)).length, 1)
  assert.deepEqual(await held([funding]), [SOL - 3n * AMOUNT - FEE])
  clock.move(DAY)
  assert.equal((await readSettings(token)).spent_today, 0)
  await tick()
  const fees = await ended(token)
  assert.deepEqual(
    await held(others),
    others.map(() => AMOUNT),
  )
  assert.deepEqual(await held([funding]), [SOL - 5n * AMOUNT - fees])
  assert.equal((await refusals(token, topUpTexts.capReached)).length, 1)
})

void test('while a top-up is under way its wallet gets no other, however often the minute passes', async () => {
  const { token, funding, others } = await purses(3, SOL)
  await chain('localnet_setFaults', [{ method: 'sendTransaction', kind: 'drop' }])
  const { ok } = await trigger(token)
  assert.ok(ok.operationId)
  assert.deepEqual(await eligible(token), [])
  assert.equal((await readSettings(token)).spent_today, 0.03)
  for (let i = 0; i < 3; i++) await tick()
  const busy = await trigger(token)
  assert.equal(`${busy.status} ${busy.fault.error}`, `409 ${WALLET_BUSY}`)
  const destinations = others.map((w) => ({ walletId: w.id, amount: '0.1' }))
  const body = { sourceWalletId: funding.id, destinations }
  assert.equal((await call(distributeSol, { token, body })).fault.error, WALLET_BUSY)
  // Not even from another funding wallet, which is free to pay whoever else is in need.
  const [other] = await makeWallets(call, token, 1)
  assert.ok(other)
  await fund(chain, other.address, SOL)
  await set(token, { funding_wallet_id: other.id })
  await tick()
  const none = (await trigger(token)).ok
  assert.deepEqual([none.operationId, none.message], [null, topUpTexts.underWay(3)])
  assert.ok((await readLogs(token)).every((log) => ['pending', 'sent', 'resolving'].includes(log.status)))
  await chain('localnet_clearFaults')
  const fees = await ended(token)
  await tick()
  assert.equal((await readRounds(token)).length, 1)
  assert.deepEqual(
    await held(others),
    others.map(() => AMOUNT),
  )
  assert.deepEqual(await held([funding, other]), [SOL - 3n * AMOUNT - fees, SOL])
})

void test('a wallet that cannot be paid does not keep the others from it, and is left alone for a while', async () => {
  const { token, funding, others } = await purses(4, SOL)
  const [bad, ...good] = others
  assert.ok(bad)
  // Nobody may write to an account of the system itself.
  const clockAccount = 'SysvarC1ock11111111111111111111111111111111'
  await db.execute(sql`update wallets set address = ${clockAccount} where id = ${bad.id}`)
  await tick()
  const [round] = await readRounds(token)
  const done = await waitForEnd(call, token, round?.id ?? '')
  assert.equal(done.status, 'partial')
  assert.deepEqual(
    await held(good),
    good.map(() => AMOUNT),
  )
  assert.equal((await readSettings(token)).spent_today, 0.03)
  const failed = (await readLogs(token)).filter((log) => log.status === 'failed')
  assert.deepEqual(
    failed.map((log) => [log.to_wallet_name, log.amount_sent]),
    [[bad.name, 0]],
  )
  assert.ok(failed[0]?.error_message)
  await tick()
  assert.equal((await readRounds(token)).length, 1)
  assert.deepEqual(
    (await eligible(token)).map((w) => w.id),
    [bad.id],
  )
  assert.ok((await trigger(token)).ok.operationId, 'its user may try again at once')
  const fees = await ended(token)
  assert.deepEqual(await held([funding]), [SOL - 3n * AMOUNT - fees])
})

void test('a funding wallet in use is not deleted; one that is only chosen is, and the choice goes with it', async () => {
  const { token, funding } = await purses(1, 0n)
  const remove = () => call(deleteWallet, { token, params: { id: funding.id }, body: {} })
  const refused = await remove()
  assert.equal(refused.status, 409)
  assert.match(refused.fault.error, /^Automatic top-ups are paid from this wallet\./)
  await set(token, { enabled: false })
  assert.equal((await remove()).status, 200)
  const { funding_wallet_id, enabled } = await readSettings(token)
  assert.deepEqual([funding_wallet_id, enabled], [null, false])
})

void test('the wallets that may pay come with their SOL and group, the richest first', async () => {
  const { token, funding, others } = await purses(1, SOL)
  const { wallets } = (await call(api.listFundingWallets, { token })).ok.data
  const [other] = others
  assert.deepEqual(wallets, [
    { ...funding, sol_balance: 1, is_grouped: false, group_name: null },
    { ...other, sol_balance: 0, is_grouped: true, group_name: 'Desk' },
  ])
})

/** A second server on the same database and chain, with what it logs. */
async function secondServer() {
  const said: string[] = []
  const silent = createLog('silent')
  const log: Log = {
    ...silent,
    warn: (_, text) => void said.push(text),
    info: (_, text) => void said.push(text),
  }
  log.child = () => log
  const heartbeat = await startHeartbeat(db, { alone: false, log: silent })
  const truth = createRpcChain({ url: desk.rpcUrl, log: silent })
  /** The state that its node still takes for the present, by address. */
  const behind = new Map<string, { lamports: bigint; slot: bigint }>()
  /** Runs once, when this address has been read. */
  const node: { meanwhile: { of: string; run: () => Promise<unknown> } | null } = { meanwhile: null }
  const rpc: Chain = {
    ...truth,
    async balances(addresses) {
      const read = await truth.balances(addresses)
      if (node.meanwhile && addresses.includes(node.meanwhile.of as Address)) {
        const { run } = node.meanwhile
        node.meanwhile = null
        await run()
      }
      return read.map((now, i) => behind.get(addresses[i] ?? '') ?? now)
    },
  }
  const { dataDir, masterKey } = desk.config
  const wallets = createWallets({
    db,
    clock,
    limiter: createLimiter(db, clock),
    masterKey: await openMasterKey(masterKey, dataDir, (key) => opensDataKeys(db, key)),
  })
  const bus = createBus(silent)
  const transfers = await startEngine({
    db,
    chain: rpc,
    bus,
    log: silent,
    heartbeat,
    journalPath: join(mkdtempSync(join(tmpdir(), 'purser-top-ups-')), 'transactions.jsonl'),
  })
  const topUps = createTopUps({
    db,
    bus,
    clock,
    log,
    chain: rpc,
    transfers,
    wallets,
    groups: createGroups(db),
  })
  await transfers.lifecycle.resume()
  closers.push(transfers.lifecycle.stop, heartbeat.stop)
  return { topUps, said, truth, behind, node }
}
const second = await secondServer()

void test('two servers and many triggers at the same moment top every wallet up once', async () => {
  const { token, funding, others } = await purses(70, 10n * SOL)
  for (let need = 1; need <= 4; need++) {
    await set(token, { minimum_balance: `0.0${need - 1}9` })
    await Promise.all([
      tick(),
      second.topUps.beginRounds(),
      second.topUps.beginRounds(),
      ...Array.from({ length: 8 }, async () => {
        const { status, text } = await trigger(token)
        assert.ok(status === 200 || text.includes(WALLET_BUSY), text)
      }),
    ])
    await ended(token)
    // Rounds that came too late find nobody in need.
    await Promise.all([tick(), second.topUps.beginRounds(), trigger(token)])
    await ended(token)
    assert.deepEqual(
      await held(others),
      others.map(() => AMOUNT * BigInt(need)),
    )
    assert.equal((await readRounds(token)).length, need)
  }
  const fees = await ended(token)
  assert.equal(fees, 8n * FEE)
  assert.deepEqual(await held([funding]), [10n * SOL - 280n * AMOUNT - fees])
  assert.equal((await readSettings(token)).spent_today, 2.8)
})

void test('a node that is behind makes nobody pay twice', async () => {
  const { token, others } = await purses(3, SOL)
  const addresses = others.map((w) => w.address as Address)
  const before = await second.truth.balances(addresses)
  assert.ok((await trigger(token)).ok.operationId)
  await ended(token)
  addresses.forEach((address, i) => second.behind.set(address, before[i] ?? { lamports: 0n, slot: 0n }))
  clock.move(MINUTE)
  await second.topUps.beginRounds()
  second.behind.clear()
  clock.move(MINUTE)
  await second.topUps.beginRounds()
  assert.equal((await readRounds(token)).length, 1)
  assert.deepEqual(
    await held(others),
    others.map(() => AMOUNT),
  )
})

void test('what changes between reading the balances and paying counts', async () => {
  const { token, funding, others } = await purses(5, SOL)
  const [gone, twice, ...rest] = others
  assert.ok(gone && twice)
  const during = async (run: () => Promise<unknown>) => {
    clock.move(MINUTE)
    second.node.meanwhile = { of: gone.address, run }
    await second.topUps.beginRounds()
    assert.equal(second.node.meanwhile, null, 'it was changed')
    return ended(token)
  }
  await during(() => set(token, { enabled: false }))
  assert.deepEqual(await readRounds(token), [])
  await set(token, { enabled: true })
  await during(() => set(token, { daily_cap: '0.02' }))
  assert.equal((await readSettings(token)).spent_today, 0.02)
  await set(token, { daily_cap: null })
  // The first two have been paid, and are in need again with the others.
  await set(token, { minimum_balance: '0.011' })
  const fees = await during(() =>
    call(deleteWallet, { token, params: { id: gone.id }, body: { name: gone.name, acknowledged: true } }),
  )
  assert.deepEqual(await held([gone, twice, ...rest]), [AMOUNT, 2n * AMOUNT, ...rest.map(() => AMOUNT)])
  assert.deepEqual(await held([funding]), [SOL - 6n * AMOUNT - fees])
})

void test('a cap is kept by two servers that begin rounds at the same moment', async () => {
  const { token, others } = await purses(6, SOL, { daily_cap: '0.05' })
  for (let i = 0; i < 5; i++) {
    await Promise.all([second.topUps.beginRounds(), tick(), trigger(token), trigger(token)])
    await ended(token)
    const sums = (await held(others)).reduce((a, b) => a + b, 0n)
    assert.equal(sums, 5n * AMOUNT)
  }
  assert.equal((await readSettings(token)).spent_today, 0.05)
})

void test('while the network is unavailable nothing is lost, and it is logged once', async () => {
  const { token, others } = await purses(2, SOL)
  second.said.length = 0
  await chain('localnet_setFaults', [{ method: 'getMultipleAccounts', kind: 'fail500' }])
  for (const asked of [
    await call(api.listEligibleWallets, { token }),
    await call(api.listFundingWallets, { token }),
    await trigger(token),
  ])
    assert.equal(asked.status, 503, asked.text)
  await second.topUps.beginRounds()
  await second.topUps.beginRounds()
  await second.topUps.beginRounds()
  assert.deepEqual(second.said, ['no top-ups while the network is unavailable'])
  await chain('localnet_clearFaults')
  await second.topUps.beginRounds()
  assert.deepEqual(second.said.slice(1), ['the network is back; top-ups continue'])
  await ended(token)
  assert.deepEqual(await held(others), [AMOUNT, AMOUNT])
})

/** A round whose outcome nobody can find out for now. */
async function unresolved(token: string): Promise<string> {
  await chain('localnet_setFaults', [
    { method: 'sendTransaction', kind: 'drop' },
    { method: 'getSignatureStatuses', kind: 'fail500' },
  ])
  const { operationId } = (await trigger(token)).ok
  assert.ok(operationId)
  await resolving(token)
  return operationId
}
const resolving = (token: string) =>
  until('every outcome is being resolved', async () => {
    const rounds = await readRounds(token)
    return rounds.every(({ status }) => status === 'resolving')
  })
const readIds = async (token: string) => (await eligible(token)).map((w) => w.id)

void test('a wallet in doubt is left out of later rounds and counted in the cap, and the others are topped up', async () => {
  const { token, funding, others } = await purses(5, SOL, { daily_cap: '0.04' })
  const [a, b, c, d, e] = others
  assert.ok(a && b && c && d && e)
  for (const wallet of [c, d, e]) await fund(chain, wallet.address, AMOUNT)
  const first = await unresolved(token)
  assert.deepEqual(await readIds(token), [])
  // Three more run low while the first two are in doubt; the cap of today leaves two.
  await set(token, { minimum_balance: '0.011' })
  assert.deepEqual(await readIds(token), [c.id, d.id, e.id])
  assert.equal((await readSettings(token)).spent_today, 0.02)
  await tick()
  const [second] = await readRounds(token)
  assert.ok(second && second.id !== first, 'the round was not refused')
  assert.equal(second.summary.total, 2)
  assert.equal((await readSettings(token)).spent_today, 0.04)
  await resolving(token)
  await tick()
  assert.equal((await trigger(token)).ok.message, topUpTexts.capReached)
  assert.equal((await readRounds(token)).length, 2)
  // A distribution from the funding wallet waits all the same.
  const body = { sourceWalletId: funding.id, destinations: [{ walletId: a.id, amount: '0.1' }] }
  assert.equal((await call(distributeSol, { token, body })).fault.error, WALLET_BUSY)
  await chain('localnet_clearFaults')
  const fees = await ended(token)
  assert.deepEqual(await held([a, b, c, d, e]), [AMOUNT, AMOUNT, 2n * AMOUNT, 2n * AMOUNT, AMOUNT])
  assert.deepEqual(await held([funding]), [SOL - 4n * AMOUNT - fees])
})

void test('a wallet to which a distribution is in doubt is left out as well', async () => {
  const { token, others } = await purses(2, SOL)
  const [low, other] = others
  assert.ok(low && other)
  const [payer] = await makeWallets(call, token, 1)
  assert.ok(payer)
  await fund(chain, payer.address, SOL)
  await chain('localnet_setFaults', [
    { method: 'sendTransaction', kind: 'drop' },
    { method: 'getSignatureStatuses', kind: 'fail500' },
  ])
  const body = { sourceWalletId: payer.id, destinations: [{ walletId: low.id, amount: '0.1' }] }
  const distributed = call(distributeSol, { token, body })
  await until('its outcome is being resolved', async () => {
    const { operations } = (await call(listOperations, { token, query: { status: 'resolving' } })).ok
    return operations.length === 1
  })
  assert.deepEqual(await readIds(token), [other.id])
  const { ok } = await trigger(token)
  assert.equal(ok.message, topUpTexts.started(1))
  await chain('localnet_clearFaults')
  assert.equal((await distributed).ok.success, true)
  await ended(token)
  assert.deepEqual(await held([low, other]), [SOL / 10n, AMOUNT])
})

void test('ticks that were held up, a clock that is set and a process that was paused begin no second round', async () => {
  // Every round leaves them in need.
  const { token, funding, others } = await purses(2, SOL, { minimum_balance: '0.5', daily_cap: '0.2' })
  const count = async () => {
    await ended(token)
    return (await readRounds(token)).length
  }
  // To the last moment of a minute, then to the first of the next, however long its round has taken.
  const next = Math.ceil(clock.now() / MINUTE) * MINUTE
  clock.move(next - 100 - clock.now())
  await second.topUps.beginRounds()
  assert.equal(await count(), 1)
  clock.move(next + 100 - clock.now())
  for (let i = 0; i < 3; i++) await Promise.all([second.topUps.beginRounds(), second.topUps.beginRounds()])
  assert.equal(await count(), 1)

  // Paused for five minutes between reading the balances and paying, while another process goes on.
  clock.move(MINUTE)
  let meanwhile = 0
  second.node.meanwhile = {
    of: others[0]?.address ?? '',
    async run() {
      for (let i = 0; i < 5; i++) {
        await tick()
        await ended(token)
      }
      meanwhile = (await readRounds(token)).length
    },
  }
  await second.topUps.beginRounds()
  await second.topUps.beginRounds()
  assert.equal(meanwhile, 6)
  assert.equal(await count(), 6)

  // Set forward and back: each of these minutes has had its round, or has none more than one.
  clock.move(60 * MINUTE)
  await second.topUps.beginRounds()
  await second.topUps.beginRounds()
  assert.equal(await count(), 7)
  clock.move(-60 * MINUTE)
  for (let i = 0; i < 3; i++) await second.topUps.beginRounds()
  assert.ok((await count()) <= 8)
  for (let i = 0; i < 6; i++) {
    await tick()
    // While one pays, the next does not begin.
    await ended(token)
  }
  // The cap of the day holds through all of it.
  assert.equal(await count(), 10)
  assert.equal((await readSettings(token)).spent_today, 0.2)
  const fees = await ended(token)
  assert.deepEqual(await held([funding, ...others]), [
    SOL - 20n * AMOUNT - fees,
    ...others.map(() => 10n * AMOUNT),
  ])
})

const dryRun = async (token: string, body: api.TopUpChange) =>
  (await call(api.changeTopUpSettings, { token, body: { ...body, dryRun: true } })).ok

void test('a dry run shows what the first round would do, exactly, and stores and sends nothing', async () => {
  const off = { enabled: false, include_grouped_wallets_only: false }
  const { token, funding, others } = await purses(70, SOL, off)
  const [rich] = others
  assert.ok(rich)
  await fund(chain, rich.address, SOL)
  const stored = await readSettings(token)
  const { data, ...seen } = await dryRun(token, { enabled: true, top_up_amount: '0.001' })
  assert.deepEqual(data, { ...stored, enabled: true })
  assert.deepEqual(await readSettings(token), stored)
  const { success, first_wallets, ...figures } = seen
  assert.equal(success, true)
  assert.equal(first_wallets?.length, 50)
  assert.ok(first_wallets.every((w) => w.sol_balance === 0 && w.id !== rich.id && w.id !== funding.id))
  assert.deepEqual(figures, {
    wallets: 69,
    total: 0.69,
    fees: Number(2n * FEE) / 1e9,
    // The first round, and once more for each of the 70.
    proposed_daily_cap: 1.39,
    left_out: [],
    funding: { before: 1, after: Number(SOL - 69n * AMOUNT - 2n * FEE) / 1e9, sufficient: true },
    cap_left: null,
  })
  const shown = async (body: api.TopUpChange) => {
    const { wallets, total, left_out, funding: of, cap_left, proposed_daily_cap } = await dryRun(token, body)
    return { wallets, total, left_out, sufficient: of?.sufficient, cap_left, proposed_daily_cap }
  }
  assert.deepEqual(await shown({ enabled: true, daily_cap: '0.055' }), {
    wallets: 5,
    total: 0.05,
    left_out: [{ reason: 'cap_reached', wallets: 64 }],
    sufficient: true,
    cap_left: 0.055,
    proposed_daily_cap: 0.055,
  })
  assert.deepEqual(await shown({ enabled: true, top_up_amount: '0.03' }), {
    wallets: 33,
    total: 0.99,
    left_out: [{ reason: 'funding_low', wallets: 36 }],
    sufficient: false,
    cap_left: null,
    proposed_daily_cap: 4.17,
  })
  const none = { wallets: 0, total: 0, left_out: [], cap_left: null, proposed_daily_cap: 0.7 }
  assert.deepEqual(await shown({}), { ...none, sufficient: true })
  assert.deepEqual(await shown({ funding_wallet_id: null }), {
    ...none,
    proposed_daily_cap: 0.71,
    sufficient: undefined,
  })
  const stranger = await purses(0, 0n)
  for (const wrongBody of [{ funding_wallet_id: stranger.funding.id }, { daily_cap: 0 }]) {
    const body = { ...wrongBody, dryRun: true }
    const refused = await call(api.changeTopUpSettings, { token, wrongBody: body })
    assert.ok([400, 404].includes(refused.status), refused.text)
  }
  await tick()
  assert.deepEqual(await readRounds(token), [])
  // It says what then happens, to the lamport.
  await set(token, { enabled: true, daily_cap: '0.69' })
  await tick()
  const fees = await ended(token)
  assert.equal(fees, 2n * FEE)
  assert.deepEqual(await held([funding]), [SOL - 69n * AMOUNT - fees])
})

void test('a console hears when settings change and when a round begins and ends', async () => {
  const { token } = await purses(1, SOL)
  const socket = desk.socket(channels.status, { token })
  await socket.opened
  const countChanges = () => socket.messages.filter((m) => m.type === 'top_ups_changed').length
  const more = async (what: string, run: () => Promise<unknown>) => {
    const before = countChanges()
    await run()
    await until(what, () => countChanges() > before)
  }
  await more('the change is told', () => set(token, { daily_cap: '1' }))
  await more('the round is told', () => trigger(token))
  await ended(token)
  await until('its end is told', () => countChanges() >= 3)
})
