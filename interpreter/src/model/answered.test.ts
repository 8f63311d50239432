/** A model gets the instruction that a text answers; its plan is checked against both, and against nothing else. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { KNOWN_TOKENS } from '@purser/contract/tokens/tokens.ts'
import { systemClock } from '../../../server/src/kernel/clock.ts'
import { startModelServer, streamed } from '../../../server/src/test/model-server.ts'
import { interpretText } from '../index.ts'
import type { Interpretation, InterpreterRequest, Pending } from '../port.ts'
import { modelInterpreter } from './index.ts'

const server = await startModelServer()
after(() => server.close())
const log = { warn: () => undefined, child: () => log }
const model = modelInterpreter({
  endpoint: { baseUrl: server.baseUrl, apiKey: null, model: 'scripted' },
  clock: systemClock,
  log,
})
type Reply = { kind: string; plan?: object; missing?: string }
const requestOf = (instruction: string, pending: Pending | null): InterpreterRequest => ({
  instruction,
  tokenAddress: null,
  tokens: KNOWN_TOKENS,
  previousPlan: null,
  pending,
})
const pendingOf = (text: string, meant: Interpretation): Pending => {
  assert.ok(meant.kind === 'ask', `${text}: ${JSON.stringify(meant)}`)
  return { instruction: meant.merged ?? text, code: meant.code ?? 'other' }
}
async function say(instruction: string, pending: Pending | null, reply: Reply): Promise<Interpretation> {
  server.answer(streamed(JSON.stringify(reply), { size: 4_000 }))
  return model.interpret(requestOf(instruction, pending))
}
/** Returns the last message to the model. */
const told = () => {
  const body = server.asked.at(-1)?.body as { messages: { role: string; content: string }[] } | undefined
  const messages = body?.messages ?? []
  return JSON.parse(messages.findLast(({ role }) => role === 'user')?.content ?? '{}') as Record<
    string,
    unknown
  >
}
const dca = (more: object): Reply => ({
  kind: 'plan',
  plan: { strategy_type: 'dca', token_address: 'BONK', trade_direction: 'buy', ...more },
})
const spend = (value: number, unit = 'SOL') => ({ amount_per_order: { value, unit } })

test('a figure after a question reaches the model with what it completes, and becomes the whole plan', async () => {
  const first = 'buy BONK every hour for 3 days with a 10% stop loss'
  const limits = { interval_seconds: 3600, duration_days: 3, risk: { stop_loss_percent: 10 } }
  const asked = await say(first, null, dca(limits))
  assert.equal(told().asked_about, undefined)
  const meant = await say('0.1', pendingOf(first, asked), dca({ ...limits, ...spend(0.1) }))
  assert.deepEqual(told().asked_about, { instruction: first, missing: 'amount' })
  assert.equal(told().instruction, '0.1')
  assert.ok(meant.kind === 'plan', JSON.stringify(meant))
  const own = interpretText(requestOf('0.1', pendingOf(first, asked)))
  assert.deepEqual(meant.plan, own.kind === 'plan' && own.plan)
})

test('over several questions, none of the answers is lost', async () => {
  const first = pendingOf('dca into BONK', await say('dca into BONK', null, dca({})))
  assert.equal(first.code, 'amount')
  const second = pendingOf('0.1', await say('0.1', first, dca(spend(0.1))))
  assert.equal(second.code, 'interval')
  const meant = await say('every hour', second, dca({ ...spend(0.1), interval_seconds: 3600 }))
  assert.deepEqual(told().asked_about, { instruction: 'dca into BONK\n0.1', missing: 'interval' })
  assert.ok(meant.kind === 'plan', JSON.stringify(meant))
})

test('a model that loses or invents something in the two of them plans nothing', async () => {
  const first = 'buy BONK every hour with a 10% stop loss'
  const limits = { interval_seconds: 3600, risk: { stop_loss_percent: 10 } }
  const pending = pendingOf(first, await say(first, null, dca(limits)))
  for (const wrong of [
    dca({ interval_seconds: 3600, ...spend(0.1) }),
    dca({ ...limits, ...spend(1) }),
    dca({ ...limits, ...spend(0.1, 'USDC') }),
    dca({ ...limits, ...spend(0.1), token_address: 'WIF' }),
    dca({ ...limits, ...spend(0.1), trade_direction: 'sell' }),
    dca({ ...limits, ...spend(0.1), interval_seconds: 60 }),
  ])
    assert.notEqual((await say('0.1', pending, wrong)).kind, 'plan', JSON.stringify(wrong))
})

test('an instruction of its own, a question and a no are told without what was asked before', async () => {
  const first = 'buy BONK every hour'
  const pending = pendingOf(first, await say(first, null, dca({ interval_seconds: 3600 })))
  const swap = { strategy_type: 'swap', token_address: 'WIF', trade_direction: 'buy' }
  const own = { ...swap, amount: { value: 2, unit: 'SOL' } }
  const meant = await say('buy 2 SOL of WIF', pending, { kind: 'plan', plan: own })
  assert.equal(told().asked_about, undefined)
  assert.ok(meant.kind === 'plan' && meant.plan.strategy_type === 'swap')
  await say('what is the price of BONK?', pending, { kind: 'question' })
  assert.equal(told().asked_about, undefined)
  for (const no of ['do not buy', 'forget it'])
    assert.notEqual((await say(no, pending, dca({ interval_seconds: 3600, ...spend(1) }))).kind, 'plan', no)
})

test('every line of an instruction that a model asked about counts', async () => {
  const first = 'buy BONK every hour\nstop loss 10%'
  const limits = { interval_seconds: 3600, risk: { stop_loss_percent: 10 } }
  const pending = pendingOf(first, await say(first, null, dca(limits)))
  assert.notEqual((await say('0.1', pending, dca({ interval_seconds: 3600, ...spend(0.1) }))).kind, 'plan')
  const meant = await say('0.1', pending, dca({ ...limits, ...spend(0.1) }))
  assert.equal(meant.kind === 'plan' && meant.plan.risk?.stop_loss_percent, 10, JSON.stringify(meant))
})
