// Pages: all
/** What opens over a page: every dialog that looks.spec.ts does not come across, wide and on a phone, light and dark. */
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { fund, goToCenter, make } from './center-page.ts'
import { inspect } from './inspect.ts'
import { BONK, createAgent, fundWallet, say, setToken, signUp } from './person.ts'
import { button, dialogOf } from './wallets-page.ts'

const bar = (page: Page) => page.getByTestId('desk-bar')
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })

/** Opens a dialog, looks at it and closes it again. */
async function look(page: Page, opener: ReturnType<typeof button>, title: string): Promise<void> {
  await opener.click()
  await expect(dialogOf(page, title)).toBeVisible()
  await inspect(page, title)
  await page.keyboard.press('Escape')
  await expect(dialogOf(page, title)).toBeHidden()
}

test('the dialogs of an agent, its orders and its parity are accessible and fit', async ({ page }) => {
  await signUp(page, 'agent-looks')
  await createAgent(page)
  await fundWallet(page)
  await setToken(page, BONK)
  await say(page, 'buy 0.02 SOL every 1 hour, 10 times')
  await button(page, 'Execute Strategy').click()
  const bought = page.getByLabel('Terminal log').getByText(/Bought/)
  await expect(bought.first()).toBeVisible()
  await look(page, button(page, 'Rename Agent 1'), 'Rename Agent')
  await look(page, button(page, 'Delete Agent 1'), 'Delete Agent')
  await look(page, button(bar(page), 'Close position'), 'Close position')
  await look(page, button(page, 'Stop all'), 'Stop everything')
  await tab(page, 'Orders').click()
  await expect(page.getByRole('table', { name: 'Open orders' })).toBeVisible()
  await inspect(page, 'orders')
  await tab(page, 'Parity').click()
  await expect(page.getByRole('region', { name: 'Parity' }).getByText('Orders live')).toBeVisible()
  await inspect(page, 'parity')
  await button(bar(page), 'Stop').click()
  await expect(page.getByTestId('strategy-status')).toHaveText('Stopped')
  await look(page, button(bar(page), 'Start'), 'Start again')
})

test('the templates of a distribution are accessible and fit', async ({ page }) => {
  await signUp(page, 'template-looks')
  await make(page, 3, 'Desk')
  await fund(page, 'Desk 1', 2)
  await goToCenter(page)
  await look(page, button(page, 'Templates'), 'Templates')
  for (const name of ['Desk 1', 'Desk 2', 'Desk 3']) await button(page, name).click()
  await button(page, 'Templates').click()
  const dialog = dialogOf(page, 'Templates')
  for (const name of ['Payroll', 'Wages of a whole quarter, all of its weeks, and the bonus of its end']) {
    await dialog.getByLabel('Save this form as').fill(name)
    await button(dialog, 'Save Template').click()
    await expect(button(dialog, `Apply: ${name}`)).toBeVisible()
  }
  await inspect(page, 'two templates')
  await button(dialog, 'Rename: Payroll').click()
  await inspect(page, 'a template with another name')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await button(page, 'Templates').click()
  await button(dialog, 'Delete: Payroll').click()
  await expect(button(dialog, 'Delete for good: Payroll')).toBeVisible()
  await inspect(page, 'a template before it goes')
})

test('help and the navigation of a phone are accessible and fit', async ({ page }) => {
  await signUp(page, 'help-looks', '/help')
  await expect(page.getByRole('heading', { name: 'What an agent can do' })).toBeVisible()
  await inspect(page, 'help')
  await page.setViewportSize({ width: 390, height: 844 })
  await button(page, 'Open navigation').click()
  await expect(dialogOf(page, 'Navigation')).toBeVisible()
  await inspect(page, 'navigation')
})
