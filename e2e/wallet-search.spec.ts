// Pages: solana-distribution, dashboard
/** Wallets found among many: in a distribution's selection, and in every choice of more than twenty. */
import { expect, test } from './fixtures.ts'
import { bar, fund, goToCenter, group, make, tile } from './center-page.ts'
import { createAccount, signUp } from './person.ts'
import { button } from './wallets-page.ts'

test('the wallets of a distribution are searched, and Shift selects a range of what is shown', async ({
  page,
}) => {
  await createAccount(page, 'search-desk')
  await make(page, 12, 'Desk', 'Desks')
  await make(page, 5, 'Cold', 'Vault')
  await goToCenter(page)
  await button(page, 'Cold 1').click()
  await expect(tile(page, 'Cold 1').getByText('SRC')).toBeVisible()
  await button(page, 'Desk 2').click()
  await button(page, 'Desk 5').click({ modifiers: ['Shift'] })
  await expect(bar(page)).toContainText('Selected: 4')
  // Backwards, over what is selected already: nothing is taken away.
  await button(page, 'Desk 1').click({ modifiers: ['Shift'] })
  await expect(bar(page)).toContainText('Selected: 5')

  const search = page.getByLabel('Search wallets')
  await search.fill('desk 1')
  await expect(page.getByTestId('wallet-tile')).toHaveCount(4)
  await expect(group(page, 'Vault')).toHaveCount(0)
  // The button of a group means what is found.
  await group(page, 'Desks').getByText('Select All (1/4)').click()
  await expect(bar(page)).toContainText('Selected: 8')
  await search.fill('nobody')
  await expect(page.getByText('No wallets match your search')).toBeVisible()
  await search.fill('')
  await expect(page.getByTestId('wallet-tile')).toHaveCount(17)
  await expect(bar(page)).toContainText('Selected: 8')
})

test('a choice of more than twenty wallets is searched, by the keyboard too', async ({ page }) => {
  await signUp(page, 'choice', '/solana-distribution')
  await make(page, 200, 'Desk', 'Desks')
  await fund(page, 'Desk 77', 2)
  await page.goto('/solana-distribution')
  await page.getByRole('tab', { name: 'Auto Distribution' }).click()
  const field = page.getByRole('combobox', { name: 'Funding wallet' })
  await expect(field).toHaveValue('Select a funding wallet')
  await field.click()
  const options = page.getByRole('option')
  await expect(options.first()).toBeVisible()
  // Only what is in sight is drawn.
  expect(await options.count()).toBeLessThan(40)
  await page.keyboard.type('desk 7')
  await expect(options).toHaveCount(11)
  await page.keyboard.press('ArrowDown')
  await expect(options.nth(1)).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.type('7')
  await expect(options).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(field).toHaveValue(/^Desk 77 /)
  await expect(field).toBeFocused()
  await expect(options).toHaveCount(0)
  await page.reload()
  await page.getByRole('tab', { name: 'Auto Distribution' }).click()
  await expect(field).toHaveValue(/^Desk 77 /)
  // What is typed and left is forgotten: the choice stays.
  await field.fill('nothing of that name')
  await expect(page.getByText('Nothing found')).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(field).toHaveValue(/^Desk 77 /)
})
