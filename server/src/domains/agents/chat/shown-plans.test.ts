// On PostgreSQL as well.
/** States of the plans that the desk showed: which is offered, which became a strategy, which may not be started. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as api from '@purser/contract/agents/agents.ts'
import { distributeSol } from '@purser/contract/distributions/distributions.ts'
import { SHOWN_PLANS_KEPT } from '@purser/contract/limits.ts'
import { listShownPlans } from '@purser/contract/agents/shown-plans.ts'
import { requestFaucet } from '@purser/contract/tokens/tokens.ts'
import { generateWallet } from '@purser/contract/wallets/wallets.ts'
import { startTestDesk } from '../../../test/harness.ts'
import { fundedWallet } from '../../../test/funded-wallet.ts'
import { fund, makeWallets, SOL } from '../../../test/money.ts'

const BONK = 'DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263'
const desk = await startTestDesk({ network: 'steered' })
await desk.chain('localnet_setSlotTime', 20)
const { token } = await desk.signUp()
const wallet = await fundedWallet(desk.call, token, 100)
const empty = (await desk.call(generateWallet, { token })).ok.address

async function openAgent() {
  const { id } = (await desk.call(api.createAgent, { token })).ok
  const params = { id }
  const ask = (body: object, by = wallet) =>
    desk.call(api.parseInstruction, {
      token,
      params,
      wrongBody: { token_address: BONK, wallet_addresses: [by], ...body },
    })
  return {
    id,
    ask,
    parse: async (instruction: string, by = wallet) => (await ask({ instruction }, by)).ok,
    edit: async (parsed: api.ParsedInstruction, changes: object[], by = wallet) =>
      ask({ changes, plan_hash: parsed.plan_hash }, by),
    start: (parsed: api.ParsedInstruction, by = wallet) =>
      desk.call(api.startStrategy, {
        token,
        params,
        wrongBody: {
          strategy: { parsedStrategy: parsed.parsedPlan, walletAddresses: [by], groupId: null },
        },
      }),
    stop: () => desk.call(api.stopStrategy, { token, params }),
    say: (content: string, plan_id?: number) =>
      desk.call(api.addChat, { token, params, wrongBody: { role: 'system', content, plan_id } }),
    chat: async () => (await desk.call(api.listChat, { token, params })).ok,
    plans: async () => (await desk.call(listShownPlans, { token, params })).ok,
    states: async () =>
      (await desk.call(listShownPlans, { token, params })).ok.map(({ state }) => state).toReversed(),
  }
}
const getId = (parsed: api.ParsedInstruction): number => parsed.shown?.id ?? 0

test('the newest feasible plan is offered, what came before is superseded, and what was started names its strategy', async () => {
  const agent = await openAgent()
  assert.deepEqual(await agent.plans(), [])
  const first = await agent.parse('buy 0.02 SOL every 60 seconds, 3 times')
  assert.deepEqual(await agent.states(), ['offered'])
  const second = await agent.parse('make it every 2 minutes')
  assert.deepEqual(await agent.states(), ['superseded', 'offered'])
  assert.deepEqual(
    (await agent.plans()).map(({ id, is_last: isLast }) => [id, isLast]),
    [
      [getId(second), true],
      [getId(first), false],
    ],
  )
  const started = (await agent.start(second)).ok
  const [executed] = await agent.plans()
  assert.deepEqual([executed?.state, executed?.strategy_id], ['executed', started.strategyId])
  assert.ok(executed?.executed_at)
  // A change while it runs is another plan: what runs stays what was executed.
  await agent.parse('make it every 3 minutes')
  assert.deepEqual(await agent.states(), ['superseded', 'executed', 'offered'])
  await agent.stop()
  assert.deepEqual(await agent.states(), ['superseded', 'executed', 'offered'])
})

test('one that is not feasible takes no place of one that is, and is offered once the same plan can be paid', async () => {
  const agent = await openAgent()
  const first = await agent.parse('buy 0.02 SOL of BONK')
  const dear = await agent.parse('buy 5000 SOL of BONK')
  assert.equal(dear.feasible, false)
  assert.deepEqual(await agent.states(), ['offered', 'infeasible'])
  assert.equal((await agent.start(first)).status, 200)
  assert.deepEqual(await agent.states(), ['executed', 'infeasible'])
  await agent.stop()

  const poor = await openAgent()
  const short = await poor.parse('buy 2 SOL of BONK', empty)
  assert.deepEqual([short.feasible, short.shown?.figures?.spends], [false, { value: 2, unit: 'SOL' }])
  const again = (await poor.edit(short, [], empty)).ok
  assert.deepEqual([again.feasible, again.plan_hash], [false, short.plan_hash])
  assert.deepEqual(await poor.states(), ['superseded', 'infeasible'])
  await desk.call(requestFaucet, { token, body: { address: empty, sol: 5 } })
  const funded = (await poor.edit(again, [], empty)).ok
  assert.deepEqual([funded.feasible, funded.parsedPlan], [true, short.parsedPlan])
  assert.deepEqual(funded.assumptions, short.assumptions)
  assert.ok(funded.preview)
  assert.deepEqual(await poor.states(), ['superseded', 'superseded', 'offered'])
  // A plan that was shown later is not checked in its place.
  assert.equal((await poor.ask({ changes: [], plan_hash: dear.plan_hash }, empty)).status, 409)
  assert.equal((await poor.ask({ changes: [] }, empty)).status, 400)
  assert.equal((await poor.start(funded, empty)).status, 200)
  assert.deepEqual(await poor.states(), ['superseded', 'superseded', 'executed'])
  await poor.stop()
})

test('a plan that was found too dear for a while is executed as the one that was offered', async () => {
  const agent = await openAgent()
  const [mine, other] = await makeWallets(desk.call, token, 2)
  assert.ok(mine && other)
  await fund(desk.chain, mine.address, 3n * SOL)
  const offered = await agent.parse('buy 2 SOL of BONK', mine.address)
  const away = { sourceWalletId: mine.id, destinations: [{ walletId: other.id, amount: '2' }] }
  assert.equal((await desk.call(distributeSol, { token, body: away })).ok.success, true)
  const again = (await agent.edit(offered, [], mine.address)).ok
  assert.deepEqual([again.feasible, again.plan_hash], [false, offered.plan_hash])
  assert.deepEqual(await agent.states(), ['offered', 'infeasible'])
  await fund(desk.chain, mine.address, 2n * SOL)
  const { strategyId } = (await agent.start(offered, mine.address)).ok
  assert.deepEqual(await agent.states(), ['executed', 'infeasible'])
  assert.equal((await agent.plans())[1]?.strategy_id, strategyId)
  const twice = await agent.start(offered, mine.address)
  assert.equal(twice.status, 409)
  await agent.stop()
  const late = await agent.start(offered, mine.address)
  assert.deepEqual([late.status, late.fault.code], [409, 'plan_not_shown'])
})

test('a message has its plan with all that was shown, in every tab, with what became of it', async () => {
  const agent = await openAgent()
  const parsed = await agent.parse('buy 0.02 SOL every 60 seconds, 3 times, with a 15% stop loss')
  const changed = (await agent.edit(parsed, [{ path: 'order_count', value: 5 }])).ok
  await agent.say(parsed.explanation, getId(parsed))
  await agent.say('a remark')
  await agent.say(changed.explanation, getId(changed))
  const [before, remark, last] = (await agent.chat()).map(({ plan }) => plan)
  assert.equal(remark, undefined)
  assert.deepEqual([before?.state, last?.state], ['superseded', 'offered'])
  assert.deepEqual(last?.plan, changed.parsedPlan)
  assert.deepEqual(last?.preview, changed.preview)
  assert.deepEqual([last?.changes, before?.reading], [changed.changes, parsed.reading])
  assert.deepEqual(last?.wallet_addresses, [wallet])
  const { costs, ...figures } = last?.figures ?? {}
  assert.deepEqual(figures, {
    costs_cover: 'all',
    spends: { value: 0.1, unit: 'SOL' },
    each: { value: 0.02, unit: 'SOL' },
    orders: 5,
    // Five orders, and the sale at the stop.
    fees: { value: 0.00006, unit: 'SOL' },
    worst: { value: 0.015, unit: 'SOL', by: 'stop_loss' },
  })
  // The market takes 0.25 % of all that is bought, and of its sale.
  const ofMarket = Number(costs?.market?.value)
  assert.ok(ofMarket > 0.0005 && ofMarket < 0.00051, `the market takes ${ofMarket}`)
  assert.equal(costs?.network, 0.00006)
  await agent.start(changed)
  assert.equal((await agent.chat()).at(-1)?.plan?.state, 'executed')
  await agent.stop()
})

test('figures are what the plan itself bounds, and nothing where it bounds nothing', async () => {
  const agent = await openAgent()
  const readFigures = async (instruction: string) => (await agent.parse(instruction)).shown?.figures
  const swap = await readFigures('buy 0.5 SOL of BONK')
  assert.deepEqual(
    [swap?.spends, swap?.worst],
    [
      { value: 0.5, unit: 'SOL' },
      { value: 0.5, unit: 'SOL', by: 'all' },
    ],
  )
  const open = await readFigures('buy 0.02 SOL of BONK every hour')
  assert.deepEqual([open?.spends, open?.orders, open?.worst], [null, null, null])
  assert.deepEqual(
    [open?.each, open?.fees],
    [
      { value: 0.02, unit: 'SOL' },
      { value: 0.00001, unit: 'SOL' },
    ],
  )
  const divided = await readFigures('buy a total of 1 SOL of BONK over 2 hours, an order every 30 minutes')
  assert.deepEqual(
    [divided?.spends, divided?.each, divided?.orders],
    [{ value: 1, unit: 'SOL' }, { value: 0.25, unit: 'SOL' }, 4],
  )
  const kept = await readFigures('keep 30% of my wallet in BONK')
  assert.deepEqual([kept?.spends, kept?.each, kept?.worst, kept?.costs], [null, null, null, undefined])
})

test('costs are of the orders that they are told for, and of the wallets that trade', async () => {
  const agent = await openAgent()
  const readFigures = async (instruction: string) => (await agent.parse(instruction)).shown?.figures
  const market = (figures: Awaited<ReturnType<typeof readFigures>>) => Number(figures?.costs?.market?.value)
  const open = await readFigures('buy 0.1 SOL of BONK every hour')
  const capped = await readFigures('buy 0.1 SOL of BONK every hour, spend at most 3 SOL')
  assert.deepEqual([open?.costs_cover, capped?.costs_cover], ['order', 'order'])
  assert.ok(Math.abs(market(capped) / market(open) - 1) < 0.05, 'a cap is no order')
  const grid = await readFigures('grid on BONK between 0.00001 and 0.00009 USD with 5 levels, 1 SOL in total')
  assert.deepEqual([grid?.orders, grid?.costs?.network], [4, 0.00008])
  const signals = await readFigures('buy 0.1 SOL of BONK when the RSI is below 30 on 15m, and sell above 70')
  assert.equal(signals?.costs_cover, 'round_trip')
  // The other wallet of the two has nothing to spend: no account is opened for it.
  const { address } = (await desk.call(generateWallet, { token })).ok
  const { ok } = await agent.ask({ instruction: 'buy 0.1 SOL of WIF', wallet_addresses: [wallet, address] })
  const alone = (await agent.ask({ instruction: 'buy 0.1 SOL of WIF' })).ok
  assert.equal(ok.shown?.figures?.costs?.rent, alone.shown?.figures?.costs?.rent)
})

test('of each agent the newest plans are kept, and the plan of another agent is none of a message', async () => {
  const agent = await openAgent()
  const first = await agent.parse('buy 0.01 SOL of BONK')
  await agent.say('the first', getId(first))
  const other = await openAgent()
  const theirs = await other.parse('buy 0.01 SOL of BONK')
  assert.equal((await agent.say('theirs', getId(theirs))).status, 404)
  for (let i = 1; i <= SHOWN_PLANS_KEPT; i++) await agent.parse(`buy 0.0${i + 1} SOL of BONK`)
  const plans = await agent.plans()
  assert.equal(plans.length, SHOWN_PLANS_KEPT)
  assert.ok(plans.every(({ id }) => id !== getId(first)))
  assert.equal((await agent.chat())[0]?.plan, undefined)
  assert.equal((await other.plans()).length, 1)
})
