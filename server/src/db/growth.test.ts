// On PostgreSQL as well.
/**
 * Queries of a trade, a page or a sweep never scan a whole table, however many rows others have in it: each statement
 * runs beside those rows, and its plan is checked.
 */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { SOL_MINT } from '@purser/contract/tokens/tokens.ts'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { sweep as sweepAccounts } from '../domains/accounts/accounts.store.ts'
import { replaceCodes, sweepCodes } from '../domains/accounts/codes.store.ts'
import { listDeleted, listPurgeable } from '../domains/agents/agents.store.ts'
import * as balances from '../domains/balances/balances.store.ts'
import { dropOlder } from '../domains/notifications/emails.store.ts'
import * as notifications from '../domains/notifications/notifications.store.ts'
import { forgetAgent, haltAgents, listLive } from '../domains/strategies/halts.store.ts'
import * as corrections from '../domains/strategies/record/corrections.store.ts'
import * as lines from '../domains/strategies/record/lines.store.ts'
import { saveAll } from '../domains/strategies/record/save.store.ts'
import { createStepsSweep } from '../domains/strategies/record/steps.store.ts'
import * as record from '../domains/strategies/record/trades.store.ts'
import * as runners from '../domains/strategies/runner/runner.store.ts'
import * as strategies from '../domains/strategies/strategies.store.ts'
import { sweepRefusals } from '../domains/top-ups/refusals.store.ts'
import { sweepRounds } from '../domains/top-ups/top-ups.store.ts'
import * as trades from '../domains/trading-bots/trades/trades.store.ts'
import { listDue, placedTrades } from '../domains/trading-bots/turns/turns.store.ts'
import { listUnmailed } from '../domains/wallets/exports/exports.store.ts'
import { readAudit } from '../kernel/audit.store.ts'
import type { Heartbeat } from '../kernel/heartbeat.ts'
import { createIdempotency } from '../kernel/http/idempotency.ts'
import { createLimiter } from '../kernel/concurrency/limiter.ts'
import * as impacts from '../adapters/market/simulated/impacts.store.ts'
import { openTestDatabase } from '../test/database.ts'
import type { Db } from './client.ts'

const OTHERS = 20_000
/** The tables that grow. */
const GROW =
  `strategies strategy_orders strategy_steps strategy_logs notifications idempotency_keys audit trading_bot_trades
  portfolio_snapshots sign_in_codes sessions rate_windows top_up_refusals key_exports notification_letters market_impacts`.split(
    /\s+/,
  )

type Asked = { query: string; params: unknown[] }
const asked: Asked[] = []
const options = {
  casing: 'snake_case' as const,
  logger: { logQuery: (query: string, params: unknown[]) => void asked.push({ query, params }) },
}

/** A handle that records its statements, and the plain statements of the same database. */
async function open(): Promise<{ db: Db; run: (query: string, params?: unknown[]) => Promise<unknown[]> }> {
  const database = await openTestDatabase()
  const pool = database.pool ?? new pg.Pool({ connectionString: String(database.url), max: 1 })
  pool.on('error', () => undefined)
  after(async () => {
    if (pool !== database.pool) await pool.end()
    await database.close()
  })
  return {
    db: drizzle(pool, options),
    run: async (query, params) => (await pool.query(query, params)).rows as unknown[],
  }
}

const { db, run } = await open()
const other = '1 + n % 500'
await run(`insert into users (email) select 'user' || n from generate_series(1, 501) n`)
await run(`insert into agents (user_id, name) select ${other}, 'A' from generate_series(1, 1000) n`)
await run(`insert into agents (user_id, name) values (501, 'Mine')`)
await run(`
  insert into strategies (id, user_id, agent_id, agent_external_id, plan, wallet_addresses, status, state, origin_key,
    created_at, ended_at)
  select gen_random_uuid(), a.user_id, a.id, a.external_id, '{}', '[]', 'stopped', '{"pending":0,"doubts":[]}',
    a.id || ' ' || n, now() - n * interval '1 hour', now() - n * interval '1 hour'
  from agents a, generate_series(1, 4) n`)
