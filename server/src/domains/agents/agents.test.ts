// On PostgreSQL as well.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as api from '@purser/contract/agents/agents.ts'
import { plainPrices } from '@purser/contract/market/price-text.ts'
import { getStrategyHistory, listTrades } from '@purser/contract/strategies/strategies.ts'
import { requestFaucet } from '@purser/contract/tokens/tokens.ts'
import { deleteWallet, generateWallet } from '@purser/contract/wallets/wallets.ts'
import { eq, sql } from 'drizzle-orm'
import { startTestDesk, until, type User } from '../../test/harness.ts'
import { fundedWallet } from '../../test/funded-wallet.ts'
import { chatMessages } from './agents.tables.ts'

const BONK = 'DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263'
const desk = await startTestDesk({ network: 'steered' })
await desk.chain('localnet_setSlotTime', 20)
const user = await desk.signUp()
const { token } = user
const wallet = await fundedWallet(desk.call, token, 100)

const newAgent = async (of: User = user) => (await desk.call(api.createAgent, { token: of.token })).ok
const parse = async (id: number, instruction: string, more: object = {}) =>
  (
    await desk.call(api.parseInstruction, {
      token,
      params: { id },
      wrongBody: { instruction, token_address: BONK, wallet_addresses: [wallet], ...more },
    })
  ).ok
const toDraft = (parsed: api.ParsedInstruction) => ({
  strategy: {
    parsedStrategy: parsed.parsedPlan,
    tokenAddress: null,
    walletAddresses: [wallet],
    groupId: null,
  },
})
const start = (id: number, wrongBody: object, key?: string) =>
  desk.call(api.startStrategy, { token, params: { id }, wrongBody, ...(key ? { key } : {}) })
const readStrategies = async (id: number) =>
  (await desk.call(api.listStrategies, { token, params: { id } })).ok
const readLines = async (id: number) =>
  (await desk.call(api.listTerminalLogs, { token, params: { id } })).ok.map((l) => l.message)
const said = (id: number, what: RegExp) =>
  until(`a line like ${what}`, async () => (await readLines(id)).find((line) => what.test(line)))
const verbs = {
  stopStrategy: api.stopStrategy,
  pauseStrategy: api.pauseStrategy,
  resumeStrategy: api.resumeStrategy,
}
const control = (verb: keyof typeof verbs, id: number) => desk.call(verbs[verb], { token, params: { id } })
const readStatus = async (id: number) => (await desk.call(api.getAgentStatus, { token, params: { id } })).ok

test('a new agent is called Agent N with the smallest N that is free', async () => {
  const other = await desk.signUp()
  const names = []
  for (let i = 0; i < 3; i++) names.push((await newAgent(other)).name)
  assert.deepEqual(names, ['Agent 1', 'Agent 2', 'Agent 3'])
  const second = (await desk.call(api.listAgents, { token: other.token })).ok[1]
  await desk.call(api.deleteAgent, { token: other.token, params: { id: second?.id ?? 0 } })
  assert.equal((await newAgent(other)).name, 'Agent 2')
  assert.equal(
    (await desk.call(api.createAgent, { token: other.token, body: { name: '  Scalper ' } })).ok.name,
    'Scalper',
  )
})

test('a plan that is feasible can be started, one that was changed or not shown cannot', async () => {
  const { id } = await newAgent()
  const parsed = await parse(id, 'buy 0.02 SOL')
  assert.equal(parsed.feasible, true)
  assert.match(parsed.explanation, /0\.02 SOL/)
  assert.match(parsed.explanation, /What could go wrong/)
  const changed = structuredClone(parsed)
  if (changed.parsedPlan?.strategy_type === 'swap') changed.parsedPlan.amount.value = 90
  assert.deepEqual(
    [(await start(id, toDraft(changed))).status, (await start(id, toDraft(changed))).fault.code],
    [409, 'plan_not_shown'],
  )
  const other = await newAgent()
  assert.equal((await start(other.id, toDraft(parsed))).fault.code, 'plan_not_shown')
  const started = (await start(id, toDraft(parsed))).ok
  await said(id, /^Bought .* BONK for 0\.02 SOL/)
  await said(id, /^Completed/)
  const [strategy] = await readStrategies(id)
  assert.deepEqual(
    [strategy?.id, strategy?.status, strategy?.orders_filled],
    [started.strategyId, 'completed', 1],
  )
})

