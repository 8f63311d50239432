/** Tokens of one's own, and who else may use them: created, granted, pending, used by another's agent, revoked, failing. */
import { randomBytes } from 'node:crypto'
import { card, create, EMPTY, expectWorth, fill, grant, open, stats, tab } from './authorization-page.ts'
import { fund, region } from './center-page.ts'
import { expect, test } from './fixtures.ts'
import { inspect } from './inspect.ts'
import { ask, codeFor, createAgent, fundWallet, say, signUp } from './person.ts'
import { held, refused } from './refused.ts'
import { button, dialogOf } from './wallets-page.ts'

test('a token is created after a preview, granted, used by another account by name, and revoked', async ({
  page,
  browser,
  baseURL,
}) => {
  const owner = await open(page, 'issuer')
  const outside: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('example.com')) outside.push(request.url())
  })
  await stats(page, [0, 0, 0])
  await inspect(page, 'no tokens')

  await button(page, 'Create token').first().click()
  const creating = dialogOf(page, 'Create token')
  await button(creating, 'Preview').click()
  for (const text of ['Name is required', 'Ticker is required', 'Supply is required'])
    await expect(creating.getByText(text)).toBeVisible()
  await inspect(page, 'create token, nothing filled in')
  await fill(page, { name: 'Galaxy Credits', ticker: 'usdc', supply: '1000000000', image: 'ftp://x' })
  await button(creating, 'Preview').click()
  await expect(creating.getByText('Must be an address that begins with https://')).toBeVisible()
  await fill(page, { image: 'https://example.com/galaxy.png' })
  await button(creating, 'Preview').click()
  await expect(creating.getByText('USDC is a well-known token. Choose another symbol.')).toBeVisible()
  await fill(page, { ticker: 'mytk' })
  await creating.getByLabel('Description (optional)').fill('Credits that buy a place among the stars.')
  await button(creating, 'Preview').click()
  await expect(creating.getByText('1,000,000,000 MYTK')).toBeVisible()
  await expect(creating).toContainText('Received byDesk 1')
  await expect(creating).toContainText('Network fee0.000005 SOL')
  await expect(creating).toContainText('Wallet before10 SOL')
  await inspect(page, 'create token, preview')
  await button(creating, 'Back').click()
  await expect(creating.getByLabel('Name')).toHaveValue('Galaxy Credits')
  await button(creating, 'Preview').click()
  await button(creating, 'Confirm and create').click()
  await expect(creating.getByText('MYTK was created.')).toBeVisible()
  await inspect(page, 'token created')
  await button(creating, 'Done').click()

  await stats(page, [1, 0, 0])
  const mine = card(page, 'Galaxy Credits, MYTK')
  await expect(mine.getByText('Credits that buy a place among the stars.')).toBeVisible()
  await expectWorth(mine, 1e9)
  await expect(mine).toContainText('Holders1')
  await expect(mine.getByText(/^[1-9A-Za-z]{6}\.\.\.[1-9A-Za-z]{4}$/)).toBeVisible()
  await expect(page.getByText('Nobody else has access to your tokens.', { exact: false })).toBeVisible()

  const context = await browser.newContext(baseURL ? { baseURL } : {})
  const other = await context.newPage()
  const friend = await signUp(other, 'friend')
  await button(page, 'Grant Access: MYTK').click()
  const granting = dialogOf(page, 'Grant Access')
  await button(granting, 'Grant Access').click()
  await expect(granting.getByRole('alert')).toHaveText('Please fill in all fields')
  await granting.getByLabel('Email Address', { exact: true }).fill(friend)
  await granting.getByLabel('Confirm Email Address').fill(owner)
  await button(granting, 'Grant Access').click()
  await expect(granting.getByRole('alert')).toHaveText('Email addresses do not match')
  await inspect(page, 'grant access')
  await granting.getByLabel('Email Address', { exact: true }).fill(owner)
  await button(granting, 'Grant Access').click()
  await expect(granting.getByRole('alert')).toHaveText('You cannot grant access to yourself')
  await page.keyboard.press('Escape')
  await expect(granting).toBeHidden()
  await expect(button(page, 'Grant Access: MYTK')).toBeFocused()
  await grant(page, 'MYTK', friend)
  await expect(button(mine, 'Access Granted: MYTK')).toBeDisabled()
  await expect(mine).toContainText(`To ${friend}`)
  await stats(page, [1, 1, 0])
  const given = page.getByRole('list', { name: 'Authorizations' }).getByRole('listitem')
  await expect(given).toHaveText(new RegExp(`${friend}.*Galaxy Credits \\(MYTK\\).*Active`))
  await inspect(page, 'granted')

  // The other account is told, picks it by name, and its agent reads it.
  await expect(button(other, 'Notifications, 1 unread')).toBeVisible()
  await createAgent(other)
  await fundWallet(other)
  await say(other, 'buy 0.1 SOL of MYTK every hour')
  // Nobody has sold any of it to the market of the local network, which can mint none.
  await expect(other.getByText(/The market has 0 /)).toBeVisible()
  await expect(button(other, 'Execute Strategy')).toHaveCount(0)
  await expect(other.getByText(`which ${owner} lets you use`, { exact: false })).toBeVisible()
  await button(other, 'Show Settings').click()
  const known = other.getByRole('group', { name: 'Known tokens' })
  await button(known, 'MYTK').click()
  await expect(other.getByLabel('Token Address')).not.toHaveValue('')
  await button(other, 'Notifications, 1 unread').click()
  await other.getByRole('link', { name: /lets you use MYTK/ }).click()
  await expect(other).toHaveURL(/tab=authorization/)
  const shared = region(other, 'Shared with you')
  await expect(shared).toContainText(owner)
  await inspect(other, 'shared with you')

  // Revoking asks first; then the name is gone there.
  await button(page, `Revoke: MYTK for ${friend}`).click()
  const revoking = dialogOf(page, 'Revoke Access')
  await expect(revoking).toContainText(`Are you sure you want to revoke the access of ${friend} to MYTK?`)
  await inspect(page, 'revoke')
  await button(revoking, 'Cancel').click()
  await expect(given).toHaveCount(1)
  await button(page, `Revoke: MYTK for ${friend}`).click()
  await button(revoking, 'Revoke Access').click()
  await expect(revoking).toBeHidden()
  await stats(page, [1, 0, 0])
  await expect(button(mine, 'Grant Access: MYTK')).toBeEnabled()
  await other.reload()
  await expect(other.getByText(EMPTY)).toBeVisible()
  await expect(shared).toHaveCount(0)
  expect(outside, 'no image is requested from outside').toEqual([])
  await context.close()
})

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
