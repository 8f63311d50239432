import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatUnits } from '@purser/contract/money.ts'
import { Plan, type StrategyType } from '@purser/contract/strategies/plan.ts'
import { KNOWN_TOKENS, SOL_MINT } from '@purser/contract/tokens/tokens.ts'
import fc from 'fast-check'
import { buildCandles } from '../../../adapters/market/simulated/candles.ts'
import { createPath } from '../../../adapters/market/simulated/path.ts'
import { isNoQuote, quoteSwap } from '../../../adapters/market/simulated/pricing.ts'
import { createProfile } from '../../../adapters/market/simulated/profile.ts'
import { compile } from '../engine/compile.ts'
import type { StrategyState, Terms } from '../engine/types.ts'
import { createExchange, type Conditions } from './exchange.ts'
import { toCloses, createHistories, exact, toHistory, type History, sliceHistory } from './history.ts'
import { createPreviews } from './preview.ts'
import { computeDrawdown, computeEquity, computeReport } from './report.ts'
import { run, type RunInput } from './run.ts'
import { withSignal } from '../types/signal.ts'

const WIF = KNOWN_TOKENS.find((t) => t.symbol === 'WIF')?.mint ?? ''
const sol = (value: number | string) => ({ value, unit: 'SOL' })
const createPlan = (type: StrategyType, fields: object) =>
  Plan.parse({ version: 1, goal: 'A plan', token_address: WIF, quote: 'SOL', strategy_type: type, ...fields })
const CONDITIONS: Conditions = {
  tokenDecimals: 6,
  quoteDecimals: 9,
  feeBps: 25,
  depthUsd: 4_700_000,
  solUsd: 150,
  networkFee: 10_000n,
  rent: 0n,
  wallets: 1,
  purse: { token: 10n ** 9n, quote: 10n ** 11n },
}
const SOL_USD = 150
const FROM = 1_760_054_400

function pathHistory(seed: string, minutes: number): History {
  const path = createPath(createProfile(WIF, seed))
  const request = { seconds: 60, from: FROM, to: FROM + minutes * 60, depth: 1n }
  return toHistory(buildCandles(path, request, Number.MAX_SAFE_INTEGER), { start: FROM, length: minutes })
}

function createInput(plan: Plan, history: History, more: Partial<RunInput> = {}): RunInput {
  const terms: Terms = {
    tokenDecimals: 6,
    quoteDecimals: 9,
    budget: 'total_amount' in plan ? String(plan.total_amount.value) : null,
    limits: {
      ...(plan.risk?.max_spend ? { max_spend: { units: String(plan.risk.max_spend.value), usd: 0 } } : {}),
      ...(plan.risk?.daily_loss_limit ? { daily_loss_limit: { units: '0', usd: 3 } } : {}),
    },
    capitalUsd: 300,
  }
  const quoteUsd = new Float64Array(history.length).fill(SOL_USD)
  return { plan, terms, history, quoteUsd, conditions: CONDITIONS, warmUp: [], ...more }
}

