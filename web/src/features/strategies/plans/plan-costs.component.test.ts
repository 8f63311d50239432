import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Plan } from '@purser/contract/strategies/plan.ts'
import type { PlanFigures } from '@purser/contract/agents/shown-plans.ts'
import { openAnswers } from '../../../test/answers.ts'

const { load, show } = await openAnswers()
const { screen } = await import('@testing-library/react')
const { PlanCosts } = (await load(
  'features/strategies/plans/plan-costs.tsx',
)) as typeof import('./plan-costs.tsx')

const ENDING: PlanFigures = {
  spends: { value: '1.2', unit: 'SOL' },
  each: { value: '0.1', unit: 'SOL' },
  orders: 12,
  fees: { value: '0.00006', unit: 'SOL' },
  worst: { value: '0.3', unit: 'SOL', by: 'stop_loss' },
}
const COSTS: PlanFigures['costs'] = {
  total: [{ value: '0.01446', unit: 'SOL' }],
  network: '0.00006',
  market: { value: '0.0125', unit: 'SOL' },
  rent: '0.0019',
}
const OPEN: PlanFigures = { ...ENDING, spends: null, orders: null, worst: null }

const ENDLESS = Plan.parse({
  version: 1,
  goal: 'A plan of the test.',
  strategy_type: 'dca',
  trade_direction: 'buy',
  token_address: 'DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263',
  quote: 'SOL',
  amount_per_order: { value: 0.1, unit: 'SOL' },
  interval_seconds: 60,
  slippage_bps: 100,
  on_stop: 'keep',
})

/** Reads the figures by their names. */
function costs(): Record<string, string> {
  const list = screen.getByLabelText('Costs')
  return Object.fromEntries(
    [...list.querySelectorAll('dt')].map((name) => [
      name.textContent,
      name.nextElementSibling?.textContent ?? '',
    ]),
  )
}

test('a plan that ends says what it spends in all, in how many orders, and what it can lose', () => {
  show(PlanCosts, { plan: ENDLESS, figures: ENDING, payer: 'Snipers (12 wallets)' })
  assert.deepEqual(costs(), {
    Pays: 'Snipers (12 wallets)',
    'Total spend': '1.20 SOL12 orders',
    'Each order': '0.10 SOL',
    Fees: '0.00006 SOL',
    'Worst case': '0.30 SOLby its stop loss',
  })
})

test('a plan without an end says so, and never the amount of one order as all that it spends', () => {
  show(PlanCosts, { plan: ENDLESS, figures: OPEN })
  assert.deepEqual(costs(), {
    'Total spend': 'No limituntil you stop it',
    'Each order': '0.10 SOL',
    Fees: '0.00006 SOLfor one order',
    'Worst case': 'Not limitedno stop loss or max drawdown',
  })
})

test('a duration is an end, though what is spent until then has no limit', () => {
  show(PlanCosts, { plan: { ...ENDLESS, interval_seconds: 5_400, duration_days: 1 }, figures: OPEN })
  assert.equal(costs()['Total spend'], 'No limitends after 22.5 hours')
})

test('a plan that sells what is held then names no amount', () => {
  show(PlanCosts, { plan: ENDLESS, figures: { ...OPEN, each: null, orders: 1 } })
  assert.equal(costs()['Each order'], 'Depends on holdings')
  assert.equal(costs()['Total spend'], 'No limit1 order')
})

test('what it costs is one sum, with the parts that it is made of', () => {
  show(PlanCosts, { plan: ENDLESS, figures: { ...ENDING, costs: COSTS } })
  assert.equal(costs().Costs, '0.01446 SOLnetwork 0.00006, market 0.0125, rent 0.0019 SOL')
  assert.equal(costs().Fees, undefined)
})

test('the costs of a plan without an end are those of one order', () => {
  show(PlanCosts, { plan: ENDLESS, figures: { ...OPEN, costs: { ...COSTS, rent: 0 }, costs_cover: 'order' } })
  assert.equal(costs().Costs, '0.01446 SOLfor one order: network 0.00006, market 0.0125 SOL')
})
