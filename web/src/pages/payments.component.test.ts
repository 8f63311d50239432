import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { exportPayments, planDistribution } from '@purser/contract/payments/payment-distributions.ts'
import {
  approvePayment,
  changePaymentSettings,
  countPayments,
  createPaymentLink,
  getPayment,
  getPaymentSettings,
  listApprovedPayments,
  listPendingPayments,
  type Payment,
  type PaymentCounts,
} from '@purser/contract/payments/payments.ts'
import { PaymentsChangedMessage, channels } from '@purser/contract/live.ts'
import { listWallets } from '@purser/contract/wallets/wallets.ts'
import { openAnswers } from '../test/answers.ts'
import { dialogOf, fill, isDisabled, press, until } from '../test/person.ts'
import { addressOf, aWallet, TIME } from '../test/values.ts'

const { answer, block, hold, load, refuse, sent, show, tell } = await openAnswers()
const { fireEvent, screen, within } = await import('@testing-library/react')
const { default: userEvent } = await import('@testing-library/user-event')
const { PaymentsPage } = (await load('pages/payments.tsx')) as typeof import('./payments.tsx')
const { PaymentDistributionPage } = (await load(
  'pages/payment-distribution.tsx',
)) as typeof import('./payment-distribution.tsx')

const FAILED = 'Failed to load payments. Please try again.'
const aPayment = (more: Partial<Payment> = {}): Payment => ({
  id: 1,
  reference_id: addressOf(70),
  payment_link: `http://127.0.0.1/pay/${addressOf(70)}`,
  amount_usd: 12.5,
  status: 'pending',
  issues: [],
  revision: 1,
  amount_sol: null,
  exchange_rate: null,
  received_usd: 0,
  arriving_sol: 0,
  unseen_sol: 0,
  tolerance_percent: 1,
  payer_email: 'payer@example.com',
  payer_name: null,
  return_url: null,
  created_at: TIME,
  expires_at: TIME,
  paid_at: null,
  approved_at: null,
  accepted: false,
  wallet: { id: 1, name: 'Payments', address: addressOf(1) },
  receipts: [],
  refunds: [],
  distribution_status: 'none',
  distributions: [],
  planned_at: null,
  distributed_at: null,
  ...more,
})
const paid = aPayment({
  status: 'paid',
  amount_sol: '0.125',
  exchange_rate: 100,
  received_usd: 12.5,
  paid_at: TIME,
})
const COUNTS: PaymentCounts = { open: 3, pending: 1, paid: 2, attention: 0, expired: 1_204, approved: 7 }
const approved = { ...paid, status: 'approved' as const, approved_at: TIME }
beforeEach(() => answer(countPayments, COUNTS))

for (const [name, tab, endpoint] of [
  ['pending', 'pending', listPendingPayments],
  ['approved', 'approved', listApprovedPayments],
] as const)
  test(`${name} payments that cannot be loaded are told, dismissed, and asked for again`, async () => {
    block(endpoint)
    show(PaymentsPage, {}, `/payments?tab=${tab}`)
    await screen.findByText(FAILED)
    // They are requested once more when the channel opens, and a new failure is shown again.
    await until(() => {
      for (const dismiss of screen.queryAllByRole('button', { name: 'Dismiss' })) fireEvent.click(dismiss)
      return screen.queryByText(FAILED) === null
    })
    answer(endpoint, [])
    // A request of the channel by then may fail once more.
    await until(() => {
      for (const retry of screen.queryAllByRole('button', { name: 'Retry' })) fireEvent.click(retry)
      return screen.queryByText(`No ${name} payments found.`) !== null
    })
  })

