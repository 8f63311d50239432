// Pages: wallets, dashboard
/** A token of one's own, and its other users: created, granted to another account, used there by name, and revoked. */
import { parseUnits } from '../../contract/src/money.ts'
import { card, EMPTY, expectWorthless, fill, grant, open, stats } from '../authorization-page.ts'
import { readAddress, region } from '../center-page.ts'
import { expect, test } from '../fixtures.ts'
import { lamportsAt } from '../network.ts'
import { ask, createTrader, say } from '../person.ts'
import { button, getDialog } from '../wallets-page.ts'

test('a token is created after a preview, granted, used by another account by name, and revoked', async ({
  page,
  browser,
  baseURL,
  network,
}) => {
  const owner = await open(page, 'issuer')
  const address = await readAddress(page, 'Desk 1')
  const outside: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('example.com')) outside.push(request.url())
  })
  await stats(page, [0, 0, 0])

  await button(page, 'Create token').first().click()
  const creating = getDialog(page, 'Create token')
  await button(creating, 'Preview').click()
  for (const text of ['Name is required', 'Ticker is required', 'Supply is required'])
    await expect(creating.getByText(text)).toBeVisible()
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
  const figure = (name: string) =>
    creating
      .locator('dl > div')
      .filter({ has: page.getByText(name, { exact: true }) })
      .locator('dd')
  await expect(creating).toContainText('Received byDesk 1')
  await expect(creating).toContainText('Network fee0.000005 SOL')
  await expect(creating).toContainText('Wallet now10 SOL')
  await button(creating, 'Back').click()
  await expect(creating.getByLabel('Name')).toHaveValue('Galaxy Credits')
  await button(creating, 'Preview').click()
  const after = parseUnits(((await figure('Wallet after').textContent()) ?? '').replace(' SOL', ''), 9)
  await button(creating, 'Confirm and create').click()
  await expect(creating.getByText('MYTK was created.')).toBeVisible()
  await button(creating, 'Done').click()
  expect(await lamportsAt(network, [address])).toEqual([Number(after)])

  await stats(page, [1, 0, 0])
  const mine = card(page, 'Galaxy Credits, MYTK')
  await expect(mine.getByText('Credits that buy a place among the stars.')).toBeVisible()
  await expectWorthless(mine)
  await expect(mine).toContainText('Holders1')
  await expect(mine.getByText(/^[1-9A-Za-z]{6}\.\.\.[1-9A-Za-z]{4}$/)).toBeVisible()
  await expect(page.getByText('Nobody else has access to your tokens.', { exact: false })).toBeVisible()

  const context = await browser.newContext(baseURL ? { baseURL } : {})
  const other = await context.newPage()
  await createTrader(other, 'friend')
  await ask(other, 'POST', '/agents', {})
  await other.goto('/dashboard')
  const { email: friend } = await ask<{ email: string }>(other, 'GET', '/users/me')
  await button(page, 'Grant Access: MYTK').click()
  const granting = getDialog(page, 'Grant Access')
  await button(granting, 'Grant Access').click()
  await expect(granting.getByRole('alert')).toHaveText('Please fill in all fields')
  await granting.getByLabel('Email Address', { exact: true }).fill(friend)
  await granting.getByLabel('Confirm Email Address').fill(owner)
  await button(granting, 'Grant Access').click()
  await expect(granting.getByRole('alert')).toHaveText('Email addresses do not match')
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

  // The other account is notified, picks it by name, and its agent reads it.
  await expect(button(other, 'Notifications, 1 unread')).toBeVisible()
  await say(other, 'buy 0.1 SOL of MYTK every hour')
  // Nobody has sold any of it to the market of the local network, which cannot mint it.
  await expect(other.getByText(/The market has 0 /)).toBeVisible()
  await expect(button(other, 'Execute Strategy')).toHaveCount(0)
  await expect(other.getByText(`shared by ${owner}`, { exact: false })).toBeVisible()
  await button(other, 'Show Settings').click()
  const known = other.getByRole('group', { name: 'Known tokens' })
  await button(known, 'MYTK').click()
  await expect(other.getByLabel('Token Address')).not.toHaveValue('')
  await button(other, 'Notifications, 1 unread').click()
  await other.getByRole('link', { name: /shared MYTK/ }).click()
  await expect(other).toHaveURL(/tab=authorization/)
  const shared = region(other, 'Shared with you')
  await expect(shared).toContainText(owner)

  // Revoking asks first; then the name is gone there.
  await button(page, `Revoke: MYTK for ${friend}`).click()
  const revoking = getDialog(page, 'Revoke Access')
  await expect(revoking).toContainText(`Are you sure you want to revoke the access of ${friend} to MYTK?`)
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