test('a plan that is feasible shows what it would have come to in the last 30 days', async () => {
  const { id } = await newAgent()
  for (const amount of ['0.1', '0.2', '0.3', '0.1']) {
    const parsed = await parse(id, `buy ${amount} SOL every 12 hours until I stop it, but only below $1`)
    const { preview } = parsed
    assert.ok(preview?.tested)
    assert.equal(preview.trades, 60)
    assert.ok(preview.equity.length > 100 && preview.equity.length <= 200)
    assert.ok(preview.max_drawdown_percent > 0 && preview.assumptions.length > 2)
    assert.ok(preview.return_percent >= -100 && preview.capital_usd > 60 * Number(amount))
    const { total_usd: total, network_usd: network, market_usd: market, rent_usd: rent } = preview.costs
    assert.ok(network > 0 && market > network && rent >= 0)
    assert.ok(Math.abs(total - network - market - rent) < 0.001)
  }
  const { preview } = await parse(id, 'buy 5000 SOL every 12 hours until I stop it')
  assert.equal(preview ?? null, null)
})

test('a plan without a rule on price is not tested: its card shows what holding gave', async () => {
  const { id } = await newAgent()
  for (const [instruction, seconds] of [
    ['buy 0.1 SOL of BONK', 86_400],
    ['buy 0.2 SOL of BONK over 3 minutes, one order every 30 seconds', 180],
    ['buy 0.1 SOL every 12 hours until I stop it', 30 * 86_400],
    ['buy 0.1 SOL every 12 hours for a week', 13 * 43_200],
  ] as const) {
    const { preview } = await parse(id, instruction)
    assert.ok(preview && !preview.tested, instruction)
    assert.equal(preview.holding?.seconds, seconds)
    const { p5, p50, p95, windows } = preview.holding
    assert.ok(p5 < p50 && p50 < p95 && p5 > -100 && windows > 1_000, `${p5} ${p50} ${p95} ${windows}`)
  }
  const guarded = await parse(id, 'buy 0.1 SOL of BONK with a 10% stop loss')
  assert.equal(guarded.preview?.tested, true)
})

test('a plan that was shown once starts once, under one key or under many, at once or later', async () => {
  const { id } = await newAgent()
  const parsed = await parse(id, 'buy 0.03 SOL')
  const [one, two] = await Promise.all(
    ['at-once', 'at-once-too'].map((key) => start(id, toDraft(parsed), key)),
  )
  assert.deepEqual([one?.status, two?.status].sort(), [200, 409])
  const first = one?.status === 200 ? one : two
  await until('it has ended', async () => (await readStrategies(id))[0]?.status === 'completed')
  const later = await start(id, toDraft(parsed), 'much-later')
  assert.deepEqual([later.status, later.fault.code], [409, 'plan_not_shown'])
  assert.deepEqual(
    (await start(id, toDraft(parsed), one?.status === 200 ? 'at-once' : 'at-once-too')).ok,
    first?.ok,
  )
  assert.equal((await readStrategies(id)).length, 1)
  // Shown again it may be started again.
  assert.equal((await start(id, toDraft(await parse(id, 'buy 0.03 SOL')))).status, 200)
})

