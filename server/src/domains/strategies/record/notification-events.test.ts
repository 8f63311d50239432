/** Notifications of real steps: a failure once, not at each retry; an end once, and no failure besides. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Plan } from '@purser/contract/strategies/plan.ts'
import { KNOWN_TOKENS } from '@purser/contract/tokens/tokens.ts'
import { notificationEvents, type NotificationEvent } from './notification-events.ts'
import { compile } from '../engine/compile.ts'
import type { StrategyEvent } from '../engine/types.ts'
import type { StrategyRow } from '../rows.ts'

const plan: Plan = {
  version: 1,
  goal: 'Buy BONK for 0.01 SOL every minute.',
  token_address: KNOWN_TOKENS.find((t) => t.symbol === 'BONK')?.mint ?? '',
  quote: 'SOL',
  slippage_bps: 100,
  on_stop: 'sell',
  strategy_type: 'dca',
  trade_direction: 'buy',
  amount_per_order: { value: 0.01, unit: 'SOL' },
  interval_seconds: 60,
  order_count: 3,
}

/** Each step returns the kinds of its notifications. */
function run() {
  const compiled = compile(plan)
  let state = compiled.begin()
  let events: NotificationEvent[] = []
  return {
    state: () => state,
    texts: () => events.map(({ text }) => text),
    step(event: StrategyEvent): string[] {
      const stepped = compiled.step(state, event)
      const row = { userId: 7, agentId: 8, id: 'it', state } as StrategyRow
      const { lines } = stepped
      events = notificationEvents({ row, state: stepped.state, lines })
      state = stepped.state
      const messages = lines.map(({ message }) => message)
      for (const { message } of events)
        assert.ok(messages.includes(message), `${message} is no line of the terminal`)
      return events.map(({ kind, status }) => status ?? kind)
    },
  }
}

test('a failed order is reported once while it is retried, and once when it is given up', () => {
  const { step, state, texts } = run()
  let now = 0
  assert.deepEqual(step({ type: 'start', now }), [])
  const told: string[][] = []
  for (let i = 0; i < 4; i++) {
    now = state().nextAt
    assert.deepEqual(step({ type: 'tick', now, priceUsd: 1 }), [])
    told.push(step({ type: 'failed', now, seq: state().pending, reason: 'The market moved.', fatal: false }))
    if (i === 0)
      assert.deepEqual(texts(), [
        'Order 1 of 3 failed: The market moved. Retrying in 5 seconds (attempt 2 of 4).',
      ])
  }
  assert.deepEqual(told, [['error'], [], [], ['error']])
})

test('a fill is reported, and the end of a strategy by its own line alone', () => {
  const { step, state, texts } = run()
  const fill = (now: number, side: 'buy' | 'sell'): StrategyEvent => {
    const [spent, received] = side === 'buy' ? ['0.01 SOL', '5 BONK'] : ['5 BONK', '0.01 SOL']
    return {
      type: 'filled',
      now,
      seq: state().pending,
      spent,
      received,
      tokens: '5',
      quote: '0.01',
      usd: 1,
      feesUsd: 0,
    }
  }
  step({ type: 'start', now: 0 })
  assert.deepEqual(step({ type: 'tick', now: 0, priceUsd: 1 }), [])
  assert.deepEqual(step(fill(0, 'buy')), ['filled'])
  assert.deepEqual(step({ type: 'stopped', now: 1 }), [], 'the sale on stop is no limit')
  assert.deepEqual(step(fill(2, 'sell')), ['filled', 'stopped'])
  assert.match(texts()[0] ?? '', /^Sold 5 BONK for 0\.01 SOL /)
  assert.equal(texts()[1], '1 order filled of 3; 5 BONK sold')
  const failing = run()
  failing.step({ type: 'start', now: 0 })
  failing.step({ type: 'tick', now: 0, priceUsd: 1 })
  const seq = failing.state().pending
  assert.deepEqual(failing.step({ type: 'failed', now: 0, seq, reason: 'No such token.', fatal: true }), [
    'failed',
  ])
  assert.match(failing.texts()[0] ?? '', /No such token\.$/)
})

test('an order that limits of real money hold back is reported once, and again after one was filled', () => {
  const { step, state, texts } = run()
  step({ type: 'start', now: 0 })
  const refused = () => {
    const now = state().nextAt
    step({ type: 'tick', now, priceUsd: 1 })
    const reason = 'Your limit is 0 SOL.'
    return step({
      type: 'failed',
      now,
      seq: state().pending,
      reason,
      code: 'limit',
      fatal: false,
      skipped: true,
    })
  }
  assert.deepEqual(refused(), ['limit'])
  assert.match(texts()[0] ?? '', /^Skipped order 1 of 3: Your limit is 0 SOL\./)
  assert.deepEqual([refused(), refused()], [[], []])
  const now = state().nextAt
  step({ type: 'tick', now, priceUsd: 1 })
  const traded = { spent: '0.01 SOL', received: '5 BONK', tokens: '5', quote: '0.01', usd: 1, feesUsd: 0 }
  assert.deepEqual(step({ type: 'filled', now, seq: state().pending, ...traded }), ['filled'])
  assert.deepEqual(refused(), ['limit'])
})
