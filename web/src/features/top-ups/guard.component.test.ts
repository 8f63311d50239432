/** Real funds: the cap in force, the code that raises it, and the wallets that are left out. */
import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { changeTopUpSettings, getTopUpSettings } from '@purser/contract/top-ups.ts'
import { generateWallet } from '@purser/contract/wallets/wallets.ts'
import { openConsole } from '../../test/console.ts'

const { desk, user, load, show } = await openConsole({ realFunds: true })
const { cleanup, fireEvent, screen, waitFor, within } = await import('@testing-library/react')
const { AutoTab } = (await load('features/top-ups/auto-tab.tsx')) as typeof import('./auto-tab.tsx')
const { GuardNotes } = (await load('features/top-ups/guard-notes.tsx')) as typeof import('./guard-notes.tsx')
const { token } = user
afterEach(cleanup)

const capOf = async () => (await desk.call(getTopUpSettings, { token })).ok.data.guard?.daily_cap

test('the cap that holds is shown, and raised with a mailed code alone', async () => {
  const { ok: purse } = await desk.call(generateWallet, { token, body: { name: 'Purse', key: false } })
  await desk.call(changeTopUpSettings, { token, body: { enabled: true, funding_wallet_id: purse.id } })
  show(AutoTab, {})
  await screen.findByText(/of 1 SOL \(UTC\), your daily limit of real money/)
  const cap = screen.getByLabelText<HTMLInputElement>('Daily cap (SOL, optional)')
  assert.deepEqual([cap.value, cap.placeholder], ['', '1, your daily limit'])
  fireEvent.change(cap, { target: { value: '0.5' } })
  fireEvent.blur(cap)
  await screen.findByText(/of 0\.5 SOL/)
  assert.equal(await capOf(), 0.5)

  fireEvent.change(cap, { target: { value: '2' } })
  fireEvent.blur(cap)
  const dialog = within(await screen.findByRole('dialog'))
  const confirm = () => dialog.getByRole<HTMLButtonElement>('button', { name: 'Confirm' })
  // The button is there before both of its figures are.
  await dialog.findByRole('button', { name: 'Confirm' })
  await waitFor(() => assert.equal(confirm().disabled, false))
  fireEvent.click(confirm())
  const field = await dialog.findByLabelText('Verification Code')
  await dialog.findByText('A code is on its way to your email.')
  assert.ok(confirm().disabled)
  assert.equal(await capOf(), 0.5)
  fireEvent.change(field, { target: { value: await desk.readCode(user.email) } })
  fireEvent.click(confirm())
  await screen.findByText(/of 2 SOL/)
  assert.equal(await capOf(), 2)
})

test('who is left out is named with the reason and what to do, and a cap that is reached is said', async () => {
  const left = Array.from({ length: 8 }, (_, i) => ({
    id: i + 1,
    name: `Wallet ${i + 1}`,
    reason: i < 7 ? ('too_often' as const) : ('limit' as const),
  }))
  show(GuardNotes, { guard: { daily_cap: 1, cap_reached: true, left_out: left } })
  await screen.findByText('Daily cap reached')
  const often = screen.getByText('Skipped: a third top-up within an hour').closest('[role]')
  assert.match(often?.textContent ?? '', /Wallet 1, .*Wallet 6 and 1 more.*Someone else may have the key/)
  const limited = screen.getByText('Skipped because of your limits of real money').closest('[role]')
  assert.match(limited?.textContent ?? '', /Wallet 8\. .*raise them in your profile/)
})