const risk = fc.option(
  fc.record(
    {
      stop_loss_percent: fc.constantFrom(1, 4),
      take_profit_percent: fc.constantFrom(1, 6),
      max_drawdown_percent: fc.constantFrom(2, 5),
      daily_loss_limit: fc.constant(sol('0.02')),
      max_spend: fc.constant(sol(3)),
      cooldown_seconds: fc.constantFrom(600, 7_200),
    },
    { requiredKeys: [] },
  ),
  { nil: undefined },
)
const span = fc.double({ min: 0.005, max: 0.08, noNaN: true })
const PLANS: fc.Arbitrary<[StrategyType, (at: number) => object]> = fc.oneof(
  fc.constant<[StrategyType, () => object]>(['swap', () => ({ trade_direction: 'buy', amount: sol(1) })]),
  fc
    .integer({ min: 60, max: 20_000 })
    .map((interval_seconds): [StrategyType, () => object] => [
      'dca',
      () => ({ trade_direction: 'buy', amount_per_order: sol('0.1'), interval_seconds }),
    ]),
  fc.integer({ min: 60, max: 20_000 }).map((order_interval_seconds): [StrategyType, () => object] => [
    'twap',
    () => ({
      trade_direction: 'buy',
      total_amount: sol('2.000000003'),
      total_duration_seconds: 40_000,
      order_interval_seconds,
    }),
  ]),
  span.map((off): [StrategyType, (at: number) => object] => [
    'limit',
    (at) => ({ trade_direction: 'buy', amount: sol(1), limit_price_usd: at * (1 - off) }),
  ]),
  fc
    .tuple(span, fc.integer({ min: 2, max: 30 }))
    .map(([off, grid_levels]): [StrategyType, (at: number) => object] => [
      'grid',
      (at) => ({
        trade_direction: 'both',
        lower_price_usd: at * (1 - off),
        upper_price_usd: at * (1 + off),
        grid_levels,
        total_amount: sol(2),
      }),
    ]),
  span.map((off): [StrategyType, (at: number) => object] => [
    'bracket',
    () => ({
      trade_direction: 'buy',
      amount: sol(1),
      trailing_stop_percent: off * 100,
      take_profit_percent: 9,
      time_limit_seconds: 90_000,
    }),
  ]),
  fc
    .integer({ min: 600, max: 9_000 })
    .map((interval_seconds): [StrategyType, () => object] => [
      'rebalance',
      () => ({ trade_direction: 'both', target_percent: 40, threshold_percent: 1, interval_seconds }),
    ]),
)

void test('skipping candles changes nothing: stepping through every candle gives the same trades', () => {
  let trades = 0
  fc.assert(
    fc.property(PLANS, risk, fc.string(), ([type, fields], limits, seed) => {
      const history = pathHistory(seed, 1_600)
      const plan = createPlan(type, { ...fields(history.open[0] ?? 1), ...(limits ? { risk: limits } : {}) })
      const fast = run(createInput(plan, history))
      const slow = run(createInput(plan, history, { everyCandle: true }))
      trades += fast.trades.length
      assert.deepEqual(fast.trades, slow.trades)
      assert.deepEqual(fast.state.done, slow.state.done)
    }),
    { numRuns: 120, interruptAfterTimeLimit: 30_000 },
  )
  assert.ok(trades > 150, `only ${trades} trades`)
})

void test('a plan that buys again after each loss loses no more than all that was put in', () => {
  const fields = {
    trade_direction: 'both',
    amount_per_trade: sol('0.1'),
    timeframe: '1m',
    fast_length: 2,
    slow_length: 3,
  }
  const plan = createPlan('ma_cross', fields)
  const input = createInput(plan, pathHistory('many losses', 1_600))
  // Fees are high enough that each round loses.
  const dear = {
    ...input,
    conditions: { ...CONDITIONS, feeBps: 500 },
    terms: { ...input.terms, capitalUsd: 15 },
  }
  const done = run(dear)
  const lost = done.trades.reduce((sum, trade) => sum + Math.max(0, -(trade.profitUsd ?? 0)), 0)
  assert.ok(lost > 30, `${lost} USD lost of 15`)
  const equity = computeEquity(dear, done)
  assert.ok(Math.min(...equity) >= -1e-6, `${Math.min(...equity)}`)
  const { return_percent, max_drawdown_percent } = computeReport(dear, done)
  assert.ok(return_percent >= -100 && return_percent < -50, `${return_percent}`)
  assert.ok(max_drawdown_percent <= 100, `${max_drawdown_percent}`)
})

