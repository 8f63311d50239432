/** The fate of a reply: of the best possible model, and of the worst. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { Plan } from '@purser/contract/strategies/plan.ts'
import { KNOWN_TOKENS, SOL_MINT } from '@purser/contract/tokens/tokens.ts'
import fc from 'fast-check'
import type { Interpretation, InterpreterRequest } from '../port.ts'
import { interpretText } from '../index.ts'
import { figuresIn, isFigure } from './figures.ts'
import { interpretReply } from './meaning.ts'
import { readReply, Reply, replySchema } from './reply.ts'

const SETTING = '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU'
const TOKENS = [...KNOWN_TOKENS, { symbol: 'SOL', mint: SOL_MINT, decimals: 9 }]
const mint = (symbol: string) => TOKENS.find((t) => t.symbol === symbol)?.mint ?? ''

const request = (instruction: string, more: Partial<InterpreterRequest> = {}): InterpreterRequest => ({
  instruction,
  tokenAddress: null,
  tokens: TOKENS,
  previousPlan: null,
  ...more,
})
const read = (reply: object, of: InterpreterRequest): Interpretation => {
  const said = readReply(JSON.stringify(reply))
  assert.ok(said !== null, 'the reply is not of the schema')
  return said === 'outside' ? { kind: 'refused', sentence: 'outside' } : interpretReply(said, of)
}
const buy = (more: object) => ({
  kind: 'plan',
  plan: {
    strategy_type: 'swap',
    token_address: 'BONK',
    trade_direction: 'buy',
    amount: { value: 0.5, unit: 'SOL' },
    ...more,
  },
})

const says = (file: string) =>
  readFileSync(new URL(`../../corpus/${file}`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { say: string; setting?: string | null })

/** The answer of the best model for a known plan. */
function ideal(meant: Extract<Interpretation, { kind: 'plan' }>): object {
  const { version: _, goal: _g, ...plan } = meant.plan
  const isMoney = KNOWN_TOKENS[0]?.mint === plan.token_address || plan.token_address === SOL_MINT
  const open: Record<string, unknown> = { ...plan, token_address: isMoney ? plan.token_address : null }
  for (const { field } of meant.relative ?? []) open[field] = null
  for (const { field } of meant.exits ?? []) open[field] = null
  return {
    kind: 'plan',
    plan: open,
    relative: meant.relative ?? null,
    exits: meant.exits?.map(({ field, price }) => ({ field, price_usd: price })) ?? null,
  }
}

test('a right reading of every sample becomes the very plan that the grammar reads', () => {
  const wrong: unknown[] = []
  let plans = 0
  const types = new Set<string>()
  for (const { say, setting = SETTING } of [...says('samples.jsonl'), ...says('house.jsonl')]) {
    const of = request(say, { tokenAddress: setting })
    const meant = interpretText(of)
    if (meant.kind !== 'plan') continue
    plans++
    types.add(meant.plan.strategy_type)
    const got = read(ideal(meant), of)
    if (got.kind !== 'plan' || JSON.stringify(sorted(got.plan)) !== JSON.stringify(sorted(meant.plan)))
      wrong.push({ say, got, want: meant.plan })
  }
  assert.ok(plans > 300 && types.size === 9, `${plans} plans of ${types.size} types`)
  assert.deepEqual(wrong, [])
})
const sorted = (plan: object) => Object.entries(plan).sort(([a], [b]) => (a < b ? -1 : 1))

