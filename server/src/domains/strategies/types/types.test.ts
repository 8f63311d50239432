/** The log lines and orders of each type, by example. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Plan } from '@purser/contract/strategies/plan.ts'
import { KNOWN_TOKENS } from '@purser/contract/tokens/tokens.ts'
import { compile } from '../engine/compile.ts'
import type { Order, StrategyEvent, StrategyState, Terms } from '../engine/types.ts'
import { candleAt } from './signal.ts'

const BONK = KNOWN_TOKENS.find((t) => t.symbol === 'BONK')?.mint ?? ''
const TERMS: Terms = {
  tokenDecimals: 5,
  quoteDecimals: 9,
  budget: null,
  limits: {},
  capitalUsd: 100,
}
const sol = (value: number | string) => ({ value, unit: 'SOL' })

/** A short life: each price is a poll; every order is filled at it, SOL being 100 USD. */
function live(fields: object, terms: Partial<Terms> = {}) {
  const plan = Plan.parse({
    version: 1,
    goal: 'A plan',
    token_address: BONK,
    quote: 'SOL',
    trade_direction: 'both',
    ...fields,
  })
  const { begin, step } = compile(plan)
  let state: StrategyState = { ...begin(), terms: { ...TERMS, ...terms } }
  let now = 1_760_000_000_000
  const lines: string[] = []
  const orders: Order[] = []
  const feed = (event: StrategyEvent) => {
    const stepped = step(state, event)
    state = stepped.state
    lines.push(...stepped.lines.map((line) => line.message))
    return stepped.orders[0]
  }
  const fill = (order: Order | undefined, price: number) => {
    if (!order) return
    orders.push(order)
    const isBuy = order.side === 'buy'
    const tokens = isBuy ? (Number(order.amount.value) * 100) / price : Number(order.amount.value)
    const quote = isBuy ? Number(order.amount.value) : (tokens * price) / 100
    const [inTokens, inQuote] = [tokens.toFixed(5), quote.toFixed(9)]
    feed({
      type: 'filled',
      now,
      seq: order.seq,
      spent: isBuy ? `${inQuote} SOL` : `${inTokens} BONK`,
      received: isBuy ? `${inTokens} BONK` : `${inQuote} SOL`,
      tokens: inTokens,
      quote: inQuote,
      usd: quote * 100,
      feesUsd: 0,
    })
  }
  feed({ type: 'start', now })
  return {
    lines,
    orders,
    state: () => state,
    /** Closes the next minute at this price, and polls as soon as possible. */
    candle(price: number) {
      const from = candleAt(state) || Math.ceil(now / 60_000) * 60
      now = (from + 61) * 1000
      fill(feed({ type: 'candles', now, from, closes: [price], priceUsd: price }), price)
      return this
    },
    look(price: number, ms = 1_000) {
      now += ms
      fill(feed({ type: 'tick', now, priceUsd: price }), price)
      return this
    },
  }
}
const sides = (orders: Order[]) => orders.map((o) => `${o.side} ${o.amount.value}`)

void test('a grid buys each line once on the way down and sells it one line higher', () => {
  const grid = {
    strategy_type: 'grid',
    lower_price_usd: 1,
    upper_price_usd: 2,
    grid_levels: 5,
    total_amount: sol(4),
  }
  const { orders, lines } = live(grid, { budget: '4' })
    .look(1.6)
    .look(1.5)
    .look(1.4)
    .look(1.5)
    .look(1.25)
    .look(1.5)
    .look(1.74)
    .look(1.76)
  assert.deepEqual(sides(orders), ['buy 1', 'buy 1', 'sell 80', 'sell 66.66667'])
  assert.ok(
    lines.some((l) => /^Sold 80\.00000 BONK for 1\.2.* Profit: \+0\.2 SOL$/.test(l)),
    lines.join('\n'),
  )
})

void test('a fall through several lines at once buys them all in one order, a line above the start only once it was passed', () => {
  const grid = {
    strategy_type: 'grid',
    lower_price_usd: 1,
    upper_price_usd: 2,
    grid_levels: 5,
    total_amount: sol('4.000000003'),
  }
  const { orders } = live(grid, { budget: '4.000000003' }).look(1.6).look(0.9)
  assert.deepEqual(sides(orders), ['buy 3.000000003'])
})

void test('a TWAP gives the remainder to the last slice', () => {
  const twap = {
    strategy_type: 'twap',
    trade_direction: 'buy',
    total_amount: sol('0.00000001'),
    total_duration_seconds: 180,
    order_interval_seconds: 60,
  }
  const { orders, state } = live(twap, { budget: '0.00000001' }).look(1).look(1, 60_000).look(1, 60_000)
  assert.deepEqual(sides(orders), ['buy 0.000000003', 'buy 0.000000003', 'buy 0.000000004'])
  assert.equal(state().done?.status, 'completed')
})

