// On PostgreSQL as well.
/** Closing a position on a real desk: what the strategy holds is sold, all of it, once, and nothing else of the wallet. */
import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import * as api from '@purser/contract/agents/agents.ts'
import { getBalance } from '@purser/contract/balances/balances.ts'
import { closePosition, getUpcoming, renameAgent } from '@purser/contract/agents/agent-desk.ts'
import { stopAll } from '@purser/contract/strategies/stop-all.ts'
import { listTrades } from '@purser/contract/strategies/strategies.ts'
import { KNOWN_TOKENS, requestFaucet } from '@purser/contract/tokens/tokens.ts'
import { sql } from 'drizzle-orm'
import { startTestDesk, until } from '../../../test/harness.ts'
import { fund, makeWallets, SOL } from '../../../test/money.ts'
import { trade } from '../../../test/product.ts'

const desk = await startTestDesk({ pace: 3, network: 'steered' })
const { call, chain } = desk
await chain('localnet_setSlotTime', 20)
afterEach(() => chain('localnet_clearFaults'))
const BONK = KNOWN_TOKENS.find((token) => token.symbol === 'BONK')?.mint ?? ''
const DCA = 'buy 0.01 SOL of BONK every 1 second until I stop it'
/** The wallet held this before the strategy, which must not touch it. */
const OWN = 1_000

async function trader(instruction = DCA) {
  const user = await desk.signUp()
  const { token } = user
  const [purse] = await makeWallets(call, token, 1)
  assert.ok(purse)
  await fund(chain, purse.address, 100n * SOL)
  await call(requestFaucet, { token, body: { address: purse.address, mint: BONK, amount: OWN } })
  const { id } = (await call(api.createAgent, { token })).ok
  const strategyId = await trade(call, token, id, instruction, [purse.address])
  const params = { id }
  const strategy = async () => {
    const [one] = (await call(api.listStrategies, { token, params })).ok
    assert.ok(one)
    return one
  }
  return {
    token,
    params,
    strategyId,
    strategy,
    filled: (n: number) => until('it has traded', async () => (await strategy()).orders_filled >= n),
    close: (key?: string) =>
      call(closePosition, { token, params, body: { strategyId }, ...(key ? { key } : {}) }),
    sales: async () =>
      (await call(listTrades, { token, params: { strategyId } })).ok.trades.filter(
        (one) => one.side === 'sell' && one.status === 'filled',
      ),
    bonk: async () => {
      const { tokens } = (await call(getBalance, { token, params: { address: purse.address } })).ok
      return Number(tokens.find((one) => one.mint === BONK)?.balance ?? 0)
    },
  }
}

test('all that the strategy holds is sold once, whatever its plan says, and the rest of the wallet is kept', async () => {
  const one = await trader()
  assert.equal((await one.strategy()).plan.on_stop, 'keep')
  await one.filled(2)
  const answer = (await one.close('close-once')).ok
  // The answer waits a few seconds for the sale, which a busy machine may exceed.
  assert.match(answer.message, /^The position is (closed|being sold)\./)
  const ended = await until('the sale is certain', async () => {
    const strategy = await one.strategy()
    return strategy.status === 'stopped' && strategy
  })
  assert.equal(ended.held, 0)
  const bought = (
    await call(listTrades, { token: one.token, params: { strategyId: one.strategyId } })
  ).ok.trades
    .filter((trade) => trade.side === 'buy' && trade.status === 'filled')
    .reduce((sum, trade) => sum + Number(trade.tokens), 0)
  const [sale, ...more] = await one.sales()
  assert.equal(more.length, 0)
  assert.ok(Math.abs(Number(sale?.tokens) - bought) < 1e-4, `sold ${sale?.tokens} of ${bought}`)
  await until('the wallet holds its own again', async () => (await one.bonk()) === OWN)

  // The same request answers the same and sells nothing more; another one finds no strategy.
  assert.deepEqual((await one.close('close-once')).ok, answer)
  const again = await one.close()
  assert.deepEqual([again.status, again.fault.code], [409, 'strategy_not_running'])
  assert.equal((await one.sales()).length, 1)
  assert.equal(await one.bonk(), OWN)

  // A strategy that is started again is stopped as its plan says.
  const body = { external_id: one.strategyId, from: 'first' as const }
  assert.equal((await call(api.startStrategy, { token: one.token, params: one.params, body })).status, 200)
  await one.filled(1)
  await call(api.stopStrategy, { token: one.token, params: one.params })
  assert.notEqual((await one.strategy()).held, 0)
})

test('a paused strategy is closed too, and one that holds nothing just ends', async () => {
  const one = await trader()
  await one.filled(1)
  await call(api.pauseStrategy, { token: one.token, params: one.params })
  const answer = (await one.close()).ok
  assert.deepEqual([answer.status, answer.held], ['stopped', '0'])
  assert.equal((await one.sales()).length, 1)

  const waits = await trader('buy 0.01 SOL of BONK when the price is below 0.0000000001 USD')
  const none = (await waits.close()).ok
  assert.deepEqual(
    [none.held, none.message],
    ['0', 'There was no position to sell. The strategy is stopped.'],
  )
  assert.equal((await waits.sales()).length, 0)
})

