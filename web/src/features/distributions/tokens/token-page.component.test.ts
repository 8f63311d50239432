import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { listOperations } from '@purser/contract/activity.ts'
import { listTokenBalances } from '@purser/contract/balances/balances.ts'
import { KNOWN_TOKENS, requestFaucet } from '@purser/contract/tokens/tokens.ts'
import { generateBulk, listWallets } from '@purser/contract/wallets/wallets.ts'
import { openConsole } from '../../../test/console.ts'

const { desk, user, load, show } = await openConsole()
const { cleanup, screen, waitFor, within } = await import('@testing-library/react')
const { default: userEvent } = await import('@testing-library/user-event')
const { TokenDistributionPage } = (await load(
  'pages/token-distribution.tsx',
)) as typeof import('../../../pages/token-distribution.tsx')

const { token } = user
const BONK = KNOWN_TOKENS.find(({ symbol }) => symbol === 'BONK')?.mint ?? ''
await desk.call(generateBulk, { token, body: { count: 3, namePrefix: 'Payee' } })
const [source, first, second] = (await desk.call(listWallets, { token })).ok.wallets
if (!source || !first || !second) throw new Error('three wallets were to be generated')
await desk.call(requestFaucet, {
  token,
  body: { address: source.address, sol: 1, mint: BONK, amount: 1_234_567 },
})
const wallets = [source, first, second]
const held = async () =>
  (
    await desk.call(listTokenBalances, {
      token,
      body: { walletAddresses: wallets.map(({ address }) => address), tokenAddress: BONK },
    })
  ).ok.balances.map(({ balance }) => balance)
const distributions = async () =>
  (await desk.call(listOperations, { token, query: { type: 'token-distribute' } })).ok.operations

afterEach(cleanup)

test('a token is chosen among those held, distributed once however often it is confirmed, and told of', async () => {
  const person = userEvent.setup()
  show(TokenDistributionPage, {})
  await screen.findByText('Please enter a token address first to see token balances')
  await person.click(await screen.findByRole('button', { name: /^BONK.*1 wallet · 1,234,567\.00$/ }))
  await screen.findByText(/Bonk/)
  assert.ok(!screen.queryByText('Please enter a token address first to see token balances'))
  await screen.findByText('1.23M')
  await person.click(screen.getByRole('button', { name: 'Execute Distribution' }))
  await screen.findByText('Please select a source wallet, token address, and at least one destination')
  await person.click(screen.getByRole('button', { name: source.name }))
  // Nobody else holds any of it yet, which is the purpose of distributing it.
  await screen.findByRole('button', { name: /^No Eligible Wallets: / })
  await person.click(screen.getByRole('button', { name: /^Select all, new holders too \(2\): / }))
  await person.click(screen.getByRole('button', { name: /^Unselect all \(2\): / }))
  await person.click(screen.getByRole('button', { name: /^Select all, new holders too \(2\): / }))
  await person.click(screen.getByRole('button', { name: 'Calculate' }))
  await screen.findByText('Please enter a valid total amount and have at least one destination wallet')
  await person.type(screen.getByLabelText('Total Amount (BONK)'), '10')
  await person.click(screen.getByRole('button', { name: 'Calculate' }))
  await person.click(screen.getByRole('button', { name: 'Execute Distribution' }))
  const dialog = await screen.findByRole('dialog', { name: 'Preview Distribution' })
  // The buttons come with the simulation.
  const name = 'Confirm and send'
  const confirm = await within(dialog).findByRole<HTMLButtonElement>('button', { name })
  await waitFor(() => assert.equal(confirm.disabled, false))
  assert.match(dialog.textContent, /Rent0\.\d+ SOLfor 2 new token accounts/)
  assert.deepEqual(await distributions(), [])
  await person.dblClick(confirm)
  await screen.findByText('Distribution completed successfully')
  assert.match(screen.getByRole('region', { name: 'Result' }).textContent, /Successful2Failed0/)
  assert.match(screen.getByRole('region', { name: 'Result' }).textContent, /2 transfers in 1 transaction/)
  const [operation, ...more] = await distributions()
  assert.equal(operation?.summary.confirmed, 2)
  assert.deepEqual(more, [])
  assert.deepEqual(await held(), [1_234_557, 5, 5])
})
