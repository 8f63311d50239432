// On PostgreSQL as well.
/**
 * Questions of the agent: how each is answered or dropped; and single fields of the last shown plan that are set one by
 * one.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as api from '@purser/contract/agents/agents.ts'
import { sql } from 'drizzle-orm'
import { startTestDesk } from '../../../test/harness.ts'
import { fundedWallet } from '../../../test/funded-wallet.ts'

const HOUR_MS = 3_600_000
const desk = await startTestDesk({ network: 'steered' })
await desk.chain('localnet_setSlotTime', 20)
const { token } = await desk.signUp()
const wallet = await fundedWallet(desk.call, token, 100)
const newAgent = async () => (await desk.call(api.createAgent, { token })).ok.id
const send = (id: number, body: object) =>
  desk.call(api.parseInstruction, {
    token,
    params: { id },
    wrongBody: { wallet_addresses: [wallet], ...body },
  })
const edit = (id: number, plan_hash: string | null, changes: object[]) =>
  send(id, { changes, ...(plan_hash === null ? {} : { plan_hash }) })
const say = async (id: number, instruction: string) => (await send(id, { instruction })).ok

test('an answer completes the instruction that was asked about, over several questions', async () => {
  const id = await newAgent()
  const asked = await say(id, 'dca into BONK')
  assert.deepEqual([asked.parsedPlan, asked.question?.code], [null, 'amount'])
  const next = await say(id, '0.02')
  assert.equal(next.question?.code, 'interval')
  const [hourly] = next.question?.choices ?? []
  const plan = (await say(id, hourly?.reply ?? '')).parsedPlan
  assert.ok(plan?.strategy_type === 'dca')
  assert.deepEqual([plan.amount_per_order, plan.interval_seconds], [{ value: 0.02, unit: 'SOL' }, 3600])
})

test('a total or an amount for each order is asked with both to choose from', async () => {
  const id = await newAgent()
  const asked = await say(id, 'every hour buy 0.5 SOL of BONK over 2 days')
  assert.equal(asked.question?.code, 'total_or_each')
  assert.equal(asked.question?.choices.length, 2)
  const [total] = asked.question?.choices ?? []
  assert.equal((await say(id, total?.reply ?? '')).parsedPlan?.strategy_type, 'twap')
})

test('a no, something else, or an hour drops what was asked', async () => {
  for (const drop of ['do not buy', 'forget it']) {
    const id = await newAgent()
    assert.equal((await say(id, 'buy some BONK')).question?.code, 'amount')
    assert.equal((await say(id, drop)).parsedPlan, null)
    assert.equal((await say(id, '0.02')).parsedPlan, null, drop)
  }
  const other = await newAgent()
  await say(other, 'buy some BONK')
  assert.ok((await say(other, 'buy 0.03 SOL of WIF')).parsedPlan)
  const late = await newAgent()
  await say(late, 'buy some BONK')
  desk.clock.move(HOUR_MS + 1)
  assert.equal((await say(late, '0.02')).parsedPlan, null)
})

test('the message that asks tells its choices to any console, until they are answered, dropped or an hour old', async () => {
  const id = await newAgent()
  const open = async () => {
    const messages = (await desk.call(api.listChat, { token, params: { id } })).ok
    return messages.map(({ question }) => question?.choices.map((choice) => choice.reply) ?? [])
  }
  const store = (content: string, question_id?: number) =>
    desk.call(api.addChat, { token, params: { id }, body: { role: 'system', content, question_id } })
  const which = await say(id, 'every hour buy 0.5 SOL of BONK over 2 days')
  assert.equal((await store(which.explanation, which.question?.id)).status, 201)
  await store('These are your wallets.')
  const replies = which.question?.choices.map((choice) => choice.reply) ?? []
  assert.deepEqual([replies.length, await open()], [2, [replies, []]])
  await say(id, 'what is the price of BONK?')
  assert.deepEqual(await open(), [replies, []])
  const often = await say(id, 'dca 0.02 SOL into BONK')
  await store(often.explanation, often.question?.id)
  const [first, , last] = await open()
  assert.deepEqual([first, last], [[], often.question?.choices.map((choice) => choice.reply)])
  desk.clock.move(HOUR_MS + 1)
  assert.deepEqual(await open(), [[], [], []])
  for (const answer of ['forget it', 'every hour']) {
    const again = await say(id, 'dca 0.02 SOL into BONK')
    await store(again.explanation, again.question?.id)
    assert.notDeepEqual((await open()).at(-1), [])
    await say(id, answer)
    assert.deepEqual((await open()).at(-1), [], answer)
  }
})

test('a question about prices in between leaves it open', async () => {
  const id = await newAgent()
  await say(id, 'buy some BONK')
  assert.equal((await say(id, 'what is the price of BONK?')).isQuestion, true)
  assert.ok((await say(id, '0.02')).parsedPlan)
})

test('every part of the instruction is named beside the plan', async () => {
  const id = await newAgent()
  const instruction = 'please buy 0.02 SOL of BONK every hour'
  for (const sent of [instruction, ` \n ${instruction}  `]) {
    const { reading, question } = await say(id, sent)
    assert.equal(question, null)
    const parts = reading.map(({ from, to, kind, field }) => [sent.slice(from, to), field ?? kind])
    assert.deepEqual(parts, [
      ['please', 'filler'],
      ['buy', 'trade_direction'],
      ['0.02 SOL', 'amount_per_order'],
      ['of BONK', 'token_address'],
      ['every hour', 'interval_seconds'],
    ])
  }
  assert.equal((await send(id, { instruction: ' \n ' })).status, 400)
})

test('fields of the plan shown last are set, field by field, by the schema of plans', async () => {
  const id = await newAgent()
  const shown = await say(id, 'buy 0.02 SOL of BONK every hour')
  const edit = (changes: object[]) => send(id, { changes })
  const edited = (
    await edit([
      { path: 'amount_per_order.value', value: 0.03 },
      { path: 'risk.stop_loss_percent', value: 10 },
    ])
  ).ok
  assert.deepEqual(
    edited.changes?.map(({ field, to }) => [field, to]),
    [
      ['amount_per_order', { unit: 'SOL', value: 0.03 }],
      ['risk.stop_loss_percent', 10],
    ],
  )
  assert.ok(edited.feasible && edited.plan_hash !== shown.plan_hash)
  const cleared = (await edit([{ path: 'risk.stop_loss_percent', value: null }])).ok
  assert.equal(cleared.parsedPlan?.risk, undefined)
  for (const change of [
    { path: 'interval_seconds', value: 0 },
    { path: 'strategy_type', value: 'grid' },
    { path: 'version', value: 2 },
    { path: 'nothing', value: 1 },
    { path: '__proto__', value: 5 },
  ])
    assert.equal((await edit([change])).ok.parsedPlan, null, change.path)
  assert.equal((await send(id, { changes: [{ path: 'a.b.c', value: 1 }] })).status, 400)
  assert.equal(
    (await send(id, { instruction: 'buy 1 SOL', changes: [{ path: 'goal', value: 'x' }] })).status,
    400,
  )
  assert.equal((await send(id, {})).status, 400)
  assert.match(
    (await send(await newAgent(), { changes: [{ path: 'amount.value', value: 1 }] })).ok.explanation,
    /^Which plan/,
  )
})

test('a change is for the plan that it names, and one of a plan that is not the last changes nothing', async () => {
  const id = await newAgent()
  const first = await say(id, 'buy 0.02 SOL of BONK every hour')
  const faster = [{ path: 'interval_seconds', value: 60 }]
  // In another tab.
  const second = await say(id, 'sell 10% of my WIF')
  const refused = await edit(id, first.plan_hash, faster)
  assert.deepEqual([refused.status, refused.fault.code], [409, 'plan_not_last'])
  assert.ok(second.parsedPlan && refused.fault.error.includes(second.parsedPlan.goal), refused.fault.error)
  const shown = async () =>
    (
      (await desk.database.db.execute(
        sql`select shown_plan, last_plan_hash, shown_plan_hash, parses from agents where id = ${id}`,
      )) as { rows: object[] }
    ).rows
  const before = await shown()
  assert.equal((await edit(id, first.plan_hash, faster)).status, 409)
  assert.deepEqual(await shown(), before, 'a refused change is no newer instruction either')

  const changed = (await edit(id, second.plan_hash, [{ path: 'amount.value', value: 20 }])).ok
  assert.ok(changed.parsedPlan?.strategy_type === 'swap')
  assert.equal(changed.parsedPlan.amount.value, 20)
  assert.equal((await edit(id, second.plan_hash, [{ path: 'amount.value', value: 30 }])).status, 409)
  assert.equal((await edit(id, changed.plan_hash, [{ path: 'amount.value', value: 30 }])).status, 200)
})

test('a plan that cannot be carried out is changed by its own hash, and after other wallets were chosen as well', async () => {
  const id = await newAgent()
  const tooMuch = await say(id, 'buy 5000 SOL of BONK')
  assert.deepEqual([tooMuch.feasible, typeof tooMuch.plan_hash], [false, 'string'])
  const poor = await fundedWallet(desk.call, token, 1)
  const less = await send(id, {
    changes: [{ path: 'amount.value', value: 0.02 }],
    plan_hash: tooMuch.plan_hash,
    wallet_addresses: [poor],
  })
  assert.ok(less.ok.feasible && less.ok.plan_hash !== tooMuch.plan_hash)
})

test('of two changes of one plan at once, one is made', async () => {
  const id = await newAgent()
  const { plan_hash } = await say(id, 'buy 0.02 SOL of BONK every hour')
  const both = await Promise.all(
    [60, 120].map((value) => edit(id, plan_hash, [{ path: 'interval_seconds', value }])),
  )
  assert.deepEqual(both.map(({ status }) => status).sort(), [200, 409])
  const last = (await desk.database.db.execute(sql`select last_plan_hash from agents where id = ${id}`)) as {
    rows: object[]
  }
  const made = both.find(({ status }) => status === 200)?.ok.plan_hash
  assert.deepEqual(last.rows, [{ last_plan_hash: made }])
})

test('a hash goes with changes alone, and of an agent without a plan there is none', async () => {
  const id = await newAgent()
  assert.equal((await send(id, { instruction: 'buy 0.02 SOL of BONK', plan_hash: 'x' })).status, 400)
  const none = await edit(id, 'x', [{ path: 'amount.value', value: 1 }])
  assert.deepEqual([none.status, none.fault.code], [409, 'plan_not_last'])
  assert.match(none.fault.error, /^This agent has not shown this plan/)
})

test('a pace that was said stays when the time changes, and one that was not follows it', async () => {
  const paceAfter = async (first: string, changes: object[] = []) => {
    const id = await newAgent()
    const shown = await say(id, first)
    if (changes.length > 0) assert.equal((await edit(id, shown.plan_hash, changes)).status, 200)
    const { parsedPlan: plan, explanation } = await say(id, 'over 8 hours instead')
    assert.ok(plan?.strategy_type === 'twap', explanation)
    assert.equal(plan.total_duration_seconds, 8 * 3600)
    return plan.order_interval_seconds
  }
  const [said, unsaid] = [
    'TWAP 1 SOL into WIF over 4 hours, one order every 10 minutes',
    'spread 1 SOL into WIF over 4 hours',
  ]
  assert.equal(await paceAfter(said), 600)
  assert.equal(await paceAfter(unsaid), 1200)
  assert.equal(await paceAfter(unsaid, [{ path: 'order_interval_seconds', value: 900 }]), 900)
})
