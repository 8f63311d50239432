// Pages: payments
/** The Payment Dashboard: links, their receipts, approval, and deviations from the request, on the real product. */
import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { inspect } from './inspect.ts'
import { hurry } from './network.ts'
import {
  asked,
  becomes,
  isPaid,
  link,
  pay,
  payerOn,
  readPayment,
  pendingRow,
  state,
  tab,
} from './payment-page.ts'
import { createAccount } from './person.ts'
import { button, getDialog } from './wallets-page.ts'

/** The drawer leaves the list in sight; on a phone it is the whole screen. */
async function isAtTheRight(page: Page, drawer: Locator): Promise<void> {
  const size = page.viewportSize()
  const readBox = async () => {
    const { x = 0, width = 0 } = (await drawer.boundingBox()) ?? {}
    return { x, width, end: x + width }
  }
  await expect.poll(readBox).toEqual({ x: (size?.width ?? 0) - 440, width: 440, end: size?.width })
  await page.setViewportSize({ width: 390, height: 844 })
  await expect.poll(readBox).toEqual({ x: 0, width: 390, end: 390 })
  if (size) await page.setViewportSize(size)
}

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
  // The counts of the tabs are those of the list, and follow it.
  await expect(tab(page, 'Pending Payments')).toHaveText(/^Pending Payments\s*3$/)
  await expect(state(page, 'Pending')).toHaveText(/2$/)
  await expect(state(page, 'Paid')).toHaveText(/1$/)
  await expect(button(page, `Approve payment ${short.id}`)).toHaveCount(0)
  await inspect(page, 'pending payments')

  await page.getByLabel('Search', { exact: true }).fill(over.reference_id.slice(0, 12))
  await expect(pendingRow(page, short.id)).toHaveCount(0)
  await expect(pendingRow(page, over.id)).toBeVisible()
  await page.getByLabel('Search', { exact: true }).fill('nobody')
  await expect(page.getByText('No payments match these filters.')).toBeVisible()
  await button(page, 'Reset filters').click()
  await state(page, 'Paid').click()
  await expect(pendingRow(page, short.id)).toHaveCount(0)
  await button(page, 'Reset filters').click()

  await button(page, `Accept payment ${short.id}`).click()
  const accept = getDialog(page, `Accept payment #${short.id}`)
  await expect(accept).toContainText('Received $4.00')
  await inspect(page, 'accepting a payment')
  await page.keyboard.press('Escape')
  await expect(button(page, `Accept payment ${short.id}`)).toBeFocused()
  await button(page, `Accept payment ${short.id}`).click()
  await button(accept, 'Accept').click()
  await expect(pendingRow(page, short.id)).toContainText('Accepted')
  await expect(state(page, 'Paid')).toHaveText(/2$/)
  await expect(button(page, `Approve payment ${short.id}`)).toBeVisible()

  await button(page, `Details of payment ${bare.id}`).click()
  const details = getDialog(page, `Payment #${bare.id}`)
  await expect(details).toContainText('Nothing has arrived yet.')
  await button(details, 'Assign a transaction').click()
  const assign = getDialog(page, `Assign a transaction to payment #${bare.id}`)
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

  // The payer's own address is filled in; an amount above the refundable one gets an error.
  await expect(button(page, `Details of payment ${bare.id}`)).toBeFocused()
  await button(page, `Details of payment ${over.id}`).click()
  const whole = getDialog(page, `Payment #${over.id}`)
  await isAtTheRight(page, whole)
  await inspect(page, 'details of a payment')
  await button(whole, /^Refund /).click()
  const refund = getDialog(page, `Refund payment #${over.id}`)
  await expect(refund.getByLabel('To address')).toHaveValue(payer.address)
  await refund.getByLabel('Amount').fill('1000')
  await button(refund, 'Review').click()
  await expect(refund.getByText(/^At most .* SOL of this can be refunded\.$/)).toBeVisible()
  await inspect(page, 'a refund that is refused')
  await refund.getByLabel('Amount').fill('0.002')
  await button(refund, 'Review').click()
  await expect(refund.getByText('Rent of new accounts', { exact: true })).toBeVisible()
  await expect(refund).toContainText('To the address that paid')
  await inspect(page, 'a refund to look at')
  await button(refund, 'Refund').dblclick()
  await expect(page.getByText(`The refund of payment #${over.id} is on its way.`)).toBeVisible()
  await expect(whole.getByRole('list', { name: 'Refunds' })).toContainText('Refunded')
  expect((await readPayment(page, over.id)).refunds).toHaveLength(1)
  await inspect(page, 'a refunded payment')
  await whole.getByRole('link', { name: 'Open in Activity' }).click()
  await expect(page.getByRole('region', { name: 'Operation', exact: true })).toContainText('0.002 SOL')

  const unpaid = await link(page, '2')
  await page.goto('/payments?tab=pending')
  await button(page, `Details of payment ${unpaid.id}`).click()
  await button(page, 'Expire now').click()
  // The button of the part before is gone: the keyboard goes on in this one.
  await expect(getDialog(page, `Expire payment #${unpaid.id}`).locator(':focus')).toHaveCount(1)
  await button(getDialog(page, `Expire payment #${unpaid.id}`), 'Expire now').click()
  await expect(getDialog(page, `Payment #${unpaid.id}`)).toContainText('Expired')
  await page.keyboard.press('Escape')
  await state(page, 'Expired').click()
  await expect(pendingRow(page, unpaid.id)).toContainText('Expired')
})