test('an infeasible, unanswered or misunderstood parse does not take the place of the plan that was shown', async () => {
  const { id } = await newAgent()
  const shown = await parse(id, 'buy 0.03 SOL')
  const poor = await parse(id, 'buy 5000 SOL')
  assert.equal(poor.feasible, false)
  assert.ok(poor.parsedPlan)
  assert.match(poor.explanation, /5,000 SOL/)
  const asked = await parse(id, 'buy some')
  assert.deepEqual([asked.success, asked.feasible, asked.parsedPlan], [true, false, null])
  assert.match(asked.explanation, /^How much/)
  assert.equal((await parse(id, 'what is the price of BONK?')).isQuestion, true)
  assert.equal((await start(id, toDraft(poor))).fault.code, 'plan_not_shown')
  assert.equal((await start(id, toDraft(shown))).status, 200)
})

test('what is said next changes the plan that was shown, field by field', async () => {
  const { id } = await newAgent()
  assert.match((await parse(id, 'make it every two hours')).explanation, /^Which plan should I change/)
  const first = await parse(id, 'buy 0.02 SOL every hour')
  assert.equal(first.changes, undefined)
  const second = await parse(id, 'make it every two hours and add a 10 % stop loss')
  assert.equal(second.feasible, true)
  assert.deepEqual(
    second.changes?.map((c) => [c.field, c.from, c.to, c.text]),
    [
      ['interval_seconds', 3600, 7200, 'interval from 1 hour to 2 hours'],
      ['risk.stop_loss_percent', null, 10, 'stop loss from none to 10%'],
    ],
  )
  assert.match(second.explanation, /^Changes from the previous plan: interval from 1 hour to 2 hours; /)
  assert.equal((await start(id, toDraft(first))).fault.code, 'plan_not_shown')
  // A plan that is too large is shown, and can be made smaller, but the feasible one before it is still the one to
  // start.
  const large = await parse(id, 'use 5000 SOL instead')
  assert.equal(large.feasible, false)
  const third = await parse(id, 'use 0.03 SOL instead')
  assert.deepEqual(
    third.changes?.map((c) => [c.field, c.text]),
    [['amount_per_order', 'amount per order from 5,000 SOL to 0.03 SOL']],
  )
  assert.deepEqual(third.parsedPlan?.risk, { stop_loss_percent: 10 })
  assert.equal((await parse(id, 'how is my strategy doing?')).isQuestion, true)
})

test("a price against today's becomes a price when the plan is made", async () => {
  const { id } = await newAgent()
  const parsed = await parse(id, 'buy 0.02 SOL every hour, only when it is 10% below the current price')
  const plan = parsed.parsedPlan
  assert.ok(plan?.strategy_type === 'dca')
  const [price] = /of \$([\d.]+) is \$/.exec(plainPrices(parsed.assumptions.join(' ')))?.slice(1) ?? []
  const max = Number(plan.max_price_usd)
  assert.ok(Math.abs(max / (Number(price) * 0.9) - 1) < 0.001, `${max} ${price}`)
  assert.ok(plan.goal.includes(`$${max.toFixed(12).replace(/0+$/, '')}`), plan.goal)
})

test('questions are answered from what is there', async () => {
  const { id } = await newAgent()
  const { answer: price } = await parse(id, 'how much is BONK?')
  assert.deepEqual(
    price?.figures.slice(0, 3).map(({ label }) => label),
    ['Price', '24h high', '24h low'],
  )
  const [first] = (await parse(id, 'what are my balances?')).answer?.figures ?? []
  assert.ok(first?.label === 'Wallet 1' && /^\d+(\.\d+)? SOL/.test(first.value), JSON.stringify(first))
  assert.match((await parse(id, 'how is my strategy doing?')).explanation, /has not run a strategy yet/)
  const hypothetical = await parse(id, 'what if I buy 1 SOL of BONK')
  assert.deepEqual(
    [hypothetical.isQuestion, hypothetical.feasible, hypothetical.parsedPlan],
    [true, false, null],
  )
})

