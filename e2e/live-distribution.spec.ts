// Pages: solana-distribution
/** What happens to a distribution when something is away: the network, the server, the live channel, or the page itself. */
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { ask } from './person.ts'
import { bar, calculate, confirm, goToCenter, group, held, make, openCenter, total } from './center-page.ts'
import { hold, release } from './network.ts'
import { button } from './wallets-page.ts'
import { seenInTime } from './refused.ts'

const CHANNEL = /\/ws\/solana-distribution/
const operations = (page: Page) => ask<{ operations: unknown[] }>(page, 'GET', '/operations?type=distribute')

/** Desk 1 pays everybody in the group. */
async function calculateGroup(page: Page, name: string, amount: string) {
  await button(page, 'Desk 1').click()
  await group(page, name).getByText('Select All').click()
  await total(page).fill(amount)
  await button(page, 'Calculate').click()
  await button(page, 'Execute Distribution').click()
}

test('a channel that is lost for good leaves the texts with the live state, until the outcome is certain', async ({
  page,
  network,
}) => {
  await page.clock.install()
  await openCenter(page, 'lost', 3)
  let away = false
  await page.routeWebSocket(CHANNEL, (ws) => {
    if (away) return void ws.close({ code: 1011 })
    const server = ws.connectToServer()
    server.onMessage((message) => {
      ws.send(message)
      // Cut off as soon as the operation is there.
      if (!away && String(message).includes('distribute_progress')) {
        away = true
        void ws.close({ code: 1011 })
      }
    })
  })
  await hold(network)
  await calculate(page, ['Desk 2', 'Desk 3'], '1')
  await button(page, 'Execute Distribution').click()
  await confirm(page, 'Preview Distribution')
  const failed = 'Failed to reconnect to server. Operations may have succeeded. Check blockchain explorer.'
  await seenInTime(page, page.getByText(failed))
  await expect(page.getByTestId('live-state')).toContainText('Last heard:')
  await release(network)
  await seenInTime(page, page.getByText('Distribution completed successfully'))
  await expect(page.getByText(failed)).toHaveCount(0)
  expect((await operations(page)).operations.length).toBe(1)
})

test('without the channel few wallets are paid by the plain call, and many are not paid at all', async ({
  page,
}) => {
  await page.clock.install()
  await openCenter(page, 'plain', 3)
  await make(page, 31, 'Many', 'Crowd')
  await goToCenter(page)
  // First nothing answers at all, for ten seconds.
  await page.route('**/api/auth/ticket', () => undefined)
  await calculateGroup(page, 'Crowd', '1')
  await confirm(page, 'Preview Distribution')
  await seenInTime(
    page,
    page.getByText(
      'WebSocket connection failed - please try again or use fewer wallets. (WebSocket connection timeout)',
    ),
  )
  await button(page, 'Dismiss').click()
  await page.unroute('**/api/auth/ticket')
  await page.route('**/api/auth/ticket', (route) => route.abort())
  await button(page, 'Execute Distribution').click()
  await confirm(page, 'Preview Distribution')
  await expect(
    page.getByText('WebSocket connection failed - please try again or use fewer wallets.', { exact: false }),
  ).toBeVisible()
  expect((await operations(page)).operations.length).toBe(0)
  await button(page, 'Dismiss').click()
  await group(page, 'Crowd')
    .getByRole('button', { name: /^Crowd/ })
    .click()
  await button(page, 'Many 31').click()
  await expect(bar(page)).toContainText('Selected: 30')
  await button(page, 'Calculate').click()
  await button(page, 'Execute Distribution').click()
  await confirm(page, 'Preview Distribution')
  await expect(page.getByText('Distribution completed successfully')).toBeVisible()
  expect((await operations(page)).operations.length).toBe(1)
  expect(await held(page, 'Many 31')).toBe('0')
})

test('an answer that is lost after the money moved is asked for again under the same key', async ({
  page,
}) => {
  await page.clock.install()
  await openCenter(page, 'once', 3)
  await page.routeWebSocket(CHANNEL, (ws) => void ws.close({ code: 1011 }))
  let lose = true
  const keys = new Set<string | undefined>()
  await page.route('**/api/solana-distribution/distribute', async (route) => {
    const body = route.request().postDataJSON() as { dryRun?: boolean }
    if (body.dryRun) return route.continue()
    keys.add(route.request().headers()['idempotency-key'])
    const answer = await route.fetch()
    if (lose) await route.abort()
    else await route.fulfill({ response: answer })
  })
  await calculate(page, ['Desk 2', 'Desk 3'], '1')
  await button(page, 'Execute Distribution').click()
  await confirm(page, 'Preview Distribution')
  await seenInTime(
    page,
    page.getByText('Server timeout - operations may have succeeded. Check blockchain explorer.'),
  )
  await expect(page.getByTestId('live-state')).toContainText('Asking again sends the same request')
  await expect(button(page, 'Processing...')).toBeDisabled()
  lose = false
  await button(page, 'Ask again').click()
  await expect(page.getByText('Distribution completed successfully')).toBeVisible()
  expect(keys.size).toBe(1)
  expect((await operations(page)).operations.length).toBe(1)
  expect(await held(page, 'Desk 2')).toBe('0.5')
})
