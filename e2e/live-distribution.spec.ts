// Pages: solana-distribution
/** A distribution while something is away: the network, the server, the live channel, or the page itself. */
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { ask, readWallets } from './person.ts'
import {
  bar,
  calculate,
  confirm,
  goToCenter,
  group,
  held,
  make,
  openCenter,
  region,
  total,
} from './center-page.ts'
import { hold, release } from './network.ts'
import { button, getDialog } from './wallets-page.ts'
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
      // It is cut off as soon as the operation is there.
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

test('without the channel few wallets are paid and gathered from by the plain call, and many are not paid at all', async ({
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

  // A gather of many, too; its failures are shown.
  await page.reload()
  const wallets = await readWallets(page)
  const id = (name: string) => wallets.find((wallet) => wallet.name === name)?.id
  await page.getByRole('tab', { name: 'Gather SOL' }).click()
  await button(page, 'Desk 1').click()
  await group(page, 'Crowd').getByText('Select All').click()
  await button(page, 'Execute Gather').click()
  const dialog = getDialog(page, 'Preview Gather')
  await expect(dialog.getByText('Network fees')).toBeVisible()
  // Meanwhile one of them is emptied.
  await ask(page, 'POST', '/solana-distribution/gather', {
    destinationWalletId: id('Desk 2'),
    sources: [id('Many 1')],
    gatherAll: true,
    emptyWallets: true,
  })
  await confirm(page, 'Preview Gather')
  await expect(page.getByText('Completed with 29/30 successful transfers')).toBeVisible()
  await expect(region(page, 'Result').getByText('the wallet holds only the amount it keeps')).toBeVisible()
  expect(await held(page, 'Many 30')).toBe('0.00089')

  // Once all of them are, nothing is left to gather.
  await goToCenter(page)
  await page.getByRole('tab', { name: 'Gather SOL' }).click()
  await button(page, 'Desk 1').click()
  await button(page, 'Desk 2').click()
  await button(page, 'Execute Gather').click()
  await expect(dialog.getByText('Network fees')).toBeVisible()
  await ask(page, 'POST', '/solana-distribution/gather', {
    destinationWalletId: id('Desk 1'),
    sources: [id('Desk 2')],
    gatherAll: true,
  })
  await confirm(page, 'Preview Gather')
  await expect(page.getByText('All gather operations failed - check wallet balances')).toBeVisible()
})