void test('a limit order that expires says so, and one that is met is filled', () => {
  const limit = {
    strategy_type: 'limit',
    trade_direction: 'sell',
    amount: { value: 5, unit: 'token' },
    limit_price_usd: 2,
    expires_in_seconds: 60,
  }
  const met = live(limit).look(1.9).look(2.1)
  assert.deepEqual(sides(met.orders), ['sell 5'])
  const late = live(limit).look(1.9).look(2.1, 60_000)
  assert.deepEqual(late.orders, [])
  assert.match(
    late.lines.at(-1) ?? '',
    /the order expired after 1 minute: the price was not at or above 2 USD/,
  )
})

void test('a bracket follows the highest price and sells at the first barrier with its figures', () => {
  const bracket = {
    strategy_type: 'bracket',
    trade_direction: 'buy',
    amount: sol(1),
    trailing_stop_percent: 10,
    stop_loss_percent: 5,
  }
  const { orders, lines, state } = live(bracket).look(1).look(1.5).look(1.36).look(1.34)
  assert.deepEqual(sides(orders), ['buy 1', 'sell 100'])
  assert.match(
    lines.at(-1) ?? '',
    /trailing stop: 1.34 USD is 10.67% below the peak of 1.5 USD \(limit 10%\)/,
  )
  assert.equal(state().done?.status, 'completed')
})

void test('the limits say what they met: stop loss, take profit, drawdown, daily loss, all that may be spent', () => {
  const dca = {
    strategy_type: 'dca',
    trade_direction: 'buy',
    amount_per_order: sol(1),
    interval_seconds: 60,
  }
  const cases: [object, Partial<Terms>, number[], RegExp][] = [
    [
      { stop_loss_percent: 10 },
      {},
      [1, 0.89],
      /^Limit reached: stop loss: 0.89 USD is 11% below the average cost of 1 USD/,
    ],
    [
      { take_profit_percent: 10 },
      {},
      [1, 1.2],
      /^Limit reached: take profit: 1.2 USD is 20% above the average cost/,
    ],
    [
      { max_drawdown_percent: 10 },
      {},
      [1, 1.5, 1.3],
      /^Limit reached: drawdown: .* 13.33% below its peak of 150.00 USD/,
    ],
    [
      { daily_loss_limit: sol(0.1) },
      { limits: { daily_loss_limit: { units: '0.1', usd: 10 } } },
      [1, 0.9],
      /^Limit reached: daily loss: 10.00 USD lost today/,
    ],
  ]
  for (const [risk, terms, prices, line] of cases) {
    const it = live({ ...dca, risk }, terms)
    for (const price of prices) it.look(price)
    assert.ok(
      it.lines.some((l) => line.test(l)),
      it.lines.join('\n'),
    )
    assert.deepEqual([it.orders.length, it.orders.at(-1)?.side, it.state().held], [2, 'sell', '0'])
    assert.ok(it.state().done)
  }
  const most = live(
    { ...dca, risk: { max_spend: sol(1.5) } },
    { limits: { max_spend: { units: '1.5', usd: 0 } } },
  ).look(1)
  assert.equal(most.orders[0]?.atMost, '1.5')
  most.look(1, 60_000)
  assert.equal(most.orders[1]?.atMost, '0.5')
})

void test('after a loss nothing new is begun until the cooldown is over, and it says what it passed over', () => {
  const it = live({
    strategy_type: 'ma_cross',
    timeframe: '1m',
    fast_length: 1,
    slow_length: 2,
    amount_per_trade: sol(1),
    risk: { cooldown_seconds: 170 },
  })
  it.candle(2).candle(1).candle(3)
  assert.deepEqual(sides(it.orders), ['buy 1'])
  // Down: sold at a loss. Up again a minute later: ignored. Down and up once the hold is over: bought.
  it.candle(1).candle(3)
  assert.deepEqual(sides(it.orders), ['buy 1', 'sell 33.33333'])
  assert.ok(it.lines.includes('Cooldown: nothing new is opened for 170 seconds after this loss'))
  assert.match(
    it.lines.at(-1) ?? '',
    /^Skipped order 3: SMA\(1\) 3.00000 is above .*, but nothing new is opened so soon after a loss$/,
  )
  it.candle(1).candle(3)
  assert.deepEqual(sides(it.orders), ['buy 1', 'sell 33.33333', 'buy 1'])
})

void test('what ended by its time keeps what it bought, and says it', () => {
  const it = live(
    {
      strategy_type: 'grid',
      lower_price_usd: 1,
      upper_price_usd: 2,
      grid_levels: 3,
      total_amount: sol(2),
      duration_days: 1,
    },
    { budget: '2' },
  )
    .look(1.6)
    .look(1.4)
    .look(1.4, 86_400_000)
  assert.deepEqual(it.state().done, {
    status: 'completed',
    reason: 'the duration of 1 day has ended, 1 order filled; 71.42857 BONK kept',
  })
})
