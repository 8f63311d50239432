// Pages: all
/** Toasts and the keyboard: one does not go from under it, and leaves it where it was. Nor does one go unseen. */
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { ask, createAgent, fundWallet, runElsewhere, signUp } from './person.ts'
import { goneInTime } from './refused.ts'
import { button } from './wallets-page.ts'

const saved = (page: Page) => page.getByRole('alert').filter({ hasText: 'The tolerance was saved.' })
const stopped = (page: Page) => page.getByRole('alert').filter({ hasText: ': Stopped' })
const tolerance = (page: Page) => page.getByLabel('Tolerance (%)')

async function save(page: Page, percent: string): Promise<void> {
  await tolerance(page).fill(percent)
  await page.keyboard.press('Enter')
  await expect(saved(page).last()).toBeVisible()
}

test('a toast stays while it has the focus, and gives it back', async ({ page }) => {
  await page.clock.install()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await signUp(page, 'toast-keys', '/payments?tab=settings')
  await save(page, '2')
  await page.getByLabel('From (UTC)').focus()
  await button(saved(page), 'Close').focus()
  // Three times as long as it would stay.
  await page.clock.runFor(10_000)
  await expect(button(saved(page), 'Close')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(saved(page)).toHaveCount(0)
  await expect(page.getByLabel('From (UTC)')).toBeFocused()

  await save(page, '3')
  await page.getByLabel('From (UTC)').focus()
  await button(saved(page), 'Close').focus()
  await page.keyboard.press('Escape')
  await expect(saved(page)).toHaveCount(0)
  await expect(page.getByLabel('From (UTC)')).toBeFocused()

  // Left, its time begins again.
  await save(page, '4')
  await page.getByLabel('From (UTC)').focus()
  await button(saved(page), 'Close').focus()
  await page.clock.runFor(10_000)
  await page.getByLabel('From (UTC)').focus()
  await goneInTime(page, saved(page))
})

test('what happens while the page is not seen is told once it is', async ({ page }) => {
  await page.clock.install()
  await signUp(page, 'toast-hidden')
  await createAgent(page)
  await fundWallet(page)
  const [first, second] = [await runElsewhere(page), await runElsewhere(page)]
  await page.reload()
  await expect(page.getByTestId('agents').getByText('DCA 1/10')).toHaveCount(2)
  const show = (hidden: boolean) =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'hidden', { value, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }, hidden)
  await show(true)
  await ask(page, 'POST', `/agents/${first}/stop`, {})
  await expect(button(page, 'Notifications, 1 unread')).toBeVisible()
  // Longer than a toast stays.
  await page.clock.runFor(10_000)
  await show(false)
  await expect(stopped(page)).toHaveCount(1)
  await ask(page, 'POST', `/agents/${second}/stop`, {})
  await expect(stopped(page)).toHaveCount(2)
})

test('a toast that is dismissed by the pointer leaves the focus in the drawer below it', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await signUp(page, 'toast-drawer')
  await createAgent(page)
  await fundWallet(page)
  const agent = await runElsewhere(page)
  await page.goto('/wallets')
  await page.getByRole('table').getByText('Wallet 1').click()
  const drawer = page.getByRole('dialog', { name: 'Wallet detail' })
  await expect(button(drawer, 'Close')).toBeFocused()
  await ask(page, 'POST', `/agents/${agent}/stop`, {})
  await stopped(page).getByRole('button', { name: 'Dismiss' }).click()
  await expect(stopped(page)).toHaveCount(0)
  await expect(button(drawer, 'Close')).toBeFocused()
})
