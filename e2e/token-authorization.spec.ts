// Pages: wallets
/** Tokens of one's own, and their other users: created, granted, pending, used by another's agent, revoked, failing. */
import { randomBytes } from 'node:crypto'
import { create, grant, open, stats, tab } from './authorization-page.ts'
import { region } from './center-page.ts'
import { expect, test } from './fixtures.ts'
import { readCode } from './person.ts'
import { button, getDialog } from './wallets-page.ts'

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
  await field.fill(await readCode(other, later))
  await other.keyboard.press('Enter')
  await other.waitForURL('**/dashboard')
  await button(page, 'Refresh').click()
  await stats(page, [1, 1, 0])
  await expect(given).toContainText('Active')

  await tab(other)
  await button(other, /^Remove: LATR/).click()
  await button(getDialog(other, 'Remove Access'), 'Remove Access').click()
  await expect(region(other, 'Shared with you')).toHaveCount(0)
  await button(page, 'Refresh').click()
  await stats(page, [1, 0, 0])
  await context.close()
})