await run(`
  insert into strategy_orders (strategy_id, run, seq, wallet_address, side, input_mint, output_mint, in_amount, status,
    is_final)
  select id, 1, n, 'w', 'buy', 'a', 'b', 1, 'filled', true from strategies, generate_series(1, 5) n`)
await run(`
  insert into strategy_steps (strategy_id, run, event, at, gap_ms)
  select id, 1, '{}', now(), 1 from strategies, generate_series(1, 5) n`)
await run(`
  insert into strategy_logs (user_id, agent_id, agent_external_id, strategy_id, message)
  select user_id, agent_id, agent_external_id, id, 'line' from strategies, generate_series(1, 5) n`)
await run(`
  insert into notifications (user_id, kind, agent_name, text)
  select ${other}, 'error', 'A', 'text' from generate_series(1, ${OTHERS}) n`)
await run(`
  insert into idempotency_keys (user_id, route, key, body_hash)
  select ${other}, 'route', n::text, 'hash' from generate_series(1, ${OTHERS}) n`)
await run(`
  insert into audit (user_id, type, detail, address, device)
  select ${other}, 'sign-in', '{}', 'a', 'd' from generate_series(1, ${OTHERS}) n`)
await run(
  `insert into wallet_groups (user_id, name, description, color) select id, 'G', '', '#ffffff' from users`,
)
await run(`
  insert into wallets (user_id, name, address, sealed_key) select id, 'W', 'address' || id, '' from users`)
await run(
  `insert into wallet_group_members select g.id, w.id from wallet_groups g join wallets w using (user_id)`,
)
await run(`
  insert into trading_bots (group_id, user_id, parameters, parameter_status, status, owner)
  select id, user_id, '{"whale_interval_max": 9, "retail_interval_max": 9}', 'active', 'active', 'me'
  from wallet_groups`)
await run(`
  insert into trading_bot_trades (id, bot_id, run, user_id, wallet_id, wallet_name, wallet_address, class, side, mint,
    symbol, decimals, currency, amount, expected, min_out, slippage_bps, deadline, price_usd, value_usd, status, is_final,
    market_time, created_at)
  select gen_random_uuid(), b.id, 1, b.user_id, w.id, 'w', 'w', 'retail', 'buy', 'm', 's', 6, 'SOL', 1, 1, 1, 1, now(), 1,
    1, 'filled', true, now(), now() from trading_bots b join wallets w using (user_id), generate_series(1, 40) n`)
await run(`
  insert into portfolio_snapshots (user_id, group_id, at, lamports, is_last_of_hour)
  select u.id, g.id, now() - n * interval '1 hour', 1, true
  from users u left join wallet_groups g on g.user_id = u.id and u.id % 2 = 0, generate_series(1, 40) n`)
await run(`
  insert into sign_in_codes (email, purpose, asker, tries_left, mailed_at, expires_at)
  select n::text, 'login', n::text, 3, now(), now() from generate_series(1, ${OTHERS}) n`)
await run(`
  insert into sessions (user_id, token_hash, expires_at)
  select ${other}, n::text, now() + interval '1 day' from generate_series(1, ${OTHERS}) n`)
await run(
  `insert into rate_windows select n::text, 1, now() + interval '1 day' from generate_series(1, ${OTHERS}) n`,
)
await run(`
  insert into top_up_refusals (user_id, reason, wallet_id, wallet_name, address, funding_name, funding_address, day, over)
  select ${other}, 'funding_low', n, '', '', '', '', current_date, true from generate_series(1, ${OTHERS}) n`)
await run(`
  insert into key_exports (user_id, kind, wallets, client, at, mailed_at)
  select ${other}, 'chat', 1, '', now(), now() from generate_series(1, ${OTHERS}) n`)
await run(`
  insert into notification_letters (id, user_id, next_at, created_at)
  select gen_random_uuid(), ${other}, now() + interval '1 hour', now() from generate_series(1, ${OTHERS}) n`)
await run(`
  insert into market_impacts (operation_id, mint, ppb, at)
  select gen_random_uuid(), 'mint' || n % 4, 1, now() - n * interval '1 second' from generate_series(1, 40000) n`)
await run('analyze')
// Affects only prepared statements; the others are planned for their values all the same.
await run('set plan_cache_mode = force_generic_plan')

