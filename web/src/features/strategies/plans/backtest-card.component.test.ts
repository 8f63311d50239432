import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Preview } from '@purser/contract/strategies/preview.ts'
import { openAnswers } from '../../../test/answers.ts'
import { aPlan } from '../../../test/values.ts'

const { load, show } = await openAnswers()
const { screen } = await import('@testing-library/react')
const { BacktestCard } = (await load(
  'features/strategies/plans/backtest-card.tsx',
)) as typeof import('./backtest-card.tsx')

const PREVIEW: Preview = {
  return_percent: -3.25,
  max_drawdown_percent: 8.5,
  max_drawdown_from: '2026-11-03T12:00:00.000Z',
  max_drawdown_to: '2026-11-09T12:00:00.000Z',
  sharpe: 0.4,
  sortino: null,
  profit_factor: 1.2,
  win_rate_percent: 55.5,
  trades: 1_234,
  fees_usd: 0.5,
  buy_and_hold_percent: 12.75,
  equity: [
    { time: '2026-10-29T12:00:00.000Z', value: 100 },
    { time: '2026-11-28T12:00:00.000Z', value: 96.75 },
  ],
  assumptions: ['Each order fills at the next candle.'],
}

test('each figure of a backtest stands beside its own name', () => {
  show(BacktestCard, { preview: PREVIEW, plan: aPlan('Buy BONK', { duration_days: 3 }) })
  const card = screen.getByLabelText('Backtest of the last 30 days')
  const text = card.textContent
  assert.ok(text.startsWith('Backtest, 30 daysReturn ▼ -3.25%Drawdown 8.50%'), text)
  assert.equal(
    card.querySelector('summary')?.title,
    'Backtest of the last 30 days: return -3.25%, maximum drawdown 8.5%',
  )
  const figures = Object.fromEntries(
    [...card.querySelectorAll('dt')].map((name) => [name.textContent, name.nextElementSibling?.textContent]),
  )
  assert.deepEqual(figures, {
    'Buy and hold': '+12.75%',
    'Max drawdown': '8.50% (Nov 3 to Nov 9)',
    Trades: '1,234',
    Fees: '$0.5000',
    'Win rate': '55.5%',
    'Profit factor': '1.20',
    Sharpe: '0.40',
    Sortino: 'n/a',
  })
})

test('a plan that is over within a day shows no figure of thirty days', () => {
  show(BacktestCard, { preview: PREVIEW, plan: aPlan('Buy BONK', { order_count: 3, interval_seconds: 60 }) })
  const text = screen.getByLabelText('Backtest').textContent
  assert.match(text, /^No backtest: this plan ends after 2 minutes, /)
  assert.doesNotMatch(text, /%/)
})
