// On PostgreSQL as well.
/** The kill switch on a real desk: what it stops, what it leaves to finish, and that nothing comes after it. */
import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import * as api from '@purser/contract/agents/agents.ts'
import { distributeSol, gatherSol } from '@purser/contract/distributions/distributions.ts'
import { channels } from '@purser/contract/live.ts'
import { getStoppable, stopAll } from '@purser/contract/strategies/stop-all.ts'
import { changeTopUpSettings, getTopUpSettings, triggerTopUps } from '@purser/contract/top-ups.ts'
import { listOperations } from '@purser/contract/transfers/transfers.ts'
import { sql } from 'drizzle-orm'
import { startTestDesk, until, type User } from '../../../test/harness.ts'
import { fund, readBalances, makeWallets, SOL } from '../../../test/money.ts'
import { trade } from '../../../test/product.ts'

const heard: string[] = []
const desk = await startTestDesk({
  pace: 3,
  network: 'steered',
  overhear: (method) => void heard.push(method),
})
const { call, chain } = desk
await chain('localnet_setSlotTime', 20)
// No round of top-ups begins by itself.
await desk.database.db.execute(sql`delete from jobs.schedule where name = 'top-ups'`)
const faults = (...rules: object[]) => chain('localnet_setFaults', rules)
afterEach(() => chain('localnet_clearFaults'))

const DCA = 'buy 0.01 SOL of BONK every 1 second until I stop it'

/** A user with a funded wallet and as many agents as instructions, each trading. */
async function trader(...instructions: string[]) {
  const user = await desk.signUp()
  const { token } = user
  const wallets = await makeWallets(call, token, 3)
  const [purse] = wallets
  assert.ok(purse)
  await fund(chain, purse.address, 100n * SOL)
  const agents: number[] = []
  for (const instruction of instructions) {
    const { id } = (await call(api.createAgent, { token })).ok
    await trade(call, token, id, instruction, [purse.address])
    agents.push(id)
  }
  return { ...user, wallets, purse, agents }
}
const readStrategy = async (token: string, id: number) => {
  const [strategy] = (await call(api.listStrategies, { token, params: { id } })).ok
  assert.ok(strategy)
  return strategy
}
const filled = (token: string, id: number, n = 1) =>
  until('it has traded', async () => (await readStrategy(token, id)).orders_filled >= n)
const readLines = async (token: string, id: number) =>
  (await call(api.listTerminalLogs, { token, params: { id } })).ok.map((line) => line.message)
const countTrades = async ({ id }: User): Promise<number> => {
  const { rows } = (await desk.database.db.execute(
    sql`select count(*)::int as n from operations where type = 'trade' and user_id = ${id}`,
  )) as { rows: { n: number }[] }
  return rows[0]?.n ?? 0
}

