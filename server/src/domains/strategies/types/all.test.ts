/** Properties of every type of strategy, whatever the market and the user do. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatUnits, parseUnits, parseUnitsDown } from '@purser/contract/money.ts'
import { Plan } from '@purser/contract/strategies/plan.ts'
import { KNOWN_TOKENS } from '@purser/contract/tokens/tokens.ts'
import fc from 'fast-check'
import { compile } from '../engine/compile.ts'
import type { Order, StrategyEvent, StrategyState, Terms } from '../engine/types.ts'
import { units } from '../engine/position.ts'
import { candleAt } from './signal.ts'

const BONK = KNOWN_TOKENS.find((t) => t.symbol === 'BONK')?.mint ?? ''
const SOL_USD = 100
const [TOKEN_DECIMALS, QUOTE_DECIMALS] = [5, 9]
/** Holdings of the wallets at the start, in base units. */
const PURSE = { quote: 20n * 10n ** 9n, token: 500n * 10n ** 5n }

const base = {
  version: 1,
  goal: 'A plan of the test',
  token_address: BONK,
  quote: 'SOL',
}
const sol = (value: number | string) => ({ value, unit: 'SOL' })
const Side = fc.constantFrom('buy', 'sell')
const createAmount = (side: string) => (side === 'buy' ? sol('1.5') : { value: 60, unit: 'token' })
const some = <T>(arb: fc.Arbitrary<T>) => fc.option(arb, { nil: undefined })
const strip = (object: object) =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined))

const KINDS = {
  swap: Side.map((side) => ({ trade_direction: side, amount: createAmount(side) })),
  dca: fc
    .tuple(Side, fc.integer({ min: 20, max: 900 }), some(fc.integer({ min: 1, max: 9 })))
    .map(([side, interval_seconds, order_count]) => ({
      trade_direction: side,
      amount_per_order: createAmount(side),
      interval_seconds,
      order_count,
    })),
  twap: fc
    .tuple(Side, fc.integer({ min: 20, max: 300 }), fc.integer({ min: 1, max: 9 }))
    .map(([side, order_interval_seconds, n]) => ({
      trade_direction: side,
      total_amount: side === 'buy' ? sol('3.000000007') : { value: '100.00003', unit: 'token' },
      total_duration_seconds: order_interval_seconds * n + 3,
      order_interval_seconds,
    })),
  limit: fc
    .tuple(Side, fc.double({ min: 0.7, max: 1.4, noNaN: true }), some(fc.integer({ min: 60, max: 9_000 })))
    .map(([side, limit_price_usd, expires_in_seconds]) => ({
      trade_direction: side,
      amount: createAmount(side),
      limit_price_usd,
      expires_in_seconds,
    })),
  grid: fc
    .tuple(fc.integer({ min: 2, max: 14 }), fc.constantFrom('arithmetic', 'geometric'))
    .map(([grid_levels, spacing]) => ({
      trade_direction: 'both',
      lower_price_usd: 0.7,
      upper_price_usd: 1.4,
      grid_levels,
      total_amount: sol('5.000000003'),
      spacing,
    })),
  bracket: fc
    .tuple(Side, some(fc.double({ min: 0.8, max: 1.2, noNaN: true })), fc.integer({ min: 1, max: 15 }))
    .chain(([side, entry, bits]) =>
      fc.constant({
        trade_direction: side,
        amount: createAmount(side),
        entry_price_usd: entry,
        stop_loss_percent: bits & 1 ? 7 : undefined,
        take_profit_percent: bits & 2 ? 9 : undefined,
        trailing_stop_percent: bits & 4 ? 5 : undefined,
        time_limit_seconds: bits & 8 ? 4_000 : undefined,
      }),
    ),
  rsi: fc.record({
    trade_direction: fc.constant('both'),
    timeframe: fc.constantFrom('1m', '5m'),
    length: fc.integer({ min: 2, max: 6 }),
    buy_below: fc.constant(40),
    sell_above: fc.constant(60),
    amount_per_trade: fc.constantFrom(sol(1), { value: 120, unit: 'USD' }, { value: 10, unit: 'percent' }),
  }),
  ma_cross: fc.record({
    trade_direction: fc.constant('both'),
    timeframe: fc.constant('1m'),
    kind: fc.constantFrom('sma', 'ema'),
    fast_length: fc.integer({ min: 1, max: 3 }),
    slow_length: fc.integer({ min: 4, max: 8 }),
    amount_per_trade: fc.constant(sol(1)),
  }),
  rebalance: fc.record({
    trade_direction: fc.constant('both'),
    target_percent: fc.double({ min: 10, max: 90, noNaN: true }),
    threshold_percent: fc.constantFrom(1, 5),
    interval_seconds: fc.integer({ min: 30, max: 3_000 }),
  }),
}
type Kind = keyof typeof KINDS

