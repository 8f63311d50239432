import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import type { Notification } from '@purser/contract/notifications.ts'
import { openAnswers } from '../../test/answers.ts'
import { until } from '../../test/person.ts'

const { load, show } = await openAnswers()
const { screen } = await import('@testing-library/react')
const { clearToasts, toastOf } = (await load(
  'features/notifications/toasts.tsx',
)) as typeof import('./toasts.tsx')

const aNotification = (id: number): Notification => ({
  id,
  kind: 'ended',
  agent_id: id,
  agent_name: `Agent ${id}`,
  strategy_id: `s${id}`,
  operation_id: null,
  status: 'stopped',
  text: '3 of 10 orders were filled.',
  read: false,
  created_at: '2026-11-28T12:00:00.000Z',
})
const toasts = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent)
const open = () => show(() => null, {})
function setHidden(value: boolean): void {
  Object.defineProperty(document, 'hidden', { value, configurable: true })
  document.dispatchEvent(new window.Event('visibilitychange'))
}
afterEach(clearToasts)

test('a toast says what happened, and leads there', async () => {
  open()
  toastOf(aNotification(7))
  await until(() => toasts().length === 1)
  assert.match(toasts()[0] ?? '', /^Agent 7: Stopped3 of 10 orders were filled\. /)
  assert.match(screen.getByRole('link').getAttribute('href') ?? '', /agent=7/)
})

test('more than three at once become one', async () => {
  open()
  for (let id = 1; id <= 60; id++) toastOf(aNotification(id))
  await until(() => toasts().length === 1)
  assert.deepEqual(toasts(), ['60 new notificationsThe bell above has them all.'])
})

test('what happens while the page is not seen is shown once it is', async ({ mock }) => {
  open()
  setHidden(true)
  const listen = mock.method(document, 'addEventListener')
  toastOf(aNotification(1))
  await until(() => listen.mock.calls.some(({ arguments: [type] }) => type === 'visibilitychange'))
  assert.deepEqual(toasts(), [])
  setHidden(false)
  await until(() => toasts().length === 1)
})
