// Pages: wallets
/** A send whose answer is lost is requested again, and happens once. */
import { expect, test } from './fixtures.ts'
import { inspect } from './inspect.ts'
import { ask } from './person.ts'
import { confirm, dialog, enter, open, openDialog, review, stranger } from './send-page.ts'
import { button } from './wallets-page.ts'

test('an answer that is lost is asked for again under the same key, and it is sent once', async ({
  page,
}) => {
  await open(page, 'send-lost')
  const to = await stranger()
  await openDialog(page)
  await enter(page, to, '1')
  await review(page)
  await expect(confirm(page)).toBeEnabled()
  const keys: string[] = []
  await page.route(/\/api\/wallets\/\d+\/send$/, async (route) => {
    keys.push(route.request().headers()['idempotency-key'] ?? '')
    // It arrives, and its answer does not.
    if (keys.length <= 3) {
      await route.fetch()
      return route.abort()
    }
    return route.fallback()
  })
  await confirm(page).click()
  await expect(dialog(page).getByText(/^Status unknown\./)).toBeVisible()
  await inspect(page, 'a send of unknown outcome')
  await button(dialog(page), 'Send again').click()
  await expect(dialog(page).getByText('Sent 1 SOL')).toBeVisible()
  expect(new Set(keys).size).toBe(1)
  expect(keys.length).toBeGreaterThan(3)
  const { operations } = await ask<{ operations: unknown[] }>(page, 'GET', '/operations?type=send')
  expect(operations).toHaveLength(1)
})