const Risk = fc
  .record({
    stop_loss_percent: some(fc.constantFrom(2, 10)),
    take_profit_percent: some(fc.constantFrom(3, 20)),
    max_drawdown_percent: some(fc.constantFrom(4, 15)),
    daily_loss_limit: some(fc.constantFrom(sol('0.05'), { value: 20, unit: 'USD' })),
    max_spend: some(fc.constantFrom(sol('2.2'), sol(4))),
    cooldown_seconds: some(fc.constantFrom(30, 2_000)),
  })
  .map(strip)

const Move = fc.record({
  gap: fc.oneof(fc.integer({ min: 200, max: 5_000 }), fc.integer({ min: 5_000, max: 900_000 })),
  factor: fc.double({ min: 0.93, max: 1.075, noNaN: true }),
  answer: fc.constantFrom('fill', 'fill', 'fill', 'fill', 'part', 'fail', 'wait'),
  wish: fc.constantFrom(null, null, null, null, null, null, null, null, 'paused', 'resumed', 'resumed'),
})
const createLife = (kind: Kind) =>
  fc.record({
    plan: (KINDS[kind] as fc.Arbitrary<object>).chain((fields) =>
      fc
        .tuple(
          some(Risk),
          fc.constantFrom('keep', 'sell'),
          some(fc.double({ min: 0.01, max: 0.5, noNaN: true })),
        )
        .map(([risk, on_stop, duration_days]) => {
          const only = 'trade_direction' in fields && fields.trade_direction === 'sell'
          const limits = risk && only ? { ...risk, max_spend: { value: 70, unit: 'token' } } : risk
          return Plan.parse(
            strip({ ...base, strategy_type: kind, ...strip(fields), risk: limits, on_stop, duration_days }),
          )
        }),
    ),
    moves: fc.array(Move, { minLength: 30, maxLength: 140 }),
    stopAt: some(fc.integer({ min: 0, max: 139 })),
  })
type Life = {
  plan: Plan
  moves: (typeof Move extends fc.Arbitrary<infer T> ? T : never)[]
  stopAt: number | undefined
}

function createTerms(plan: Plan): Terms {
  const { max_spend, daily_loss_limit } = plan.risk ?? {}
  return {
    tokenDecimals: TOKEN_DECIMALS,
    quoteDecimals: QUOTE_DECIMALS,
    budget: 'total_amount' in plan ? String(plan.total_amount.value) : null,
    limits: {
      ...(max_spend ? { max_spend: { units: String(max_spend.value), usd: 0 } } : {}),
      ...(daily_loss_limit
        ? { daily_loss_limit: { units: '0', usd: daily_loss_limit.unit === 'SOL' ? 5 : 20 } }
        : {}),
    },
    capitalUsd: plan.strategy_type === 'dca' ? null : 150,
  }
}