test('the schema that is sent is strict: closed objects, every field required, no word that it may not hold', () => {
  const look = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(look)
    if (typeof node !== 'object' || node === null) return undefined
    const { type, properties, required, additionalProperties } = node as Record<string, unknown>
    if (type === 'object') {
      assert.equal(additionalProperties, false)
      assert.deepEqual(required, Object.keys(properties as object))
    }
    for (const word of ['oneOf', 'default', '$schema']) assert.ok(!(word in node), word)
    Object.values(node).forEach(look)
  }
  look(replySchema)
  const text = JSON.stringify(replySchema)
  for (const type of ['swap', 'dca', 'twap', 'limit', 'grid', 'bracket', 'rsi', 'ma_cross', 'rebalance'])
    assert.ok(text.includes(`"const":"${type}"`), type)
  assert.ok(!text.includes('goal') && !text.includes('version') && text.length < 60_000, `${text.length}`)
})

test('an amount, a unit, a price, a range, levels or a slippage that the text does not give is asked for', () => {
  const asks = (say: string, more: object, question: RegExp) => {
    const got = read(buy(more), request(say))
    assert.ok(got.kind === 'ask', `${say}: ${JSON.stringify(got)}`)
    assert.match(got.question, question)
  }
  asks('buy some BONK', {}, /^How much SOL should I spend on BONK\?/)
  asks('buy BONK', { amount: null }, /^How much SOL/)
  asks('buy 0.5 SOL of BONK', { amount: { value: 50, unit: 'SOL' } }, /^How much SOL/)
  asks('buy 0.5 of BONK', { amount: { value: 0.5, unit: 'SOL' } }, /has no unit/)
  asks('buy 0.5 SOL of BONK with any slippage', { slippage_bps: 5000 }, /^How much slippage/)
  asks('buy 0.5 SOL of BONK', { trade_direction: null }, /^Should I buy or sell/)
  asks(
    'buy 0.5 SOL of BONK when it is cheap',
    { strategy_type: 'limit', limit_price_usd: 0.01 },
    /^Which price/,
  )
  asks('buy 0.5 SOL of BONK when it is cheap', { strategy_type: 'limit' }, /^Which price/)
  asks(
    'dca 0.5 SOL of BONK',
    { strategy_type: 'dca', amount: undefined, amount_per_order: { value: 0.5, unit: 'SOL' } },
    /^How often/,
  )
  asks(
    'buy 0.5 SOL of BONK with a stop',
    { strategy_type: 'bracket', stop_loss_percent: 10 },
    /^How many percent/,
  )
  const grid = { strategy_type: 'grid', amount: undefined, trade_direction: null }
  asks('grid on BONK', grid, /^Which price range .* How many levels .* How much SOL/)
  asks(
    'grid on BONK from 1 to 2',
    { ...grid, lower_price_usd: 1, upper_price_usd: 2, grid_levels: 10 },
    /^How many levels/,
  )
  asks(
    'grid on BONK with 10 levels',
    { ...grid, lower_price_usd: 3, upper_price_usd: 5, grid_levels: 10 },
    /^Which price range/,
  )
})

test('what a model fills in unasked gives way to the defaults of the desk, with their sentences', () => {
  const rsi = {
    strategy_type: 'rsi',
    token_address: 'BONK',
    timeframe: '1m',
    length: 3,
    buy_below: 45,
    sell_above: 55,
    amount_per_trade: { value: 0.5, unit: 'SOL' },
    slippage_bps: 100,
    on_stop: 'sell',
  }
  const got = read({ kind: 'plan', plan: rsi }, request('trade RSI on BONK with 0.5 SOL'))
  assert.ok(got.kind === 'plan' && got.plan.strategy_type === 'rsi', JSON.stringify(got))
  const { timeframe, length, buy_below: low, sell_above: high, on_stop: end } = got.plan
  assert.deepEqual([timeframe, length, low, high, end], ['1h', 14, 30, 70, 'keep'])
  assert.equal(got.assumptions.length, 5)
  const slips = read(buy({ slippage_bps: 5000 }), request('buy 0.5 SOL of BONK'))
  assert.equal(slips.kind === 'plan' && slips.plan.slippage_bps, 100)
  const said = read(
    { kind: 'plan', plan: rsi },
    request('RSI 3 on BONK, 1m candles, 45 to 55, 0.5 SOL, sell when stopped'),
  )
  assert.ok(said.kind === 'plan' && said.plan.strategy_type === 'rsi')
  assert.deepEqual([said.plan.timeframe, said.plan.length, said.plan.on_stop], ['1m', 3, 'sell'])
  const dca = {
    strategy_type: 'dca',
    trade_direction: 'buy',
    token_address: 'BONK',
    interval_seconds: 60,
    amount_per_order: { value: 0.5, unit: 'SOL' },
  }
  const often = read({ kind: 'plan', plan: dca }, request('dca 0.5 SOL into BONK'))
  assert.ok(often.kind === 'ask' && often.question.startsWith('How often'), JSON.stringify(often))
  const cross = {
    strategy_type: 'ma_cross',
    token_address: 'BONK',
    fast_length: 5,
    slow_length: 20,
    amount_per_trade: { value: 0.5, unit: 'SOL' },
  }
  const lengths = read({ kind: 'plan', plan: cross }, request('moving averages on BONK with 0.5 SOL'))
  assert.ok(lengths.kind === 'ask' && lengths.question.startsWith('Which two lengths'))
})

