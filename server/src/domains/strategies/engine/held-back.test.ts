/** A sale that is held back: reported once, decided anew, released only by its owner, and ended by a stop. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { HeldBack } from '@purser/contract/agents/held-back.ts'
import { Plan } from '@purser/contract/strategies/plan.ts'
import { KNOWN_TOKENS } from '@purser/contract/tokens/tokens.ts'
import { compile } from './compile.ts'
import type { StrategyEvent, StrategyState } from './types.ts'

const BONK = KNOWN_TOKENS.find((t) => t.symbol === 'BONK')?.mint ?? ''
const FOUND: HeldBack = {
  code: 'prices',
  token: 'BONK',
  quote: 'SOL',
  sells: '10',
  by_market: '0.01',
  by_candles: '0.02',
  worth: '0.1',
  brings: '0.001',
  least: null,
}
const base = { version: 1, goal: 'Test.', token_address: BONK, quote: 'SOL' }
const BUYS = Plan.parse({
  ...base,
  strategy_type: 'dca',
  trade_direction: 'buy',
  amount_per_order: { value: 0.1, unit: 'SOL' },
  interval_seconds: 1_000,
  order_count: 3,
  risk: { stop_loss_percent: 10 },
})
const SELLS = Plan.parse({
  ...base,
  strategy_type: 'bracket',
  trade_direction: 'sell',
  amount: { value: 10, unit: 'token' },
  stop_loss_percent: 10,
})

function machine(given: Plan) {
  const { begin, step, idle } = compile(given)
  let state: StrategyState = begin()
  const kinds: string[] = []
  const tell = (event: StrategyEvent) => {
    const out = step(state, event)
    state = JSON.parse(JSON.stringify(out.state)) as StrategyState
    kinds.push(...out.lines.map(({ kind }) => kind))
    return out.orders
  }
  return {
    state: () => state,
    until: () => idle(state).until,
    tell,
    tick: (now: number, priceUsd: number) => tell({ type: 'tick', now, priceUsd }),
    holdBack: (now: number, found = FOUND) =>
      tell({
        type: 'failed',
        now,
        seq: state.seq,
        reason: 'It waits.',
        code: 'worth',
        fatal: false,
        skipped: true,
        heldBack: found,
      }),
    fill(now: number, side: 'buy' | 'sell', tokens = '10') {
      const both = { spent: tokens, received: '0.1', tokens, quote: '0.1', usd: 14, feesUsd: 0 }
      tell({ type: 'filled', now, seq: state.seq, ...both, ...(side === 'buy' ? { usd: 14 } : {}) })
    },
    said: () => kinds.splice(0),
  }
}
/** It holds 10 BONK that cost 1.4 USD each, and its stop loss is met. */
function atStopLoss() {
  const run = machine(BUYS)
  run.tell({ type: 'start', now: 0 })
  run.tick(0, 1.4)
  run.fill(0, 'buy')
  run.said()
  assert.equal(run.tick(1_000, 1).length, 1)
  return run
}

void test('it is said once, stays due, and each decision anew shows how it stands', () => {
  const run = atStopLoss()
  run.said()
  run.holdBack(1_000)
  assert.deepEqual(run.said(), ['held-back'])
  assert.equal(run.until(), 11_000)
  assert.deepEqual(run.tick(10_999, 1), [])
  const [order] = run.tick(11_000, 1)
  assert.deepEqual(order?.amount, { value: '10', unit: 'token' })
  run.said()
  run.holdBack(11_000, { ...FOUND, by_market: '0.03' })
  assert.deepEqual(run.said(), [])
  assert.deepEqual(run.state().heldBack, { since: 1_000, found: { ...FOUND, by_market: '0.03' } })
})

void test('however long it waits, it is not given up', () => {
  const run = atStopLoss()
  for (let now = 1_000; now < 3_600_000; now += 10_000) {
    run.holdBack(now)
    assert.equal(run.tick(now + 10_000, 1).length, 1)
  }
  assert.equal(run.state().done, null)
})

