import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listAllStrategies } from '@purser/contract/strategies/strategies.ts'
import { openAnswers } from '../../../test/answers.ts'
import { aStrategy, LATER } from '../../../test/values.ts'

const { answer, down, fresh, load, show } = await openAnswers()
const { cleanup, screen } = await import('@testing-library/react')
const { createElement } = await import('react')
const { useStrategies } = (await load(
  'features/agents/strategies/use-strategies.ts',
)) as typeof import('./use-strategies.ts')

function Listed({ status }: { status: '' | 'ended' }) {
  const page = useStrategies({ status, agent: '' }).data?.pages[0]
  const ids = page?.value.map(({ id }) => id).join(' ')
  return page ? createElement('p', null, `${page.stale ? 'last known' : 'now'}: ${ids}`) : null
}

test('while the server is away all strategies are shown as last known, not those of a filter used since', async () => {
  const ended = aStrategy('ended', { status: 'stopped', ended_at: LATER })
  answer(listAllStrategies, ({ query }) => ({
    strategies: query.status === 'ended' ? [ended] : [aStrategy('running'), ended],
  }))
  show(Listed, { status: '' })
  await screen.findByText('now: running ended')
  cleanup()
  show(Listed, { status: 'ended' })
  await screen.findByText('now: ended')
  cleanup()
  down(listAllStrategies)
  fresh()
  show(Listed, { status: '' })
  await screen.findByText('last known: running ended')
  assert.ok(screen.queryByText('last known: ended') === null)
})
