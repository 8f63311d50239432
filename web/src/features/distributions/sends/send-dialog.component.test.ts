import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getOperation } from '@purser/contract/activity.ts'
import { getBalance } from '@purser/contract/balances/balances.ts'
import type { AnswerOf } from '@purser/contract/endpoint.ts'
import { send, type SendPreview } from '@purser/contract/transfers/sends.ts'
import { warningText } from '@purser/contract/transfers/send-texts.ts'
import { openAnswers } from '../../../test/answers.ts'
import { fill, isDisabled, press, until } from '../../../test/person.ts'
import { addressOf, aWallet, TIME } from '../../../test/values.ts'

const { answer, block, hold, load, refuse, sent, show } = await openAnswers()
const { screen } = await import('@testing-library/react')
const { default: userEvent } = await import('@testing-library/user-event')
const { SendDialog } = (await load(
  'features/distributions/sends/send-dialog.tsx',
)) as typeof import('./send-dialog.tsx')

const wallet = aWallet(1, 'Desk 1')
const to = addressOf(2)
const preview = (more: Partial<SendPreview> = {}): SendPreview => ({
  wallet: { id: 1, name: 'Desk 1', address: wallet.address },
  to,
  toName: null,
  mint: null,
  symbol: 'SOL',
  decimals: 9,
  amount: 1,
  transferFee: 0,
  received: 1,
  transactions: 1,
  format: 0,
  fees: '0.000005',
  rent: { accounts: 0, amount: 0 },
  source: { sol: { before: 10, after: '8.999995' }, token: null },
  recipient: { before: 0, after: 1 },
  error: null,
  wouldFail: 0,
  warnings: [],
  ...more,
})
const OPERATION = 'd4d9d4a6-0000-4000-8000-000000000001'
const operation = (status: 'running' | 'failed', transfer: 'sent' | 'failed', error: string | null) =>
  ({
    id: OPERATION,
    type: 'send',
    status,
    created_at: TIME,
    updated_at: TIME,
    error,
    finalized: false,
    summary: { total: 1, confirmed: 0, failed: 0, amount: 0, symbol: 'SOL', fees: 0 },
    standing: null,
    waiting: null,
    transfers: [
      {
        position: 0,
        walletId: 1,
        walletName: 'Desk 1',
        source: wallet.address,
        destination: to,
        mint: addressOf(3),
        symbol: 'SOL',
        amount: 1,
        status: transfer,
        signature: null,
        error,
      },
    ],
  }) satisfies AnswerOf<typeof getOperation>

/** Opens the form, filled with this destination. */
async function open(address = to, amount = '1') {
  answer(getBalance, { solBalance: 10, tokens: [] })
  show(SendDialog, { wallet, onClose: () => {} })
  await screen.findByLabelText('To address')
  fill('To address', address)
  fill('Amount', amount)
}

test('nothing is asked of the server before there is an address and an amount', async () => {
  await open('', '')
  await press('Review')
  await screen.findByText('Please enter an address')
  await screen.findByText('Please enter a valid positive amount')
  assert.deepEqual(sent(send), [])
})

test('an address that is refused, or not on the whitelist, is told in the form, and nothing is sent', async () => {
  await open('nonsense0')
  refuse(send, 'recipient_refused', { code: 'characters' })
  await press('Review')
  await screen.findByText(/contains an invalid character/)
  refuse(send, 'amount_refused', {
    code: 'leaves_too_little',
    wallet: 'Desk 1',
    left: '0.000495',
    rent: '0.00065024',
    most: '0.99934476',
    all: '0.999995',
  })
  fill('To address', to)
  await press('Review')
  await screen.findByText(/Send at most 0\.99934476 SOL, or 0\.999995 SOL/)
  refuse(send, 'not_whitelisted', { to, symbol: 'SOL' })
  await press('Review')
  await screen.findByText(
    /is not on your whitelist for SOL, and your profile only allows sends to whitelisted pairs\./,
  )
  assert.match(
    screen.getByRole('link', { name: 'Open the whitelist' }).getAttribute('href') ?? '',
    /tab=whitelist$/,
  )
  block(send)
  await press('Review')
  await screen.findByText('Failed to send')
  assert.ok(sent(send).every(({ body }) => (body as { dryRun?: boolean }).dryRun === true))
})

