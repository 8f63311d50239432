// Pages: payment-distribution, payments
/** Payment Distribution: approving, planning and executing, on the page of its own and in the frame of the dashboard. */
import { make } from './center-page.ts'
import { expect, test } from './fixtures.ts'
import { hurry } from './network.ts'
import { approved, link, payerOn, readPayment } from './payment-page.ts'
import { ask, createAccount } from './person.ts'
import { held } from './refused.ts'

test('the dashboard holds the page in a frame that follows its theme, and real funds are asked for once', async ({
  page,
  network,
}) => {
  await createAccount(page, 'frame')
  await make(page, 2, 'Desk')
  await hurry(network)
  const { id } = await approved(page, await payerOn(network), '1500')
  const [desk] = (
    await ask<{ wallets: { id: number; name: string }[] }>(page, 'GET', '/wallets')
  ).wallets.filter(({ name }) => name === 'Desk 1')
  await ask(page, 'POST', `/payments/${id}/plan-distribution`, {
    distributions: [{ wallet_id: desk?.id, amount_sol: '1' }],
  })
  for (let n = 0; n < 14; n++) await link(page, '1')
  const refusals: string[] = []
  page.on('console', (message) => {
    if (/Content Security Policy|X-Frame-Options|Refused/.test(message.text())) refusals.push(message.text())
  })
  await page.route('**/api/status', async (route) => {
    const status = (await (await route.fetch()).json()) as object
    await route.fulfill({ json: { ...status, cluster: 'mainnet-beta' } })
  })
  await page.goto('/payments?tab=distribution')
  const frame = page.frameLocator('iframe[title="Payment Distribution"]')
  const shown = frame.getByRole('region', { name: `Payment #${id} - $1,500.00 USD` })
  await expect(shown).toBeVisible()
  await expect(frame.getByRole('navigation')).toHaveCount(0)
  // Many waiting payments do not push the approved ones out of sight.
  await expect(frame.getByRole('heading', { name: 'Approved Payments' })).toBeInViewport()
  for (const size of [
    { width: 390, height: 844 },
    { width: 1360, height: 900 },
  ]) {
    await page.setViewportSize(size)
    const more = () => page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight)
    expect(await more(), `the page around the frame scrolls at ${size.width}`).toBe(0)
  }
  await expect(frame.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light')
  await page.getByRole('button', { name: /dark/i }).first().click()
  await expect(frame.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  const asking = frame.getByRole('dialog', { name: 'Execute distribution' })
  // Its effect is on screen before it can be requested.
  await held(page, `GET /payments/${id}`, async () => {
    await shown.getByRole('button', { name: /^Execute line/ }).click()
    await asking.getByLabel(/^These are real funds on mainnet-beta\./).check()
    await expect(asking.getByRole('button', { name: 'Execute', exact: true })).toBeDisabled()
  })
  await expect(asking.getByText('Network fees')).toBeVisible()
  await asking.getByLabel(/^These are real funds on mainnet-beta\./).uncheck()
  await expect(asking.getByRole('button', { name: 'Execute', exact: true })).toBeDisabled()
  await asking.getByLabel(/^These are real funds on mainnet-beta\./).check()
  await asking.getByRole('button', { name: 'Execute', exact: true }).click()
  await expect(shown).toContainText('1 of 1 completed')
  const { distributions } = await readPayment(page, id)
  const hash = distributions[0]?.tx_hash ?? ''
  await expect(shown.getByRole('link', { name: hash.slice(0, 8) })).toHaveAttribute(
    'href',
    `https://explorer.solana.com/tx/${hash}`,
  )
  expect(refusals).toEqual([])
  await shown.getByRole('link', { name: 'Open in Activity' }).click()
  await expect(page.getByRole('region', { name: 'Operation', exact: true })).toContainText('Payment')
})
