// On PostgreSQL as well.
/**
 * The books of strategies follow the chain after the end of their orders: what a fork has dropped is unbooked, what has
 * landed late is booked, each once, also over a process that ends between the engine and the books.
 */
import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import * as api from '@purser/contract/agents/agents.ts'
import { listNotifications } from '@purser/contract/notifications.ts'
import * as strategies from '@purser/contract/strategies/strategies.ts'
import { KNOWN_TOKENS, requestFaucet } from '@purser/contract/tokens/tokens.ts'
import { generateWallet } from '@purser/contract/wallets/wallets.ts'
import { sql } from 'drizzle-orm'
import { startTestDesk, until } from '../../test/harness.ts'
import type { Rule } from '../../test/hostile-script.ts'
import { createScript } from '../../test/hostile-scripts.ts'
import { trade } from '../../test/product.ts'
import { fundedWallet } from '../../test/funded-wallet.ts'

const desk = await startTestDesk({ pace: 5, network: 'tower', endpoints: 1 })
const { call, chain, database } = desk
const endpoint = desk.endpoints[0] ?? assert.fail('the desk has an endpoint that can lie')
await chain('localnet_setSlotTime', 20)
const { token } = await desk.signUp()
afterEach(() => endpoint.beHonest())

const BONK = KNOWN_TOKENS.find((t) => t.symbol === 'BONK')?.mint ?? ''
const WITHIN_MS = 90_000
const send = 'sendTransaction'
/** Calls that decide the outcome of a transaction, not those that plan it. */
const DECIDING = [
  send,
  'getSignatureStatuses',
  'getEpochInfo',
  'getBlockHeight',
  'getSignaturesForAddress',
  'getTransaction',
  'getFirstAvailableBlock',
  'minimumLedgerSlot',
  'isBlockhashValid',
]
const ofOutcomes = (rules: readonly Rule[]): Rule[] =>
  rules.map((rule) => (rule.on === '*' ? { ...rule, on: DECIDING } : rule))

async function rows<T>(query: ReturnType<typeof sql>): Promise<T[]> {
  return ((await database.db.execute(query)) as { rows: T[] }).rows
}

/** A strategy of one wallet that buys BONK for 0.1 SOL, once. */
async function trader() {
  const address = await fundedWallet(call, token, 5)
  const { id } = (await call(api.createAgent, { token, body: { name: `Agent ${address.slice(0, 6)}` } })).ok
  return {
    address,
    id,
    start: () => trade(call, token, id, 'buy 0.1 SOL of BONK', [address]),
    async now() {
      const [found] = (await call(api.listStrategies, { token, params: { id } })).ok
      assert.ok(found)
      return found
    },
    async trades(strategyId: string) {
      return (await call(strategies.listTrades, { token, params: { strategyId } })).ok.trades
    },
    async lines(pattern: RegExp) {
      const logs = (await call(api.listTerminalLogs, { token, params: { id } })).ok
      return logs.filter(({ message }) => pattern.test(message))
    },
    async told(pattern: RegExp) {
      const { notifications } = (await call(listNotifications, { token, query: { limit: 100 } })).ok
      return notifications.filter((one) => one.agent_id === id && pattern.test(one.text))
    },
    async held(): Promise<bigint> {
      const { value } = await chain<{
        value: { account: { data: { parsed: { info: { tokenAmount: { amount: string } } } } } }[]
      }>(
        'getTokenAccountsByOwner',
        address,
        { mint: BONK },
        { encoding: 'jsonParsed', commitment: 'confirmed' },
      )
      return value.reduce((sum, { account }) => sum + BigInt(account.data.parsed.info.tokenAmount.amount), 0n)
    },
    operation: async (strategyId: string) =>
      (
        await rows<{ id: string; status: string }>(
          sql`select id, status from operations where origin_key like ${`strategy:${strategyId}:%`}`,
        )
      )[0],
  }
}
const readImpacts = (id: string) => rows(sql`select 1 from market_impacts where operation_id = ${id}::uuid`)

const ended = (id: string) =>
  until(
    'it has ended',
    async () =>
      (await rows(sql`select 1 from strategies where id = ${id}::uuid and ended_at is not null`)).length > 0,
    WITHIN_MS,
  )
const booked = (id: string, as: string) =>
  until(
    `its order is booked as ${as}`,
    async () =>
      (await rows(sql`select 1 from strategy_orders where strategy_id = ${id}::uuid and status = ${as}`))
        .length > 0,
    WITHIN_MS,
  )