test('a warning must be confirmed before it is sent to, in whichever order', async () => {
  await open()
  const like = { address: addressOf(4), name: '', is: 'whitelist' as const }
  const warnings = [
    { code: 'looks_like' as const, confirm: true, message: warningText({ code: 'looks_like', like }), like },
    { code: 'off_curve' as const, confirm: true, message: warningText({ code: 'off_curve' }) },
  ]
  answer(send, { success: true, preview: preview({ warnings }) })
  await press('Review')
  await screen.findByText(/^Nobody has a private key for this address/)
  const ticks = screen.getAllByLabelText<HTMLInputElement>(
    'I have checked this address and want to send to it.',
  )
  assert.equal(ticks.length, 2)
  assert.ok(isDisabled('Confirm and send'))
  await userEvent.click(ticks[1] as HTMLInputElement)
  assert.ok(isDisabled('Confirm and send'))
  await userEvent.click(ticks[0] as HTMLInputElement)
  assert.ok(!isDisabled('Confirm and send'))
  // The same send, whatever was confirmed first: the second request has the key of the first.
  refuse(send, 'funds_in_flight')
  await press('Confirm and send')
  await until(() => sent(send).length === 2)
  await userEvent.click(ticks[0] as HTMLInputElement)
  await userEvent.click(ticks[1] as HTMLInputElement)
  await userEvent.click(ticks[0] as HTMLInputElement)
  await userEvent.click(ticks[1] as HTMLInputElement)
  await press('Confirm and send')
  await until(() => sent(send).length === 3)
  assert.deepEqual(
    sent(send)
      .slice(1)
      .map(({ body }) => body),
    [0, 1].map(() => ({ to, amount: '1', confirmed: ['looks_like', 'off_curve'] })),
  )
})

test('a preview that would fail cannot be confirmed', async () => {
  await open()
  const error = 'Insufficient balance: 1 SOL is missing'
  answer(send, { success: true, preview: preview({ error, wouldFail: 1 }) })
  const release = hold(send)
  await press('Review')
  await screen.findByRole('button', { name: 'Simulating...' })
  assert.ok(isDisabled('Simulating...'))
  release()
  await screen.findByText('This would fail: Not enough SOL available in source wallet')
  assert.ok(isDisabled('Confirm and send'))
})

test('a balance that cannot be loaded says so in its place, and is asked for again', async () => {
  block(getBalance)
  show(SendDialog, { wallet, onClose: () => {} })
  await screen.findByText('Failed to fetch wallet balance')
  answer(getBalance, { solBalance: 10, tokens: [] })
  await press('Retry')
  await screen.findByLabelText('To address')
})

test('its progress is what the network says, and a failure says why and lets it be changed', async () => {
  await open()
  answer(send, { success: true, preview: preview() })
  await press('Review')
  await until(() => screen.queryByRole('button', { name: 'Confirm and send' }) !== null)
  answer(send, { success: true, operation: { id: OPERATION, type: 'send', status: 'running' } })
  answer(getOperation, operation('running', 'sent', null))
  const release = hold(getOperation)
  await userEvent.dblClick(screen.getByRole('button', { name: 'Confirm and send' }))
  release()
  await screen.findByText(/^Sent\. Waiting for the network to confirm it\./)
  answer(getOperation, operation('failed', 'failed', 'Insufficient balance: 1 SOL is missing'))
  await screen.findByText('It failed. Nothing was sent.')
  await screen.findByText('Not enough SOL available in source wallet')
  await press('Change and try again')
  assert.deepEqual(
    [
      screen.getByLabelText<HTMLInputElement>('To address').value,
      screen.getByLabelText<HTMLInputElement>('Amount').value,
    ],
    [to, '1'],
  )
  // It was sent once, however often it was confirmed.
  assert.equal(sent(send).length, 2)
})