void test('the scan of an indicator trades exactly where the candles fed one by one do', () => {
  const fields = [
    ['rsi', { timeframe: '1m', length: 4, buy_below: 30, sell_above: 65 }],
    ['rsi', { timeframe: '15m', length: 3 }],
    ['ma_cross', { timeframe: '5m', fast_length: 2, slow_length: 9 }],
    ['ma_cross', { timeframe: '1m', kind: 'ema', fast_length: 5, slow_length: 20 }],
  ] as const
  for (const [type, more] of fields) {
    const history = pathHistory(`${type} ${more.timeframe}`, 4_000)
    const plan = createPlan(type, { trade_direction: 'both', amount_per_trade: sol('0.5'), ...more })
    const input = createInput(plan, history)
    const compiled = compile(plan)
    const exchange = createExchange(plan, CONDITIONS)
    const seconds = compiled.candles?.seconds ?? 60
    const { from, closes } = toCloses(history, seconds)
    let state: StrategyState = { ...compiled.begin(), terms: input.terms }
    state = compiled.step(state, { type: 'start', now: FROM * 1000 }).state
    state = withSignal(state, { candleAt: from })
    const at: number[] = []
    closes.forEach((close, i) => {
      const minute = (from + (i + 1) * seconds - FROM) / 60
      const now = (FROM + minute * 60) * 1000
      const price = history.open[minute]
      if (price === undefined) return
      const start = from + i * seconds
      const out = compiled.step(state, {
        type: 'candles',
        now,
        from: start,
        closes: [close],
        priceUsd: price,
      })
      state = out.state
      for (const order of out.orders) {
        at.push(minute)
        state = compiled.step(state, exchange.execute(order, now, price, SOL_USD).event).state
      }
    })
    assert.deepEqual(
      run(input).trades.map((t) => t.at),
      at,
    )
    assert.ok(at.length > 4, `${type} ${more.timeframe}: ${at.length} trades`)
  }
})

/** Candles that go from price to price, each in a straight line. */
function lineHistory(prices: number[], seconds: number): History {
  const candles = prices.slice(1).map((close, i) => {
    const open = prices[i] ?? close
    const [high, low] = [Math.max(open, close), Math.min(open, close)]
    return { time: FROM + i * seconds, open, high, low, close, volume: 1 }
  })
  return toHistory(candles, { start: FROM, length: candles.length, seconds })
}
/** The price of each trade, in USD. */
const pricesPaid = ({ trades }: ReturnType<typeof run>) =>
  trades.map(({ usd, tokens, marketUsd }) =>
    Number(((Math.abs(usd) + (usd > 0 ? marketUsd : -marketUsd)) / Math.abs(tokens)).toFixed(3)),
  )

void test('a target above a rising peak is met at its price, not at the top of the candle', () => {
  const fields = {
    trade_direction: 'buy',
    amount: sol(1),
    take_profit_percent: 10,
    trailing_stop_percent: 50,
  }
  const plan = createPlan('bracket', fields)
  assert.deepEqual(pricesPaid(run(createInput(plan, lineHistory([1, 1, 1.5, 1.5], 3_600)))), [1, 1.103])
  const guarded = createPlan('swap', {
    trade_direction: 'buy',
    amount: sol(1),
    risk: { take_profit_percent: 10, max_drawdown_percent: 50 },
  })
  assert.deepEqual(pricesPaid(run(createInput(guarded, lineHistory([1, 1, 1.5, 1.5], 3_600)))), [1, 1.103])
})

void test('a stop loss on the position of an indicator is met at its price, however long the position is held', () => {
  const fields = {
    trade_direction: 'both',
    amount_per_trade: sol(1),
    timeframe: '1h',
    fast_length: 1,
    slow_length: 2,
  }
  const plan = createPlan('ma_cross', { ...fields, risk: { stop_loss_percent: 10 } })
  const prices = [1, 1, 0.99, 1.1, 1.2, 1.3, 1.4, 1.5, 0.7, 0.7]
  const [bought, sold] = pricesPaid(run(createInput(plan, lineHistory(prices, 3_600))))
  assert.ok(bought && sold && Math.abs(sold / bought - 0.9) < 0.005, `${bought} ${sold}`)
})