/** Wallets and a market without depth: the results of orders, exact in base units. */
function exchange() {
  const purse = { ...PURSE }
  let [bought, sold, spent] = [0n, 0n, 0n]
  return {
    purse,
    figures: () => ({ bought, sold, spent }),
    holdings: (price: number) => ({
      token: purse.token.toString(),
      quote: purse.quote.toString(),
      tokenPrice: Math.round(price * 1e12).toString(),
      quotePrice: (BigInt(SOL_USD) * 10n ** 12n).toString(),
    }),
    carry(order: Order, now: number, price: number, answer: string): StrategyEvent {
      const { seq, side, amount } = order
      const failed = (reason: string, outOfFunds = false): StrategyEvent => ({
        type: 'failed',
        now,
        seq,
        reason,
        fatal: false,
        ...(outOfFunds ? { outOfFunds } : {}),
      })
      if (answer === 'fail') return failed('The price moved.')
      const decimals = side === 'buy' ? QUOTE_DECIMALS : TOKEN_DECIMALS
      const has = side === 'buy' ? purse.quote : purse.token
      let input =
        amount.unit === 'USD'
          ? BigInt(Math.floor((Number(amount.value) / SOL_USD) * 1e9))
          : amount.unit === 'percent'
            ? (PURSE.quote * BigInt(Number(amount.value))) / 100n
            : parseUnits(amount.value, decimals)
      if (order.upTo && has < input) input = has
      if (order.atMost !== undefined && parseUnitsDown(order.atMost, decimals) < input)
        input = parseUnitsDown(order.atMost, decimals)
      if (input === 0n || input > has) return failed('The wallets hold too little.', true)
      const note = answer === 'part' && input > 1n ? '1 of 2 wallets did not trade' : undefined
      if (note) input /= 2n
      const rate = side === 'buy' ? SOL_USD / price : price / SOL_USD
      const shift = side === 'buy' ? 1e-4 : 1e4
      const output = BigInt(Math.floor(Number(input) * rate * shift * 0.997))
      if (side === 'buy') {
        purse.quote -= input
        purse.token += output
        bought += output
        spent += input
      } else {
        purse.token -= input
        purse.quote += output
        sold += input
      }
      const [tokens, quote] = side === 'buy' ? [output, input] : [input, output]
      const inTokens = formatUnits(tokens, TOKEN_DECIMALS)
      const inQuote = formatUnits(quote, QUOTE_DECIMALS)
      const names =
        side === 'buy' ? [`${inQuote} SOL`, `${inTokens} BONK`] : [`${inTokens} BONK`, `${inQuote} SOL`]
      return {
        type: 'filled',
        now,
        seq,
        spent: names[0] ?? '',
        received: names[1] ?? '',
        tokens: inTokens,
        quote: inQuote,
        usd: Number(inQuote) * SOL_USD,
        feesUsd: 0.001,
        ...(note ? { note } : {}),
      }
    },
  }
}

