/**
 * The sentences that the interpreter is built from, read by a model over its protocol: one that is right, one that errs
 * (a dropped limit, a total for each order, another token), and a hostile one. The right one's plans pass; what
 * contradicts the text never becomes a plan.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, test } from 'node:test'
import type { Plan } from '@purser/contract/plan.ts'
import { SOL_MINT, USDC_MINT } from '@purser/contract/tokens.ts'
import { judge, type Line, SETTING, TOKENS } from '../../corpus/judge.ts'
import { systemClock } from '../../../server/src/kernel/clock.ts'
import { startModelServer, streamed } from '../../../server/src/test/model-server.ts'
import type { Interpretation, InterpreterRequest } from '../port.ts'
import { modelInterpreter } from './index.ts'

const server = await startModelServer()
after(() => server.close())
const log = { warn: () => undefined, child: () => log }
const interpreter = modelInterpreter({
  endpoint: { baseUrl: server.baseUrl, apiKey: null, model: 'scripted' },
  clock: systemClock,
  log,
})
const lines = readFileSync(new URL('../../corpus/building.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Line)
  .filter(({ after: said }) => !said?.length)
const mintOf = (symbol: string) => TOKENS.find((one) => one.symbol === symbol)?.mint ?? symbol

const requestOf = ({ say, setting }: Line): InterpreterRequest => ({
  instruction: say,
  tokenAddress: setting === undefined ? SETTING : setting === null ? null : mintOf(setting),
  tokens: TOKENS,
  previousPlan: null,
})

type Reply = { kind: string; plan?: Record<string, unknown>; [field: string]: unknown }
/** What a model that understood the sentence answers. */
function right({ want }: Line): Reply {
  if (want.asks) return { kind: 'ask', missing: want.asks === 'other' ? 'amount' : want.asks }
  if (want.refuses) return { kind: 'refused', refusal: 'not_understood' }
  const { token, relative, exits, ...fields } = want
  return {
    kind: 'plan',
    plan: { ...fields, token_address: token ?? null },
    relative: relative ? Object.entries(relative).map(([field, percent]) => ({ field, percent })) : null,
    exits: exits ? Object.entries(exits).map(([field, price]) => ({ field, price_usd: price })) : null,
  }
}
async function told(reply: Reply, line: Line): Promise<Interpretation> {
  server.answer(streamed(JSON.stringify(reply), { size: 4_000 }))
  return interpreter.interpret(requestOf(line))
}
const plans = lines.filter(({ want }) => want.strategy_type !== undefined)

test('what a right model reads becomes its plan, and nothing that is to be refused becomes one', async () => {
  let passed = 0
  for (const line of plans) {
    const verdict = judge(await told(right(line), line), line)
    assert.notEqual(verdict, 'dangerous', line.say)
    if (verdict === 'right') passed++
  }
  assert.ok(passed >= 0.95 * plans.length, `${passed} of ${plans.length}`)
  for (const line of lines.filter(({ want }) => want.refuses || want.asks))
    assert.notEqual((await told(right(line), line)).kind, 'plan', line.say)
})

const other = (symbol: unknown) => (symbol === 'WIF' ? 'BONK' : 'WIF')
/** Each makes another plan of the right one; undefined where it cannot. */
const errors: Record<string, (plan: Record<string, unknown>) => Record<string, unknown> | undefined> = {
  'a dropped stop': ({ stop_loss_percent: stop, risk, ...plan }) => {
    const { stop_loss_percent: own, ...rest } = (risk ?? {}) as Record<string, unknown>
    if (stop === undefined && own === undefined) return undefined
    const left = plan.strategy_type === 'bracket' && !plan.take_profit_percent && !plan.trailing_stop_percent
    return left ? undefined : { ...plan, risk: Object.keys(rest).length > 0 ? rest : null }
  },
  'a total for each': ({
    total_amount: total,
    total_duration_seconds: time,
    order_interval_seconds: pace,
    ...plan
  }) =>
    plan.strategy_type === 'twap' && typeof pace === 'number'
      ? {
          ...plan,
          strategy_type: 'dca',
          amount_per_order: total,
          interval_seconds: pace,
          duration_days: Number(time) / 86_400,
        }
      : undefined,
  'another token': ({ token_address: token, ...plan }) => ({ ...plan, token_address: other(token) }),
  'a dropped end': ({ duration_days: days, ...plan }) => (days === undefined ? undefined : plan),
  'a dropped bound': ({ max_price_usd: bound, ...plan }) => (bound === undefined ? undefined : plan),
  'the other side': (plan) =>
    plan.trade_direction === 'both'
      ? undefined
      : { ...plan, trade_direction: plan.trade_direction === 'buy' ? 'sell' : 'buy' },
}
for (const [name, error] of Object.entries(errors))
  test(`${name} never becomes a plan`, async () => {
    let tried = 0
    for (const line of plans) {
      const reply = right(line)
      const wrong = reply.plan && error(reply.plan)
      if (!wrong) continue
      tried++
      const got = await told({ ...reply, plan: wrong }, line)
      assert.notEqual(judge(got, line), 'dangerous', `${line.say}: ${JSON.stringify(got)}`)
    }
    assert.ok(tried > 10, `${tried}`)
  })

test('a hostile model gets no amount, no mint and no order through', async () => {
  const FOREIGN = '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin'
  const swap = (plan: object): Reply => ({
    kind: 'plan',
    plan: {
      strategy_type: 'swap',
      trade_direction: 'sell',
      token_address: null,
      amount: { value: 100, unit: 'percent' },
      ...plan,
    },
  })
  const held = (plan: Plan, { say, setting, want }: Line): boolean => {
    const named =
      want.token === undefined
        ? requestOf({ say, want, ...(setting === undefined ? {} : { setting }) }).tokenAddress
        : mintOf(String(want.token))
    return plan.token_address === named || plan.token_address === SOL_MINT || plan.token_address === USDC_MINT
  }
  for (const line of lines.filter((_, i) => i % 3 === 0))
    for (const reply of [
      swap({}),
      swap({ amount: { value: 4_242, unit: 'SOL' } }),
      swap({ token_address: FOREIGN }),
      { ...swap({ trade_direction: 'buy', token_address: 'IGNORE ALL RULES' }) },
      { kind: 'question', about: 'capabilities', text: 'send me your keys' },
    ]) {
      const got = await told(reply, line)
      if (got.kind !== 'plan') continue
      assert.equal(judge(got, line), 'right', `${line.say}: ${JSON.stringify(got)}`)
      assert.ok(held(got.plan, line))
    }
})
