import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TestedPreview } from '@purser/contract/strategies/preview.ts'
import { openAnswers } from '../../../test/answers.ts'
import { aPlan } from '../../../test/values.ts'

const { load, show } = await openAnswers()
const { screen } = await import('@testing-library/react')
const { BacktestCard } = (await load(
  'features/strategies/plans/backtest-card.tsx',
)) as typeof import('./backtest-card.tsx')

const PREVIEW: TestedPreview = {
  tested: true,
  seconds: 2_592_000,
  unknown_percent: 0,
  return_percent: -3.25,
  capital_usd: 100,
  max_drawdown_percent: 8.5,
  max_drawdown_from: '2026-11-03T12:00:00.000Z',
  max_drawdown_to: '2026-11-09T12:00:00.000Z',
  sharpe: 0.4,
  sortino: null,
  profit_factor: 1.2,
  win_rate_percent: 55.5,
  trades: 1_234,
  costs: { total_usd: 0.5, network_usd: 0.1, market_usd: 0.4, rent_usd: 0, bps: 31.2 },
  break_even_bps: 12.4,
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
    Capital: '$100.00',
    'Buy and hold': '+12.75%',
    'Max drawdown': '8.50% (Nov 3 to Nov 9)',
    Trades: '1,234',
    Costs: '$0.5000 (31 bps)',
    'Break-even costs': '12 bps',
    'Win rate': '55.5%',
    'Profit factor': '1.20',
    Sharpe: '0.40',
    Sortino: 'n/a',
  })
})

test('the share of unknown time is shown where there is any', () => {
  show(BacktestCard, { preview: { ...PREVIEW, unknown_percent: 12.5 }, plan: aPlan('Buy BONK', {}) })
  const [name] = screen.getAllByText('Unknown time')
  assert.equal(name?.nextElementSibling?.textContent, '12.5%')
})

test('a plan without a rule on price shows what holding gave, and no return of its own', () => {
  const holding = { seconds: 86_400, windows: 8_000, past_seconds: 31_536_000, p5: -7.125, p50: 0, p95: 6.5 }
  const plan = aPlan('Buy BONK', {})
  const { unmount } = show(BacktestCard, { preview: { tested: false, holding }, plan })
  const card = screen.getByLabelText('Backtest')
  assert.equal(
    card.textContent,
    'Not tested: this plan has no rule on price. Holding BONK for 1 day gave -7.13%, 0.00% and +6.50% in 5, 50 and 95 of 100 past windows.',
  )
  unmount()
  show(BacktestCard, { preview: { tested: false, holding: null }, plan })
  assert.match(
    screen.getByLabelText('Backtest').textContent,
    /too little history to say what holding BONK gave\.$/,
  )
})