test('a time, a side or a sale at the end that the text does not give is not taken from the model', () => {
  const dca = {
    strategy_type: 'dca',
    amount: undefined,
    amount_per_order: { value: 0.5, unit: 'SOL' },
    interval_seconds: 3_600,
  }
  const twap = { strategy_type: 'twap', amount: undefined, total_amount: { value: 2, unit: 'SOL' } }
  const say = 'buy 0.5 SOL of BONK every hour'
  for (const [text, more, question] of [
    [say, { ...dca, interval_seconds: 1 }, /^How often/],
    [`${say} for a week`, { ...dca, duration_days: 365 }, /^How long/],
    [`${say} for a week`, { ...dca, interval_seconds: 604_800, duration_days: 7 }, /^How often/],
    ['spread 2 SOL into BONK over 4 hours', { ...twap, total_duration_seconds: 3_600 }, /^How long/],
    [
      'spread 2 SOL into BONK in 8 slices over 4 hours',
      { ...twap, total_duration_seconds: 14_400, order_interval_seconds: 60 },
      /^How often/,
    ],
    [
      `${say} with a cooldown of 30 minutes`,
      { ...dca, risk: { cooldown_seconds: 1 } },
      /^How long should the cooldown/,
    ],
    ['sell all my BONK', { amount: { value: 100, unit: 'percent' } }, /^Should I buy or sell/],
    ['buy 0.5 SOL of BONK', { trade_direction: 'sell' }, /^Should I buy or sell/],
  ] as const) {
    const got = read(buy(more), request(text))
    assert.ok(got.kind === 'ask', `${text}: ${JSON.stringify(got)}`)
    assert.match(got.question, question)
  }
  const plans = (text: string, more: object) => {
    const got = read(buy(more), request(text))
    assert.ok(got.kind === 'plan', `${text}: ${JSON.stringify(got)}`)
    return got.plan
  }
  plans(`${say} for a week`, { ...dca, duration_days: 7 })
  plans('sell 0.5 SOL for BONK', {})
  plans('spread 2 SOL into BONK in 8 slices over 4 hours', {
    ...twap,
    total_duration_seconds: 14_400,
    order_interval_seconds: 1_800,
  })
  for (const [end, want] of [
    ['until I stop it', 'keep'],
    ['with a stop loss of 10 %', 'keep'],
    ['and sell everything when it is stopped', 'sell'],
    ['on stop liquidate', 'sell'],
  ] as const) {
    const risk = end.includes('loss') ? { stop_loss_percent: 10 } : null
    assert.equal(plans(`${say} ${end}`, { ...dca, on_stop: 'sell', risk }).on_stop, want, end)
  }
  const sells = { ...dca, trade_direction: 'sell', on_stop: 'sell' }
  assert.equal(plans('sell 0.5 SOL of BONK every hour until I stop it', sells).on_stop, 'keep')
})

