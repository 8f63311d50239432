// On PostgreSQL as well.
/** Steps that are committed while the answer is lost: nothing is stuck, and nothing is booked twice. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import * as api from '@purser/contract/agents/agents.ts'
import { stopAll } from '@purser/contract/strategies/stop-all.ts'
import { requestFaucet } from '@purser/contract/tokens/tokens.ts'
import { generateWallet } from '@purser/contract/wallets/wallets.ts'
import { is, SQL, sql } from 'drizzle-orm'
import { startTestDesk, until } from '../../test/harness.ts'
import { trade } from '../../test/product.ts'
import { fundedWallet } from '../../test/funded-wallet.ts'

const desk = await startTestDesk({ pace: 5 })
const { call } = desk
const { token } = await desk.signUp()
const { db } = desk.database

/** Loses the answer of the next statement or transaction that matches, though it is committed. */
let lose: ((answer: unknown) => boolean) | null = null
const saying = (line: RegExp) => (answer: unknown) =>
  ((answer as { logs?: { message: string }[] } | undefined)?.logs ?? []).some(({ message }) =>
    line.test(message),
  )
const transaction = db.transaction.bind(db)
const losing: typeof db.transaction = async (...asked) => {
  const answer = await transaction(...asked)
  if (!lose?.(answer)) return answer
  lose = null
  throw new Error('the connection ended')
}
db.transaction = losing
const execute = db.execute.bind(db)
/** The lines among the lists that a statement has as its parameters. */
const linesIn = (query: SQL): { message: string }[] =>
  query.queryChunks.flatMap((chunk) => {
    if (is(chunk, SQL)) return linesIn(chunk)
    return typeof chunk === 'string' && chunk.startsWith('[{')
      ? (JSON.parse(chunk) as { message: string }[])
      : []
  })
db.execute = (async (query: SQL) => {
  const answer = await execute(query)
  if (!lose?.({ logs: linesIn(query) })) return answer
  lose = null
  throw new Error('the connection ended')
}) as unknown as typeof db.execute
after(() => {
  db.transaction = transaction
  db.execute = execute
})

async function trader(instruction: string) {
  const address = await fundedWallet(call, token, 5)
  const { id } = (await call(api.createAgent, { token })).ok
  await trade(call, token, id, instruction, [address])
  return id
}
const readStrategy = async (id: number) => {
  const [strategy] = (await call(api.listStrategies, { token, params: { id } })).ok
  assert.ok(strategy)
  return strategy
}
const booked = async (strategyId: string) => {
  const { rows } = (await db.execute(sql`
    select s.bought_base as bought, s.spent_quote as spent, s.fees_lamports as fees, sum(o.out_amount) as came, sum(o.spent) as went, sum(o.fee) as paid
    from strategies s join strategy_orders o on o.strategy_id = s.id where s.id = ${strategyId} group by s.id`)) as {
    rows: Record<'bought' | 'spent' | 'fees' | 'came' | 'went' | 'paid', string>[]
  }
  assert.ok(rows[0])
  return rows[0]
}

test('an order that was placed while the answer was lost is executed, and the strategy can be stopped', async () => {
  const agent = await trader('buy 0.01 SOL of BONK every 1 second until I stop it')
  lose = saying(/^Placed order/)
  await until('an answer was lost', () => lose === null)
  const { orders_placed: before } = await readStrategy(agent)
  await until('it goes on', async () => (await readStrategy(agent)).orders_filled > before)
  lose = saying(/^Placed order/)
  await until('another answer was lost', () => lose === null)
  assert.deepEqual((await call(stopAll, { token })).ok.stopping, 0)
  assert.equal((await readStrategy(agent)).status, 'stopped')
})

test('an order that was booked while the answer was lost is not booked again', async () => {
  const agent = await trader('buy 0.01 SOL of BONK every 1 second, 4 times')
  for (let n = 0; n < 2; n++) {
    lose = saying(/^Bought /)
    await until('an answer was lost', () => lose === null)
  }
  const ended = await until('it has ended', async () => {
    const now = await readStrategy(agent)
    return now.ended_at === null ? undefined : now
  })
  assert.deepEqual([ended.status, ended.orders_filled], ['completed', 4])
  const { bought, spent, fees, came, went, paid } = await booked(ended.id)
  assert.deepEqual([bought, spent, fees], [came, went, paid])
  assert.equal(spent, '40000000')
})

const endedByItself = (agent: number) =>
  until('its strategy has ended', async () => {
    const { rows } = (await db.execute(sql`select status from strategies where agent_id = ${agent}`)) as {
      rows: { status: string }[]
    }
    return rows[0]?.status === 'stopped'
  })

test('an agent whose deletion was committed while the answer was lost trades no more', async () => {
  const id = await trader('buy 0.01 SOL of BONK every 1 second until I stop it')
  lose = (answer) => Array.isArray(answer) && answer.some((row: { agentId?: number }) => row.agentId === id)
  assert.ok((await call(api.deleteAgent, { token, params: { id } })).status >= 500)
  await endedByItself(id)
  assert.equal((await call(api.getAgent, { token, params: { id } })).status, 404)
})

test('what still runs of a deleted agent is stopped by maintenance, not only once it is purged', async () => {
  const id = await trader('buy 0.01 SOL of BONK every 1 second until I stop it')
  await desk.stop()
  await db.execute(sql`update agents set deleted_at = now() where id = ${id}`)
  await desk.start()
  await endedByItself(id)
})
