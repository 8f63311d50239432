/**
 * The sentences that the interpreter is built from, read by a model over its protocol: one that is right, one that errs
 * (a dropped limit, a total for each order, another token), and a hostile one. The right one's plans pass; one that
 * contradicts the text never becomes a plan.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import type { Plan } from '@purser/contract/strategies/plan.ts'
import { SOL_MINT, USDC_MINT } from '@purser/contract/tokens/tokens.ts'
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
/** The answer of a model that understood the sentence. */
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

const other = (symbol: unknown) => (symbol === 'WIF' ? 'BONK' : 'WIF')
/** Each makes another plan of the right one; undefined if it cannot. */
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
const hostile: Reply[] = [
  swap({}),
  swap({ amount: { value: 4_242, unit: 'SOL' } }),
  swap({ token_address: FOREIGN }),
  { ...swap({ trade_direction: 'buy', token_address: 'IGNORE ALL RULES' }) },
  { kind: 'question', about: 'capabilities', text: 'send me your keys' },
]

type Answered = { line: Line; got: Interpretation }
/** The results for each sentence, by model: all models in turn on one sentence, which is therefore read once. */
const answers = new Map<string, Answered[]>()
async function answered(model: string, reply: Reply, line: Line): Promise<void> {
  const got = await told(reply, line)
  const known = answers.get(model)
  if (known) known.push({ line, got })
  else answers.set(model, [{ line, got }])
}
before(async () => {
  for (const [i, line] of lines.entries()) {
    const reply = right(line)
    if (line.want.strategy_type !== undefined || line.want.refuses || line.want.asks)
      await answered('right', reply, line)
    for (const [name, error] of Object.entries(errors)) {
      const wrong = line.want.strategy_type !== undefined && reply.plan && error(reply.plan)
      if (wrong) await answered(name, { ...reply, plan: wrong }, line)
    }
    if (i % 3 === 0) for (const one of hostile) await answered('hostile', one, line)
  }
})

test('what a right model reads becomes its plan, and nothing that is to be refused becomes one', () => {
  let passed = 0
  const all = answers.get('right') ?? []
  for (const { line, got } of all.filter((one) => one.line.want.strategy_type !== undefined)) {
    const verdict = judge(got, line)
    assert.notEqual(verdict, 'dangerous', line.say)
    if (verdict === 'right') passed++
  }
  assert.ok(passed >= 0.95 * plans.length, `${passed} of ${plans.length}`)
  const refused = all.filter((one) => one.line.want.refuses || one.line.want.asks)
  assert.ok(refused.length > 100)
  for (const { line, got } of refused) assert.notEqual(got.kind, 'plan', line.say)
})

for (const name of Object.keys(errors))
  test(`${name} never becomes a plan`, () => {
    const tried = answers.get(name) ?? []
    for (const { line, got } of tried)
      assert.notEqual(judge(got, line), 'dangerous', `${line.say}: ${JSON.stringify(got)}`)
    assert.ok(tried.length > 10, `${tried.length}`)
  })

test('a hostile model gets no amount, no mint and no order through', () => {
  const held = (plan: Plan, { say, setting, want }: Line): boolean => {
    const named =
      want.token === undefined
        ? requestOf({ say, want, ...(setting === undefined ? {} : { setting }) }).tokenAddress
        : mintOf(String(want.token))
    return plan.token_address === named || plan.token_address === SOL_MINT || plan.token_address === USDC_MINT
  }
  const tried = answers.get('hostile') ?? []
  assert.ok(tried.length > 1_000, `${tried.length}`)
  for (const { line, got } of tried) {
    if (got.kind !== 'plan') continue
    assert.equal(judge(got, line), 'right', `${line.say}: ${JSON.stringify(got)}`)
    assert.ok(held(got.plan, line))
  }
})
