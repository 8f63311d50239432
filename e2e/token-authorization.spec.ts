// Pages: wallets
/** Tokens of one's own, and who else may use them: created, granted, pending, used by another's agent, revoked, failing. */
import { randomBytes } from 'node:crypto'
import { create, EMPTY, fill, grant, open, stats, tab } from './authorization-page.ts'
import { fund, region } from './center-page.ts'
import { expect, test } from './fixtures.ts'
import { inspect } from './inspect.ts'
import { ask, codeFor } from './person.ts'
import { held, refused } from './refused.ts'
import { button, dialogOf } from './wallets-page.ts'

test('a grant to an address without an account is pending until it registers; whoever has one may do without', async ({
  page,
  browser,
  baseURL,
}) => {
  await open(page, 'giver')
  await create(page, { name: 'Later Shares', ticker: 'LATR' })
  const later = `later@${randomBytes(3).toString('hex')}.test`
  await grant(page, 'LATR', later)
  await stats(page, [1, 0, 1])
  const given = page.getByRole('list', { name: 'Authorizations' }).getByRole('listitem')
  await expect(given).toContainText('Pending')
  await expect(button(page, 'Access Granted: LATR')).toBeDisabled()

  const context = await browser.newContext(baseURL ? { baseURL } : {})
  const other = await context.newPage()
  await other.goto('/register')
  await other.getByLabel('Email Address').fill(later)
  await button(other, 'Send Verification Code').click()
  // Once there is a field for it, the code has been mailed.
  const field = other.getByLabel('Verification Code')
  await field.waitFor()
  await field.fill(await codeFor(other, later))
  await other.keyboard.press('Enter')
  await other.waitForURL('**/dashboard')
  await button(page, 'Refresh').click()
  await stats(page, [1, 1, 0])
  await expect(given).toContainText('Active')

  await tab(other)
  await button(other, /^Remove: LATR/).click()
  await button(dialogOf(other, 'Remove Access'), 'Remove Access').click()
  await expect(region(other, 'Shared with you')).toHaveCount(0)
  await button(page, 'Refresh').click()
  await stats(page, [1, 0, 0])
  await context.close()
})

test('what is loading, what failed and what cannot be paid is said, and tried again', async ({ page }) => {
  await open(page, 'failing', 0)
  await held(page, 'GET /token-authorization/tokens', async () => {
    await page.reload()
    await expect(page.getByRole('status', { name: 'Loading your tokens' })).toBeVisible()
    await inspect(page, 'tokens are loading')
  })
  await refused(page, 'GET /token-authorization/(tokens|grants)', async () => {
    await page.reload()
    await expect(page.getByText('Failed to fetch your tokens')).toBeVisible()
    await expect(page.getByText('Failed to fetch the authorizations')).toBeVisible()
    await inspect(page, 'tokens failed')
  })
  await button(page, 'Retry').first().click()
  await expect(page.getByText(EMPTY)).toBeVisible()

  await button(page, 'Create token').first().click()
  const dialog = dialogOf(page, 'Create token')
  await fill(page, { name: 'Poor Shares', ticker: 'PRSH', supply: '5' })
  await refused(page, 'POST /tokens', async () => {
    await button(dialog, 'Preview').click()
    await expect(dialog.getByText('Failed to create the token')).toBeVisible()
  })
  await button(dialog, 'Preview').click()
  await expect(dialog.getByRole('alert')).toContainText('Insufficient balance. Desk 1 has 0 SOL')
  await expect(button(dialog, 'Confirm and create')).toBeDisabled()
  await inspect(page, 'cannot be paid')
  await button(dialog, 'Back').click()
  await fund(page, 'Desk 1', 1)
  await button(dialog, 'Preview').click()
  await refused(page, 'POST /tokens', async () => {
    await button(dialog, 'Confirm and create').click()
    await expect(dialog.getByText('Failed to create the token')).toBeVisible()
  })
  // It arrives, and its answers do not.
  const keys: string[] = []
  await page.route('**/api/tokens', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    keys.push(route.request().headers()['idempotency-key'] ?? '')
    if (keys.length > 3) return route.fallback()
    await route.fetch()
    return route.abort()
  })
  await button(dialog, 'Confirm and create').click()
  await expect(dialog.getByText(/^Whether it was created is not known yet\./)).toBeVisible()
  await inspect(page, 'a token of unknown outcome')
  await button(dialog, 'Create again').click()
  await expect(dialog.getByText('PRSH was created.')).toBeVisible()
  expect([new Set(keys).size, keys.length > 3]).toEqual([1, true])
  await dialog.getByRole('link', { name: 'Open Activity' }).click()
  await expect(page).toHaveURL(/activity/)
  await expect(page.getByRole('list', { name: 'Operations' }).getByText('Token created')).toHaveCount(1)

  await tab(page)
  await button(page, 'Grant Access: PRSH').click()
  const granting = dialogOf(page, 'Grant Access')
  for (const label of ['Email Address', 'Confirm Email Address'])
    await granting.getByLabel(label, { exact: true }).fill('somebody@example.com')
  await refused(page, 'POST /token-authorization/authorize', async () => {
    await button(granting, 'Grant Access').click()
    await expect(granting.getByRole('alert')).toHaveText('Failed to authorize token access')
  })
  await button(granting, 'Grant Access').click()
  await expect(granting).toBeHidden()
  await button(page, 'Revoke: PRSH for somebody@example.com').click()
  const revoking = dialogOf(page, 'Revoke Access')
  await refused(page, 'DELETE /token-authorization/grants/\\d+', async () => {
    await button(revoking, 'Revoke Access').click()
    await expect(revoking.getByRole('alert')).toHaveText('Failed to revoke the authorization')
  })
  await button(revoking, 'Revoke Access').click()
  await expect(revoking).toBeHidden()
  expect((await ask<{ grants: unknown[] }>(page, 'GET', '/token-authorization/grants')).grants).toEqual([])
})