void test('an order brings what the market would quote, less the slippage that is assumed', () => {
  fc.assert(
    fc.property(
      fc.bigInt(10n ** 6n, 9n * 10n ** 10n),
      fc.double({ min: 0.001, max: 500, noNaN: true }),
      (lamports, usd) => {
        const depths = { input: 100_000_000n, output: 5_000_000n }
        const depthUsd = (100e6 * 5e6) / 105e6
        const plan = createPlan('swap', { trade_direction: 'buy', amount: sol(1) })
        const { event } = createExchange(plan, { ...CONDITIONS, depthUsd }).execute(
          { seq: 1, side: 'buy', amount: { value: formatUnits(lamports, 9), unit: 'SOL' } },
          0,
          usd,
          SOL_USD,
        )
        const quote = quoteSwap(
          { inputMint: SOL_MINT, outputMint: WIF, inAmount: lamports, slippageBps: 100 },
          { mint: SOL_MINT, decimals: 9, price: exact(SOL_USD), depth: depths.input },
          { mint: WIF, decimals: 6, price: exact(usd), depth: depths.output },
        )
        assert.ok(!isNoQuote(quote) && event.type === 'filled')
        const wanted = (Number(quote.outAmount) * 9_995) / 10_000
        assert.ok(
          Math.abs(Number(event.tokens) * 1e6 - wanted) <= 1 + wanted * 1e-6,
          `${event.tokens} ${wanted}`,
        )
      },
    ),
  )
})

void test('a run never spends more than it has, and its equity is the sum of its holdings', () => {
  fc.assert(
    fc.property(PLANS, risk, fc.string(), ([type, fields], limits, seed) => {
      const history = pathHistory(seed, 1_000)
      const plan = createPlan(type, { ...fields(history.open[0] ?? 1), ...(limits ? { risk: limits } : {}) })
      const input = createInput(plan, history)
      const done = run(input)
      let [tokens, quote] = [1_000, 100]
      for (const trade of done.trades) {
        tokens += trade.tokens
        quote += trade.quote
        assert.ok(tokens > -1e-6 && quote > -1e-6)
      }
      const equity = computeEquity(input, done)
      const fees = done.trades.reduce((sum, t) => sum + t.networkUsd, 0)
      const moved = done.trades.reduce((sum, t) => sum + t.usd, 0)
      const bought = done.trades.reduce((sum, t) => sum + t.tokens, 0)
      const value = moved + bought * (history.close.at(-1) ?? 0) - fees
      const gained = (equity.at(-1) ?? 0) - (equity[0] ?? 0)
      if (type !== 'rebalance') assert.ok(Math.abs(gained - value) < 0.05, `${gained} ${value}`)
    }),
    { numRuns: 60 },
  )
})

void test('a report by hand: bought at 1, guarded down to 0.5, sold at the stop', () => {
  const minutes = 3_000
  const price = (i: number) => (i < 1_000 ? 1 + i / 1_000 : 2 - (i - 1_000) / 1_000)
  const candles = Array.from({ length: minutes }, (_, i) => {
    const [open, close] = [price(i), price(i + 1)]
    const [high, low] = [Math.max(open, close), Math.min(open, close)]
    return { time: FROM + i * 60, open, high, low, close, volume: 1 }
  })
  const history = toHistory(candles, { start: FROM, length: minutes })
  const plan = createPlan('bracket', { trade_direction: 'buy', amount: sol(2), stop_loss_percent: 50 })
  const input = createInput(plan, history)
  const done = run(input)
  const report = computeReport(input, done)
  assert.equal(report.trades, 2)
  assert.deepEqual([report.win_rate_percent, report.profit_factor], [0, 0])
  // 300 USD less two fees of 0.3 % each, and half of the price.
  assert.ok(Math.abs(report.return_percent + 50.3) < 0.4, `${report.return_percent}`)
  // From twice the price paid down to half of it.
  assert.ok(Math.abs(report.max_drawdown_percent - 75) < 0.4, `${report.max_drawdown_percent}`)
  assert.equal(report.max_drawdown_from, new Date((FROM + 1_000 * 60) * 1000).toISOString())
  assert.ok(report.equity.length <= 200)
  assert.equal(report.equity.at(-1)?.time, new Date((FROM + minutes * 60) * 1000).toISOString())
  assert.ok(Math.abs(report.buy_and_hold_percent + 100) < 0.2)
})

void test('the deepest fall is found with its dates', () => {
  assert.deepEqual(computeDrawdown(Float64Array.from([10, 12, 9, 11, 13, 10.4, 13.5])), {
    percent: 25,
    from: 1,
    to: 2,
  })
  assert.equal(computeDrawdown(Float64Array.from([1, 2, 3])).percent, 0)
})

