// Pages: solana-distribution, token-distribution
/** What is read when the call that moves funds is refused, or answered with what is no answer. */
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { calculate, confirm, fund, goToCenter, openCenter } from './center-page.ts'
import { button } from './wallets-page.ts'

type Answer = { status: number; contentType: string; body: string }
const REFUSAL: Answer = { status: 403, contentType: 'application/json', body: '{"code":"forbidden"}' }
const NONSENSE: Answer = { status: 200, contentType: 'text/html', body: '<h1>Welcome</h1>' }

/** No live channel, and this answer to the call itself; previews go through. */
async function between(page: Page, way: 'distribute' | 'gather', answer: () => Answer) {
  await page.routeWebSocket(/\/ws\/solana-distribution/, (ws) => void ws.close({ code: 1011 }))
  await page.route(`**/api/solana-distribution/${way}`, (route) => {
    const { dryRun } = route.request().postDataJSON() as { dryRun?: boolean }
    return dryRun ? route.continue() : route.fulfill(answer())
  })
}

test('a distribution', async ({ page }) => {
  await openCenter(page, 'refused', 3)
  let answer = REFUSAL
  await between(page, 'distribute', () => answer)
  await calculate(page, ['Desk 2', 'Desk 3'], '1')
  await button(page, 'Execute Distribution').click()
  await confirm(page, 'Preview Distribution')
  await expect(page.getByText('Distribution failed', { exact: true })).toBeVisible()
  await button(page, 'Dismiss').click()
  answer = NONSENSE
  await button(page, 'Execute Distribution').click()
  await confirm(page, 'Preview Distribution')
  await expect(page.getByText('Error processing distribution response')).toBeVisible()
})

test('a gather', async ({ page }) => {
  await openCenter(page, 'refused-gather', 3)
  await fund(page, 'Desk 2', 0.5)
  await goToCenter(page)
  let answer = REFUSAL
  await between(page, 'gather', () => answer)
  await page.getByRole('tab', { name: 'Gather SOL' }).click()
  await button(page, 'Desk 1').click()
  await button(page, 'Desk 2').click()
  await button(page, 'Execute Gather').click()
  await confirm(page, 'Preview Gather')
  await expect(page.getByText('Gather operation failed', { exact: true })).toBeVisible()
  await button(page, 'Dismiss').click()
  answer = NONSENSE
  await button(page, 'Execute Gather').click()
  await confirm(page, 'Preview Gather')
  await expect(page.getByText('Error processing gather response')).toBeVisible()
})