/** Simulates a process that ends before it can commit: every write of a correction is refused. */
async function withoutBooks(work: () => Promise<unknown>): Promise<void> {
  await database.db.execute(sql`
    create function refuse_line() returns trigger language plpgsql as $$ begin raise exception 'not now'; end $$`)
  await database.db.execute(sql`
    create trigger refused before insert on strategy_logs for each row
    when (new.message like 'Corrected: %') execute function refuse_line()`)
  try {
    await work()
    await desk.stop()
  } finally {
    await database.db.execute(sql`drop trigger refused on strategy_logs`)
    await database.db.execute(sql`drop function refuse_line`)
  }
  await desk.start()
}

test('an order whose block a fork has dropped is unbooked once, also where the process ended in between', async () => {
  const it = await trader()
  endpoint.play({ name: 'a fork', rules: ofOutcomes(createScript('a fork that is confirmed').rules) })
  const strategyId = await it.start()
  await ended(strategyId)
  const filled = await it.now()
  assert.equal(filled.status, 'completed')
  assert.equal(filled.orders_filled, 1)
  const before = await it.operation(strategyId)
  assert.ok(before)
  assert.equal((await readImpacts(before.id)).length, 2)
  // Its time is over on the chain, and by its decision.
  await chain('localnet_advanceSlots', 200)
  desk.clock.move(120_000)
  await withoutBooks(async () => {
    endpoint.beHonest()
    await until(
      'the operation has failed',
      async () => (await it.operation(strategyId))?.status === 'failed',
      WITHIN_MS,
    )
  })
  await booked(strategyId, 'failed')
  const now = await it.now()
  assert.equal(now.orders_filled, 0)
  assert.deepEqual(
    [now.status, now.orders_placed, now.held, now.realised, now.fees, now.pnl, now.ended_at],
    ['completed', 0, 0, null, 0, null, filled.ended_at],
  )
  const [order, ...others] = await it.trades(strategyId)
  assert.deepEqual([order?.status, order?.tokens, order?.fee, others], ['failed', null, null, []])
  assert.match(order?.error ?? '', /in the time allowed/)
  assert.equal(await it.held(), 0n)
  assert.equal((await readImpacts(before.id)).length, 0, 'what never was traded moves no price')
  assert.deepEqual([(await it.lines(/^Corrected: /)).length, (await it.told(/^Corrected: /)).length], [1, 1])
})

test('an order that was called dead and has landed is booked once, as filled late, in the books of its run', async () => {
  const it = await trader()
  const strategyId = await it.start()
  await ended(strategyId)
  const operation = await it.operation(strategyId)
  assert.ok(operation)
  await desk.stop()
  // Two endpoints have testified that it can never land: the engine has given it up, and so have the books.
  const { db } = database
  await db.execute(sql`update transactions set state = 'dead', slot = null, fee = null, finalized = false,
    ended_at = now() where operation_id = ${operation.id}::uuid`)
  await db.execute(sql`update operations set status = 'failed', error = 'It expired.', result = null, finalized_at = null
    where id = ${operation.id}::uuid`)
  await db.execute(sql`delete from market_impacts where operation_id = ${operation.id}::uuid`)
  await db.execute(sql`update strategy_orders set status = 'failed', error = 'It expired.', out_amount = null, spent = null,
    fee = null, is_final = false where strategy_id = ${strategyId}::uuid`)
  await db.execute(sql`update strategies set status = 'failed', reason = 'It expired.', bought_base = 0, spent_quote = 0,
    fees_lamports = 0, state = state || ${JSON.stringify({
      held: '0',
      cost: '0',
      costUsd: 0,
      spent: '0',
      ordersFilled: 0,
      ordersPlaced: 0,
      done: { status: 'failed', reason: 'It expired.' },
    })}::jsonb where id = ${strategyId}::uuid`)
  await db.execute(
    sql`delete from strategy_logs where strategy_id = ${strategyId}::uuid and message like 'Bought %'`,
  )
  await desk.start()
  const failed = await it.now()
  assert.deepEqual([failed.status, failed.orders_filled], ['failed', 0])
  await withoutBooks(() =>
    until(
      'the operation has completed',
      async () => (await it.operation(strategyId))?.status === 'completed',
      WITHIN_MS,
    ),
  )
  await booked(strategyId, 'filled')
  const now = await it.now()
  assert.equal(now.orders_filled, 1)
  const held = await it.held()
  assert.ok(held > 0n)
  assert.deepEqual(
    [now.status, now.orders_placed, Math.round(Number(now.held) * 1e5), now.ended_at],
    ['failed', 1, Number(held), failed.ended_at],
  )
  assert.ok(Number(now.fees) > 0)
  const [order, ...others] = await it.trades(strategyId)
  assert.deepEqual([order?.status, order?.error, Number(order?.quote), others], ['filled', null, 0.1, []])
  assert.deepEqual(
    [
      (await it.lines(/^Corrected: .* late on-chain: bought/)).length,
      (await it.told(/^Corrected: .* late on-chain: bought/)).length,
    ],
    [1, 1],
  )
  assert.equal((await readImpacts(operation.id)).length, 2)
})
