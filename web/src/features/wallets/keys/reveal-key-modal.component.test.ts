import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { updateProfile } from '@purser/contract/accounts.ts'
import { listAudit } from '@purser/contract/audit.ts'
import { generateWallet, listWallets } from '@purser/contract/wallets/wallets.ts'
import { openConsole } from '../../../test/console.ts'

const { desk, user, load, show } = await openConsole()
const { cleanup, screen } = await import('@testing-library/react')
const { default: userEvent } = await import('@testing-library/user-event')
const { RevealKeyModal } = (await load(
  'features/wallets/keys/reveal-key-modal.tsx',
)) as typeof import('./reveal-key-modal.tsx')

const { token } = user
const { private_key: key } = (await desk.call(generateWallet, { token, body: {} })).ok
const wallet = (await desk.call(listWallets, { token })).ok.wallets[0]
if (!wallet) throw new Error('no wallet was generated')
const reveals = async () =>
  (await desk.call(listAudit, { token })).ok.rows.filter((row) => row.type === 'reveal').length

afterEach(cleanup)

test('a key is shown only on request, and each reveal is recorded', async () => {
  const press = userEvent.setup()
  show(RevealKeyModal, { wallet, onClose: () => {} })
  const button = await screen.findByRole('button', { name: 'Reveal private key' })
  assert.ok(!screen.queryByTestId('private-key'))
  assert.equal(await reveals(), 0)
  await press.click(button)
  assert.equal((await screen.findByTestId('private-key')).textContent, key)
  assert.ok(screen.getByText(/^Hides in \d+ s$/))
  assert.equal(await reveals(), 1)
})

test('with the switch on a mailed code is needed first, and a wrong one shows nothing', async () => {
  await desk.call(updateProfile, { token, body: { keys_need_code: true } })
  const press = userEvent.setup()
  show(RevealKeyModal, { wallet, onClose: () => {} })
  await press.click(await screen.findByRole('button', { name: 'Reveal private key' }))
  const field = await screen.findByLabelText('Verification Code')
  await screen.findByText('A code is on its way to your email.')
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Reveal private key' })
  assert.equal(button.disabled, true)
  const code = await desk.readCode(user.email)
  await press.type(field, code === '000000' ? '111111' : '000000')
  await press.click(button)
  await screen.findByRole('alert')
  assert.ok(!screen.queryByTestId('private-key'))
  assert.equal(await reveals(), 1)
  await press.clear(field)
  await press.type(field, code)
  await press.click(button)
  assert.equal((await screen.findByTestId('private-key')).textContent, key)
  assert.equal(await reveals(), 2)
})