/** The database adds this to the cost of a plan that is made for its values, at most, if it covers few tables. */
const PLANNING_COST = 50
type Plan = Node & { 'Total Cost': number }
type Node = { 'Node Type': string; 'Relation Name'?: string; Plans?: Node[] }
const walk = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(walk)]

/** The tables that these statements scan as a whole. */
async function readWhole(ask: () => Promise<unknown>): Promise<string[]> {
  asked.length = 0
  await ask()
  const statements = asked.splice(0)
  assert.ok(statements.length > 0)
  const found: string[] = []
  for (const { query, params } of new Map(statements.map((one) => [one.query, one])).values()) {
    if (!/^\s*(select|with|update|delete|insert)/i.test(query)) continue
    const planned = async (what: string, values: unknown[]) => {
      const [row] = (await run(`explain (format json) ${what}`, values)) as {
        'QUERY PLAN': [{ Plan: Plan }]
      }[]
      assert.ok(row)
      return row['QUERY PLAN'][0].Plan
    }
    const plan = await planned(query, params)
    // A frequent statement is planned once for all values, if that seems no dearer.
    await run(`prepare once as ${query}`)
    const values = params.map(() => 'null').join(', ')
    const once = await planned(`execute once${values && `(${values})`}`, [])
    await run('deallocate once')
    const plans = once['Total Cost'] > plan['Total Cost'] + PLANNING_COST ? [plan] : [plan, once]
    const whole = plans
      .flatMap(walk)
      .filter((node) => node['Node Type'] === 'Seq Scan')
      .map((node) => node['Relation Name'] ?? '')
      .filter((name) => GROW.includes(name))
    for (const name of new Set(whole)) found.push(`${name}: ${query.replaceAll(/\s+/g, ' ').slice(0, 200)}`)
  }
  return found
}

const MINE = 501
const AGENT = 1_001
const now = new Date()
const ago = new Date(now.getTime() - 40 * 86_400_000)
const [{ id: strategyId }] = (await run(`select id from strategies where agent_id = ${AGENT} limit 1`)) as [
  { id: string },
]
const [{ id: botId }] = (await run(`select id from trading_bots where user_id = ${MINE}`)) as [{ id: string }]
const page = { limit: 51, before: undefined }
const heartbeat = { id: 'me', orphaned: () => sql`false` } as unknown as Heartbeat
// The first sweep reads every strategy that has steps.
const sweepSteps = createStepsSweep(db)
await sweepSteps(ago)

