// On PostgreSQL as well.
/** Steps are saved together, and of two from one state only the first. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { Plan } from '@purser/contract/strategies/plan.ts'
import { KNOWN_TOKENS } from '@purser/contract/tokens/tokens.ts'
import { eq, sql } from 'drizzle-orm'
import { createLog } from '../../../kernel/log.ts'
import { startHeartbeat } from '../../../kernel/heartbeat.ts'
import { openTestDatabase } from '../../../test/database.ts'
import { users } from '../../accounts/accounts.tables.ts'
import { createSaver } from './saver.ts'
import { compile } from '../engine/compile.ts'
import type { StrategyEvent } from '../engine/types.ts'
import { recorded, sweepSteps } from '../record/steps.store.ts'
import { claimOrphaned, recordAlive, sweepRunners } from './runner.store.ts'
import { strategies, strategyRunners, strategySteps } from '../strategies.tables.ts'
import { insertStrategy } from '../strategies.store.ts'
import type { LogRow, Save, StrategyRow } from '../rows.ts'

const database = await openTestDatabase()
after(() => database.close())
const { db } = database
const plan = Plan.parse({
  version: 1,
  goal: 'A plan',
  strategy_type: 'dca',
  token_address: KNOWN_TOKENS.find((t) => t.symbol === 'BONK')?.mint ?? '',
  quote: 'SOL',
  trade_direction: 'buy',
  amount_per_order: { value: 0.01, unit: 'SOL' },
  interval_seconds: 60,
})
const compiled = compile(plan)
const OWNER = 'this process'

async function begun(owner = OWNER): Promise<StrategyRow> {
  const [user] = await db
    .insert(users)
    .values({ email: `${randomUUID()}@example.com` })
    .returning()
  return insertStrategy(db, {
    id: randomUUID(),
    userId: user?.id ?? 0,
    agentId: user?.id ?? 0,
    agentExternalId: randomUUID(),
    plan,
    walletAddresses: [],
    groupId: null,
    status: 'active',
    state: compiled.begin(),
    base: null,
    owner,
    originKey: randomUUID(),
  })
}

function started(row: StrategyRow, now: number): Save {
  const event: StrategyEvent = { type: 'start', now }
  const { state, lines } = compiled.step(row.state, event)
  return {
    row,
    state,
    status: 'active',
    reason: null,
    figures: row,
    newOrders: [],
    endedOrders: [],
    lines,
    steps: [{ event, at: new Date(now), gapMs: 0, heldSince: null }],
  }
}

test('of two steps from one state that are saved at once only the first is, with its lines and its record', async () => {
  const said: LogRow[] = []
  const saver = createSaver({
    db,
    owner: OWNER,
    reporter: { wanted: async (events) => events, report: async () => () => undefined },
    publish: (logs) => said.push(...logs),
  })
  const [row, other] = [await begun(), await begun()]
  const kept = await Promise.all([
    saver.save(started(row, 1_000)),
    saver.save(started(row, 2_000)),
    saver.save(started(other, 3_000)),
  ])
  assert.deepEqual(kept, [true, false, true])
  const now = await recorded(db, row, 100)
  assert.deepEqual(
    [now?.row.version, now?.row.state.startedAt, now?.steps.map(({ event }) => event.now)],
    [1, 1_000, [1_000]],
  )
  assert.equal(said.filter(({ strategyId }) => strategyId === row.id).length, 2)
})

test('what a process owns is never orphaned to itself, however late its heartbeat; another claims it and learns since when', async () => {
  const log = createLog('silent')
  const one = await startHeartbeat(db, { alone: false, log })
  const two = await startHeartbeat(db, { alone: false, log })
  try {
    const row = await begun(one.id)
    const seenAt = new Date(5_000)
    await recordAlive(db, one.id, seenAt)
    await db.execute(sql`update processes set seen_at = now() - interval '1 minute' where id = ${one.id}`)
    const mine = await claimOrphaned(db, one)
    assert.ok(!mine.some((taken) => taken.row.id === row.id))
    await db.execute(sql`update processes set seen_at = now() - interval '1 minute' where id = ${one.id}`)
    const taken = (await claimOrphaned(db, two)).find((found) => found.row.id === row.id)
    assert.deepEqual([taken?.row.owner, taken?.heldSince], [two.id, seenAt])
    // A process that owns nothing is forgotten after a while, one that owns something is not.
    await recordAlive(db, two.id, seenAt)
    await sweepRunners(db, new Date(5_001))
    const left = await db.select({ owner: strategyRunners.owner }).from(strategyRunners)
    assert.deepEqual(left, [{ owner: two.id }])
  } finally {
    await one.stop()
    await two.stop()
  }
})

test('the record of a run is deleted once it is no longer reported', async () => {
  const saver = createSaver({
    db,
    owner: OWNER,
    reporter: { wanted: async (events) => events, report: async () => () => undefined },
    publish: () => undefined,
  })
  const [lives, former, ended] = [await begun(), await begun(), await begun()]
  for (const row of [lives, former, ended]) assert.ok(await saver.save(started(row, 1_000)))
  const left = async (row: StrategyRow) => db.$count(strategySteps, eq(strategySteps.strategyId, row.id))
  await db.update(strategies).set({ run: 2 }).where(eq(strategies.id, former.id))
  await db
    .update(strategies)
    .set({ status: 'stopped', endedAt: new Date(5_000) })
    .where(eq(strategies.id, ended.id))
  await sweepSteps(db, new Date(5_000))
  assert.deepEqual([await left(lives), await left(former), await left(ended)], [1, 0, 1])
  await sweepSteps(db, new Date(5_001))
  assert.deepEqual([await left(lives), await left(ended)], [1, 0])
  await sweepSteps(db, new Date(5_001), 1)
  assert.equal(await left(lives), 1)
  await sweepSteps(db, new Date(5_001), 0)
  assert.equal(await left(lives), 0)
})

test('of a strategy that was started again the former run goes first, and the present one stays while it is short enough', async () => {
  const saver = createSaver({
    db,
    owner: OWNER,
    reporter: { wanted: async (events) => events, report: async () => () => undefined },
    publish: () => undefined,
  })
  const row = await begun()
  assert.ok(await saver.save(started(row, 1_000)))
  const copies = (run: number, count: number) =>
    db.execute(sql`
      insert into strategy_steps (strategy_id, run, event, at, gap_ms)
      select strategy_id, ${run}::int, event, at, gap_ms from strategy_steps, generate_series(1, ${count}::int)
      where strategy_id = ${row.id} and run = 1 and id = (select min(id) from strategy_steps where strategy_id = ${row.id})`)
  await copies(1, 7)
  await copies(2, 6)
  await db.update(strategies).set({ run: 2 }).where(eq(strategies.id, row.id))
  await sweepSteps(db, new Date(0), 10)
  assert.equal(await db.$count(strategySteps, eq(strategySteps.strategyId, row.id)), 6)
})