test('a token that is neither in the text nor in the settings is never traded', () => {
  const stranger = 'HN7cABqLq46Es1jh92dQQisAq662SmxELLLsHHe4YWrH'
  for (const word of [stranger, 'WIF', 'NOPE', '__proto__']) {
    const got = read(buy({ token_address: word }), request('buy 0.5 SOL of this'))
    assert.ok(got.kind === 'ask' && got.question.startsWith('Which token'), JSON.stringify(got))
    assert.ok(!got.question.includes(word))
  }
  const other = read(buy({ token_address: 'WIF' }), request('buy 0.5 SOL of BONK'))
  assert.ok(other.kind === 'ask' && /BONK or WIF/.test(other.question), JSON.stringify(other))
  const two = read(buy({}), request('buy 0.5 SOL of BONK or WIF'))
  assert.ok(two.kind === 'ask' && two.question.startsWith('Which token should I trade, BONK or WIF'))
  const set = read(buy({ token_address: null }), request('buy 0.5 SOL of it', { tokenAddress: SETTING }))
  assert.ok(set.kind === 'plan' && set.plan.token_address === SETTING)
  assert.ok(set.assumptions.includes('Token taken from settings.'))
  const text = read(buy({}), request('buy 0.5 SOL of BONK', { tokenAddress: SETTING }))
  assert.ok(text.kind === 'plan' && text.plan.token_address === mint('BONK'))
  const given = read(buy({ token_address: stranger }), request(`buy 0.5 SOL of ${stranger}`))
  assert.ok(given.kind === 'plan' && given.plan.token_address === stranger)
})

test('a token of the user is understood by its symbol', () => {
  const own = { symbol: 'MOON', mint: SETTING, decimals: 6 }
  const got = read(
    buy({ token_address: 'moon' }),
    request('buy 0.5 SOL of moon', { tokens: [...TOKENS, own] }),
  )
  assert.ok(got.kind === 'plan' && got.plan.token_address === SETTING, JSON.stringify(got))
  assert.match(got.plan.goal, /MOON/)
})

test('the sentence of the goal is made of the plan, whatever was said', () => {
  const got = read(buy({}), request('buy 0.5 SOL of BONK'))
  assert.ok(got.kind === 'plan')
  assert.equal(got.plan.goal, 'Buy BONK for 0.5 SOL, once.')
  assert.equal(readReply(JSON.stringify(buy({ goal: 'Harmless.' }))), null)
})

test('figures outside what a plan can hold are refused, not cut', () => {
  for (const more of [
    { amount: { value: -1, unit: 'SOL' } },
    { amount: { value: 0, unit: 'SOL' } },
    { amount: { value: '1e9', unit: 'SOL' } },
    { slippage_bps: 9_999 },
    { duration_days: 100_000 },
    { risk: { stop_loss_percent: 101 } },
  ])
    assert.equal(readReply(JSON.stringify(buy(more))), 'outside', JSON.stringify(more))
  const much = read(
    buy({ amount: { value: 150, unit: 'percent' } }),
    request('buy BONK with 150 % of it all'),
  )
  assert.ok(much.kind === 'refused' && /at most 100%/.test(much.sentence), JSON.stringify(much))
})

test('the sample plan of a service that is out of order is told from a plan', () => {
  const sample = {
    strategy_type: 'grid',
    token_address: 'SOL',
    quote: 'USDC',
    upper_price_usd: 15,
    lower_price_usd: 10,
    grid_levels: 3,
    total_amount: { value: 1000, unit: 'USDC' },
  }
  for (const say of ['grid on BONK with 2 SOL', 'buy something', 'grid on SOL'])
    assert.deepEqual(read({ kind: 'plan', plan: sample }, request(say)), {
      kind: 'failed',
      failure: 'sample',
    })
  const meant = read(
    { kind: 'plan', plan: sample },
    request('grid on SOL against USDC between 10 and 15 with 3 levels and 1000 USDC'),
  )
  assert.equal(meant.kind, 'plan', JSON.stringify(meant))
})

