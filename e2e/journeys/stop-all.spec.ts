// Pages: all
/** The kill switch and its notifications, in two consoles of one person. */
import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { findViolations } from '../inspect.ts'
import { lamportsAt } from '../network.ts'
import { ask, createTrader, runAgent, signInAs } from '../person.ts'
import { readSpent } from '../trades.ts'

const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ })
const stopButton = (page: Page) => page.getByRole('button', { name: 'Stop all' })
const accessible = async (page: Page) => expect(await findViolations(page)).toEqual([])

test('two strategies are started, everything is stopped at once, and every console tells it', async ({
  page,
  browser,
  product,
  network,
}) => {
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(error.message))
  // A toast that fades away cannot be read any more.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const address = await createTrader(page, 'bell')
  await page.goto('/dashboard')

  // Nothing yet: the list explains itself, and the dialog says that nothing runs.
  await bell(page).click()
  await expect(page.getByText(/^Nothing yet\./)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(bell(page)).toBeFocused()
  await page.keyboard.press('Control+Shift+X')
  await expect(page.getByRole('dialog', { name: 'Stop everything' })).toContainText('No strategy runs')
  await page.keyboard.press('Escape')

  await runAgent(page, 'buy 0.02 SOL of BONK every 8 seconds, 400 times')
  await runAgent(page, 'buy 0.01 SOL of BONK every 8 seconds, 400 times and sell everything when stopped')
  const elsewhere = await browser.newContext({ baseURL: product.url, viewport: { width: 390, height: 844 } })
  const phone = await elsewhere.newPage()
  await signInAs(page, phone)
  await phone.goto('/dashboard')
  await phone.getByRole('button', { name: 'Agents', exact: true }).click()
  await expect(phone.getByText('Active', { exact: true })).toHaveCount(2)
  await page.reload()
  await page
    .getByRole('navigation', { name: 'My Agents' })
    .getByRole('button', { name: /^Agent 2/ })
    .click()
  await expect(page.getByTestId('strategy-status')).toHaveText('Running')
  await expect(
    page
      .getByLabel('Terminal log')
      .getByText(/Bought/)
      .first(),
  ).toBeVisible()
  await expect(page.getByTestId('agents').getByText(/^BONK · DCA [1-9]/)).toHaveCount(2)

  await stopButton(page).click()
  const dialog = page.getByRole('dialog', { name: 'Stop everything' })
  await expect(dialog.getByRole('listitem')).toHaveCount(2)
  await expect(dialog).toContainText('Agent 1')
  await expect(dialog).toContainText('Running, sells on stop')
  await accessible(page)
  // Toasts stay under the pointer, however long the rest takes.
  const told = phone.getByText('Agent 1: Stopped').hover()
  // The stop button has the focus: the shortcut and Enter are enough.
  await page.keyboard.press('Enter')
  const result = page.getByRole('dialog', { name: 'Stopped' })
  // An order in flight delays one of them on a busy machine.
  await expect(result).toContainText(/2 strategies stopped\.|By now all have ended\./)
  await result.getByRole('button', { name: 'Close', exact: true }).last().click()
  await page.getByText('Agent 2: Stopped').hover()
  await told

  // The other console, on a phone, gets all of it.
  await expect(phone.getByText('Active', { exact: true })).toHaveCount(0)
  await expect(bell(phone)).toHaveAccessibleName('Notifications, 2 unread')
  await expect(phone.getByText('Agent 1: Stopped')).toBeVisible()
  await expect(page.getByTestId('strategy-status')).toHaveText('Stopped')
  await expect(page.getByText('Agent 2: Stopped')).toBeVisible()
  await accessible(page)

  await bell(page).click()
  const list = page.getByRole('dialog', { name: 'Notifications' })
  await expect(list.getByRole('listitem')).toHaveCount(2)
  await expect(list.getByRole('listitem').first()).toContainText('Stopped')
  await accessible(page)

  // Reading one opens its agent, and shows in the other console too.
  const first = list.getByRole('listitem').filter({ hasText: 'Agent 1' })
  await first.getByRole('button', { name: 'Mark as read: Agent 1, Stopped' }).focus()
  await page.keyboard.press('Enter')
  await expect(first.getByRole('link')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Agent 1' })).toBeVisible()
  await expect(page).toHaveURL(/\/dashboard\?agent=\d+$/)
  await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread')
  await expect(bell(phone)).toHaveAccessibleName('Notifications, 1 unread')
  await bell(phone).click()
  await expect(phone.getByRole('dialog', { name: 'Notifications' }).getByRole('listitem')).toHaveCount(2)
  await phone.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(bell(page)).toHaveAccessibleName('Notifications')
  await expect(phone.getByRole('button', { name: 'Mark all as read' })).toBeDisabled()
  await phone.keyboard.press('Escape')
  await stopButton(phone).click()
  await expect(phone.getByRole('dialog', { name: 'Stop everything' })).toContainText('No strategy runs')
  await phone.keyboard.press('Escape')
  await elsewhere.close()

  // Nothing goes on by itself, and the sold amount is back, to the lamport.
  const agents = await ask<{ status: string }[]>(page, 'GET', '/agents')
  expect(agents.map((agent) => agent.status)).toEqual(['stopped', 'stopped'])
  const spent = await readSpent(page, network)
  expect(await lamportsAt(network, [address])).toEqual([10_000_000_000 - spent.lamports])
  expect(problems).toEqual([])
  expect(product.output()).not.toMatch(/"level":"error"/)
})