test('pause starts nothing new, resume goes on, stop ends, and a stopped strategy starts again where it is told to', async () => {
  const { id } = await newAgent()
  const parsed = await parse(id, 'buy 0.01 SOL every 1 second until I stop it')
  const { strategyId } = (await start(id, toDraft(parsed))).ok
  await said(id, /^Bought/)
  assert.equal((await control('pauseStrategy', id)).ok.status, 'paused')
  const placed = (await readStrategies(id))[0]?.orders_placed
  assert.equal((await readStatus(id)).status, 'paused')
  await desk.chain('localnet_advanceSlots', 200)
  assert.equal((await readStrategies(id))[0]?.orders_placed, placed)
  assert.equal((await start(id, toDraft(parsed))).fault.code, 'strategy_running')
  assert.equal((await control('resumeStrategy', id)).ok.status, 'running')
  await until(
    'another order',
    async () => ((await readStrategies(id))[0]?.orders_filled ?? 0) > (placed ?? 0),
  )
  assert.equal((await control('stopStrategy', id)).ok.status, 'stopped')
  assert.equal((await readStatus(id)).active, false)
  assert.equal((await control('stopStrategy', id)).fault.code, 'no_strategy')
  // Stopping a stopped strategy by its id succeeds; pausing it does not.
  const body = { strategyId }
  const again = await desk.call(api.stopStrategy, { token, params: { id }, body })
  assert.deepEqual([again.status, again.ok.status], [200, 'stopped'])
  const late = await desk.call(api.pauseStrategy, { token, params: { id }, body })
  assert.equal(late.fault.code, 'strategy_not_running')
  assert.equal((await control('pauseStrategy', id)).status, 409)
  const before = await readStrategies(id)
  // Without a word where to begin it goes on with the next order.
  assert.equal((await start(id, { external_id: strategyId })).ok.strategyId, strategyId)
  const done = before[0]?.orders_filled ?? 0
  await until('the next order', async () => ((await readStrategies(id))[0]?.orders_filled ?? 0) > done)
  assert.equal((await control('stopStrategy', id)).ok.status, 'stopped')
  const anew = (await start(id, { strategy: { external_id: strategyId, from: 'first' } })).ok
  assert.equal(anew.strategyId, strategyId)
  await until(
    'the first order of the new run',
    async () => ((await readStrategies(id))[0]?.orders_filled ?? 0) === 1,
  )
  assert.equal((await control('stopStrategy', id)).ok.status, 'stopped')
  assert.equal((await start(id, { external_id: strategyId, from: 'first' })).status, 200)
  await control('stopStrategy', id)
})