test('a link is made once all that is entered is right, and its form is empty again for another', async () => {
  show(PaymentsPage, {}, '/payments')
  const generate = () => press('Generate Payment Link')
  for (const wrong of ['', '0', '-1']) {
    fill(/^Amount \(USD\)/, wrong)
    await generate()
    await screen.findByText('Please enter a valid amount')
  }
  fill(/^Amount \(USD\)/, '12.5')
  fill('Customer email (optional)', 'payer@example.com')
  await press('Advanced')
  fill('Return URL', 'http://elsewhere.example/')
  fill('Tolerance (%)', '99')
  await generate()
  await screen.findByText('Please enter a percentage from 0 to 50')
  fill('Tolerance (%)', '1')
  assert.deepEqual(sent(createPaymentLink), [])
  const https = 'Must be an https address, or one of this console'
  refuse(createPaymentLink, 'invalid_input', { details: [{ path: 'return_url', message: https }] })
  await generate()
  await screen.findByText(https)
  fill('Return URL', 'https://elsewhere.example/')
  block(createPaymentLink)
  await generate()
  await screen.findByText('Failed to create payment link')
  answer(createPaymentLink, aPayment())
  await generate()
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Payment link' })
  assert.equal(field.value, aPayment().payment_link)
  // The form that had the focus is gone.
  await until(() => document.activeElement === screen.getByRole('button', { name: 'Copy' }))
  const body = sent(createPaymentLink).at(-1)?.body as Record<string, unknown>
  assert.deepEqual([body.amount_usd, body.payer_email, body.return_url, body.tolerance_percent].map(String), [
    '12.5',
    'payer@example.com',
    'https://elsewhere.example/',
    '1',
  ])
  const test_page = screen.getByRole('link', { name: 'Test Payment Page' })
  assert.deepEqual(
    [test_page.getAttribute('href'), test_page.getAttribute('target')],
    [aPayment().payment_link, '_blank'],
  )
  await press('Generate Another Link')
  await until(() => document.activeElement === screen.getByLabelText(/^Amount \(USD\)/))
  assert.equal(screen.getByLabelText<HTMLInputElement>(/^Amount \(USD\)/).value, '')
})

/** Asks for the approval of payment 1 and confirms it, once its receipt can be read. */
async function approve(): Promise<void> {
  await press('Approve payment 1')
  const dialog = await dialogOf('Approve payment #1')
  await until(() => !isDisabled('Approve', dialog))
  await press('Approve', dialog)
}

test('a payment is approved as it was shown, and one that has changed since is not', async () => {
  answer(listPendingPayments, [paid])
  show(PaymentsPage, {}, '/payments?tab=pending')
  await screen.findByRole('button', { name: 'Approve payment 1' })
  block(approvePayment)
  await approve()
  await screen.findByText('Failed to approve payment. Please try again.')
  await press('Dismiss', within(screen.getByRole('alert')))
  refuse(approvePayment, 'payment_changed')
  answer(listPendingPayments, [{ ...paid, revision: 2 }])
  await approve()
  await screen.findByText('This payment has changed since it was shown. Please review it again.')
  answer(approvePayment, { success: true, data: { payment: approved } })
  answer(listPendingPayments, [])
  await approve()
  await screen.findByText('Payment #1 was approved.')
  await screen.findByText('No pending payments found.')
  await until(() => document.activeElement === screen.getByRole('heading', { name: 'Pending Payments' }))
  assert.deepEqual(
    sent(approvePayment).map(({ body }) => body),
    [{ revision: 1 }, { revision: 1 }, { revision: 2 }],
  )
})

test('what was seen and is not shown any more stands as looked for', async () => {
  answer(listPendingPayments, [aPayment({ unseen_sol: '0.125' })])
  show(PaymentsPage, {}, '/payments?tab=pending')
  await screen.findByText('Not seen')
  await screen.findByText(/^0\.1250 SOL was seen, .* Purser keeps looking for it\.$/)
})

test('what becomes of payments is on screen as soon as it is told', async () => {
  answer(listPendingPayments, [aPayment()])
  show(PaymentsPage, {}, '/payments?tab=pending')
  await screen.findByRole('button', { name: 'Details of payment 1' })
  await screen.findByRole('tab', { name: 'Pending Payments 3' })
  assert.ok(!screen.queryByRole('button', { name: 'Approve payment 1' }))
  answer(listPendingPayments, [paid])
  answer(countPayments, { ...COUNTS, open: 4, paid: 3 })
  tell(channels.status, PaymentsChangedMessage, { type: 'payments_changed' })
  await screen.findByRole('button', { name: 'Approve payment 1' })
  await screen.findByRole('tab', { name: 'Pending Payments 4' })
})

test('each state has its count, a chosen one is asked for, and the list keeps it until it is reset', async () => {
  answer(listPendingPayments, [paid])
  show(PaymentsPage, {}, '/payments?tab=pending')
  await screen.findByRole('tab', { name: 'Approved Payments 7' })
  const states = within(screen.getByRole('group', { name: 'Status' }))
  assert.deepEqual(
    states.getAllByRole('button').map((one) => [one.textContent, one.getAttribute('aria-pressed')]),
    [
      ['All open 3', 'true'],
      ['Pending 1', 'false'],
      ['Paid 2', 'false'],
      ['Expired, funds received 0', 'false'],
      ['Expired 999+', 'false'],
    ],
  )
  await press('Paid 2', states)
  await until(() => sent(listPendingPayments).at(-1)?.query.state === 'paid')
  await press('Reset filters')
  assert.equal(states.getByRole('button', { name: 'All open 3' }).getAttribute('aria-pressed'), 'true')
  // However many states there are, they are counted by one call.
  assert.equal(new Set(sent(countPayments).map(({ query }) => JSON.stringify(query))).size, 1)
})

