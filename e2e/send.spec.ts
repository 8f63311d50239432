// Pages: wallets
/** Send, from the wallet's detail: form, warnings, preview, progress and result, on the real product. */
import { expect, test } from './fixtures.ts'
import { inspect } from './inspect.ts'
import { ask, BONK, readWallets } from './person.ts'
import {
  address,
  amount,
  confirm,
  dialog,
  enter,
  figure,
  open,
  openDialog,
  review,
  stranger,
} from './send-page.ts'
import { button, detail, selected } from './wallets-page.ts'

test('SOL and a token are sent to an address after one look at what will happen, and can be opened again', async ({
  page,
}) => {
  await open(page, 'send-sol')
  await openDialog(page)
  await expect(dialog(page).getByLabel('Send', { exact: true })).toHaveValue('')
  await inspect(page, 'send')
  await review(page)
  await expect(dialog(page).getByText('Please enter an address')).toBeVisible()
  await expect(dialog(page).getByText('Please enter a valid positive amount')).toBeVisible()
  await inspect(page, 'an empty send')
  const to = await stranger()
  await enter(page, to, '2.5')
  await page.keyboard.press('Enter')
  await expect(figure(page, 'Amount')).toHaveText('2.5 SOL')
  await expect(figure(page, 'Network fee')).toHaveText('0.000005 SOL')
  await expect(figure(page, 'Rent minimum')).toContainText('0.00065024 SOL')
  await expect(figure(page, 'SOL after')).toHaveText('7.499995 SOL')
  await expect(figure(page, 'The address after')).toHaveText('2.5 SOL')
  await expect(dialog(page).getByText('This address has never been used on this network.')).toBeVisible()
  await expect(dialog(page).getByText(to)).toBeVisible()
  // The next key is in the dialog, and a second Enter sends nothing.
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(button(dialog(page), 'Back')).toBeFocused()
  await inspect(page, 'a send to look at')
  await button(dialog(page), 'Back').click()
  await expect(amount(page)).toHaveValue('2.5')
  await review(page)
  await confirm(page).dblclick()
  await expect(dialog(page).getByText('Sent 2.5 SOL')).toBeVisible()
  await expect(dialog(page).getByText('Signature')).toBeVisible()
  await inspect(page, 'sent')
  await dialog(page).getByRole('link', { name: 'Open in Activity' }).click()
  await expect(
    page.getByRole('region', { name: 'Operation' }).getByRole('heading', { name: 'Send' }),
  ).toBeVisible()
  await expect(page.getByRole('region', { name: 'Operation' }).getByText('2.5 SOL').first()).toBeVisible()
  await inspect(page, 'a send in activity')
  await page.getByLabel('Type').selectOption({ label: 'Send' })
  const { operations } = await ask<{ operations: unknown[] }>(page, 'GET', '/operations?type=send')
  expect(operations).toHaveLength(1)

  // A token is chosen from the wallet's holdings.
  const [desk] = await readWallets(page)
  await ask(page, 'POST', '/faucet', { address: desk?.address, mint: BONK, amount: 1234.5 })
  await page.goto('/wallets')
  await button(selected(page), 'Details').click()
  await openDialog(page)
  await dialog(page).getByLabel('Send', { exact: true }).selectOption({ label: 'BONK (1,234.5 BONK)' })
  await address(page).fill(await stranger())
  await button(dialog(page), 'Max').click()
  await expect(amount(page)).toHaveValue('1234.5')
  await amount(page).fill('1000')
  await review(page)
  await expect(figure(page, 'Amount')).toHaveText('1,000 BONK')
  await expect(figure(page, 'Rent')).toContainText('0.00148844 SOL')
  await expect(figure(page, 'BONK after')).toHaveText('234.5 BONK')
  await inspect(page, 'a token to look at')
  await confirm(page).click()
  await expect(dialog(page).getByText('Sent 1,000 BONK')).toBeVisible()
  await button(dialog(page), 'Send more').click()
  await expect(address(page)).toHaveValue('')
})

test('Max empties the wallet to nothing, and what the chain refuses is said before', async ({ page }) => {
  await open(page, 'send-max', 1)
  await openDialog(page)
  await button(dialog(page), 'Max').click()
  await expect(dialog(page).getByText('Please enter an address')).toBeVisible()
  await address(page).fill(await stranger())
  await button(dialog(page), 'Max').click()
  await expect(amount(page)).toHaveValue('0.999995')
  for (const [sum, text] of [
    ['0.9995', /This would leave 0\.000495 SOL in Desk 1, .* Send at most 0\.99934476 SOL, or 0\.999995 SOL/],
    ['2', 'Insufficient balance. Desk 1 has 1 SOL, but 2.000005 SOL is required.'],
    ['0.0001', /a new account must hold at least 0\.00065024 SOL/],
  ] as const) {
    await amount(page).fill(sum)
    await review(page)
    await expect(dialog(page).getByText(text)).toBeVisible()
  }
  await inspect(page, 'a send that is refused')
  await button(dialog(page), 'Max').click()
  await expect(amount(page)).toHaveValue('0.999995')
  await review(page)
  await expect(figure(page, 'SOL after')).toHaveText('0 SOL')
  await confirm(page).click()
  await expect(dialog(page).getByText('Sent 0.999995 SOL')).toBeVisible()
  await button(dialog(page), 'Done').click()
  await expect(button(detail(page), 'Send')).toBeFocused()
})
