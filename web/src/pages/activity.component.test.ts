import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getOperation, listOperations } from '@purser/contract/activity.ts'
import { channels, OperationsChangedMessage } from '@purser/contract/live.ts'
import type { ListedOperation } from '@purser/contract/transfers/transfers.ts'
import { openAnswers } from '../test/answers.ts'
import { press, until } from '../test/person.ts'
import { TIME } from '../test/values.ts'

const { answer, block, load, refuse, sent, show, tell } = await openAnswers()
const { cleanup, screen, within } = await import('@testing-library/react')
const { ActivityPage } = (await load('pages/activity.tsx')) as typeof import('./activity.tsx')

const EMPTY = /^Everything that moves funds is listed here/
const side = { count: 1, name: 'Desk 1', address: null }
const operation = (n: number): ListedOperation => ({
  id: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
  type: 'faucet',
  status: 'completed',
  created_at: TIME,
  updated_at: TIME,
  error: null,
  finalized: true,
  summary: { total: 1, confirmed: 1, failed: 0, amount: n, symbol: 'SOL', fees: 0 },
  standing: null,
  story: {
    side: null,
    paid: { amount: n, symbol: 'SOL' },
    received: null,
    from: side,
    to: side,
    payment: null,
    by: null,
    signature: null,
  },
})
const page = (from: number, count: number) => [...Array(count).keys()].map((n) => operation(from - n))
const rows = () => within(screen.getByRole('list', { name: 'Operations' })).getAllByRole('listitem').length

test('a list that cannot be loaded says so and is asked for again, and an unknown operation does too', async () => {
  block(listOperations)
  show(ActivityPage, {}, '/activity')
  await screen.findByText('The operations could not be loaded.')
  answer(listOperations, { operations: [] })
  await press('Retry')
  await screen.findByText(EMPTY)
  cleanup()
  refuse(getOperation, 'not_found', { what: 'Operation' })
  show(ActivityPage, {}, '/activity?operation=nothing')
  const detail = within(await screen.findByRole('region', { name: 'Operation' }))
  await detail.findByRole('alert')
})

test('older operations follow when they are asked for, and are there again where the address says so', async () => {
  answer(listOperations, ({ query }) =>
    query.before === undefined
      ? { operations: page(55, 50), next: 'the-second' }
      : { operations: page(5, 5) },
  )
  show(ActivityPage, {}, '/activity')
  await screen.findByRole('list', { name: 'Operations' })
  await until(() => rows() === 50)
  await press('Show older')
  await until(() => rows() === 55)
  assert.equal(sent(listOperations).at(-1)?.query.before, 'the-second')
  assert.ok(!screen.queryByRole('button', { name: 'Show older' }))
  cleanup()
  show(ActivityPage, {}, '/activity?pages=2')
  await screen.findByRole('list', { name: 'Operations' })
  await until(() => rows() === 55)
})

test('an operation that runs is told as it goes', async () => {
  const running = { ...operation(1), status: 'running' as const, finalized: false }
  answer(listOperations, { operations: [running] })
  show(ActivityPage, {}, '/activity')
  const list = within(await screen.findByRole('list', { name: 'Operations' }))
  await list.findByText('Running')
  answer(listOperations, { operations: [operation(1)] })
  tell(channels.status, OperationsChangedMessage, {
    type: 'operations_changed',
    operationIds: [running.id],
  })
  await list.findByText('Completed')
  assert.ok(!list.queryByText('Running'))
})