/** Runs a random life and checks the invariants at every step. */
function live({ plan, moves, stopAt }: Life, throughJson = false) {
  const { begin, step, idle, candles } = compile(plan)
  const market = exchange()
  let state: StrategyState = { ...begin(), terms: createTerms(plan) }
  let [now, price, orders] = [1_760_000_000_000, 1, 0]
  const log: string[] = []
  let flying: Order | null = null
  const feed = (event: StrategyEvent) => {
    const before = state
    const quietly = idle(before)
    const stepped = step(before, event)
    log.push(JSON.stringify([stepped.orders, stepped.lines, stepped.state]))
    assert.ok(stepped.orders.length <= 1, 'one order at a time')
    if (before.done) assert.deepEqual([stepped.orders, stepped.state], [[], before])
    if (before.pending > 0 && event.type !== 'filled' && event.type !== 'failed')
      assert.equal(stepped.orders.length, 0, 'one order in flight')
    if (before.paused && event.type !== 'stopped') assert.equal(stepped.orders.length, 0, 'paused')
    if (event.type === 'tick' && event.priceUsd !== null && event.now < quietly.until)
      if (event.priceUsd > quietly.below && event.priceUsd < quietly.above)
        assert.deepEqual(
          [stepped.state, stepped.orders, stepped.lines],
          [before, [], []],
          'it said nothing can happen',
        )
    const [order] = stepped.orders
    if (order) {
      orders++
      flying = order
      assert.equal(order.seq, before.seq + 1)
      if (order.side === 'sell' && plan.trade_direction !== 'sell' && plan.strategy_type !== 'rebalance')
        assert.ok(
          parseUnits(order.amount.value, TOKEN_DECIMALS) <= market.figures().bought - market.figures().sold,
          'never sells what it has not bought',
        )
    }
    state = throughJson ? (JSON.parse(JSON.stringify(stepped.state)) as StrategyState) : stepped.state
  }
  const look = () => {
    if (candles && now >= state.nextAt && state.startedAt !== null) {
      const to = Math.floor(now / 1000 / candles.seconds) * candles.seconds
      const from = candleAt(state) || to - candles.history * candles.seconds
      const n = Math.max(0, (to - from) / candles.seconds)
      const closes = Array.from({ length: n }, (_, i) =>
        i === n - 1 ? price : price * (1 + 0.02 * Math.sin(from / 60 + i)),
      )
      feed({ type: 'candles', now, from, closes, priceUsd: price })
    } else feed({ type: 'tick', now, priceUsd: price, holdings: market.holdings(price) })
  }
  const settle = (answer: string) => {
    if (!flying) return
    const event = market.carry(flying, now, price, answer)
    flying = null
    feed(event)
    laws()
  }
  const laws = () => {
    const { bought, sold, spent } = market.figures()
    if (plan.trade_direction !== 'sell' && plan.strategy_type !== 'rebalance') {
      assert.equal(units(state.held), (bought - sold) * 10n ** 13n, 'it knows what it holds')
      assert.ok(bought >= sold)
    }
    const most = state.terms?.limits.max_spend?.units
    if (most && plan.trade_direction === 'sell')
      assert.ok(sold <= parseUnits(most, TOKEN_DECIMALS), 'max_spend')
    else if (most) assert.ok(spent <= parseUnits(most, QUOTE_DECIMALS), 'max_spend')
    const { budget } = state.terms ?? {}
    if (plan.strategy_type === 'grid') assert.ok(units(state.cost) <= units(budget ?? '0'), 'in tokens')
    else if (budget && plan.trade_direction === 'buy')
      assert.ok(spent <= parseUnits(budget, QUOTE_DECIMALS), 'the total')
    else if (budget) assert.ok(sold <= parseUnits(budget, TOKEN_DECIMALS), 'the total')
    if (plan.strategy_type === 'limit' || plan.strategy_type === 'swap')
      assert.ok(plan.trade_direction === 'buy' ? spent <= 1_500_000_000n : sold <= 6_000_000n)
    if ('amount_per_trade' in plan) assert.ok(units(state.cost) <= 2n * 10n ** 18n, 'one position at a time')
  }
  feed({ type: 'start', now })
  for (const [i, move] of moves.entries()) {
    now += move.gap
    price = Math.min(3, Math.max(0.3, price * move.factor))
    if (move.answer !== 'wait') settle(move.answer)
    if (move.wish) feed({ type: move.wish, now })
    if (i === stopAt) feed({ type: 'stopped', now })
    look()
  }
  return {
    state,
    market,
    feed,
    settle,
    look,
    log,
    orders,
    move: (ms: number) => void (now += ms),
    flying: () => flying,
  }
}

for (const kind of Object.keys(KINDS) as Kind[]) {
  void test(`${kind}: never above its limits, never sells what it has not, one order in flight, idle when it says so`, () => {
    let [orders, lives] = [0, 0]
    fc.assert(
      fc.property(createLife(kind), (life) => {
        orders += live(life).orders
        lives++
      }),
      { numRuns: 250, interruptAfterTimeLimit: 20_000 },
    )
    assert.ok(orders > lives / 4, `only ${orders} orders in ${lives} lives`)
  })

  void test(`${kind}: ends when it is told to, and sells what it bought where the plan or the user says so`, () => {
    fc.assert(
      fc.property(createLife(kind), fc.boolean(), (life, closes) => {
        const { state, ...world } = live({ ...life, stopAt: undefined })
        const done = state.done
        const log: string[] = []
        world.move(1_000)
        world.feed({
          type: 'stopped',
          now: Number.MAX_SAFE_INTEGER / 2,
          ...(closes ? { sells: true } : {}),
        })
        for (let i = 0; i < 8; i++) {
          world.settle('fill')
          world.move(120_000)
          world.look()
        }
        const last = JSON.parse(world.log.at(-1) ?? '[]') as [unknown, unknown, StrategyState]
        assert.ok(last[2].done, `it goes on: ${log.join()}`)
        const sells = closes || life.plan.on_stop === 'sell'
        if (done === null && sells && last[2].done.status === 'stopped') assert.equal(last[2].held, '0')
      }),
      { numRuns: 80, interruptAfterTimeLimit: 20_000 },
    )
  })

  void test(`${kind}: goes on the same from its stored state at any point`, () => {
    fc.assert(
      fc.property(createLife(kind), (life) => {
        assert.deepEqual(live(life, true).log, live(life).log)
      }),
      { numRuns: 60, interruptAfterTimeLimit: 20_000 },
    )
  })
}