test('what an order in flight buys is sold as well, and two who close at once sell once', async () => {
  const one = await trader('buy 0.01 SOL of BONK every 4 seconds until I stop it')
  await one.filled(1)
  await chain('localnet_setSlotTime', 400)
  await chain('localnet_setFaults', [{ method: 'sendTransaction', kind: 'drop' }])
  await until('an order is in flight', async () => {
    const { orders_placed, orders_filled } = await one.strategy()
    return orders_placed > orders_filled
  })
  const [first, second] = await Promise.all([one.close('a'), one.close('b')])
  assert.deepEqual([first.ok.status, second.ok.status], ['stopping', 'stopping'])
  assert.match(first.ok.message, /^The position is being sold\./)
  const upcoming = (await call(getUpcoming, { token: one.token, params: one.params })).ok
  assert.deepEqual(upcoming.due, [])
  await chain('localnet_clearFaults')
  await chain('localnet_setSlotTime', 20)
  await until('it has ended', async () => (await one.strategy()).status === 'stopped')
  assert.equal((await one.strategy()).held, 0)
  assert.equal((await one.sales()).length, 1)
  await until('the wallet holds its own', async () => (await one.bonk()) === OWN)
})

test('a stop that came first keeps what is held, and a close after it says so', async () => {
  const one = await trader()
  await one.filled(1)
  await call(api.stopStrategy, { token: one.token, params: one.params })
  const late = await one.close()
  assert.deepEqual([late.status, late.fault.code], [409, 'strategy_not_running'])
  assert.equal((await one.sales()).length, 0)
})

test('closed, stopped with all others and deleted at once, it sells all once or keeps all', async () => {
  const one = await trader()
  await one.filled(2)
  await call(api.pauseStrategy, { token: one.token, params: one.params })
  const before = await one.bonk()
  const [closed] = await Promise.all([
    one.close('a'),
    one.close('b'),
    call(stopAll, { token: one.token }),
    call(api.deleteAgent, { token: one.token, params: one.params }),
    one.close('c'),
  ])
  await until('nothing runs', async () => {
    const { rows } = (await desk.database.db.execute(
      sql`select status from strategies where id = ${one.strategyId}::uuid`,
    )) as { rows: { status: string }[] }
    return rows.every(({ status }) => status === 'stopped')
  })
  const { rows } = (await desk.database.db.execute(sql`select count(*)::int as sales from operations
    where origin_key like ${`strategy:${one.strategyId}:%`} and request->>'side' = 'sell'`)) as {
    rows: { sales: number }[]
  }
  const sales = rows[0]?.sales ?? 0
  assert.ok(sales <= 1, `${sales} sales`)
  if (closed.status === 200) assert.equal(sales, 1)
  await until(
    'the wallet holds its own, or all',
    async () => (await one.bonk()) === (sales === 1 ? OWN : before),
  )
})

test('what is due next is told while it runs, and why nothing is once it does not', async () => {
  const { token } = await desk.signUp()
  const { id } = (await call(api.createAgent, { token })).ok
  const none = (await call(getUpcoming, { token, params: { id } })).ok
  assert.deepEqual(none, { strategy_id: null, due: [], in_flight: null, notes: [] })

  const one = await trader('buy 0.01 SOL of BONK when the price is below 0.0000000001 USD')
  const upcoming = async () => (await call(getUpcoming, { token: one.token, params: one.params })).ok
  await until('it has begun', async () => (await upcoming()).due.length > 0)
  const [due] = (await upcoming()).due
  assert.equal(due?.side, 'buy')
  assert.match(due?.action ?? '', /^spends 0\.01 SOL on BONK/)
  assert.equal(due?.at, null)
  assert.match(due?.condition ?? '', /^when the price of BONK is at or below \$/)
  await call(api.pauseStrategy, { token: one.token, params: one.params })
  assert.deepEqual((await upcoming()).notes, [
    'Nothing is due, because the strategy is paused. Resume it to continue.',
  ])
})

test('an agent is renamed, and what it runs goes on', async () => {
  const one = await trader()
  const renamed = (
    await call(renameAgent, { token: one.token, params: one.params, body: { name: ' Night watch ' } })
  ).ok
  assert.deepEqual([renamed.name, renamed.status], ['Night watch', 'running'])
  const [listed] = (await call(api.listAgents, { token: one.token })).ok
  assert.equal(listed?.name, 'Night watch')
  const empty = await call(renameAgent, { token: one.token, params: one.params, body: { name: ' ' } })
  assert.deepEqual([empty.status, empty.fault.code], [400, 'invalid_input'])
  await one.close()
})