test('everything of the user stops, paused or running, and nothing of another', async () => {
  const ann = await trader(DCA, `${DCA} and sell everything when stopped`, DCA)
  const { token, agents } = ann
  const [first = 0, selling = 0, paused = 0] = agents
  const bob = await trader(DCA)
  const funding = { enabled: true, funding_wallet_id: ann.purse.id }
  for (const user of [ann, bob])
    await call(changeTopUpSettings, {
      token: user.token,
      body: { ...funding, funding_wallet_id: user.purse.id },
    })
  await call(api.pauseStrategy, { token, params: { id: paused } })
  await filled(token, first)
  await filled(token, selling)

  const before = (await call(getStoppable, { token })).ok
  assert.deepEqual(
    before.strategies.map((s) => [s.agent_id, s.status, s.sells]),
    [
      [first, 'active', false],
      [selling, 'active', true],
      [paused, 'paused', false],
    ],
  )
  assert.deepEqual([before.top_ups, before.transfers_waiting, before.transfers_under_way], [true, [], []])

  const consoles = [1, 2].map(() => desk.socket(channels.status, { token }))
  const stranger = desk.socket(channels.status, { token: bob.token })
  for (const socket of [...consoles, stranger]) {
    await socket.opened
    socket.send({ type: 'ping' })
    await socket.message((m) => m.type === 'pong')
  }
  const answer = (await call(stopAll, { token, key: 'stop-once' })).ok
  assert.deepEqual([answer.stopped, answer.stopping, answer.top_ups_switched_off], [3, 0, true])
  assert.deepEqual(
    answer.strategies.map((s) => s.status),
    ['stopped', 'stopped', 'stopped'],
  )
  assert.match(answer.message, /^3 strategies stopped\. Automatic top-up is switched off\.$/)
  const trades = await countTrades(ann)
  for (const socket of consoles) {
    await socket.message((m) => m.type === 'everything_stopped')
    for (const id of agents)
      await socket.message(
        (m) => m.type === 'agent_status_update' && m.agentId === id && m.status === 'stopped',
      )
  }
  // Holdings are sold by the plan that says so, and kept by the others.
  const sold = await readLines(token, selling)
  assert.ok(
    sold.some((line) => /^Sold .*\(sale on stop\)/.test(line)),
    sold.join('\n'),
  )
  assert.equal((await readStrategy(token, selling)).held, 0)
  assert.notEqual((await readStrategy(token, first)).held, 0)
  assert.equal((await call(getTopUpSettings, { token })).ok.data.enabled, false)

  // The same request answers the same; another one finds nothing.
  assert.deepEqual((await call(stopAll, { token, key: 'stop-once' })).ok, answer)
  const again = (await call(stopAll, { token })).ok
  assert.deepEqual([again.stopped, again.stopping, again.strategies], [0, 0, []])
  assert.equal(again.message, 'Nothing was running.')
  assert.deepEqual((await call(getStoppable, { token })).ok, {
    strategies: [],
    top_ups: false,
    trading_bots: 0,
    transfers_waiting: [],
    transfers_under_way: [],
  })

  const [bobs = 0] = bob.agents
  await filled(bob.token, bobs, (await readStrategy(bob.token, bobs)).orders_filled + 2)
  assert.equal((await call(getTopUpSettings, { token: bob.token })).ok.data.enabled, true)
  assert.ok(!stranger.messages.some((m) => m.type === 'everything_stopped'))
  assert.equal(await countTrades(ann), trades)
  await call(stopAll, { token: bob.token })
  // It can be started again at any time.
  const strategyId = (await readStrategy(token, first)).id
  const body = { external_id: strategyId, from: 'first' as const }
  assert.equal((await call(api.startStrategy, { token, params: { id: first }, body })).status, 200)
  await filled(token, first, 2)
  assert.equal((await call(stopAll, { token })).ok.stopped, 1)
})

test('orders in flight are waited for, and no order is placed after the answer', async () => {
  const often = 'buy 0.01 SOL of BONK every 4 seconds until I stop it'
  const ann = await trader(often, often, often)
  const { token, agents } = ann
  for (const id of agents) await filled(token, id)
  // A signed transaction lives for a minute: an order that had died would be skipped, as it is too late to sign it
  // anew.
  await chain('localnet_setSlotTime', 400)
  await faults({ method: 'sendTransaction', kind: 'drop' })
  await until('orders are in flight', async () => {
    const { rows } = (await desk.database.db.execute(
      sql`select count(*)::int as n from operations where user_id = ${ann.id} and status in ('running', 'resolving')`,
    )) as { rows: { n: number }[] }
    return rows[0]?.n === 3
  })
  const answer = (await call(stopAll, { token })).ok
  assert.deepEqual([answer.stopped, answer.stopping], [0, 3])
  assert.match(answer.message, /^3 strategies stop as soon as the outcome of an order in flight is known/)
  const placed = async () =>
    (await Promise.all(agents.map((id) => readLines(token, id))))
      .flat()
      .filter((line) => line.startsWith('Placed')).length
  const [trades, lines] = [await countTrades(ann), await placed()]
  const again = (await call(stopAll, { token })).ok
  assert.equal(again.stopping, 3)
  await chain('localnet_clearFaults')
  await chain('localnet_setSlotTime', 20)
  for (const id of agents)
    await until('it has stopped', async () => (await readStrategy(token, id)).status === 'stopped')
  assert.deepEqual([await countTrades(ann), await placed()], [trades, lines])
})