test('a strategy that goes on takes the next order, and its figures go on; from the first they are of the new run', async () => {
  const { id } = await newAgent()
  const parsed = await parse(id, 'buy 0.01 SOL every 2 seconds, 6 times')
  const { strategyId } = (await start(id, toDraft(parsed))).ok
  const now = async () => (await readStrategies(id))[0]
  await until('two orders', async () => ((await now())?.orders_filled ?? 0) >= 2)
  await control('stopStrategy', id)
  const stopped = await now()
  const filled = stopped?.orders_filled ?? 0
  assert.deepEqual(
    [stopped?.restart?.filled, stopped?.restart?.of, stopped?.restart?.next?.order],
    [filled, 6, filled + 1],
  )
  const left = 6 - filled
  assert.equal(
    stopped?.restart?.next?.spends,
    left === 1 ? '0.01 SOL in 1 order' : `${left / 100} SOL in ${left} orders of 0.01 SOL`,
  )
  assert.equal(stopped?.restart?.first.spends, '0.06 SOL in 6 orders of 0.01 SOL')

  assert.equal((await start(id, { external_id: strategyId, from: 'next' })).status, 200)
  await said(
    id,
    new RegExp(
      `^Resumed after it had ended, ${filled} orders filled: continues with order ${filled + 1} of 6$`,
    ),
  )
  await said(id, new RegExp(`^Placed order ${filled + 1} of 6`))
  await until('it is complete', async () => (await now())?.status === 'completed')
  const done = await now()
  assert.equal(done?.orders_filled, 6)
  assert.ok(Number(done?.held) > Number(stopped?.held), 'the position goes on')
  const trades = (await desk.call(listTrades, { token, params: { strategyId } })).ok.trades
  const bought = trades.filter(({ status }) => status === 'filled')
  assert.deepEqual([bought.length, new Set(trades.map(({ run }) => run)).size], [6, 1])
  assert.equal((await start(id, { external_id: strategyId, from: 'next' })).fault.code, 'nothing_to_continue')

  assert.equal((await start(id, { external_id: strategyId, from: 'first' })).status, 200)
  await until('an order of the new run', async () => (await now())?.orders_filled === 1)
  await control('stopStrategy', id)
  const fresh = await now()
  const run = (await desk.call(listTrades, { token, params: { strategyId } })).ok.trades.filter(
    (one) => one.run === 2 && one.status === 'filled',
  )
  const held = run.reduce((all, { tokens }) => all + Number(tokens), 0)
  assert.ok(Math.abs(Number(fresh?.held) / held - 1) < 1e-9, 'position, fees and profit are of this run')
  const fees = run.reduce((all, { fee }) => all + Number(fee), 0)
  assert.ok(Math.abs(Number(fresh?.fees) - fees) < 1e-9)
  assert.ok(Math.abs(Number(fresh?.pnl)) < 1, 'and so is what it made')
  const { points } = (await desk.call(getStrategyHistory, { token, params: { strategyId } })).ok
  assert.ok(Math.abs(Number(points.at(-1)?.held) / held - 1) < 1e-9)
})

test('a line of a user is of kind user and never an order on record', async () => {
  const { id } = await newAgent()
  const parsed = await parse(id, 'buy 0.01 SOL every 1 hour, 2 times')
  const { strategyId } = (await start(id, toDraft(parsed))).ok
  const message = 'Skipped order 1 of 1: the price is bad'
  const body = { message, strategy_id: strategyId }
  const line = (await desk.call(api.addTerminalLog, { token, params: { id }, body })).ok
  assert.equal(line.kind, 'user')
  await said(id, /^Bought/)
  const logs = (await desk.call(api.listTerminalLogs, { token, params: { id } })).ok
  assert.deepEqual(
    logs.filter(({ kind }) => kind === 'user').map((one) => one.message),
    [message],
  )
  const page = (await desk.call(listTrades, { token, params: { strategyId } })).ok
  assert.deepEqual(page.skipped, [])
  await control('stopStrategy', id)
})

test('a pause, resume or stop right after the start takes effect, whatever it overtakes', async () => {
  const { id } = await newAgent()
  for (const verb of ['pauseStrategy', 'stopStrategy'] as const) {
    const parsed = await parse(id, 'buy 0.01 SOL every 1 second until I stop it')
    const starting = start(id, toDraft(parsed))
    await until(`${verb} is taken`, async () => (await control(verb, id)).status === 200)
    await starting
    if (verb === 'pauseStrategy') {
      assert.equal((await control('resumeStrategy', id)).ok.status, 'running')
      await said(id, /^Bought/)
      await control('stopStrategy', id)
    }
    await until('it is stopped', async () => (await readStatus(id)).status === 'stopped')
  }
})

test('one key starts one strategy, also when the first answer was lost', async () => {
  const { id } = await newAgent()
  const parsed = await parse(id, 'buy 0.02 SOL')
  const first = (await start(id, toDraft(parsed), 'start-once')).ok
  await said(id, /^Completed/)
  // A process that dies after the start, before the answer is saved, leaves this state.
  await desk.database.db.execute(
    sql`update idempotency_keys set status = null, answer = null, owner = null where key = 'start-once'`,
  )
  assert.equal((await start(id, toDraft(parsed), 'start-once')).ok.strategyId, first.strategyId)
  assert.equal((await readStrategies(id)).length, 1)
})

