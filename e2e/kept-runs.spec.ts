// Pages: solana-distribution, token-distribution
/** Runs whose outcome the browser does not hear: they outlive tabs and reloads, and happen once. */
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { bar, calculate, confirm, held, openCenter, region } from './center-page.ts'
import { hold, release } from './network.ts'
import { ask } from './person.ts'
import { button } from './wallets-page.ts'
import { seenInTime } from './refused.ts'

const CHANNEL = /\/ws\/solana-distribution/
const operations = (page: Page) => ask<{ operations: unknown[] }>(page, 'GET', '/operations?type=distribute')

test('an answer that is lost can be asked for after a reload and on another tab, under the same key', async ({
  page,
}) => {
  await page.clock.install()
  await openCenter(page, 'kept', 3)
  await page.routeWebSocket(CHANNEL, (ws) => void ws.close({ code: 1011 }))
  let lose = true
  const keys: (string | undefined)[] = []
  await page.route('**/api/solana-distribution/distribute', async (route) => {
    const body = route.request().postDataJSON() as { dryRun?: boolean }
    if (body.dryRun) return route.continue()
    keys.push(route.request().headers()['idempotency-key'])
    const response = await route.fetch()
    // The money has moved, and nobody hears of it.
    if (lose)
      return route.fulfill({ status: 500, json: { error: 'Something went wrong.', code: 'unexpected' } })
    await route.fulfill({ response })
  })
  await calculate(page, ['Desk 2', 'Desk 3'], '1')
  await button(page, 'Execute Distribution').click()
  await confirm(page, 'Preview Distribution')
  const unknown = page.getByTestId('live-state').filter({ hasText: 'Asking again sends the same request' })
  await seenInTime(page, unknown)
  await page.getByRole('tab', { name: 'Gather SOL' }).click()
  await expect(unknown).toHaveCount(0)
  await page.getByRole('tab', { name: 'Distribute SOL' }).click()
  await expect(unknown).toBeVisible()
  await expect(bar(page)).toContainText('Selected: 0')
  await page.reload()
  await expect(unknown).toBeVisible()
  await expect(button(page, 'Processing...')).toBeDisabled()
  lose = false
  await button(page, 'Ask again').click()
  await expect(page.getByText('Distribution completed successfully')).toBeVisible()
  expect(keys.length).toBeGreaterThan(1)
  expect(new Set(keys).size).toBe(1)
  expect((await operations(page)).operations.length).toBe(1)
  expect(await held(page, 'Desk 2')).toBe('0.5')
  // Nothing of the run stays in the tab.
  expect(await page.evaluate(() => Object.keys(sessionStorage).sort())).toEqual(['greetingName', 'keptOf'])
  // Its result goes with the tab, and does not come back.
  await page.getByRole('tab', { name: 'Gather SOL' }).click()
  await page.getByRole('tab', { name: 'Distribute SOL' }).click()
  await expect(button(page, 'Execute Distribution')).toBeEnabled()
  await expect(region(page, 'Result')).toHaveCount(0)
})

test('a run goes on while another tab is open, from the very moment it is confirmed', async ({
  page,
  network,
}) => {
  await openCenter(page, 'tabs', 3)
  let letThrough = () => {}
  const waits = new Promise<void>((resolve) => {
    letThrough = resolve
  })
  // Nothing is sent yet when the tab is left.
  await page.route('**/api/auth/ticket', async (route) => {
    await waits
    await route.continue()
  })
  await hold(network)
  await calculate(page, ['Desk 2', 'Desk 3'], '1')
  await button(page, 'Execute Distribution').click()
  await confirm(page, 'Preview Distribution')
  await page.getByRole('tab', { name: 'Gather SOL' }).click()
  await expect(region(page, 'Progress')).toHaveCount(0)
  letThrough()
  await expect.poll(async () => (await operations(page)).operations.length).toBe(1)
  await page.getByRole('tab', { name: 'Distribute SOL' }).click()
  await expect(page.getByTestId('step-processing')).toHaveAttribute('data-status', 'loading')
  await expect(button(page, 'Processing...')).toBeDisabled()
  await page.getByRole('tab', { name: 'Gather SOL' }).click()
  await expect(region(page, 'Progress')).toHaveCount(0)
  await page.getByRole('tab', { name: 'Distribute SOL' }).click()
  await release(network)
  await expect(page.getByText('Distribution completed successfully')).toBeVisible()
  expect((await operations(page)).operations.length).toBe(1)
  expect(await held(page, 'Desk 2')).toBe('0.5')
})

test('an error of the server on the channel is no proof that nothing was sent, and a completion that never arrives is asked for', async ({
  page,
}) => {
  await page.clock.install()
  await openCenter(page, 'unsure', 3)
  let isBroken = true
  await page.routeWebSocket(CHANNEL, (ws) => {
    const server = ws.connectToServer()
    // The operation begins, and then its channel breaks.
    server.onMessage((message) => {
      if (!isBroken) {
        if (!String(message).includes('distribute_complete')) ws.send(message)
      } else if (String(message).includes('distribute_status'))
        ws.send('{"type":"distribute_error","error":"Something went wrong.","code":"unexpected"}')
    })
  })
  await calculate(page, ['Desk 2', 'Desk 3'], '1')
  await button(page, 'Execute Distribution').click()
  await confirm(page, 'Preview Distribution')
  await expect(page.getByText('Something went wrong.')).toBeVisible()
  await expect(button(page, 'Processing...')).toBeDisabled()
  await button(page, 'Ask again').click()
  await expect(page.getByText('Distribution completed successfully')).toBeVisible()
  expect((await operations(page)).operations.length).toBe(1)
  expect(await held(page, 'Desk 2')).toBe('0.5')

  // A completion that never arrives is requested.
  isBroken = false
  await calculate(page, ['Desk 2', 'Desk 3'], '1')
  await button(page, 'Execute Distribution').click()
  await confirm(page, 'Preview Distribution')
  await seenInTime(page, page.getByText('Distribution completed successfully'))
  await expect(region(page, 'Result').getByRole('heading', { name: 'Operation Completed' })).toBeVisible()
  expect((await operations(page)).operations.length).toBe(2)
  expect(await held(page, 'Desk 2')).toBe('1')
})