const before = interpretText(request('buy 0.1 SOL of BONK every hour for 3 days with a 20 % stop loss'))
const previousPlan = before.kind === 'plan' ? before.plan : null

test('a change keeps the plan shown before and tells field by field what is new', () => {
  const change = (say: string, plan: object | null, more: object = {}) =>
    read({ kind: 'change', plan, ...more }, request(say, { previousPlan }))
  const dca = { strategy_type: 'dca' }
  const slower = change('make it every two hours', { ...dca, interval_seconds: 7_200 })
  assert.ok(slower.kind === 'plan', JSON.stringify(slower))
  assert.deepEqual(slower.changes, [{ field: 'interval_seconds', from: 3_600, to: 7_200 }])
  const more = change('use 0.5 SOL instead', { ...dca, amount_per_order: { value: 0.5, unit: 'SOL' } })
  assert.deepEqual(more.kind === 'plan' && more.changes?.map((c) => c.field), ['amount_per_order'])
  const double = change('double it', { ...dca, amount_per_order: { value: 0.2, unit: 'SOL' } })
  assert.equal(double.kind, 'plan')
  const take = change('add a 50 % take profit', { ...dca, risk: { take_profit_percent: 50 } })
  assert.ok(take.kind === 'plan')
  assert.deepEqual(take.plan.risk, { stop_loss_percent: 20, take_profit_percent: 50 })
  const none = change('remove the stop loss', null, { remove: ['risk.stop_loss_percent'] })
  assert.ok(none.kind === 'plan' && none.plan.risk === undefined)
  const other = change('switch to WIF', { ...dca, token_address: 'WIF' })
  assert.ok(other.kind === 'plan' && other.plan.token_address === mint('WIF'))
  const idle = change('make it hourly', { ...dca, interval_seconds: 3_600 })
  assert.ok(idle.kind === 'ask' && idle.question.startsWith('What should I change'))
  const invented = change('make it better', { ...dca, amount_per_order: { value: 77, unit: 'SOL' } })
  assert.ok(invented.kind === 'ask' && invented.question.startsWith('How much'), JSON.stringify(invented))
  const nowhere = read({ kind: 'change', plan: dca }, request('make it hourly'))
  assert.ok(nowhere.kind === 'ask' && nowhere.question.startsWith('Which plan'))
})

test('a limit and a change are held to the unit that the text gives', () => {
  const dca = {
    strategy_type: 'dca',
    amount: undefined,
    amount_per_order: { value: 0.5, unit: 'SOL' },
    interval_seconds: 3_600,
  }
  const say = 'buy 0.5 SOL of BONK every hour, budget $20, daily loss at most $5'
  const limits = (spend: string, loss: string) =>
    read(
      buy({
        ...dca,
        risk: { max_spend: { value: 20, unit: spend }, daily_loss_limit: { value: 5, unit: loss } },
      }),
      request(say),
    )
  assert.equal(limits('USD', 'USD').kind, 'plan', JSON.stringify(limits('USD', 'USD')))
  const spend = limits('SOL', 'USD')
  assert.ok(spend.kind === 'ask' && spend.question.startsWith('How much should the budget be'))
  const loss = limits('USD', 'percent')
  assert.ok(loss.kind === 'ask' && loss.question.startsWith('How much should the daily loss limit be'))
  const change = (text: string, value: number, unit: string) =>
    read(
      { kind: 'change', plan: { strategy_type: 'dca', amount_per_order: { value, unit } } },
      request(text, { previousPlan }),
    )
  assert.equal(change('use $5 instead', 5, 'SOL').kind, 'ask')
  assert.equal(change('use $5 instead', 5, 'USD').kind, 'plan')
  assert.equal(change('make it 0.5', 0.5, 'SOL').kind, 'plan')
  assert.equal(change('make it 0.5', 0.5, 'USDC').kind, 'ask')
  assert.equal(change('10 % more', 0.11, 'SOL').kind, 'plan')
})