void test('nor for failures in between, each of which was followed by a quote', () => {
  const run = machine(Plan.parse({ ...BUYS, on_stop: 'sell' }))
  run.tell({ type: 'start', now: 0 })
  run.tick(0, 1.4)
  run.fill(0, 'buy')
  run.tell({ type: 'stopped', now: 1_000 })
  for (let times = 0; times < 50; times++) {
    run.holdBack(times * 100_000)
    run.tick(run.until(), 1)
    const failure = { reason: 'No route.', code: 'market' as const, fatal: false }
    run.tell({ type: 'failed', now: times * 100_000 + 10_000, seq: run.state().seq, ...failure })
    assert.equal(run.state().done, null)
    assert.equal(run.tick(run.until(), 1).length, 1)
  }
})

void test('its owner lets it go once, until it is sold; what is held back later needs another word', () => {
  const run = atStopLoss()
  run.holdBack(1_000)
  run.said()
  run.tell({ type: 'any-price', now: 2_000 })
  run.tell({ type: 'any-price', now: 2_000 })
  assert.deepEqual(run.said(), ['any-price'])
  assert.equal(run.until(), 2_000)
  assert.equal(run.tick(2_000, 1).length, 1)
  run.tell({ type: 'failed', now: 3_000, seq: run.state().seq, reason: 'No.', code: 'chain', fatal: false })
  assert.equal(run.state().heldBack?.anyPrice, true)
  run.tick(run.until(), 1)
  run.fill(9_000, 'sell')
  assert.equal(run.state().done?.status, 'stopped')
  assert.equal(run.state().heldBack, undefined)
  run.tell({ type: 'any-price', now: 9_000 })
  assert.equal(run.state().heldBack, undefined)
})

void test('a sale that went out by itself is not held back any more, and is told of again when it is', () => {
  const run = atStopLoss()
  run.holdBack(1_000)
  run.tick(11_000, 1)
  run.tell({
    type: 'failed',
    now: 12_000,
    seq: run.state().seq,
    reason: 'Moved.',
    code: 'price',
    fatal: false,
    skipped: true,
  })
  assert.equal(run.state().heldBack, undefined)
  run.tick(12_000, 1)
  run.said()
  run.holdBack(12_000)
  assert.deepEqual(run.said(), ['held-back'])
})

void test('a stop ends it without a sale where the plan keeps what it holds, and sells by a wait of its own else', () => {
  const keeps = atStopLoss()
  keeps.holdBack(1_000)
  keeps.tell({ type: 'stopped', now: 2_000 })
  assert.deepEqual([keeps.state().done?.status, keeps.state().held], ['stopped', '10'])
  assert.equal(keeps.state().heldBack, undefined)

  const sells = atStopLoss()
  sells.holdBack(1_000)
  sells.tell({ type: 'any-price', now: 1_500 })
  assert.equal(sells.tell({ type: 'stopped', now: 2_000, sells: true }).length, 1)
  sells.said()
  sells.holdBack(2_000)
  assert.deepEqual(sells.said(), ['held-back'], 'the word was for the sale of the limit')
  assert.equal(sells.state().heldBack?.since, 2_000)
})

void test('a pause holds it, and it goes on after it', () => {
  const run = atStopLoss()
  run.holdBack(1_000)
  run.tell({ type: 'paused', now: 2_000 })
  assert.equal(run.until(), Number.POSITIVE_INFINITY)
  run.tell({ type: 'resumed', now: 30_000 })
  assert.equal(run.tick(30_000, 1).length, 1)
})

void test('the sale of a bracket waits alike', () => {
  const run = machine(SELLS)
  run.tell({ type: 'start', now: 0 })
  run.tick(0, 1)
  assert.equal(run.tick(1_000, 0.8).length, 1)
  run.said()
  run.holdBack(1_000)
  assert.deepEqual(run.said(), ['held-back'])
  assert.equal(run.until(), 11_000)
  // Its barrier was met: it is sold although the price has come back.
  assert.equal(run.tick(11_000, 1).length, 1)
  run.fill(11_000, 'sell')
  assert.equal(run.state().done?.status, 'completed')
})
