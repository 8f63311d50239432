import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  endSession,
  endSessions,
  getProfile,
  listSessions,
  updateProfile,
} from '@purser/contract/accounts.ts'
import { getSpendingLimits } from '@purser/contract/transfers/spending-limits.ts'
import { openAnswers } from '../test/answers.ts'
import { fill, isDisabled, press, typeKeys, until } from '../test/person.ts'
import { TIME } from '../test/values.ts'

const { answer, block, forget, hold, load, sent, show, user } = await openAnswers()
const { cleanup, screen, within } = await import('@testing-library/react')
const { ProfilePage } = (await load('pages/profile.tsx')) as typeof import('./profile.tsx')

const sessionOf = (n: number) => ({
  id: `session-${n}`,
  device: n === 0 ? 'Firefox on Linux' : `Chrome on Phone ${n}`,
  address: '127.0.0.1',
  last_used_at: TIME,
  current: n === 0,
})
const region = () => within(screen.getByRole('region', { name: 'Sessions' }))
async function open(): Promise<void> {
  answer(getSpendingLimits, { limits: null })
  show(ProfilePage, {}, '/profile')
  await screen.findByText('Ask for a code before keys leave')
  await screen.findByRole('region', { name: 'Sessions' })
}
const rows = () => region().queryAllByRole('listitem').length

test('a profile is not saved without names, and one that is refused says so and can be saved again', async () => {
  answer(listSessions, [sessionOf(0)])
  await open()
  fill('First Name', '')
  await press('Save Changes')
  await screen.findByText('First name and last name are required')
  fill('First Name', 'Grace')
  fill('Last Name', 'Hopper')
  block(updateProfile)
  await press('Save Changes')
  await screen.findByText('Failed to update profile')
  answer(updateProfile, { ...user, first_name: 'Grace', last_name: 'Hopper' })
  const release = hold(updateProfile)
  await press('Save Changes')
  await screen.findByRole('button', { name: 'Saving...' })
  assert.ok(isDisabled('Saving...'))
  release()
  await screen.findByText('Profile updated successfully')
  assert.deepEqual(sent(updateProfile).at(-1)?.body, { first_name: 'Grace', last_name: 'Hopper' })
})

test('where funds are real the demand for codes cannot be switched off, and says so', async () => {
  answer(listSessions, [sessionOf(0)])
  const demand = () =>
    screen.findByRole<HTMLInputElement>('switch', { name: /^Ask for a code before keys leave/ })
  const REAL = /Where funds are real it stays on\.$/
  await open()
  assert.equal((await demand()).disabled, false)
  assert.ok(!screen.queryByText(REAL))
  cleanup()
  forget()
  const limits = { per_day: 1, per_order: 0.5, used: 0, left: 0.5, sends_outside: 'whitelist' as const }
  answer(getSpendingLimits, { limits })
  answer(getProfile, { ...user, keys_need_code: true })
  show(ProfilePage, {}, '/profile')
  await screen.findByText(REAL)
  const { checked, disabled } = await demand()
  assert.deepEqual([checked, disabled], [true, true])
})

test('the sessions are listed, one is ended and all others, by the keyboard too; what fails is told', async () => {
  answer(listSessions, [0, 1, 2, 3].map(sessionOf))
  const release = hold(listSessions)
  await open()
  await until(() => region().queryByRole('status', { name: 'Loading sessions' }) !== null)
  release()
  await until(() => rows() === 4)
  assert.equal(region().getAllByText('This session').length, 1)
  assert.match(region().getAllByRole('listitem')[1]?.textContent ?? '', /Chrome on Phone 1.*127\.0\.0\.1/)
  const ends = () => region().getAllByRole('button', { name: /^End session on Chrome/ })
  assert.equal(ends().length, 3)
  block(endSession)
  await press(/^End session on Chrome on Phone 1/, region())
  assert.match((await region().findByRole('alert')).textContent, /Failed to end the session/)
  answer(endSession, { success: true })
  answer(listSessions, [0, 2, 3].map(sessionOf))
  ends()[0]?.focus()
  await typeKeys('{Enter}')
  await until(() => rows() === 3)
  await screen.findByText('The session on Chrome on Phone 1 was ended.')
  assert.deepEqual(sent(endSession).at(-1)?.params, { id: 'session-1' })
  answer(endSessions, { success: true })
  answer(listSessions, [sessionOf(0)])
  await press('End all other sessions', region())
  await region().findByText('You are signed in nowhere else.')
  assert.deepEqual(sent(endSessions)[0]?.query, { others: 'true' })
})

test('sessions that cannot be loaded are told, and asked for again', async () => {
  block(listSessions)
  await open()
  await screen.findByText('Failed to load sessions')
  answer(listSessions, [sessionOf(0)])
  await press('Retry', region())
  await until(() => rows() === 1)
})