test('a change takes a figure of the plan before for its own field alone', () => {
  const change = (text: string, more: object) =>
    read({ kind: 'change', plan: { strategy_type: 'dca', ...more } }, request(text, { previousPlan }))
  for (const more of [
    { amount_per_order: { value: 3_600, unit: 'SOL' } },
    { amount_per_order: { value: 20, unit: 'SOL' } },
    { slippage_bps: 3 },
    { risk: { take_profit_percent: 20 } },
    { order_count: 100 },
    { max_price_usd: 3 },
    { interval_seconds: 259_200 },
  ])
    assert.equal(change('use a different amount, slippage and pace', more).kind, 'ask', JSON.stringify(more))
  const same = change('with 2 % slippage', {
    amount_per_order: { value: 0.1, unit: 'SOL' },
    interval_seconds: 3_600,
    slippage_bps: 200,
  })
  assert.deepEqual(same.kind === 'plan' && same.changes?.map((c) => c.field), ['slippage_bps'])
})

test('a limit that the text names does not vanish, and none is taken out without a word of it', () => {
  const dca = {
    strategy_type: 'dca',
    amount: undefined,
    amount_per_order: { value: 0.5, unit: 'SOL' },
    interval_seconds: 3_600,
  }
  const say = 'buy 0.5 SOL of BONK every hour'
  const stop = { stop_loss_percent: 10 }
  const spend = { max_spend: { value: 2, unit: 'SOL' } }
  for (const [limits, risk, kind] of [
    ['with a 10 % stop loss and at most 2 SOL in total', null, 'ask'],
    ['with a 10 % stop loss and at most 2 SOL in total', stop, 'ask'],
    ['with a 10 % stop loss and at most 2 SOL in total', spend, 'ask'],
    ['with a 10 % stop loss and at most 2 SOL in total', { ...stop, ...spend }, 'plan'],
    ['and take profit at 30 %', null, 'ask'],
    ['with a trailing stop of 5 %', stop, 'ask'],
    ['with a budget of 2 SOL', null, 'ask'],
    ['max spend 2 SOL', null, 'ask'],
    ['and a max drawdown of 20 %', null, 'ask'],
    ['and a daily loss of at most 1 SOL', null, 'ask'],
    ['with a cooldown of 10 minutes', null, 'ask'],
    ['without a stop loss', null, 'plan'],
    ['with slippage of at most 1 %', null, 'plan'],
  ] as const) {
    const got = read(buy({ ...dca, risk }), request(`${say} ${limits}`))
    assert.equal(got.kind, kind, `${limits}: ${JSON.stringify(got)}`)
  }
  const change = (text: string, more: object) =>
    read({ kind: 'change', plan: { strategy_type: 'dca' }, ...more }, request(text, { previousPlan }))
  const half = { amount_per_order: { value: 0.5, unit: 'SOL' }, strategy_type: 'dca' }
  assert.equal(change('use 0.5 SOL and a stop loss of 15 %', { plan: half }).kind, 'ask')
  assert.equal(change('use 0.5 SOL and keep the stop loss', { plan: half }).kind, 'plan')
  const taken = change('use 0.5 SOL', { plan: half, remove: ['risk.stop_loss_percent'] })
  assert.equal(taken.kind === 'plan' && taken.plan.risk?.stop_loss_percent, 20)
  const told = change('drop the stop loss', { remove: ['risk.stop_loss_percent'] })
  assert.ok(told.kind === 'plan' && told.plan.risk === undefined)
})

