// Pages: payments
/** The Payment Dashboard: links, what arrives for them, approval, and what is not as asked for, on the real product. */
import { expect, test } from './fixtures.ts'
import { inspect } from './inspect.ts'
import { hurry } from './network.ts'
import {
  asked,
  becomes,
  card,
  isPaid,
  link,
  pay,
  payerOn,
  paymentOf,
  pendingRow,
  tab,
} from './payment-page.ts'
import { ask, createAccount } from './person.ts'
import { answered, inTime, refused } from './refused.ts'
import { button, dialogOf } from './wallets-page.ts'

test('a link is made, copied, paid and approved, and what has changed since it was shown is not', async ({
  page,
  context,
  network,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await createAccount(page, 'payments')
  await page.goto('/payments')
  await expect(page.getByRole('heading', { name: 'Payment Dashboard' })).toBeVisible()
  const amount = page.getByLabel('Amount (USD)')
  await expect(amount).toHaveAttribute('min', '0.01')
  await expect(amount).toHaveAttribute('step', '0.01')
  const generate = button(page, 'Generate Payment Link')
  for (const wrong of ['', '0', '-1', '0.001']) {
    await amount.fill(wrong)
    await generate.click()
    await expect(page.getByText('Please enter a valid amount')).toBeVisible()
  }
  await amount.fill('12.5')
  await page.getByLabel('Customer email (optional)').fill('payer@example.com')
  await page.getByLabel('Customer name (optional)').fill('A payer')
  await button(page, 'Advanced').click()
  await page.getByLabel('Return URL').fill('http://elsewhere.example/')
  await page.getByLabel('The link can be paid for').selectOption({ label: '1 hour' })
  await page.getByLabel('Tolerance (%)').fill('99')
  await generate.click()
  await expect(page.getByText('Please enter a percentage from 0 to 50')).toBeVisible()
  await page.getByLabel('Tolerance (%)').fill('1')
  await generate.click()
  await expect(page.getByText('Must be an https address, or one of this console')).toBeVisible()
  await inspect(page, 'payment generator')
  await page.getByLabel('Return URL').fill('https://elsewhere.example/')
  await refused(page, 'POST /payments/create-link', async () => {
    await generate.click()
    await expect(page.getByText('Failed to create payment link')).toBeVisible()
  })
  await generate.click()

  const field = page.getByLabel('Payment link', { exact: true }).and(page.locator('input'))
  await expect(field).toHaveValue(/\/pay\/[1-9A-HJ-NP-Za-km-z]{32,44}$/)
  const href = await field.inputValue()
  // The form that had the focus is gone.
  await expect(button(page, 'Copy')).toBeFocused()
  await button(page, 'Copy').click()
  await expect(button(page, 'Copied!')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(href)
  await expect(button(page, 'Copy')).toBeVisible()
  const fact = (name: string) => page.locator('dl > div').filter({ hasText: name }).locator('dd')
  await expect(fact('Amount')).toHaveText('$12.50 USD')
  await expect(fact('Status')).toHaveText('Pending')
  await expect(fact('Can be paid until')).toBeVisible()
  await expect(fact('Reference ID')).toHaveText(href.split('/pay/')[1] ?? '')
  const testPage = page.getByRole('link', { name: 'Test Payment Page' })
  await expect(testPage).toHaveAttribute('href', href)
  await expect(testPage).toHaveAttribute('target', '_blank')
  await inspect(page, 'a payment link')
  const [made] = await ask<{ id: number; reference_id: string; tolerance_percent: number }[]>(
    page,
    'GET',
    '/payments/pending',
  )
  expect(made?.tolerance_percent).toBe(1)
  const { id = 0, reference_id = '' } = made ?? {}
  await hurry(network)
  for (const path of ['quote', 'test-payment'])
    expect((await page.request.post(`/api/pay/${reference_id}/${path}`, { data: {} })).ok()).toBe(true)
  // Told by the channel, without a reload.
  await expect(fact('Status')).toHaveText('Paid')
  await expect(fact('Can be paid until')).toHaveCount(0)
  await button(page, 'Generate Another Link').click()
  await expect(amount).toHaveValue('')
  await expect(amount).toBeFocused()

  await tab(page, 'Pending Payments').click()
  await expect(page).toHaveURL(/\/payments\?tab=pending$/)
  const row = pendingRow(page, id)
  await expect(row).toContainText('$12.50')
  await expect(row).toContainText('payer@example.com')
  await expect(row).toContainText('Paid')
  const approve = button(page, `Approve payment ${id}`)
  const older = await paymentOf(page, id)
  await refused(page, `POST /payments/${id}/approve`, async () => {
    await approve.click()
    await expect(page.getByRole('alert')).toContainText('Failed to approve payment. Please try again.')
  })
  await page.getByRole('alert').getByRole('button', { name: 'Dismiss' }).click()
  // What is on screen is an older one: it is not approved, and the list is loaded again.
  await page.route(`**/api/payments/${id}/approve`, (route) =>
    route.continue({ postData: JSON.stringify({ revision: older.revision - 1 }) }),
  )
  await approve.click()
  await expect(page.getByRole('alert')).toContainText(
    'This payment has changed since it was shown. Please look at it again.',
  )
  await page.unroute(`**/api/payments/${id}/approve`)
  await approve.click()
  await expect(page.getByText(`Payment #${id} was approved.`)).toBeVisible()
  await expect(page.getByText('No pending payments found.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Pending Payments' })).toBeFocused()
  await inspect(page, 'no pending payments')
  await tab(page, 'Approved Payments').click()
  const shown = card(page, `Payment #${id} - $12.50 USD`)
  const { amount_sol, exchange_rate } = await paymentOf(page, id)
  const [whole = '', fraction = ''] = String(amount_sol).split('.')
  await expect(shown).toContainText(`${whole}.${fraction.padEnd(4, '0').slice(0, 4)} SOL`)
  await expect(shown).toContainText(Number(exchange_rate).toFixed(2))
  await expect(shown).toContainText('Approved just now')
  await expect(button(shown, `Plan Distribution of payment ${id}`)).toBeVisible()
})

test('short, over, assigned and expired payments say what they are, and are accepted or refunded', async ({
  page,
  network,
}) => {
  await createAccount(page, 'amiss')
  await hurry(network)
  const payer = await payerOn(network)
  const short = await link(page, '10')
  const over = await link(page, '4')
  const bare = await link(page, '3')
  await pay(page, payer, short, 400n)
  await pay(page, payer, over, 1_500n)
  const wanted = await asked(page, bare)
  const hash = await payer.pay({ ...wanted, references: [] })
  await becomes(page, short.id, ({ issues }) => issues.includes('short'))
  await becomes(page, over.id, isPaid)
  await page.goto('/payments?tab=pending')
  await expect(pendingRow(page, short.id)).toContainText('Short')
  await expect(pendingRow(page, short.id)).toContainText('of $10.00. $6.00 is missing.')
  await expect(pendingRow(page, over.id)).toContainText('$2.00 more than asked for has arrived.')
  await expect(pendingRow(page, bare.id)).toContainText('N/A')
  await expect(button(page, `Approve payment ${short.id}`)).toHaveCount(0)
  await inspect(page, 'pending payments')

  await page.getByLabel('Search', { exact: true }).fill(over.reference_id.slice(0, 12))
  await expect(pendingRow(page, short.id)).toHaveCount(0)
  await expect(pendingRow(page, over.id)).toBeVisible()
  await page.getByLabel('Search', { exact: true }).fill('nobody')
  await expect(page.getByText('No payments match these filters.')).toBeVisible()
  await button(page, 'Reset filters').click()
  await page.getByLabel('Status').selectOption({ label: 'Paid' })
  await expect(pendingRow(page, short.id)).toHaveCount(0)
  await button(page, 'Reset filters').click()

  await button(page, `Accept payment ${short.id}`).click()
  const accept = dialogOf(page, `Accept payment #${short.id}`)
  await expect(accept).toContainText('Received $4.00')
  await inspect(page, 'accepting a payment')
  await page.keyboard.press('Escape')
  await expect(button(page, `Accept payment ${short.id}`)).toBeFocused()
  await button(page, `Accept payment ${short.id}`).click()
  await button(accept, 'Accept').click()
  await expect(pendingRow(page, short.id)).toContainText('Accepted')
  await expect(button(page, `Approve payment ${short.id}`)).toBeVisible()

  await button(page, `Details of payment ${bare.id}`).click()
  const details = dialogOf(page, `Payment #${bare.id}`)
  await expect(details).toContainText('Nothing has arrived yet.')
  await button(details, 'Assign a transaction').click()
  const assign = dialogOf(page, `Assign a transaction to payment #${bare.id}`)
  await assign.getByLabel('Transaction hash').fill('1'.repeat(64))
  await page.keyboard.press('Enter')
  await expect(assign.getByRole('alert')).toHaveText('The network does not know this transaction.')
  await inspect(page, 'assigning a transaction')
  await assign.getByLabel('Transaction hash').fill(hash)
  await expect(async () => {
    if (await assign.isVisible()) await button(assign, 'Assign').click({ timeout: 1_000 })
    await expect(details).toContainText(hash.slice(0, 8), { timeout: 3_000 })
  }).toPass()
  await page.keyboard.press('Escape')

  // The payer's own address is filled in; another amount than there is says so.
  await button(page, `Details of payment ${over.id}`).click()
  const whole = dialogOf(page, `Payment #${over.id}`)
  await inspect(page, 'details of a payment')
  await button(whole, /^Refund /).click()
  const refund = dialogOf(page, `Refund payment #${over.id}`)
  await expect(refund.getByLabel('To address')).toHaveValue(payer.address)
  await refund.getByLabel('Amount').fill('1000')
  await button(refund, 'Review').click()
  await expect(refund.getByText(/^At most .* SOL of this can be refunded\.$/)).toBeVisible()
  await inspect(page, 'a refund that is refused')
  await refund.getByLabel('Amount').fill('0.002')
  await button(refund, 'Review').click()
  await expect(refund.getByText('Refunds', { exact: true })).toBeVisible()
  await expect(refund).toContainText('To the address that paid')
  await inspect(page, 'a refund to look at')
  await button(refund, 'Refund').dblclick()
  await expect(page.getByText(`The refund of payment #${over.id} is on its way.`)).toBeVisible()
  await expect(whole.getByRole('list', { name: 'Refunds' })).toContainText('Refunded')
  expect((await paymentOf(page, over.id)).refunds).toHaveLength(1)
  await inspect(page, 'a refunded payment')
  await whole.getByRole('link', { name: 'Open in Activity' }).click()
  await expect(page.getByRole('region', { name: 'Operation', exact: true })).toContainText('0.002 SOL')

  const unpaid = await link(page, '2')
  await page.goto('/payments?tab=pending')
  await button(page, `Details of payment ${unpaid.id}`).click()
  await button(page, 'Expire now').click()
  await button(dialogOf(page, `Expire payment #${unpaid.id}`), 'Expire now').click()
  await expect(dialogOf(page, `Payment #${unpaid.id}`)).toContainText('Expired')
  await page.keyboard.press('Escape')
  await page.getByLabel('Status').selectOption({ label: 'Expired' })
  await expect(pendingRow(page, unpaid.id)).toContainText('Expired')
})

test('lists are empty, fail, are dismissed and come back, and are refreshed every minute', async ({
  page,
}) => {
  await createAccount(page, 'lists')
  await page.clock.install()
  for (const [name, path] of [
    ['Pending Payments', 'pending'],
    ['Approved Payments', 'approved'],
  ] as const) {
    await refused(page, `GET /payments/${path}`, async () => {
      await page.goto(`/payments?tab=${path}`)
      await expect(page.getByText('Failed to load payments. Please try again.')).toBeVisible()
      await inspect(page, `${name} fail`)
      await button(page, 'Dismiss').click()
      await expect(page.getByText('Failed to load payments. Please try again.')).toBeHidden()
    })
    await button(page, 'Retry').click()
    await expect(page.getByText(`No ${path} payments found.`)).toBeVisible()
  }
  await inspect(page, 'no approved payments')
  let loads = 0
  page.on('request', (request) => {
    if (/\/api\/payments\/approved/.test(request.url())) loads++
  })
  await inTime(page, async () => expect(loads).toBeGreaterThan(1), 10_000)
  await answered(page, 'GET /payments/approved', { status: 400, json: {} }, async () => {
    await inTime(
      page,
      () =>
        expect(page.getByText('Failed to load payments. Please try again.')).toBeVisible({ timeout: 100 }),
      10_000,
    )
  })
  await expect(page.getByText('No approved payments found.')).toBeVisible()
})