test('details are a drawer with the life of the payment, and its forms are in it', async () => {
  const [planned_at, distributed_at] = ['2026-11-28T13:00:00.000Z', '2026-11-28T14:30:00.000Z']
  const line = { wallet_id: 2, wallet_name: 'Desk 1', wallet_address: addressOf(2), amount_sol: '0.1' }
  const done = {
    ...line,
    id: 1,
    status: 'completed' as const,
    tx_hash: null,
    error: null,
    operation_id: null,
  }
  const whole = { ...approved, planned_at, distributed_at, distributions: [done] }
  answer(listApprovedPayments, [whole])
  answer(getPayment, { ...whole, funds: null })
  show(PaymentsPage, {}, '/payments?tab=approved')
  await press('Details and refunds of payment 1')
  const drawer = await dialogOf('Payment #1')
  const steps = within(drawer.getByRole('list', { name: 'Timeline' }))
  assert.deepEqual(
    steps.getAllByRole('listitem').map((step) => step.querySelector('span')?.textContent),
    ['Created', 'Paid', 'Approved', 'Planned over 1 line', 'Executed 1 of 1 line'],
  )
  assert.deepEqual(
    [planned_at, distributed_at].map((at) =>
      steps.getAllByRole('time').some((time) => time.getAttribute('datetime') === at),
    ),
    [true, true],
  )
  await userEvent.keyboard('{Escape}')
  await until(() => screen.queryByRole('dialog') === null)
  const opener = screen.getByRole('button', { name: 'Details and refunds of payment 1' })
  assert.equal(document.activeElement, opener)
})

test('the page of distributions tells what fails to load, to be approved, and to be planned', async () => {
  answer(getPayment, { ...approved, funds: null })
  answer(listWallets, { wallets: [aWallet(2, 'Desk 1')], groups: [] })
  block(listPendingPayments)
  block(listApprovedPayments)
  show(PaymentDistributionPage, {}, '/payment-distribution')
  await until(() => screen.queryAllByText('Failed to load payment data. Please try again.').length === 2)
  answer(listPendingPayments, [paid])
  answer(listApprovedPayments, [])
  for (const one of screen.getAllByRole('button', { name: 'Retry' })) await userEvent.click(one)
  await screen.findByText('No approved payments found.')
  block(approvePayment)
  await approve()
  await screen.findByText('Failed to approve payment. Please try again.')
  answer(approvePayment, { success: true, data: { payment: approved } })
  answer(listPendingPayments, [])
  answer(listApprovedPayments, [approved])
  await approve()
  await press('Plan Distribution of payment 1')
  const plan = await dialogOf('Plan SOL Distribution')
  await press(/^Wallet 1\b/, plan)
  await userEvent.click(await screen.findByText('Desk 1'))
  fill('Amount of wallet 1', '0.1', plan)
  block(planDistribution)
  await press('Submit plan', plan)
  await plan.findByText('Failed to submit distribution plan. Please try again.')
  assert.deepEqual(sent(planDistribution)[0]?.body, { distributions: [{ wallet_id: 2, amount_sol: '0.1' }] })
  // The typed amount is still there.
  assert.equal(plan.getByLabelText<HTMLInputElement>('Amount of wallet 1').value, '0.1')
})

test('a tolerance that is none is refused before it is sent, and days that end before they begin save no file', async () => {
  answer(getPaymentSettings, { tolerance_percent: 1, wallet: null })
  show(PaymentsPage, {}, '/payments?tab=settings')
  const links = within(await screen.findByRole('region', { name: 'New links' }))
  await links.findByText(/The first link makes a wallet named “Payments”/)
  fill('Tolerance (%)', '51', links)
  await press('Save', links)
  await links.findByText('Please enter a percentage from 0 to 50')
  assert.deepEqual(sent(changePaymentSettings), [])
  answer(changePaymentSettings, { tolerance_percent: 2.5, wallet: null })
  fill('Tolerance (%)', '2.5', links)
  await press('Save', links)
  await screen.findByText('The tolerance was saved.')
  // One file for each export, not for each click.
  block(exportPayments)
  const release = hold(exportPayments)
  await userEvent.dblClick(screen.getByRole('button', { name: 'Export payments' }))
  release()
  await until(() => sent(exportPayments).length === 1)
  fill('From (UTC)', '2026-02-02')
  fill('To (UTC)', '2026-02-01')
  await screen.findByText('Start date is after end date.')
  assert.ok(
    screen.getByRole<HTMLButtonElement>('button', { name: 'Export distributions and refunds' }).disabled,
  )
})