test('a transfer that nothing was signed for is not begun, one that is being sent is finished', async () => {
  const { token, wallets, purse } = await trader()
  const [, other, third] = wallets
  assert.ok(other && third)
  const send = (sourceWalletId: number, walletId: number) =>
    call(distributeSol, { token, body: { sourceWalletId, destinations: [{ walletId, amount: '1' }] } })
  const opened = (status: 'pending' | 'running') =>
    until(`an operation is ${status}`, async () => {
      const { operations } = (await call(listOperations, { token, query: { status } })).ok
      return operations[0]
    })
  await fund(chain, other.address, 10n * SOL)
  await faults({ method: 'sendTransaction', kind: 'drop' })
  const sending = send(purse.id, third.id)
  const underWay = await opened('running')
  // A blockhash may be known from before: nothing is signed without a simulation.
  await faults({ method: 'sendTransaction', kind: 'drop' }, { method: 'simulateTransaction', kind: 'drop' })
  const waits = send(other.id, third.id)
  const waiting = await opened('pending')

  const seen = (await call(getStoppable, { token })).ok
  assert.deepEqual(seen.transfers_waiting, [{ id: waiting.id, type: 'distribute' }])
  assert.deepEqual(seen.transfers_under_way, [{ id: underWay.id, type: 'distribute' }])
  const answer = (await call(stopAll, { token })).ok
  assert.deepEqual(answer.transfers_cancelled, [{ id: waiting.id, type: 'distribute' }])
  assert.deepEqual(answer.transfers_left, [{ id: underWay.id, type: 'distribute' }])
  assert.match(
    answer.message,
    /1 operation that had not started is cancelled\. 1 operation already being sent/,
  )
  await chain('localnet_clearFaults')
  assert.equal((await sending).ok.success, true)
  const cancelled = (await waits).ok
  assert.equal(cancelled.success, false)
  const errors = JSON.stringify(cancelled.data)
  assert.match(errors, /Not sent: everything was stopped first\./)
  assert.deepEqual(await readBalances(chain, [other.address, third.address]), [10n * SOL, SOL])
  // Its funds are free again.
  assert.equal((await send(other.id, third.id)).ok.success, true)
})

test('what was being started when everything was stopped does not start', async () => {
  const { token, purse } = await trader()
  const { id } = (await call(api.createAgent, { token })).ok
  const params = { id }
  const body = { instruction: DCA, wallet_addresses: [purse.address] }
  const parsed = (await call(api.parseInstruction, { token, params, body })).ok
  assert.ok(parsed.parsedPlan)
  const start = (key: string) =>
    call(api.startStrategy, {
      token,
      params,
      key,
      wrongBody: { strategy: { parsedStrategy: parsed.parsedPlan, walletAddresses: [purse.address] } },
    })
  await faults({ method: '*', kind: 'delay', delayMs: 400 })
  heard.length = 0
  const starting = start('late')
  await until('it is being looked at', () =>
    heard.some((method) => /^get(Multiple)?(Account|Balance)/.test(method)),
  )
  assert.equal((await call(stopAll, { token })).ok.stopped, 0)
  await chain('localnet_clearFaults')
  const late = await starting
  assert.deepEqual([late.status, late.fault.code], [409, 'stopped_meanwhile'])
  assert.deepEqual((await call(getStoppable, { token })).ok.strategies, [])
  assert.equal((await start('late')).status, 200)
  assert.equal((await call(stopAll, { token })).ok.stopped, 1)
})

test('a transfer that is still being planned when everything is stopped is not begun', async () => {
  const { token, wallets, purse } = await trader()
  const [, other, third] = wallets
  assert.ok(other && third)
  await fund(chain, other.address, SOL)
  const distribute = (key: string) =>
    call(distributeSol, {
      token,
      key,
      body: { sourceWalletId: purse.id, destinations: [{ walletId: third.id, amount: '1' }] },
    })
  const gather = (key: string) =>
    call(gatherSol, {
      token,
      key,
      body: { destinationWalletId: third.id, sources: [other.id], gatherAll: true },
    })
  const settings = { enabled: true, funding_wallet_id: purse.id, include_grouped_wallets_only: false }
  await call(changeTopUpSettings, { token, body: { ...settings, minimum_balance: '2' } })
  for (const begin of [distribute, gather, (key: string) => call(triggerTopUps, { token, key })]) {
    // The request is read, and its plan waits for the chain.
    await faults({ method: '*', kind: 'delay', delayMs: 600 })
    heard.length = 0
    const planned = begin('slow')
    await until('it is being planned', () => heard.length > 0)
    const answer = (await call(stopAll, { token })).ok
    assert.deepEqual([answer.transfers_cancelled, answer.transfers_left], [[], []])
    await call(changeTopUpSettings, { token, body: settings })
    await chain('localnet_clearFaults')
    const late = await planned
    assert.deepEqual([late.status, late.fault.code], [409, 'stopped_meanwhile'])
    assert.match(late.fault.error, /^Everything was stopped while this strategy was starting\./)
    assert.deepEqual((await call(listOperations, { token })).ok.operations, [])
  }
  assert.deepEqual(await readBalances(chain, [purse.address, other.address, third.address]), [
    100n * SOL,
    SOL,
    0n,
  ])
  // A request after the stop is carried out, under the same key too.
  assert.equal((await distribute('slow')).ok.success, true)
  assert.equal((await gather('slow')).ok.success, true)
})
