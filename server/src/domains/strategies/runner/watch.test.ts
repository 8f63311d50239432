/** Valuation of orders while the market has no price, and candles while it does not send them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Plan } from '@purser/contract/strategies/plan.ts'
import { Fault } from '../../../kernel/fault.ts'
import { KNOWN_TOKENS, SOL_MINT } from '@purser/contract/tokens/tokens.ts'
import type { Market } from '../../../ports/market.ts'
import type { Sizing } from '../sizing/sizing.ts'
import { compile } from '../engine/compile.ts'
import type { StrategyRow } from '../rows.ts'
import { createWatch } from './watch.ts'
import { rsiIndicator } from '@purser/contract/strategies/indicators.ts'

const USD = 10n ** 12n
const plan = (quote: string) =>
  Plan.parse({
    version: 1,
    goal: 'A plan',
    strategy_type: 'swap',
    token_address: KNOWN_TOKENS.find((t) => t.symbol === 'BONK')?.mint ?? '',
    quote,
    trade_direction: 'buy',
    amount: { value: 1, unit: quote },
  })

/** A market with these prices; for any other it has none, or is unavailable. */
function createWorth(prices: Record<string, bigint>, away = false) {
  const market = {
    priceUsd: async (mint: string) => {
      if (away) throw new Error('the market is away')
      return prices[mint] ?? null
    },
  } as unknown as Market
  const watch = createWatch({ market, sizing: {} as Sizing })
  const state = compile(plan('SOL')).begin()
  return (quote: string, paid: bigint | null, more: object = {}) =>
    watch.worth(
      { row: { plan: plan(quote) } as StrategyRow, state: { ...state, ...more } },
      [{ quotePrice: paid }],
      7,
    )
}

void test('an order is valued now, else when it was filled, else at the last price seen, else by the books', async () => {
  const prices: Record<string, bigint> = { [SOL_MINT]: 150n * USD }
  const worth = createWorth(prices)
  const at = (usd: number) => ({ now: 7, quoteUsd: usd, solUsd: usd })
  assert.deepEqual(await worth('SOL', 140n * USD), at(150))
  delete prices[SOL_MINT]
  assert.deepEqual(await worth('SOL', 140n * USD), at(140))
  assert.deepEqual(await worth('SOL', null), at(150))
  for (const away of [false, true]) {
    const blind = createWorth({}, away)
    assert.deepEqual(await blind('SOL', 140n * USD), at(140))
    assert.deepEqual(await blind('SOL', null, { cost: '2', costUsd: 260 }), at(130))
    assert.deepEqual(await blind('USDC', USD), { now: 7, quoteUsd: 1, solUsd: 0 })
    await assert.rejects(blind('SOL', null), /no price for the quote/)
  }
})

void test('without its candles a strategy takes in none and trades on none, and its limits go on by the price', async () => {
  const rsi = Plan.parse({
    version: 1,
    goal: 'A plan',
    strategy_type: 'rsi',
    token_address: KNOWN_TOKENS.find((t) => t.symbol === 'BONK')?.mint ?? '',
    quote: 'SOL',
    trade_direction: 'both',
    timeframe: '1m',
    amount_per_trade: { value: 1, unit: 'SOL' },
    risk: { stop_loss_percent: 10 },
  })
  let answers = () => Promise.resolve([{ time: 60, open: 1, high: 1, low: 1, close: 1, volume: 1 }])
  const market = { candles: () => answers() } as unknown as Market
  const watch = createWatch({ market, sizing: {} as Sizing })
  const compiled = compile(rsi)
  const state = {
    ...compiled.begin(),
    startedAt: 1,
    typeState: {
      type: 'rsi' as const,
      candleAt: 60,
      figures: rsiIndicator(14, 30, 70).begin(),
      pendingSide: 'buy' as const,
    },
  }
  const watched = { row: { plan: rsi } as StrategyRow, state, compiled }
  answers = () => Promise.reject(new Fault('market_away'))
  const { event, isBlind } = await watch.event(watched, 200_000, 1)
  assert.equal(isBlind, true)
  assert.deepEqual(event, { type: 'candles', now: 200_000, priceUsd: 1, from: 60, closes: [] })
  assert.deepEqual(compiled.step(state, event).orders, [])
  const held = {
    ...state,
    held: '5',
    costUsd: 500,
    cost: '5',
    typeState: { ...state.typeState, pendingSide: null },
  }
  assert.ok(compiled.step(held, event).state.exit, 'the stop loss is met')
  answers = () => Promise.reject(new Error('a bug'))
  await assert.rejects(watch.event(watched, 200_000, 1), /a bug/)
  answers = () => Promise.resolve([{ time: 60, open: 1, high: 1, low: 1, close: 1, volume: 1 }])
  assert.equal((await watch.event(watched, 200_000, 1)).isBlind, false)
})
