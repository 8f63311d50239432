import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { getProfile } from '@purser/contract/accounts.ts'
import { getSpendingLimits } from '@purser/contract/transfers/spending-limits.ts'
import { openConsole } from '../../test/console.ts'
import { until } from '../../../../server/src/test/until.ts'

const { desk, user, load, show } = await openConsole({ realFunds: true })
const { cleanup, screen } = await import('@testing-library/react')
const { default: userEvent } = await import('@testing-library/user-event')
const { SpendingLimitsCard } = (await load(
  'features/accounts/spending-limits.tsx',
)) as typeof import('./spending-limits.tsx')
const { GuardSwitch } = (await load(
  'features/accounts/guard-switch.tsx',
)) as typeof import('./guard-switch.tsx')

const { token } = user
const stored = async () => (await desk.call(getSpendingLimits, { token })).ok.limits

afterEach(cleanup)

test('limits are lowered at once, and raised only with the mailed code', async () => {
  const press = userEvent.setup()
  show(SpendingLimitsCard, {})
  await screen.findByText('Spent in the last 24 hours: 0 SOL. Left now: 0.5 SOL.')
  const day = screen.getByLabelText<HTMLInputElement>('In any 24 hours (SOL)')
  assert.equal(day.value, '1')
  await press.clear(day)
  await press.type(day, '0.25')
  await press.click(screen.getByRole('button', { name: 'Save limits' }))
  await screen.findByText('Spent in the last 24 hours: 0 SOL. Left now: 0.25 SOL.')
  assert.equal((await stored())?.per_day, 0.25)

  await press.clear(day)
  await press.type(day, '2')
  await press.click(screen.getByRole('button', { name: 'Save limits' }))
  const field = await screen.findByLabelText('Verification Code')
  await screen.findByText('A code is on its way to your email.')
  assert.equal((await stored())?.per_day, 0.25)
  const code = await desk.readCode(user.email)
  await press.type(field, code === '000000' ? '111111' : '000000')
  await press.click(screen.getByRole('button', { name: 'Raise limits' }))
  await screen.findByRole('alert')
  assert.equal((await stored())?.per_day, 0.25)
  await press.clear(field)
  await press.type(field, code)
  await press.click(screen.getByRole('button', { name: 'Raise limits' }))
  await screen.findByText('Limits saved')
  assert.equal((await stored())?.per_day, 2)
  assert.ok(!screen.queryByLabelText('Verification Code'))
})

test('the switch for whitelisted pairs asks for a code where funds are real', async () => {
  const press = userEvent.setup()
  const profile = (await desk.call(getProfile, { token })).ok
  assert.deepEqual([profile.whitelist_only, profile.keys_need_code], [true, true])
  show(GuardSwitch, { user: profile, guard: 'whitelist_only' })
  await press.click(await screen.findByRole('switch', { name: /^Only send tokens to whitelisted pairs/ }))
  const field = await screen.findByLabelText('Verification Code')
  await screen.findByText('A code is on its way to your email.')
  await press.type(field, await desk.readCode(user.email))
  await press.click(screen.getByRole('button', { name: 'Switch off' }))
  await until('it is off', async () => !(await desk.call(getProfile, { token })).ok.whitelist_only)
})
