// Pages: payments, pay, payment-distribution
/** The pages of payments and that of a payer in every state, wide and on a phone, light and dark. */
import type { Payment } from '../contract/src/payments/payments.ts'
import { createPayer } from '../server/src/test/payer.ts'
import { make } from './center-page.ts'
import { expect, test } from './fixtures.ts'
import { inspect } from './inspect.ts'
import { hurry } from './network.ts'
import { askedOn, code, createLink, goToPay, heading, payToken } from './payer-page.ts'
import { approved, card, choose } from './payment-page.ts'
import { ask, createAccount, readWallets } from './person.ts'
import { button, getDialog } from './wallets-page.ts'

test('the pages of payments, and what a payer sees of what is not as asked for, are accessible and fit', async ({
  page,
  network,
}) => {
  await hurry(network)
  await createAccount(page, 'payer-looks')
  await page.goto('/payment-distribution')
  await expect(page.getByText('No approved payments found.')).toBeVisible()
  await inspect(page, 'nothing to distribute')
  await page.goto('/payments?tab=distribution')
  const frame = page.frameLocator('iframe[title="Payment Distribution"]')
  await expect(frame.getByText('No approved payments found.')).toBeVisible()
  await inspect(page, 'the frame of the distribution')
  // The tabs are in one line on a phone, scrolled to the one that is open.
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/payments?tab=settings')
  const tabs = page.getByRole('tablist')
  await expect(tabs.getByRole('tab', { name: 'Settings' })).toBeInViewport({ ratio: 1 })
  expect((await tabs.boundingBox())?.height).toBeLessThan(50)
  await page.setViewportSize({ width: 1360, height: 900 })
  const payer = await createPayer(network.call)
  const cent = await createLink(page, { amount_usd: 0.01 })
  await goToPay(page, cent)
  await expect(page.getByText('This amount cannot be sent yet', { exact: false })).toBeVisible()
  await inspect(page, 'less than the first payment must be')

  const link = await createLink(page, { amount_usd: 50 })
  await goToPay(page, link)
  await expect(code(page)).toBeVisible()
  const asked = await askedOn(page)
  await payToken(network, asked, 5_000_000n)
  await expect(
    page.getByText('This link takes SOL only, so it does not count.', { exact: false }),
  ).toBeVisible()
  await expect(heading(page, 'Pay $50.00')).toBeVisible()
  await inspect(page, 'a token in place of SOL')
  await page.goto('/payments?tab=pending')
  await expect(page.getByText('Wrong token', { exact: true })).toBeVisible()
  await inspect(page, 'a payment in a wrong token')
  await goToPay(page, link)
  await payer.pay(asked, asked.lamports * 2n)
  await expect(heading(page, 'Paid $50.00')).toBeVisible()
  await expect(page.getByText('More than the amount due has arrived.', { exact: false })).toBeVisible()
  await inspect(page, 'more than is due')

  const ended = await createLink(page, { amount_usd: 60 })
  await goToPay(page, ended)
  await expect(code(page)).toBeVisible()
  const late = await askedOn(page)
  await ask(page, 'POST', `/payments/${ended.id}/expire`, {})
  await expect(heading(page, 'This link has expired')).toBeVisible()
  await payer.pay(late)
  await expect(
    page.getByText('A payment arrived after this link had expired.', { exact: false }),
  ).toBeVisible()
  await expect(page.getByText('Late', { exact: true })).toBeVisible()
  await inspect(page, 'a late payment')
  const [receipt] = (await ask<Payment>(page, 'GET', `/payments/${ended.id}`)).receipts
  await ask(page, 'POST', `/payments/${ended.id}/refund`, { receipt_id: receipt?.id })
  await expect(page.getByRole('heading', { name: 'Sent back' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Copy transaction' })).toHaveCount(2)
  await inspect(page, 'a refund')

  // A plan over wallets of a long name, and its lines on a phone.
  const desk = 'Desk of the department for distributions'
  await make(page, 2, desk)
  const { id } = await approved(page, payer, '1500')
  await page.goto('/payment-distribution')
  await button(page, `Plan Distribution of payment ${id}`).click()
  await choose(page, 1, `${desk} 1`)
  await inspect(page, 'a plan')
  const [wallet] = (await readWallets(page)).filter(({ name }) => name === `${desk} 1`)
  await ask(page, 'POST', `/payments/${id}/plan-distribution`, {
    distributions: [{ wallet_id: wallet?.id, amount_sol: '1' }],
  })
  await page.reload()
  const lines = card(page, `Payment #${id} - $1,500.00 USD`)
  await button(lines, /^Execute line/).click()
  await expect(getDialog(page, 'Execute distribution')).toContainText('Network fees')
  await inspect(page, 'executing a line')
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 390, height: 844 })
  const cells = lines.getByRole('table').getByRole('cell')
  const cut = await cells.evaluateAll((all) =>
    all.flatMap((cell) => {
      const ends = [cell, ...cell.querySelectorAll('*')].map((one) => one.getBoundingClientRect().right)
      return Math.max(...ends) > window.innerWidth ? [cell.textContent] : []
    }),
  )
  expect(cut).toEqual([])
})
