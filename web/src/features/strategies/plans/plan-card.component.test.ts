import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import type { PlanFigures } from '@purser/contract/agents/shown-plans.ts'
import { openAnswers } from '../../../test/answers.ts'
import { aPlan } from '../../../test/values.ts'

const { load, show } = await openAnswers()
const { cleanup, screen, within } = await import('@testing-library/react')
const { PlanCard } = (await load(
  'features/strategies/plans/plan-card.tsx',
)) as typeof import('./plan-card.tsx')

afterEach(cleanup)

const FIGURES: PlanFigures = {
  spends: { value: '0.15', unit: 'SOL' },
  each: { value: '0.05', unit: 'SOL' },
  orders: 3,
  fees: { value: '0.000015', unit: 'SOL' },
  worst: { value: '0.15', unit: 'SOL', by: 'all' },
}
const open = (state: 'offered' | 'superseded' | 'infeasible') =>
  show(PlanCard, {
    plan: aPlan('Buy BONK'),
    status: { state, executedAt: null },
    explanation: 'It buys BONK.',
    assumptions: ['Token taken from settings.'],
    figures: FIGURES,
    payer: 'Wallet 1',
    actions: 'Execute',
  })
const card = () => screen.getByRole('article')
/** Tells whether a text is in a fold that is closed. */
const isFolded = (text: string | RegExp) => {
  const fold = within(card()).getByText(text).closest('details')
  return fold !== null && !fold.open
}

test('a plan on offer shows payer, costs, assumptions and evidence; its fields and its prose are folded', () => {
  open('offered')
  for (const text of ['Buy BONK', 'Wallet 1', 'Token taken from settings.', 'No backtest'])
    assert.equal(isFolded(text), false, text)
  for (const text of ['Interval', 'It buys BONK.']) assert.equal(isFolded(text), true, text)
  assert.equal(card().lastElementChild?.textContent, 'Execute')
})

test('of a superseded plan all but its goal is folded', () => {
  open('superseded')
  assert.equal(isFolded('Buy BONK'), false)
  for (const text of ['Wallet 1', 'Token taken from settings.', 'Interval'])
    assert.equal(isFolded(text), true)
})

test('the reason of an infeasible plan is in sight, and has no backtest', () => {
  open('infeasible')
  assert.equal(isFolded('It buys BONK.'), false)
  assert.equal(within(card()).queryByText('No backtest'), null)
  assert.equal(within(card()).queryByText('Explanation'), null)
})
