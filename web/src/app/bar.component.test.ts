import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createElement } from 'react'
import { listNotifications } from '@purser/contract/notifications.ts'
import { getStoppable, stopAll } from '@purser/contract/strategies/stop-all.ts'
import { openAnswers } from '../test/answers.ts'
import { dialogOf, press, typeKeys, until } from '../test/person.ts'

const { answer, block, load, sent, show } = await openAnswers()
const { screen } = await import('@testing-library/react')
const { NotificationBell } = (await load(
  'features/notifications/bell.tsx',
)) as typeof import('#features/notifications/bell.tsx')
const { StopEverything } = (await load(
  'features/agents/kill-switch/stop-everything.tsx',
)) as typeof import('#features/agents/kill-switch/stop-everything.tsx')
const Bar = () =>
  createElement('div', null, createElement(StopEverything, { keys: true }), createElement(NotificationBell))

test('notifications that cannot be loaded are told in their list, and asked for again', async () => {
  block(listNotifications)
  show(Bar, {})
  await press('Notifications')
  await screen.findByText('Failed to load notifications. Please try again.')
  answer(listNotifications, { notifications: [], unread: 0 })
  await press('Retry')
  await screen.findByText(/^Nothing yet\./)
})

test('the kill switch says what it cannot know, and stops all the same', async () => {
  block(getStoppable)
  // Everything on screen is read again before the dialog says what was stopped.
  answer(listNotifications, { notifications: [], unread: 0 })
  show(Bar, {})
  await typeKeys('{Control>}{Shift>}X{/Shift}{/Control}')
  const dialog = await dialogOf('Stop everything')
  await dialog.findByText(/Stopping works anyway\.$/)
  assert.deepEqual(sent(stopAll), [])
  answer(stopAll, {
    success: true,
    stopped: 0,
    stopping: 0,
    strategies: [],
    top_ups_switched_off: false,
    trading_bots_stopped: 0,
    transfers_cancelled: [],
    transfers_left: [],
    message: 'Nothing was running.',
  })
  await press('Stop everything', dialog)
  await until(() => screen.queryByRole('dialog', { name: 'Stopped' }) !== null)
  await (await dialogOf('Stopped')).findByText(/Nothing was running\./)
  assert.equal(sent(stopAll).length, 1)
})
