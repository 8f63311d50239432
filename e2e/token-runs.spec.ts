// Pages: token-distribution
/** Runs of tokens that a browser loses sight of: after a reload, in another tab, without an answer or a channel. Each happens once. */
import { readAddress, confirm, region } from './center-page.ts'
import { expect, test } from './fixtures.ts'
import { hold, release } from './network.ts'
import { ask, BONK } from './person.ts'
import { seenInTime } from './refused.ts'
import { field, goToTokens, readBalance, openDesks } from './token-page.ts'
import { button } from './wallets-page.ts'

test('a reload in the middle shows the run again, as another tab does, and it happens once', async ({
  page,
  context,
  network,
}) => {
  await openDesks(page, network, 'reload', 3)
  await ask(page, 'POST', '/faucet', {
    address: await readAddress(page, 'Desk 1'),
    mint: BONK,
    amount: 1_000,
  })
  await goToTokens(page, BONK)
  for (const n of [1, 2, 3]) await button(page, `Desk ${n}`).click()
  await page.getByLabel('Total Amount (BONK)').fill('10')
  await button(page, 'Random Range').click()
  await button(page, 'Generate Random Distribution').click()
  await hold(network)
  await button(page, 'Execute Distribution').click()
  await confirm(page, 'Preview Distribution')
  const progress = (of: typeof page) => of.getByText('Processing: 0/2 successful, 0 failed')
  await expect(progress(page)).toBeVisible()
  await page.reload()
  await expect(progress(page)).toBeVisible()
  await expect(field(page)).toHaveValue(BONK)
  await expect(button(page, 'Processing...')).toBeDisabled()
  const other = await context.newPage()
  await other.goto('/token-distribution')
  await expect(progress(other)).toBeVisible()
  await release(network)
  for (const one of [page, other]) {
    await expect(one.getByText('Distribution completed successfully')).toBeVisible()
    await expect(region(one, 'Result')).toContainText('Total distributed10 BONK')
  }
  const { operations } = await ask<{ operations: unknown[] }>(
    page,
    'GET',
    '/operations?type=token-distribute',
  )
  expect(operations.length).toBe(1)
  expect(await readBalance(page, 'Desk 1', BONK)).toBe(990)
  // Nothing of the run stays in the tab.
  expect(await page.evaluate(() => Object.keys(sessionStorage).sort())).toEqual(['greetingName', 'keptOf'])
})

test('an answer that is lost is asked for under the same key; a task without its channel is polled', async ({
  page,
  network,
}) => {
  await page.clock.install()
  await openDesks(page, network, 'lost', 2)
  await ask(page, 'POST', '/faucet', {
    address: await readAddress(page, 'Desk 1'),
    mint: BONK,
    amount: 1_000,
  })
  await goToTokens(page, BONK)
  await page.routeWebSocket(/\/ws\/token_transfer/, (ws) => void ws.close({ code: 1011 }))
  let lose = true
  const keys: (string | undefined)[] = []
  await page.route('**/api/token-distribution/distribute', async (route) => {
    const body = route.request().postDataJSON() as { dryRun?: boolean }
    if (body.dryRun) return route.continue()
    keys.push(route.request().headers()['idempotency-key'])
    const response = await route.fetch()
    // It happened, and nobody hears of it.
    if (lose)
      return route.fulfill({ status: 500, json: { error: 'Something went wrong.', code: 'unexpected' } })
    await route.fulfill({ response })
  })
  for (const n of [1, 2]) await button(page, `Desk ${n}`).click()
  await button(page, 'Custom Amounts').click()
  await page.getByLabel('Amount for Desk 2').fill('10')
  await button(page, 'Execute Distribution').click()
  await confirm(page, 'Preview Distribution')
  await seenInTime(
    page,
    page.getByTestId('live-state').filter({ hasText: 'Asking again sends the same request' }),
  )
  await expect(button(page, 'Processing...')).toBeDisabled()
  lose = false
  await button(page, 'Ask again').click()
  await seenInTime(page, page.getByText('Distribution completed successfully'))
  await expect(region(page, 'Result')).toContainText('Total distributed10 BONK')
  expect(keys.length).toBeGreaterThan(1)
  expect(new Set(keys).size).toBe(1)
  const { operations } = await ask<{ operations: unknown[] }>(
    page,
    'GET',
    '/operations?type=token-distribute',
  )
  expect(operations.length).toBe(1)
  expect(await readBalance(page, 'Desk 2', BONK)).toBe(10)
})
