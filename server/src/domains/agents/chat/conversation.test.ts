// On PostgreSQL as well.
/** A conversation: what a message is taken for, and that nothing runs, stops or moves by words alone. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as api from '@purser/contract/agents/agents.ts'
import { generateBulk, listWallets } from '@purser/contract/wallets/wallets.ts'
import { startTestDesk } from '../../../test/harness.ts'
import { fundedWallet } from '../../../test/funded-wallet.ts'
import { trade } from '../../../test/product.ts'

const desk = await startTestDesk({ network: 'steered' })
await desk.chain('localnet_setSlotTime', 20)
const { token } = await desk.signUp()
const wallet = await fundedWallet(desk.call, token, 100)
await desk.call(generateBulk, {
  token,
  body: { count: 2, namePrefix: 'Desk', groupId: null, createNewGroup: false, newGroupName: null },
})
const countWallets = async (of = token) =>
  (await desk.call(listWallets, { token: of, query: {} })).ok.wallets.length

const newAgent = async (of = token) => (await desk.call(api.createAgent, { token: of })).ok.id
const parse = (id: number, instruction: string, of = token, wallets = [wallet]) =>
  desk.call(api.parseInstruction, {
    token: of,
    params: { id },
    wrongBody: { instruction, wallet_addresses: of === token ? wallets : [] },
  })
const say = async (id: number, instruction: string) => (await parse(id, instruction)).ok
const start = (id: number, { parsedPlan }: api.ParsedInstruction) =>
  desk.call(api.startStrategy, {
    token,
    params: { id },
    wrongBody: { strategy: { parsedStrategy: parsedPlan, walletAddresses: [wallet] } },
  })

test('an open question takes no message for its answer that is none, and is dropped after two', async () => {
  const id = await newAgent()
  const asked = await say(id, 'dca into wif with 0.1 sol')
  assert.equal(asked.question?.code, 'interval')
  const price = await say(id, 'what is WIF at?')
  assert.deepEqual([price.understood_as, price.isQuestion], ['question', true])
  const first = await say(id, 'the weather is nice')
  assert.deepEqual([first.understood_as, first.parsedPlan], ['unknown', null])
  assert.ok(first.reading.every(({ kind }) => kind === 'unknown'))
  assert.ok((first.suggestions ?? []).length > 0)
  const second = await say(id, 'blue is a colour')
  assert.match(second.explanation, /dropped the question/)
  assert.equal((await say(id, 'every 10 minutes')).parsedPlan, null)
})

test('the draft behind a question is changed, and its answer completes it', async () => {
  const id = await newAgent()
  await say(id, 'dca into wif with 0.1 sol')
  assert.equal((await say(id, 'wait, make that jup')).question?.code, 'interval')
  const planned = await say(id, 'every 10 minutes')
  assert.ok(planned.parsedPlan?.strategy_type === 'dca')
  assert.deepEqual(
    [planned.parsedPlan.token_symbol ?? 'JUP', planned.parsedPlan.interval_seconds],
    ['JUP', 600],
  )
})

test('agreeing starts nothing, and a plan that is withdrawn is not started', async () => {
  const id = await newAgent()
  const plan = await say(id, 'buy 0.1 SOL of BONK')
  const agreed = await say(id, 'looks good, go')
  assert.deepEqual(
    [agreed.understood_as, agreed.explanation],
    ['agree', 'Press Execute Strategy to start it.'],
  )
  assert.equal((await desk.call(api.getAgentStatus, { token, params: { id } })).ok.active, false)
  const dropped = await say(id, 'never mind')
  assert.deepEqual([dropped.understood_as, dropped.explanation], ['cancel', 'Dropped.'])
  assert.equal((await start(id, plan)).status, 409)
  assert.match((await say(id, 'go')).explanation, /no plan to start yet/)
})

test('beside an offered plan: its costs, the open question again, and a question that is dropped alone', async () => {
  const id = await newAgent()
  const plan = await say(id, 'buy 0.1 SOL of BONK every hour, 5 times')
  assert.equal(plan.feasible, true)
  const costs = await say(id, 'what are the fees?')
  assert.equal(costs.answer?.title, 'Costs')
  assert.match(
    costs.explanation,
    /^The costs of (?:this plan|each order of this plan|a purchase with its sale) are about /,
  )

  const asked = await say(id, 'get out at 4%')
  assert.equal(asked.explanation, 'A stop loss or a take profit of 4%?')
  const labels = ['Stop loss 4%', 'Take profit 4%']
  assert.deepEqual(
    asked.suggestions?.map(({ label }) => label),
    labels,
  )
  const price = await say(id, 'what is the price of BONK?')
  assert.equal(price.understood_as, 'question')
  assert.deepEqual(
    price.suggestions?.map(({ label }) => label),
    labels,
  )
  const dropped = await say(id, 'never mind')
  assert.equal(dropped.explanation, 'Dropped the question. The plan is still offered.')
  assert.deepEqual(dropped.suggestions, [{ label: 'Drop the plan', text: 'drop the plan' }])

  const size = await say(id, 'make it a bit smaller')
  assert.deepEqual(size.suggestions, [{ label: '0.05 SOL', text: 'make it 0.05 SOL' }])
  const smaller = await say(id, 'a bit smaller, 0.07')
  assert.match(smaller.parsedPlan?.goal ?? '', /for 0\.07 SOL/)
  await say(id, 'get out at 4%')
  const stopped = await say(id, 'the stop loss of course')
  assert.equal(stopped.parsedPlan?.risk?.stop_loss_percent, 4)
  const exits = await say(id, 'at what price would it stop?')
  assert.deepEqual(
    exits.answer?.figures.map(({ label }) => label),
    ['Stop loss'],
  )
  assert.equal(exits.answer?.figures[0]?.value, '4% below')
  const other = await newAgent()
  await say(other, 'buy 0.1 SOL of BONK, stop loss 4%')
  const [now, stop] = (await say(other, 'at what price would it stop?')).answer?.figures ?? []
  assert.deepEqual([now?.label, stop?.label], ['BONK now', 'Stop loss'])
  assert.match(stop?.value ?? '', /^\$0\.0₄\d{5}, 4% below$/)
  assert.match((await say(id, 'how much have i paid in fees?')).explanation, /has not run a strategy yet/)
  await say(id, 'get out at 5%')
  assert.equal((await say(id, 'drop the plan')).explanation, 'Dropped.')
  assert.equal((await start(id, stopped)).status, 409)
})

test('a plan that cannot be done is said again with what would make it feasible', async () => {
  const id = await newAgent()
  const poor = await say(id, 'buy 5000 SOL of BONK')
  assert.equal(poor.feasible, false)
  const again = await say(id, 'ok do it')
  assert.equal(again.feasible, false)
  assert.match(again.explanation, /This cannot be done now: .*Add funds or use a smaller amount/)
})

test('stopping by words answers with buttons of what runs, and stops nothing', async () => {
  const { token: other } = await desk.signUp()
  const strangers = await newAgent(other)
  const [id, second] = [await newAgent(), await newAgent()]
  const strategyId = await trade(desk.call, token, id, 'buy 0.01 SOL of BONK every hour', [wallet])
  const name = async (of: number) => (await desk.call(api.getAgent, { token, params: { id: of } })).ok.name
  const label = await name(id)
  const stop = await say(id, 'stop it please')
  assert.equal(stop.understood_as, 'stop')
  assert.deepEqual(stop.actions, [
    { do: 'stop', agent_id: id, strategy_id: strategyId, label: `Stop ${label}` },
  ])
  assert.equal((await desk.call(api.getAgentStatus, { token, params: { id } })).ok.status, 'running')
  const named = await say(second, `pause ${label.toLowerCase()}`)
  assert.deepEqual(
    named.actions?.map(({ do: verb, agent_id: of }) => [verb, of]),
    [['pause', id]],
  )
  assert.deepEqual((await say(second, 'stop everything')).actions, [
    { do: 'stop_all', label: 'Stop everything' },
  ])
  assert.deepEqual(
    (await say(id, 'sell everything now')).actions?.map(({ do: verb }) => verb),
    ['close'],
  )
  // Another user's agents have no button here, whatever they are called.
  const foreign = (await parse(strangers, 'stop everything', other)).ok
  assert.deepEqual([foreign.understood_as, foreign.actions ?? []], ['cancel', []])
  await desk.call(api.stopStrategy, { token, params: { id } })
})

test('wallets are neither made nor listed by the server, and a group is a button', async () => {
  const id = await newAgent()
  await say(id, 'buy some BONK')
  const before = await countWallets()
  const group = await say(id, 'create a wallet group called Snipers')
  assert.equal(group.understood_as, 'wallets')
  assert.deepEqual(group.actions, [{ do: 'create_group', name: 'Snipers', label: 'Create group Snipers' }])
  assert.equal((await say(id, 'generate ten wallets')).understood_as, 'wallets')
  assert.equal(await countWallets(), before)
  // The question stays open beside it.
  assert.ok((await say(id, '0.02')).parsedPlan)
})

test('the plan shown is moved to another wallet, and started with it alone', async () => {
  const id = await newAgent()
  const { wallets } = (await desk.call(listWallets, { token, query: {} })).ok
  const other = wallets.find(({ address }) => address !== wallet)
  assert.ok(other)
  const plan = await say(id, 'buy 0.1 SOL of BONK')
  const moved = await say(id, `use ${other.name} instead`)
  assert.equal(moved.understood_as, 'change')
  assert.deepEqual(moved.parsedPlan, plan.parsedPlan)
  assert.deepEqual(moved.shown?.wallet_addresses, [other.address])
  assert.notEqual(moved.plan_hash, plan.plan_hash)
})

test('a transfer without an amount is asked about, completed by the answer, and moves nothing', async () => {
  const id = await newAgent()
  const { wallets } = (await desk.call(listWallets, { token, query: {} })).ok
  const other = wallets.find(({ address }) => address !== wallet)
  assert.ok(other)
  const asked = await say(id, `send sol to ${other.name}`)
  assert.deepEqual([asked.understood_as, asked.transfer], ['transfer', undefined], asked.explanation)
  const answered = await say(id, '0.05')
  assert.equal(answered.understood_as, 'answer')
  const { transfer } = answered
  assert.ok(transfer?.kind === 'distribute' && transfer.amount === '0.05', JSON.stringify(answered))
})

test('a question that names another agent is answered about that one, by its name', async () => {
  const trading = (await desk.call(api.createAgent, { token })).ok
  const id = await newAgent()
  await start(trading.id, await say(trading.id, 'buy 0.01 SOL of BONK every hour'))
  const other = await say(id, `how is ${trading.name} doing?`)
  assert.equal(other.understood_as, 'question')
  assert.ok(other.answer?.title.startsWith(`${trading.name}: `), other.answer?.title)
  const own = await say(id, 'how is my strategy doing?')
  assert.ok(!own.answer?.title.includes(trading.name))
  assert.notEqual(own.explanation, other.explanation)
  // A stranger has no agent of this name.
  const stranger = await desk.signUp()
  const theirs = (await desk.call(api.createAgent, { token: stranger.token })).ok
  const asked = (await parse(theirs.id, `how is ${trading.name} doing?`, stranger.token)).ok
  assert.ok(asked.answer === undefined || !asked.answer.title.startsWith(`${trading.name}: `))
})
