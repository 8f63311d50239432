// Pages: token-distribution
/** A token from one wallet to many and back: found, checked, previewed, sent, and gathered with the deposits of its accounts. */
import { readAddress, bar, confirm, group, region, walletRow } from '../center-page.ts'
import { expect, test } from '../fixtures.ts'
import { lamportsAt } from '../network.ts'
import { field, readBalance, NO_TOKEN, openDesks, tokenButton } from '../token-page.ts'
import { button, getDialog } from '../wallets-page.ts'

const ONE = 1_000_000n
const SOURCE = 10_000_000_000
const selection = 'Please select a source wallet, token address, and at least one destination'

test('a token is found among those held, distributed, and gathered with the rent of its accounts', async ({
  page,
  network,
}) => {
  const issuer = await openDesks(page, network, 'tokens', 4)
  const mint = await issuer.createNamedMint({ name: 'Desk Dollar', symbol: 'DESK', uri: '' })
  const names = ['Desk 1', 'Desk 2', 'Desk 3', 'Desk 4']
  const addresses = await Promise.all(names.map((name) => readAddress(page, name)))
  const lamports = () => lamportsAt(network, addresses)
  const tokens = () => Promise.all(names.map((name) => readBalance(page, name, mint)))
  await issuer.mintTo(addresses[0] ?? '', mint, 1_234_567n * ONE)
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'Token Distribution' }).click()
  await expect(page).toHaveTitle(/Token Distribution & Gathering/)
  await expect(page.getByText(NO_TOKEN)).toBeVisible()
  await expect(region(page, 'How to distribute tokens')).toBeVisible()
  await button(page, 'Execute Distribution').click()
  await expect(bar(page).getByRole('alert')).toHaveText(selection)
  await tokenButton(page, /^DESK\s*1 wallet · 1,234,567\.00$/).click()
  await expect(field(page)).toHaveValue(mint)
  await expect(page.getByText(NO_TOKEN)).toHaveCount(0)
  await expect(page.getByText('Desk Dollar, 6 decimals')).toBeVisible()
  await expect(walletRow(page, 'Desk 1').getByText('1.23M')).toBeVisible()

  // A group's button needs the source first, and then takes those that hold the token.
  await expect(group(page, 'Ungrouped').getByText('No Eligible Wallets')).toBeVisible()
  await expect(group(page, 'Ungrouped').getByText('Choose the source first.')).toBeVisible()
  await button(page, 'Desk 1').click()
  await expect(walletRow(page, 'Desk 1').getByText('SRC')).toBeVisible()
  await expect(region(page, 'Source Wallet')).toContainText('1.23M DESK')
  await expect(group(page, 'Ungrouped').getByText('No Eligible Wallets')).toBeVisible()
  await expect(
    group(page, 'Ungrouped').getByRole('button', { name: /^No Eligible/ }),
  ).toHaveAccessibleDescription('None of the others holds DESK.')
  await button(page, 'Calculate').click()
  await expect(bar(page).getByRole('alert')).toHaveText(
    'Please enter a valid total amount and have at least one destination wallet',
  )
  for (const n of [2, 3]) await button(page, `Desk ${n}`).click()
  await button(page, 'Execute Distribution').click()
  await expect(bar(page).getByRole('alert')).toHaveText('Please enter positive amounts for distribution')
  await page.getByLabel('Total Amount (DESK)').fill('10.0001')
  await button(page, 'Calculate').click()
  await button(page, 'Desk 4').click()
  await expect(page.getByText('Please click "Calculate" to update amounts before distributing')).toBeVisible()
  await expect(button(page, 'Calculate First')).toBeDisabled()
  await button(page, 'Calculate').click()
  await expect(group(page, 'Ungrouped').getByText('3.3333 DESK')).toHaveCount(2)
  await expect(group(page, 'Ungrouped').getByText('3.3335 DESK')).toBeVisible()
  await expect(bar(page)).toContainText('Total: 10.0001 DESK')
  await button(page, 'Execute Distribution').click()
  const preview = getDialog(page, 'Preview Distribution')
  await expect(preview).toContainText(/Rent0\.00\d+ SOLfor 3 new token accounts/)
  await expect(preview).toContainText('Amount10.0001 DESK')
  await expect(preview).toContainText('Source after1,234,556.9999 DESK')
  await confirm(page, 'Preview Distribution')
  await expect(page.getByText('Distribution completed successfully')).toBeVisible()
  const result = region(page, 'Result')
  await expect(result).toContainText('Successful3')
  await expect(result).toContainText('Failed0')
  await expect(result).toContainText('Total Transactions3 transfers in 1 transaction')
  await expect(result).toContainText('Source balance1,234,556.9999 DESK')
  expect(await tokens()).toEqual([1_234_556.9999, 3.3333, 3.3333, 3.3335])
  // The tiles show the received amounts, without a reload.
  await expect(walletRow(page, 'Desk 2').getByText('3.3333')).toBeVisible()
  await expect(tokenButton(page, /^DESK\s*4 wallets · 1,234,567\.00$/)).toBeVisible()

  await page.getByRole('tab', { name: 'Gather Tokens' }).click()
  await expect(result).toHaveCount(0)
  await expect(field(page)).toHaveValue(mint)
  await button(page, 'Execute Gather').click()
  await expect(bar(page).getByRole('alert')).toHaveText(
    'Please select a destination wallet, token address, and at least one source',
  )
  await button(page, 'Desk 1').click()
  await expect(walletRow(page, 'Desk 1').getByText('DEST')).toBeVisible()
  await group(page, 'Ungrouped').getByText('Select All').click()
  await expect(bar(page)).toContainText('Selected: 3')
  await expect(bar(page)).toContainText('Total: 10.0001 DESK')
  await button(page, 'Custom Amounts').click()
  const third = page.getByLabel('Amount for Desk 3')
  await third.fill('99')
  await expect(third).toHaveValue('3.3333')
  await third.fill('0')
  await button(page, 'Execute Gather').click()
  await expect(bar(page).getByRole('alert')).toHaveText('Please enter positive amounts for gathering')
  await button(page, 'Gather All Available').click()
  await page.getByRole('switch', { name: 'Close emptied token accounts' }).check()
  await button(page, 'Execute Gather').click()
  const gather = getDialog(page, 'Preview Gather')
  await expect(gather).toContainText(/Rent returned0\.00\d+ SOLfrom 3 closed accounts/)
  await expect(gather).toContainText('paid by the destination')
  await expect(gather).toContainText('Destination after1,234,567 DESK')
  await confirm(page, 'Preview Gather')
  await expect(page.getByText('Gather operation completed successfully')).toBeVisible()
  expect(await tokens()).toEqual([1_234_567, 0, 0, 0])
  // All deposits are back: it has paid for one signature, and then for one of each of four wallets.
  expect(await lamports()).toEqual([SOURCE - 25_000, 0, 0, 0])
})
