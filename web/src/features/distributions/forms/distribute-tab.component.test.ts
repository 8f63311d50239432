import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { listOperations } from '@purser/contract/activity.ts'
import { getBalance } from '@purser/contract/balances/balances.ts'
import { requestFaucet } from '@purser/contract/tokens/tokens.ts'
import { generateBulk, listWallets } from '@purser/contract/wallets/wallets.ts'
import { openConsole } from '../../../test/console.ts'

const { desk, user, load, show } = await openConsole()
const { cleanup, screen, waitFor, within } = await import('@testing-library/react')
const { default: userEvent } = await import('@testing-library/user-event')
const { DistributeTab } = (await load(
  'features/distributions/forms/distribute-tab.tsx',
)) as typeof import('./distribute-tab.tsx')

const { token } = user
await desk.call(generateBulk, { token, body: { count: 3, namePrefix: 'Payee' } })
const [source, first, second] = (await desk.call(listWallets, { token })).ok.wallets
if (!source || !first || !second) throw new Error('three wallets were to be generated')
await desk.call(requestFaucet, { token, body: { address: source.address, sol: 10 } })
const solOf = async ({ address }: { address: string }) =>
  (await desk.call(getBalance, { token, params: { address } })).ok.solBalance
const distributions = async () =>
  (await desk.call(listOperations, { token, query: { type: 'distribute' } })).ok.operations

afterEach(cleanup)

test('a distribution is simulated first, sent only when confirmed, and once however often', async () => {
  const person = userEvent.setup()
  show(DistributeTab, { running: [] })
  for (const { name } of [source, first, second])
    await person.click(await screen.findByRole('button', { name }))
  await person.type(screen.getByLabelText(/^Total amount/i), '0.5')
  await person.click(screen.getByRole('button', { name: 'Calculate' }))
  await person.click(screen.getByRole('button', { name: 'Execute Distribution' }))
  const dialog = await screen.findByRole('dialog', { name: 'Preview Distribution' })
  const confirm = await within(dialog).findByRole<HTMLButtonElement>('button', {
    name: 'Confirm and send',
  })
  await waitFor(() => assert.equal(confirm.disabled, false))
  assert.deepEqual(await distributions(), [])
  await person.dblClick(confirm)
  await screen.findByText('Distribution completed successfully')
  const [operation, ...more] = await distributions()
  assert.equal(operation?.summary.confirmed, 2)
  assert.deepEqual(more, [])
  assert.deepEqual([await solOf(first), await solOf(second)].map(Number), [0.25, 0.25])
})

test('a distribution beyond the balance is refused with its figures and opens no preview', async () => {
  const person = userEvent.setup()
  show(DistributeTab, { running: [] })
  for (const { name } of [source, first]) await person.click(await screen.findByRole('button', { name }))
  await person.type(screen.getByLabelText(/^Total amount/i), '50')
  await person.click(screen.getByRole('button', { name: 'Calculate' }))
  await screen.findByText(
    /^Insufficient balance\. Source wallet has 9\.\d{6} SOL, but 50\.\d{6} SOL is required/,
  )
  assert.ok(!screen.queryByRole('dialog'))
  assert.equal((await distributions()).length, 1)
})
