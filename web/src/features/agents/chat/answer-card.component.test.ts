import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { openAnswers } from '../../../test/answers.ts'

const { load, show } = await openAnswers()
const { cleanup, screen, within } = await import('@testing-library/react')
const { AnswerCard } = (await load(
  'features/agents/chat/answer-card.tsx',
)) as typeof import('./answer-card.tsx')
afterEach(cleanup)

test('a card shows its figures under its title, and gains and losses by their sign', () => {
  show(AnswerCard, {
    title: 'BONK',
    figures: [
      { label: 'Price', value: '$0.0₄34260', unit: '', change: -2.1 },
      { label: 'Realized P&L', value: '+0.002', unit: 'SOL' },
      { label: 'Total P&L after fees', value: '-$0.02', unit: '' },
      { label: 'Return', value: '0.00%', unit: '' },
    ],
    note: 'The newest 200 strategies.',
  })
  const card = screen.getByRole('region', { name: 'BONK' })
  const getClass = (text: string) => within(card).getByText(text).className
  assert.deepEqual(
    [...card.querySelectorAll('dt')].map((term) => term.textContent),
    ['Price', 'Realized P&L', 'Total P&L after fees', 'Return'],
  )
  assert.match(getClass('-2.10%'), /loss/)
  assert.match(getClass('+0.002 SOL'), /gain/)
  assert.match(getClass('-$0.02'), /loss/)
  assert.doesNotMatch(getClass('0.00%'), /gain|loss/)
  assert.doesNotMatch(getClass('$0.0₄34260'), /gain|loss/)
  assert.ok(within(card).getByText('The newest 200 strategies.'))
})

test('a card without figures has its title and its note', () => {
  show(AnswerCard, { title: 'Grid', figures: [], note: 'Example: "grid"' })
  const card = screen.getByRole('region', { name: 'Grid' })
  assert.equal(card.querySelector('dl'), null)
  assert.ok(within(card).getByText('Example: "grid"'))
})