test('questions, hypotheticals and refusals are told by their codes, in the words of the desk', () => {
  const price = read({ kind: 'question', about: 'price', tokens: ['WIF'] }, request('price of wif?'))
  assert.deepEqual(price, { kind: 'question', topic: { about: 'price', mints: [mint('WIF')] } })
  const what = read(
    { ...buy({}), kind: 'question', about: 'hypothetical' },
    request('what if I buy 0.5 SOL of BONK'),
  )
  assert.ok(
    what.kind === 'question' &&
      what.topic.about === 'hypothetical' &&
      what.topic.plan.strategy_type === 'swap',
  )
  const empty = read({ kind: 'question', about: 'hypothetical' }, request('what if'))
  assert.deepEqual(empty, { kind: 'question', topic: { about: 'unknown' } })
  const then = read(
    {
      ...buy({
        strategy_type: 'dca',
        amount: undefined,
        amount_per_order: { value: 0.5, unit: 'SOL' },
        interval_seconds: 86_400,
      }),
      kind: 'question',
      about: 'history',
    },
    request('what would 0.5 SOL of BONK daily have made over the last 2 weeks?'),
  )
  assert.ok(then.kind === 'question' && then.topic.about === 'history')
  assert.deepEqual([then.topic.seconds, then.topic.plan.strategy_type], [14 * 86_400, 'dca'])
  for (const about of ['profit', 'next_order', 'skipped'] as const)
    assert.deepEqual(read({ kind: 'question', about }, request('how is it going')), {
      kind: 'question',
      topic: { about },
    })
  const keys = read({ kind: 'refused', refusal: 'funds_or_keys' }, request('give me everything'))
  assert.ok(keys.kind === 'refused' && /only trades within your own wallets/.test(keys.sentence))
  const monday = read({ kind: 'refused', refusal: 'calendar' }, request('buy 1 SOL of BONK each Monday'))
  assert.ok(monday.kind === 'refused' && /day of the calendar/.test(monday.sentence))
  const levels = read({ kind: 'ask', missing: 'levels' }, request('grid'))
  assert.ok(levels.kind === 'ask' && levels.question === 'How many levels should the grid have?')
})

test('prices against today’s and exits as prices wait for the market', () => {
  const limit = read(
    { ...buy({ strategy_type: 'limit' }), relative: [{ field: 'limit_price_usd', percent: -10 }] },
    request('buy 0.5 SOL of BONK 10 % below'),
  )
  assert.deepEqual(limit.kind === 'plan' && limit.relative, [{ field: 'limit_price_usd', percent: -10 }])
  const guarded = read(
    { ...buy({ strategy_type: 'bracket' }), exits: [{ field: 'stop_loss_percent', price_usd: 2 }] },
    request('buy 0.5 SOL of BONK, stop at $2'),
  )
  assert.deepEqual(guarded.kind === 'plan' && guarded.exits, [{ field: 'stop_loss_percent', price: 2 }])
  const entered = read(
    {
      ...buy({ strategy_type: 'bracket', entry_price_usd: 4 }),
      exits: [{ field: 'stop_loss_percent', price_usd: 3 }],
    },
    request('buy 0.5 SOL of BONK at $4, stop at $3'),
  )
  assert.ok(entered.kind === 'plan' && entered.plan.strategy_type === 'bracket')
  assert.equal(entered.plan.stop_loss_percent, 25)
})

/** The processor time of an act, whatever else is running: the least of three tries, in milliseconds. */
function workOf(act: () => void): number {
  const tries = Array.from({ length: 3 }, () => {
    const began = process.cpuUsage()
    act()
    const { user, system } = process.cpuUsage(began)
    return (user + system) / 1000
  })
  return Math.min(...tries)
}

