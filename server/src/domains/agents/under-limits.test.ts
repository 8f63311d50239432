// On PostgreSQL as well.
/** Strategies of every type beside each other, under the limits of real money of their one user. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatUnits, parseUnits } from '@purser/contract/money.ts'
import { KNOWN_TOKENS } from '@purser/contract/tokens/tokens.ts'
import { createAgent } from '@purser/contract/agents/agents.ts'
import { sql } from 'drizzle-orm'
import { type Prepared, show, startEveryType, stopEveryType } from '../../test/every-type.ts'
import { startTestDesk, until } from '../../test/harness.ts'
import { otherPlans, priceAt } from '../../test/plans.ts'
import { readProgress } from '../../test/progress.ts'
import { spenders } from '../../test/spender.ts'
import { fundTokens } from '../../test/tokens.ts'

const WIF = KNOWN_TOKENS.find(({ symbol }) => symbol === 'WIF')?.mint ?? ''
const PER_DAY = 250_000_000n
const PER_ORDER = 120_000_000n

void test('together they never buy for more than the limits, whatever they wait for, and what their sales may lose counts with it', async () => {
  const desk = await startTestDesk({ network: 'steered', realFunds: true })
  const { call, chain, clock } = desk
  await chain('localnet_setSlotTime', 20)
  const { change, readLimits, spender } = spenders(desk)
  const plans = otherPlans({
    price: priceAt(clock.now()),
    twap: { total_duration_seconds: 600, order_interval_seconds: 20 },
    rebalance: { threshold_percent: 0.001, interval_seconds: 10 },
    gridLevels: 40,
    limitUsd: priceAt(clock.now()) * 2,
    trailingStopPercent: 0.02,
  })
  const { user, token, purses } = await spender(plans.length)
  await change(user, { per_day: formatUnits(PER_DAY, 9), per_order: formatUnits(PER_ORDER, 9) })
  // Enough of the token that a rebalancing strategy begins with a sale.
  for (const { address } of purses.slice(0, 2)) await fundTokens(chain, address, WIF, 20_000_000_000n)
  const prepared: Prepared[] = []
  for (const [i, plan] of plans.entries())
    prepared.push({
      plan,
      agentId: (await call(createAgent, { token })).ok.id,
      wallet: purses[i]?.address ?? '',
    })
  await show(desk.database.db, prepared)
  const running = await startEveryType(call, token, prepared)

  const trades = async () => {
    const { rows } = (await desk.database.db.execute(sql`
      select case when request ? 'isExit' then 'exit' else request->>'side' end as kind,
        request->>'inAmount' as amount from operations
      where type = 'trade' and status <> 'failed'`)) as { rows: { kind: string; amount: string }[] }
    const of = (kind: string) => rows.filter((row) => row.kind === kind).map((row) => BigInt(row.amount))
    return { buys: of('buy'), sales: of('sell'), exits: of('exit') }
  }
  const bought = async () => (await trades()).buys.reduce((sum, one) => sum + one, 0n)
  const refusedByLimit = async () => {
    const all = await Promise.all(running.map((one) => readProgress(call, token, one)))
    return all.filter(({ lines }) =>
      lines.some(({ kind, message }) => kind === 'skipped' && message.includes('your limit is')),
    ).length
  }
  await until('several types have met the limit, and something was sold', async () => {
    clock.move(20_000)
    assert.ok((await bought()) <= PER_DAY, `${await bought()} lamports were spent`)
    const { sales, exits } = await trades()
    return (await refusedByLimit()) >= 4 && sales.length + exits.length > 0
  })
  await stopEveryType(call, token, running)
  await until('all have stopped', async () => {
    const all = await Promise.all(running.map((one) => readProgress(call, token, one)))
    return all.every(({ status }) => ['stopped', 'completed', 'failed'].includes(status))
  })
  const { buys, sales } = await trades()
  assert.ok(buys.length > 1)
  for (const one of buys) assert.ok(one <= PER_ORDER)
  const spent = await bought()
  assert.ok(spent <= PER_DAY)
  const used = parseUnits((await readLimits(user))?.used ?? 0, 9)
  assert.ok(used <= PER_DAY, `${used} lamports`)
  // Faster buys leave the limits no room for a sale's possible loss; an exit needs none.
  assert.ok(sales.length > 0 ? used > spent : used === spent, `${used} lamports, ${spent} of them by buys`)
  assert.ok(spent > PER_DAY - 120_000_000n, 'the limit is used up before it binds')
})
