import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { updateProfile } from '@purser/contract/accounts.ts'
import { requestFaucet } from '@purser/contract/tokens/tokens.ts'
import { generateWallet, listWallets } from '@purser/contract/wallets/wallets.ts'
import { openConsole } from '../../../test/console.ts'

const { desk, user, load, show } = await openConsole()
const { cleanup, screen, waitFor } = await import('@testing-library/react')
const { default: userEvent } = await import('@testing-library/user-event')
const { DeleteWalletModal } = (await load(
  'features/wallets/detail/delete-wallet-modal.tsx',
)) as typeof import('./delete-wallet-modal.tsx')
// The toast about the deletion loads on demand.
await load('ui/toasts.tsx')

const { token } = user
await desk.call(generateWallet, { token, body: { name: 'Purse' } })
const wallet = (await desk.call(listWallets, { token })).ok.wallets[0]
if (!wallet) throw new Error('no wallet was generated')
await desk.call(requestFaucet, { token, body: { address: wallet.address, sol: 2 } })

afterEach(cleanup)

test('funds that only the server knows of ask for the name, and the code beside it does not ask again', async () => {
  await desk.call(updateProfile, { token, body: { keys_need_code: true } })
  const press = userEvent.setup()
  let deleted = 0
  show(DeleteWalletModal, { wallet, holds: undefined, onClose: () => {}, onDeleted: () => deleted++ })
  await press.click(await screen.findByRole('checkbox'))
  const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Delete Wallet' })
  await press.click(button())
  await press.type(await screen.findByLabelText(/^Type the name of the wallet/), 'Purse')
  await press.click(button())
  const field = await screen.findByLabelText('Verification Code')
  await screen.findByText('A code is on its way to your email.')
  assert.ok(screen.queryByLabelText(/^Type the name of the wallet/))
  await press.type(field, await desk.readCode(user.email))
  await press.click(button())
  await waitFor(() => assert.equal(deleted, 1))
  assert.deepEqual((await desk.call(listWallets, { token })).ok.wallets, [])
})