void test('a missing minute has the close of the one before it', () => {
  const candle = (minute: number, open: number, close: number) => ({
    time: FROM + minute * 60,
    open,
    close,
    high: Math.max(open, close),
    low: Math.min(open, close),
    volume: 0,
  })
  const { open, close, low } = toHistory([candle(0, 1, 2), candle(3, 2, 5)], { start: FROM, length: 5 })
  assert.deepEqual([...close], [2, 2, 2, 5, 5])
  assert.deepEqual([...open], [1, 2, 2, 2, 5])
  assert.deepEqual([...low], [1, 2, 2, 2, 5])
})

void test('a window that is extended equals one that is fetched anew', async () => {
  const path = createPath(createProfile(WIF, 'carried'))
  let asked = 0
  const market = {
    candles: (request: { seconds: number; from: number; to: number }) => {
      asked += (request.to - request.from) / 60
      return Promise.resolve(buildCandles(path, { ...request, depth: 1n }, Number.MAX_SAFE_INTEGER))
    },
  }
  const carried = createHistories(market)
  const day = { seconds: 60, days: 1 }
  for (const minutes of [0, 0, 1, 7, 1_500, 1_501, 1_400]) {
    const now = (FROM + minutes * 60) * 1000 + 500
    assert.deepEqual(await carried.of(WIF, now, day), await createHistories(market).of(WIF, now, day))
  }
  // Seven windows fetched anew; of the extended ones three in full and eight single minutes.
  assert.equal(asked, 7 * 1_440 + 3 * 1_440 + 8)
})

test('a token that is younger than the time asked about is followed from its first price on, and that is said', async () => {
  const now = (FROM + 40 * 86_400) * 1000
  const born = FROM + 35 * 86_400
  const price = () => Promise.resolve(10n ** 12n)
  const market = {
    priceUsd: price,
    friction: () => Promise.resolve({ feeBps: 0, depthUsd: 1e12 }),
    candles: ({ mint, from, to }: { mint: string; from: number; to: number }) => {
      const first = Math.max(from, mint === WIF ? born : from)
      return Promise.resolve(
        Array.from({ length: Math.max(0, (to - first) / 60) }, (_, i) => ({
          time: first + i * 60,
          open: 1,
          high: 1,
          low: 1,
          close: 1,
          volume: 0,
        })),
      )
    },
  }
  const asset = (mint: string) => ({ mint, symbol: mint, decimals: 9, program: '' })
  const sizing = {
    sides: (_: Plan, side: string) =>
      Promise.resolve(
        side === 'buy'
          ? { input: asset(SOL_MINT), output: asset(WIF) }
          : { input: asset(WIF), output: asset(SOL_MINT) },
      ),
    spendable: () => Promise.resolve([]),
    newAccounts: () => Promise.resolve({ count: 0, rent: 0n }),
    fee: 10_000n,
    inInput: () => Promise.resolve(10n ** 8n),
  }
  const { past } = createPreviews({ market, sizing } as never)
  const daily = createPlan('dca', {
    trade_direction: 'buy',
    amount_per_order: { value: 0.1, unit: 'SOL' },
    interval_seconds: 86_400,
  })
  const young = await past(daily, [], { now, seconds: 30 * 86_400 })
  assert.deepEqual([young?.seconds, young?.known, young?.preview.trades], [5 * 86_400, 5 * 86_400, 5])
  assert.match(young?.preview.assumptions[0] ?? '', /of the last 5 days/)
  const two = await past(daily, [], { now, seconds: 2 * 86_400 })
  assert.deepEqual([two?.seconds, two?.known, two?.preview.trades], [2 * 86_400, 5 * 86_400, 2])
  const made = toHistory([{ time: FROM + 120, open: 2, high: 2, low: 2, close: 2, volume: 0 }], {
    start: FROM,
    length: 5,
  })
  assert.deepEqual(
    [made.since, sliceHistory(made, 1).since, [...sliceHistory(made, 3).close]],
    [2, 1, [2, 2]],
  )
})
