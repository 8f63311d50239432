// Pages: payments
/** The settings of payments: tolerance, wallet, files for accounting, and webhooks that a real receiver gets. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from './fixtures.ts'
import { inspect } from './inspect.ts'
import { link } from './payment-page.ts'
import { createAccount } from './person.ts'
import { refused } from './refused.ts'
import { button, getDialog } from './wallets-page.ts'

test('a webhook is added, shows its secret once, is tried, told of payments, changed and deleted', async ({
  page,
}) => {
  const posted: { event: unknown; signature: unknown }[] = []
  let status = 200
  const receiver = createServer((request, response) => {
    posted.push({ event: request.headers['purser-event'], signature: request.headers['purser-signature'] })
    request.resume()
    response.writeHead(status).end()
  })
  await new Promise<void>((resolve) => void receiver.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hooks`
  await createAccount(page, 'hooks')
  await page.goto('/payments?tab=settings')
  const hooks = page.getByRole('region', { name: 'Webhooks' })
  await expect(hooks.getByText('No webhooks yet.')).toBeVisible()
  await inspect(page, 'settings of payments')
  await button(hooks, 'Add a webhook').click()
  const adding = getDialog(page, 'Add a webhook')
  const address = adding.getByLabel('Address')
  await expect(address).toBeFocused()
  await expect(button(adding, 'Add webhook')).toBeDisabled()
  await address.fill('nonsense')
  await page.keyboard.press('Enter')
  await expect(adding.getByRole('alert')).toHaveText('Please enter an address that begins with https://')
  await inspect(page, 'adding a webhook')
  await address.fill(url)
  await adding.getByLabel('Payment arriving').uncheck()
  await refused(page, 'POST /webhooks', async () => {
    await button(adding, 'Add webhook').click()
    await expect(adding.getByRole('alert')).toHaveText('Failed to add the webhook')
  })
  await button(adding, 'Add webhook').click()
  const secret = getDialog(page, 'The secret of the webhook')
  await expect(secret.locator('code')).toHaveText(/^whsec_/)
  await inspect(page, 'a secret that is shown once')
  await page.keyboard.press('Escape')
  await expect(button(secret, 'Close')).toHaveCount(0)
  await button(secret, 'I have kept it').click()
  await expect(secret).toBeHidden()
  await expect(page.locator('body')).not.toContainText('whsec_')

  await expect(hooks).toContainText('Nothing was sent yet.')
  await button(hooks, `Ping: ${url}`).click()
  await expect(page.getByText('A ping is on its way: see its deliveries.')).toBeVisible()
  await expect(hooks).toContainText('Last: Ping. Delivered, 1 attempt, answer 200')
  status = 500
  const { id } = await link(page, '1')
  await expect(hooks).toContainText(/Last: Link created\. Waiting, \d attempts?, answer 500/)
  expect(posted.slice(0, 2).map(({ event }) => event)).toEqual(['ping', 'payment.created'])
  expect(String(posted[1]?.signature)).toMatch(/^t=\d+,v1=[0-9a-f]{64}$/)
  status = 200
  await button(hooks, `Deliveries: ${url}`).click()
  const log = getDialog(page, 'Deliveries')
  await expect(log.getByRole('listitem')).toHaveCount(2)
  await expect(log).toContainText(`Link created, payment #${id}`)
  await inspect(page, 'deliveries')
  await log.getByRole('listitem').last().getByRole('button').click()
  await expect(log.getByRole('listitem')).toHaveCount(3)
  await expect(log.getByRole('listitem').first()).toContainText('Delivered')
  await page.keyboard.press('Escape')
  await button(hooks, `Edit: ${url}`).click()
  const editing = getDialog(page, 'Edit webhook')
  for (const name of ['Link created', 'Payment received', 'Approved', 'Expired', 'Refunded', 'Distributed'])
    await editing.getByLabel(name, { exact: true }).uncheck()
  await button(editing, 'Save').click()
  await expect(hooks.getByText('Paid', { exact: true })).toBeVisible()
  await hooks.getByLabel(`Enabled: ${url}`).click({ force: true })
  await expect(button(hooks, `Ping: ${url}`)).toBeDisabled()
  await button(hooks, `New secret: ${url}`).click()
  await button(getDialog(page, 'New secret'), 'Make a new secret').click()
  await expect(secret.locator('code')).toHaveText(/^whsec_/)
  await button(secret, 'I have kept it').click()
  await button(hooks, `Delete: ${url}`).click()
  await button(getDialog(page, 'Delete webhook'), 'Delete webhook').click()
  await expect(hooks.getByText('No webhooks yet.')).toBeVisible()
  receiver.close()
})
