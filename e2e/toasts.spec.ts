// Pages: all
/** Short messages: at most three are visible at once, each goes by itself, and one under the pointer stays. */
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { openTrader, runStrategy, signUp } from './person.ts'
import { goneInTime, refused } from './refused.ts'
import { button } from './wallets-page.ts'

const saved = (page: Page) => page.getByRole('alert').filter({ hasText: 'The tolerance was saved.' })

test('of five toasts three are seen, and all go by themselves', async ({ page }) => {
  await page.clock.install()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await signUp(page, 'toasts', '/payments?tab=settings')
  const save = button(page, /^(Save|Saving...)$/)
  for (const [i, percent] of ['2', '3', '4', '5', '6'].entries()) {
    await page.getByLabel('Tolerance (%)').fill(percent)
    await page.keyboard.press('Enter')
    await expect(save).toBeDisabled()
    await expect(saved(page)).toHaveCount(Math.min(i + 1, 3))
    // They stay under the pointer until all of them have come.
    await saved(page).first().hover()
  }
  await page.mouse.move(1, 1)
  await goneInTime(page, saved(page))
})

test('an error can be read for as long as the pointer is on it, and closed', async ({ page }) => {
  await page.clock.install()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openTrader(page, 'toast-error')
  await runStrategy(page)
  await page.goto('/strategies')
  const error = page.getByRole('alert').filter({ hasText: 'Error pausing strategy' })
  await refused(page, 'POST /agents/\\d+/pause', async () => {
    await button(page, 'Pause the strategy of Agent 1').click()
    await error.hover()
  })
  // Three times as long as it would stay by itself.
  await page.clock.runFor(10_000)
  await expect(error).toBeVisible()
  await button(error, 'Close').click()
  await expect(error).toHaveCount(0)
})

test('in a narrow window a toast covers neither the message field nor its button', async ({ page }) => {
  await openTrader(page, 'toast-phone')
  await runStrategy(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await page
    .getByRole('navigation', { name: 'Parts of the dashboard' })
    .getByRole('button', { name: 'Chat' })
    .click()
  const field = page.getByLabel('Message', { exact: true })
  // A longer text makes the field higher.
  await field.fill('a line\n'.repeat(5))
  await button(page.getByTestId('desk-bar'), 'Stop').click()
  const toast = page.getByRole('alert').filter({ hasText: 'Stopped' })
  await expect(toast).toBeVisible()
  const [above, below] = await Promise.all([toast.boundingBox(), field.boundingBox()])
  expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0)
  await button(page, 'Send').click({ trial: true })
})
