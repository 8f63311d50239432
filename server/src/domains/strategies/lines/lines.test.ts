/** Log lines of real steps: their kinds, and the figures that logic reads in place of the text. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Plan } from '@purser/contract/strategies/plan.ts'
import { KNOWN_TOKENS } from '@purser/contract/tokens/tokens.ts'
import { compile } from '../engine/compile.ts'
import type { Filled, StrategyEvent } from '../engine/types.ts'

const shared = {
  version: 1,
  goal: 'A plan of the test.',
  token_address: KNOWN_TOKENS.find((t) => t.symbol === 'BONK')?.mint ?? '',
  quote: 'SOL',
  slippage_bps: 100,
  on_stop: 'keep',
}
const dca = Plan.parse({
  ...shared,
  strategy_type: 'dca',
  trade_direction: 'buy',
  amount_per_order: { value: 0.1, unit: 'SOL' },
  interval_seconds: 60,
  order_count: 2,
  max_price_usd: 2,
})
const bracket = Plan.parse({
  ...shared,
  strategy_type: 'bracket',
  trade_direction: 'buy',
  amount: { value: 0.1, unit: 'SOL' },
  stop_loss_percent: 10,
})

function run(plan: Plan) {
  const compiled = compile(plan)
  let state = compiled.begin()
  return {
    state: () => state,
    step(event: StrategyEvent) {
      const stepped = compiled.step(state, event)
      state = stepped.state
      return stepped.lines.map(({ kind, data }) => ({ kind, data }))
    },
  }
}

const bought = (now: number, seq: number): Filled => ({
  type: 'filled',
  now,
  seq,
  spent: '0.1 SOL',
  received: '5 BONK',
  tokens: '5',
  quote: '0.1',
  usd: 10,
  feesUsd: 0,
})

test('orders that are placed, filled, failed and skipped carry their figures and codes', () => {
  const { step, state } = run(dca)
  const order = { number: 1, count: 2 }
  const kinds = step({ type: 'start', now: 0 }).map(({ kind }) => kind)
  assert.deepEqual(kinds, ['starting', 'started'])
  const [placed] = step({ type: 'tick', now: 0, priceUsd: 1.5 })
  assert.equal(placed?.kind, 'placed')
  assert.deepEqual(placed?.data, {
    order,
    attempt: 1,
    side: 'buy',
    amount: { value: 0.1, unit: 'SOL' },
    token: 'BONK',
    quote: 'SOL',
    atMost: null,
    priceUsd: 1.5,
    why: null,
  })
  const failed = {
    type: 'failed',
    now: 1,
    seq: 1,
    reason: 'No quote.',
    code: 'market',
    fatal: false,
  } as const
  assert.deepEqual(step(failed), [
    {
      kind: 'error',
      data: {
        order,
        code: 'market',
        reason: 'No quote.',
        times: 1,
        next: { what: 'retry', ms: 5_000, attempt: 2, of: 4 },
      },
    },
  ])
  step({ type: 'tick', now: state().nextAt, priceUsd: 1.5 })
  assert.deepEqual(
    step(bought(6_000, 2)).map(({ kind, data }) => [kind, 'filled' in data && data.filled]),
    [['bought', 1]],
  )
  const [skipped] = step({ type: 'tick', now: state().nextAt, priceUsd: 3 })
  assert.equal(skipped?.kind, 'skipped')
  assert.deepEqual(skipped && 'code' in skipped.data && [skipped.data.code, skipped.data.order], [
    'bounds',
    { number: 2, count: 2 },
  ])
})

test('a barrier is known by its name, and a partial sale by its figures', () => {
  const { step, state } = run(bracket)
  step({ type: 'start', now: 0 })
  step({ type: 'tick', now: 0, priceUsd: 2 })
  const [, entered] = step(bought(1_000, 1))
  assert.deepEqual(entered, {
    kind: 'entered',
    data: { entryUsd: 2, stopUsd: 1.8, takeUsd: null, trailPercent: null, limitMs: null },
  })
  step({ type: 'tick', now: 2_000, priceUsd: 1.7 })
  assert.equal(state().exit?.name, 'stop loss')
  const sale = { ...bought(3_000, 2), spent: '2 BONK', received: '0.03 SOL', tokens: '2', quote: '0.03' }
  const before = state()
  const { lines } = compile(bracket).step(before, { ...sale, partial: { failed: 1, of: 2 } })
  assert.deepEqual(
    lines.map(({ kind }) => kind),
    ['sold', 'unsold'],
  )
  assert.deepEqual(
    step(sale).map(({ kind }) => kind),
    ['sold', 'completed'],
  )
})