test('no text takes longer to read than its length allows', () => {
  const texts: ((share: number) => string)[] = [
    (share) => `\`\`\`${' '.repeat(64_000 * share)}x`,
    (share) => `<think>${' <think>'.repeat(8_000 * share)}`,
    (share) => '['.repeat(64_000 * share),
    (share) => `{"kind":"plan","plan":${'{"a":'.repeat(9_000 * share)}`,
    (share) => '1 '.repeat(2_000 * share) + 'a'.repeat(2_000 * share),
  ]
  for (const textOf of texts) {
    const workAt = (share: number) =>
      workOf(() => {
        const text = textOf(share)
        readReply(text)
        figuresIn(text.slice(0, 4_000 * share))
        read(buy({}), request(text.slice(0, 4_000 * share)))
      })
    const [part, whole] = [workAt(1 / 4), workAt(1)]
    const figures = `${textOf(1).slice(0, 20)}: ${part} ms for a quarter, ${whole} ms for all`
    // A little more than four times; sixteen times if it grew with the square. Below 20 ms all is noise.
    assert.ok(whole < 20 || whole < part * 10, figures)
    assert.ok(whole < 250, figures)
  }
})

test('numbers are found as people write them', () => {
  for (const [text, ...values] of [
    ['half a SOL', 0.5],
    ['1,000 and 2.5M and 3k', 1_000, 2_500_000, 3_000],
    ['0,5 SOL', 0.5],
    ['twenty five bucks', 25],
    ['sell all of it', 100],
    ['a quarter', 25],
    ['50 cents', 0.5],
    ['ten orders of 0.1', 1],
  ] as [string, ...number[]][])
    for (const value of values) assert.ok(isFigure(value, figuresIn(text)), `${value} in ${text}`)
  for (const wrong of [50, 1, 0.25, 5]) assert.ok(!isFigure(wrong, figuresIn('0.5 SOL')), String(wrong))
  assert.ok(!isFigure(1, figuresIn('buy some')))
})

test('whatever a model answers, the outcome is a plan of the contract or no plan at all', () => {
  const number = fc.oneof(fc.double(), fc.integer(), fc.constantFrom(0.5, 10, 1, 2, 100, -1))
  const value: fc.Arbitrary<unknown> = fc.oneof(
    number,
    fc.string(),
    fc.constantFrom(
      null,
      'BONK',
      'SOL',
      SETTING,
      { value: 0.5, unit: 'SOL' },
      { value: 10, unit: 'percent' },
    ),
  )
  const fields = Object.keys(Reply.shape)
  const planFields = [...new Set(JSON.stringify(replySchema).match(/"[a-z_]+"(?=:\{)/g) ?? [])].map((f) =>
    f.slice(1, -1),
  )
  const plan = fc.record({
    strategy_type: fc.constantFrom(
      'swap',
      'dca',
      'twap',
      'limit',
      'grid',
      'bracket',
      'rsi',
      'ma_cross',
      'rebalance',
    ),
    trade_direction: fc.constantFrom('buy', 'sell', 'both', null),
    more: fc.dictionary(fc.constantFrom(...planFields), value, { maxKeys: 6 }),
  })
  const reply = fc.record({
    kind: fc.constantFrom('plan', 'change', 'ask', 'question', 'refused'),
    plan: plan.map(({ more, ...rest }) => ({ ...more, ...rest })),
    more: fc.dictionary(fc.constantFrom(...fields), value, { maxKeys: 2 }),
  })
  const of = fc.constantFrom(
    request('buy 0.5 SOL of BONK 10 times, 1 to 2, 100 %'),
    request('make it 10', { previousPlan, tokenAddress: SETTING }),
  )
  fc.assert(
    fc.property(reply, of, ({ more, ...rest }, asked) => {
      const said = readReply(JSON.stringify({ ...more, ...rest }))
      if (said === null || said === 'outside') return
      const got = interpretReply(said, asked)
      if (got.kind === 'plan') assert.deepEqual(Plan.parse(got.plan), got.plan)
    }),
    { numRuns: 3_000 },
  )
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => void readReply(text)),
    { numRuns: 1_000 },
  )
})