test('a deleted agent trades no more, also when it was started at the same moment', async () => {
  for (let round = 0; round < 5; round++) {
    const { id } = await newAgent()
    const parsed = await parse(id, 'buy 0.01 SOL every 1 second until I stop it')
    const [started] = await Promise.all([
      start(id, toDraft(parsed)),
      desk.call(api.deleteAgent, { token, params: { id } }),
    ])
    assert.ok([200, 404].includes(started.status), started.text)
    await until('nothing of it lives', async () => {
      const { rows } = (await desk.database.db.execute(
        sql`select status from strategies where agent_id = ${id} and status in ('active', 'paused', 'stopping')`,
      )) as { rows: unknown[] }
      return rows.length === 0
    })
    assert.equal((await desk.call(api.getAgent, { token, params: { id } })).status, 404)
  }
})

test('no strategy trades with a wallet that was deleted at the moment it was started', async () => {
  for (let round = 0; round < 5; round++) {
    const made = (await desk.call(generateWallet, { token })).ok
    await desk.call(requestFaucet, { token, body: { address: made.address, sol: 1 } })
    const { id } = await newAgent()
    const parsed = await parse(id, 'buy 0.01 SOL every 10 seconds until I stop it', {
      wallet_addresses: [made.address],
    })
    const draft = toDraft(parsed)
    draft.strategy.walletAddresses = [made.address]
    const [started, deleted] = await Promise.all([
      start(id, draft),
      desk.call(deleteWallet, {
        token,
        params: { id: made.id },
        body: { acknowledged: true, name: made.name },
      }),
    ])
    assert.ok(started.status !== 200 || deleted.status === 409, `${started.text} ${deleted.text}`)
    assert.ok(started.status === 200 || deleted.status === 200, `${started.text} ${deleted.text}`)
    const other = { token, params: { id }, query: { external_id: 'another' } }
    assert.equal((await desk.call(api.deleteAgent, other)).status, 404)
    await desk.call(api.deleteAgent, { token, params: { id } })
  }
})

test('of a chat the newest messages are kept, as many as it shows, and no more than 4 MB of them', async () => {
  const { db } = desk.database
  const countKept = async (rows: number, size: number) => {
    const { id } = await newAgent()
    await db.execute(sql`insert into chat_messages (agent_id, role, content)
      select ${id}, 'user', repeat('x', ${size}::int) from generate_series(1, ${rows}::int)`)
    const body = { role: 'user' as const, content: 'the newest' }
    await desk.call(api.addChat, { token, params: { id }, body })
    const shown = (await desk.call(api.listChat, { token, params: { id } })).ok
    assert.equal(shown.at(-1)?.content, 'the newest')
    assert.equal(await db.$count(chatMessages, eq(chatMessages.agentId, id)), shown.length)
    return shown.length
  }
  assert.equal(await countKept(600, 10), 500)
  assert.equal(await countKept(300, 20_000), 200)
  assert.equal(await countKept(30, 20_000), 31)
})

test('chat and terminal keep what was said, without any secret key in it', async () => {
  const { id } = await newAgent()
  const { private_key: key } = (await desk.call(generateWallet, { token })).ok
  const message = await desk.call(api.addChat, {
    token,
    params: { id },
    body: { role: 'user', content: `use ${key} please` },
  })
  assert.equal(message.ok.content, 'use [REDACTED] please')
  await desk.call(api.addTerminalLog, { token, params: { id }, body: { message: `Error: ${key}` } })
  assert.deepEqual(await readLines(id), ['Error: [REDACTED]'])
  assert.deepEqual(
    (await desk.call(api.listChat, { token, params: { id } })).ok.map((m) => m.content),
    ['use [REDACTED] please'],
  )
  await desk.call(api.clearTerminalLogs, { token, params: { id } })
  assert.deepEqual(await readLines(id), [])
})
