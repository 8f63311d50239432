// On PostgreSQL as well.
/** Every type live on the local network for some minutes of a fast clock, and what its replay says of it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listAgents } from '@purser/contract/agents/agents.ts'
import { getParity } from '@purser/contract/strategies/parity.ts'
import { Plan } from '@purser/contract/strategies/plan.ts'
import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { strategyOrders } from '../strategies/strategies.tables.ts'
import { startTestDesk } from '../../test/harness.ts'
import { runInParallel, type Told } from '../../test/parity-run.ts'

const desk = await startTestDesk()
let told: Told[]
const of = (type: string) => {
  const found = told.find((one) => one.type === type)
  assert.ok(found, type)
  return found
}
const ask = ({ token, agentId, strategyId }: Told) =>
  desk.call(getParity, { token, params: { id: agentId, strategyId } })

test('minutes of every type have no difference from their replay that is not explained', async () => {
  told = await runInParallel(desk, { seconds: 150, factor: 16, restarts: 1 })
  assert.equal(new Set(told.map(({ type }) => type)).size, Plan.def.options.length)
  for (const { type, parity } of told) {
    const open = parity.differences.filter(({ cause }) => cause === 'unexplained')
    assert.deepEqual([type, parity.unexplained, open], [type, 0, []])
    assert.equal(parity.resolution_seconds, 0)
    assert.ok(parity.steps >= 2, type)
  }
  for (const type of ['swap', 'dca', 'twap', 'grid', 'bracket'])
    assert.ok(of(type).parity.orders_matched >= 1, `${type} ${JSON.stringify(of(type).parity)}`)
  const paused = told.flatMap(({ parity }) => parity.differences).find(({ cause }) => cause === 'paused')
  assert.equal(paused?.live, null)
  assert.match(paused?.detail ?? '', /^It was paused from .* UTC to .* UTC\.$/)
})

test('what is changed in the books afterwards is found, and named to the base unit', async () => {
  const twap = of('twap')
  const { db } = desk.database
  // Whichever was filled: on a busy machine single orders of this fast clock are too late to be sent.
  const readLastFilled = async (strategyIds: string[]) => {
    const [order] = await db
      .select({ strategyId: strategyOrders.strategyId, seq: strategyOrders.seq })
      .from(strategyOrders)
      .where(and(inArray(strategyOrders.strategyId, strategyIds), eq(strategyOrders.status, 'filled')))
      .orderBy(desc(strategyOrders.seq))
      .limit(1)
    assert.ok(order)
    return order
  }
  const more = await readLastFilled([twap.strategyId])
  await db.execute(
    sql`update strategy_orders set in_amount = in_amount + 1 where strategy_id = ${more.strategyId} and seq = ${more.seq}`,
  )
  const changed = (await ask(twap)).ok
  const amount = changed.differences.find(({ kind }) => kind === 'amount')
  assert.deepEqual([amount?.order, amount?.cause], [more.seq, 'unexplained'])
  const others = ['swap', 'dca', 'bracket'].map(of)
  const gone = await readLastFilled(others.map(({ strategyId }) => strategyId))
  await db.execute(
    sql`delete from strategy_orders where strategy_id = ${gone.strategyId} and seq = ${gone.seq}`,
  )
  const owner = others.find(({ strategyId }) => strategyId === gone.strategyId)
  assert.ok(owner)
  const missing = (await ask(owner)).ok
  assert.ok(
    missing.differences.some((d) => d.kind === 'record' && d.order === gone.seq),
    JSON.stringify(missing),
  )
  // Just later than a look after the step that gave it out was written down.
  const delayed = await readLastFilled([of('grid').strategyId])
  await db.execute(
    sql`update strategy_orders o set at = interval '1001 milliseconds' + (
      select min(s.at) from strategy_steps s
      where s.strategy_id = o.strategy_id and s.run = o.run and s.at >= o.at
    ) where strategy_id = ${delayed.strategyId} and seq = ${delayed.seq}`,
  )
  const late = (await ask(of('grid'))).ok
  assert.ok(
    late.differences.some((d) => d.kind === 'time' && d.order === delayed.seq && d.cause === 'unexplained'),
    JSON.stringify(late.differences),
  )
})

test('a run whose steps are not there any more, and an agent of another strategy, are refused', async () => {
  const bracket = of('bracket')
  await desk.database.db.execute(
    sql`delete from strategy_steps where strategy_id = ${bracket.strategyId} and event->>'type' = 'start'`,
  )
  const gone = await ask(bracket)
  assert.deepEqual([gone.status, gone.fault.code], [409, 'no_record'], gone.text)
  assert.match(gone.fault.error, /The first steps of this run were not kept/)
  const other = (await desk.call(listAgents, { token: bracket.token })).ok.find(
    ({ id }) => id !== bracket.agentId,
  )
  assert.ok(other)
  const wrong = await ask({ ...bracket, agentId: other.id })
  assert.equal(wrong.status, 404)
})