const row = await strategies.findNewest(db, MINE, AGENT)
assert.ok(row)
const unchanged = { ...row, row, figures: row, newOrders: [], endedOrders: [], lines: [], steps: [] }
const guarded: Record<string, () => Promise<unknown>> = {
  'what a step has changed': () => saveAll(db, 'me', [unchanged]),
  'orders in flight': () => runners.openOrders(db, strategyId),
  'orders that are not final': () =>
    corrections.listNotFinal(db, { owner: 'me', after: undefined, limit: 100 }),
  'what is requested': () => runners.requestedStatuses(db, 'me'),
  'orphaned strategies': () => runners.claimOrphaned(db, heartbeat),
  'processes that own nothing': () => runners.sweepRunners(db, ago),
  'the trades of a strategy': () => record.pageOfOrders(db, strategyId, page),
  'strategies of a user': () =>
    record.pageOfStrategies(db, MINE, { ...page, agentIds: [AGENT, AGENT + 1], status: undefined }),
  'live strategies of a user': () =>
    record.pageOfStrategies(db, MINE, { ...page, agentIds: [AGENT, AGENT + 1], status: 'live' }),
  'ended strategies of a user': () =>
    record.pageOfStrategies(db, MINE, { ...page, agentIds: [AGENT, AGENT + 1], status: 'ended' }),
  'strategies of an agent': () =>
    record.pageOfStrategies(db, MINE, {
      limit: 51,
      before: { createdAt: now, id: strategyId },
      agentIds: [AGENT],
      status: undefined,
    }),
  'the state of agents': () => strategies.listSummaries(db, MINE, [AGENT]),
  'the strategies that come with an agent': () => strategies.listByAgent(db, MINE, AGENT),
  'the newest of an agent': () => strategies.findNewest(db, MINE, AGENT),
  'the live one of an agent': () => strategies.findLive(db, MINE, AGENT),
  'whether a wallet is in use': () => strategies.usesWallet(db, MINE, 'w'),
  'live strategies to stop': () => listLive(db, MINE),
  'strategies of deleted agents': () => haltAgents(db, [AGENT]),
  'deleted agents': async () => [await listDeleted(db), await listPurgeable(db, ago)],
  'lines of the terminal': () => lines.agentLogs(db, MINE, AGENT, 100),
  'lines of a strategy': () => lines.listLogs(db, MINE, strategyId, 100),
  'orders that were skipped': () => lines.skippedLogs(db, strategyId, 50),
  'steps that are not kept': () => sweepSteps(ago),
  'lines that are not kept': () => lines.createLinesSweep(db)(),
  'notifications that are not kept': () => notifications.createSweep(db)(),
  'a page of notifications': () => notifications.listNotifications(db, MINE, { limit: 20 }),
  'notifications of a day': () => notifications.countOfDay(db, MINE, 'access'),
  'e-mails that no server took': () => dropOlder(db, ago),
  'keys of requests that are over': () => createIdempotency(db, heartbeat).sweep(),
  'windows that are over': () => createLimiter(db, { now: () => ago.getTime() }).sweep(),
  'sessions that are over': () => sweepAccounts(db, ago, ago),
  'codes that are over': () => sweepCodes(db, ago),
  'codes that a new one replaces': () => replaceCodes(db, 'me', strategyId),
  'a page of the audit log': () => readAudit(db, MINE, { limit: 50 }),
  'a page of one kind of it': () => readAudit(db, MINE, { type: 'sign-in', limit: 50 }),
  'turns that are due': () => listDue(db, { owner: 'me', now, limit: 50 }),
  'trades of bots in flight': () => placedTrades(db, [botId]),
  'trades of a bot': () => trades.listTrades(db, { botId, ...page }),
  'trades of bots that are not kept': () => trades.sweepTrades(db, ago, 5_000),
  'points of a portfolio': () =>
    balances.listSnapshots(db, { userId: MINE, groupId: null, from: ago, hourly: true }),
  'the present point of a portfolio': () => balances.hasSnapshot(db, MINE, now),
  'the newest point of a portfolio': () => balances.latestSnapshot(db, MINE),
  'points that are not kept': () => balances.thinSnapshots(db, ago, ago),
  'top-ups that are not kept': async () => [
    await sweepRounds(db, '2020-01-01'),
    await sweepRefusals(db, '2020-01-01'),
  ],
  'e-mails about keys to send': () => listUnmailed(db, ago, now),
  'impacts on the prices of some mints': async () => [
    await impacts.digestImpacts(
      db,
      ['mint0', 'mint1', 'mint2'].map((mint) => ({
        mint,
        after: now.getTime() - 60_000,
        until: now.getTime(),
      })),
    ),
    await impacts.impactsBetween(db, 'mint0', new Date(now.getTime() - 60_000), now),
  ],
}

for (const [what, ask] of Object.entries(guarded))
  test(`${what}: no table that grows is read whole`, async () => {
    assert.deepEqual(await readWhole(ask), [])
  })

test('an agent that is deleted takes its record along, and nobody else’s', async () => {
  const counts = async () =>
    (await run(`select (select count(*) from strategy_orders)::int as orders,
      (select count(*) from strategy_steps)::int as steps, (select count(*) from strategy_logs)::int as lines`)) as Record<
      string,
      number
    >[]
  const [before] = await counts()
  assert.deepEqual(await readWhole(() => forgetAgent(db, AGENT)), [])
  const [left] = await counts()
  assert.ok(before && left)
  for (const name of ['orders', 'steps', 'lines'])
    assert.equal((before[name] ?? 0) - (left[name] ?? 0), 20, name)
})

test('the plans are looked at: a statement without an index is found', async () => {
  assert.equal(
    (await readWhole(() => db.execute(sql`select from strategy_logs where message = ${SOL_MINT}`))).length,
    1,
  )
})
