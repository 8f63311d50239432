import assert from 'node:assert/strict'
import { test } from 'node:test'
import { portfolioSummary, type PortfolioSummary } from '@purser/contract/balances/portfolio.ts'
import { openAnswers } from '../../../test/answers.ts'
import { until } from '../../../test/person.ts'

const { answer, load, sent, show } = await openAnswers()
const { screen, fireEvent } = await import('@testing-library/react')
const { createElement, useState } = await import('react')
const { usePortfolio, useSameMoment } = (await load(
  'features/balances/portfolio/use-portfolio.ts',
)) as typeof import('./use-portfolio.ts')

const summary = (sol: number, usd: number): PortfolioSummary => ({
  at: '2026-11-28T12:00:00.000Z',
  sol,
  total_usd: usd,
  total_sol: sol,
  windows: [],
  groups: [{ id: 7, name: 'Shop', color: '#9333EA', sol: 1, total_usd: 100, windows: [] }],
  agents: [],
  committed: { wallets: [], strategies: [] },
})

/** Shows lamports and base units of tokens, like the table; a click sets their present amounts. */
function Panel({ steps, view = 'all' }: { steps: string[]; view?: 'all' | number }) {
  const [step, setStep] = useState(0)
  const point = useSameMoment(usePortfolio(), view, steps[step])
  const text = point ? `${point.sol} lamports, $${point.usd}` : 'nothing'
  return createElement('button', { onClick: () => setStep(step + 1) }, text)
}
const fresh = () => sent(portfolioSummary).filter(({ query }) => query?.fresh === 'true').length

test('the value is that of the other figures, and all are taken anew once the wallets hold something else', async () => {
  let now = summary(2, 200)
  answer(portfolioSummary, () => now)
  show(Panel, { steps: ['2000000000 0', '2000000000 0', '2000000000 5', '3000000000 5'] })
  await screen.findByText('2000000000 lamports, $200')
  fireEvent.click(screen.getByRole('button'))
  assert.equal(fresh(), 0)
  // A token has arrived, and no SOL has moved.
  now = summary(2, 700)
  fireEvent.click(screen.getByRole('button'))
  await screen.findByText('2000000000 lamports, $700')
  assert.equal(fresh(), 1)
  now = summary(3, 800)
  fireEvent.click(screen.getByRole('button'))
  await screen.findByText('3000000000 lamports, $800')
  assert.equal(fresh(), 2)
})

test('figures that differ from the wallets at first are taken anew once, however long they differ', async () => {
  answer(portfolioSummary, summary(2, 200))
  const before = fresh()
  show(Panel, { steps: ['1000000000 0'] })
  await until(() => fresh() === before + 1)
  await screen.findByText('2000000000 lamports, $200')
  assert.equal(fresh(), before + 1)
})

test('of a group its own value is shown', async () => {
  answer(portfolioSummary, summary(2, 200))
  show(Panel, { view: 7, steps: ['1000000000 0'] })
  await screen.findByText('1000000000 lamports, $100')
})
