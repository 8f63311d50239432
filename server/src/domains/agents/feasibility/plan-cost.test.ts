import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Plan } from '@purser/contract/strategies/plan.ts'
import { SOL_MINT } from '@purser/contract/tokens/tokens.ts'
import { TOKEN_PROGRAM_ADDRESS } from '@solana-program/token'
import type { Asset } from '../../strategies/index.ts'
import { computeCost } from './plan-cost.ts'

const SOL = 1_000_000_000n
const asset = (symbol: string, decimals: number): Asset => ({
  mint: symbol,
  symbol,
  decimals,
  program: TOKEN_PROGRAM_ADDRESS,
})
const envelope = {
  version: 1,
  goal: 'A plan',
  token_address: 'DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263',
  quote: 'SOL',
  slippage_bps: 200,
  on_stop: 'keep',
}
const amount = { value: '1', unit: 'SOL' }
const dca = {
  ...envelope,
  strategy_type: 'dca',
  trade_direction: 'buy',
  amount_per_order: amount,
  interval_seconds: 60,
  order_count: 4,
}
const rsi = {
  ...envelope,
  strategy_type: 'rsi',
  trade_direction: 'both',
  timeframe: '15m',
  amount_per_trade: amount,
}
const cross = {
  ...rsi,
  strategy_type: 'ma_cross',
  fast_length: 10,
  slow_length: 50,
}
const bracket = {
  ...envelope,
  strategy_type: 'bracket',
  trade_direction: 'buy',
  amount,
  stop_loss_percent: 12,
  trailing_stop_percent: 5,
}
const sale = { ...envelope, strategy_type: 'swap', trade_direction: 'sell', amount }
const rebalance = {
  ...envelope,
  strategy_type: 'rebalance',
  trade_direction: 'both',
  target_percent: 50,
}

/** Orders of 1 SOL, which bring 1 BONK worth 0.99 SOL, in wallets of which two have to open an account. */
function computeFigures(plan: object, { orders = 1 }: { orders?: number | null } = {}) {
  const quote = {
    inputMint: SOL_MINT,
    outputMint: envelope.token_address,
    inAmount: SOL,
    outAmount: SOL,
    minOutAmount: 0n,
    slippageBps: 200,
    priceImpactBps: 0,
    inPriceUsd: 100n,
    outPriceUsd: 99n,
  }
  return computeCost(
    { fee: 5_000n },
    {
      plan: Plan.parse(plan),
      input: { ...asset('SOL', 9), mint: SOL_MINT },
      output: { ...asset('BONK', 9), mint: envelope.token_address },
      each: SOL,
      all: orders === null ? null : SOL * BigInt(orders),
      orders,
      wallets: 1,
      quoted: { quote, accounts: { count: 2, rent: 1_500_000n } },
    },
  )
}

function formatWorst(...of: Parameters<typeof computeFigures>) {
  const { worst } = computeFigures(...of)
  return worst && `${worst.value} ${worst.unit} by ${worst.by}`
}

test('the worst case of a purchase is its smallest bound, or all of it', () => {
  assert.equal(formatWorst(dca, { orders: 4 }), '4 SOL by all')
  assert.equal(formatWorst(dca, { orders: null }), null)
  const risk = { stop_loss_percent: 20, max_drawdown_percent: 30 }
  assert.equal(formatWorst({ ...dca, risk }, { orders: 4 }), '0.8 SOL by stop_loss')
  assert.equal(
    formatWorst({ ...dca, risk: { max_drawdown_percent: 30 } }, { orders: 4 }),
    '1.2 SOL by max_drawdown',
  )
  assert.equal(formatWorst(bracket), '0.05 SOL by trailing_stop')
})

test('a stop loss bounds no plan that buys again: each position may lose as much', () => {
  for (const plan of [rsi, cross]) {
    assert.equal(formatWorst(plan, { orders: null }), null)
    assert.equal(formatWorst({ ...plan, risk: { stop_loss_percent: 5 } }, { orders: null }), null)
    const both = { stop_loss_percent: 5, max_drawdown_percent: 30 }
    assert.equal(formatWorst({ ...plan, risk: both }, { orders: null }), '0.3 SOL by max_drawdown')
  }
  assert.equal(formatWorst({ ...rebalance, risk: { max_drawdown_percent: 30 } }, { orders: null }), null)
})

test('a sale at once loses at most its slippage', () => {
  assert.equal(formatWorst(sale), '0.02 BONK by slippage')
  assert.equal(formatWorst({ ...dca, trade_direction: 'sell' }, { orders: 4 }), null)
})

test('the costs are one sum: the network, the market and the rent, with the sale of what is bought to be sold again', () => {
  const rent = 0.003
  assert.deepEqual(computeFigures(dca, { orders: 4 }).costs, {
    total: [{ value: 0.04302, unit: 'SOL' }],
    network: 0.00002,
    market: { value: 0.04, unit: 'SOL' },
    rent,
  })
  // A bracket sells what it buys, at about the same cost.
  assert.deepEqual(computeFigures(bracket).costs, {
    total: [{ value: 0.02301, unit: 'SOL' }],
    network: 0.00001,
    market: { value: 0.02, unit: 'SOL' },
    rent,
  })
  // Without an end they are those of one order.
  assert.deepEqual(computeFigures(dca, { orders: null }).costs?.market, { value: 0.01, unit: 'SOL' })
})

test('what is traded against USDC costs USDC and SOL, each with its sum', () => {
  const { costs } = computeFigures({ ...dca, quote: 'USDC' }, { orders: 4 })
  assert.deepEqual(
    costs?.total.map(({ unit }) => unit),
    ['USDC', 'SOL'],
  )
  assert.equal(costs?.total[1]?.value, 0.00302)
})
