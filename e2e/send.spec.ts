// Pages: wallets
/** Send, from the wallet's detail: form, warnings, preview, progress and result, on the real product. */
import { getProgramDerivedAddress, type Address } from '@solana/kit'
import { SOL_MINT } from '../contract/src/tokens.ts'
import { expect, test } from './fixtures.ts'
import { inspect } from './inspect.ts'
import { ask, BONK, walletsOf } from './person.ts'
import { answered, held } from './refused.ts'
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

test('SOL is sent to an address after one look at what will happen, and can be opened again', async ({
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
  await expect(figure(page, 'Sends')).toHaveText('2.5 SOL')
  await expect(figure(page, 'Network fee')).toHaveText('0.000005 SOL')
  await expect(figure(page, 'New account')).toHaveText('1, keeping 0.00065024 SOL as rent')
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

test('a token is chosen by what the wallet holds of it', async ({ page }) => {
  await open(page, 'send-token')
  const [desk] = await walletsOf(page)
  await ask(page, 'POST', '/faucet', { address: desk?.address, mint: BONK, amount: 1234.5 })
  await page.reload()
  await openDialog(page)
  await dialog(page).getByLabel('Send', { exact: true }).selectOption({ label: 'BONK (1,234.5 BONK)' })
  await address(page).fill(await stranger())
  await button(dialog(page), 'Max').click()
  await expect(amount(page)).toHaveValue('1234.5')
  await amount(page).fill('1000')
  await review(page)
  await expect(figure(page, 'Sends')).toHaveText('1,000 BONK')
  await expect(figure(page, 'New token account')).toHaveText('1, locking up 0.00148844 SOL as rent')
  await expect(figure(page, 'BONK after')).toHaveText('234.5 BONK')
  await inspect(page, 'a token to look at')
  await confirm(page).click()
  await expect(dialog(page).getByText('Sent 1,000 BONK')).toBeVisible()
  await button(dialog(page), 'Send more').click()
  await expect(address(page)).toHaveValue('')
})

test('addresses that look wrong are refused, or sent to only when confirmed', async ({ page }) => {
  await open(page, 'send-warnings')
  await openDialog(page)
  for (const [to, text] of [
    ['nonsense0', /has a character that no Solana address has/],
    ['abc', /wrong length/],
    [BONK, /the address of a token itself/],
  ] as const) {
    await enter(page, to, '1')
    await review(page)
    await expect(dialog(page).getByText(text)).toBeVisible()
  }
  const programAddress = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA' as Address
  const [vault] = await getProgramDerivedAddress({
    programAddress,
    seeds: [await stranger().then((s) => s.slice(0, 20))],
  })
  await enter(page, vault, '1')
  await review(page)
  await expect(dialog(page).getByText(/^Nobody holds a private key of this address/)).toBeVisible()
  await expect(confirm(page)).toBeDisabled()
  await inspect(page, 'a warning')
  await dialog(page).getByLabel('I have checked this address and want to send to it.').check()
  await confirm(page).click()
  await expect(dialog(page).getByText('Sent 1 SOL')).toBeVisible()
})

test('the whitelist binds it, and is one click away', async ({ page }) => {
  await open(page, 'send-whitelist')
  await ask(page, 'PUT', '/users/me', { whitelist_only: true })
  const to = await stranger()
  await openDialog(page)
  await enter(page, to, '1')
  await review(page)
  await expect(
    dialog(page).getByText(
      /is not on your whitelist for SOL, and your profile allows sends to whitelisted pairs only\./,
    ),
  ).toBeVisible()
  await inspect(page, 'not whitelisted')
  await dialog(page).getByRole('link', { name: 'Open the whitelist' }).click()
  await expect(page).toHaveURL(/tab=whitelist$/)
  await ask(page, 'POST', '/whitelist', { wallet_address: to, mint_address: SOL_MINT })
  await page.goto('/wallets')
  await button(selected(page), 'Details').click()
  await openDialog(page)
  await enter(page, to, '1')
  await review(page)
  await confirm(page).click()
  await expect(dialog(page).getByText('Sent 1 SOL')).toBeVisible()
})

test('it loads, fails and comes back in its own place', async ({ page }) => {
  await open(page, 'send-states', 0)
  await page.route(/\/api\/wallet\/\w+\/balance$/, (route) => route.fulfill({ status: 400, json: {} }))
  await page.evaluate(() => {
    for (const name of Object.keys(localStorage)) if (name.includes('alance')) localStorage.removeItem(name)
  })
  await page.reload()
  await button(detail(page), 'Send').click()
  await expect(dialog(page).getByText('Failed to fetch wallet balance')).toBeVisible()
  await inspect(page, 'a send without a balance')
  await page.unroute(/\/api\/wallet\/\w+\/balance$/)
  await button(dialog(page), 'Retry').click()
  await expect(address(page)).toBeVisible()
  await enter(page, await stranger(), '1')
  await held(page, 'POST /wallets/\\d+/send', async () => {
    await review(page)
    await expect(button(dialog(page), 'Simulating...')).toBeDisabled()
  })
  await expect(dialog(page).getByText(/^Insufficient balance\. Desk 1 has 0 SOL/)).toBeVisible()
  await answered(page, 'POST /wallets/\\d+/send', { status: 400, json: { code: 'bad_answer' } }, async () => {
    await review(page)
    await expect(dialog(page).getByText('Failed to send')).toBeVisible()
  })
})

test('its progress is what the network says, and a failure says why and lets it be changed', async ({
  page,
}) => {
  await open(page, 'send-fails')
  await openDialog(page)
  const to = await stranger()
  await enter(page, to, '1')
  await review(page)
  await expect(confirm(page)).toBeEnabled()
  type Shown = { status: string; transfer: string; error: string | null }
  let shown: Shown = { status: 'running', transfer: 'sent', error: null }
  await page.route(/\/api\/operations\/[0-9a-f-]{36}$/, async (route) => {
    const answer = (await (await route.fetch()).json()) as { transfers: object[] }
    const transfers = answer.transfers.map((one) => ({
      ...one,
      status: shown.transfer,
      error: shown.error,
    }))
    await route.fulfill({ json: { ...answer, status: shown.status, finalized: false, transfers } })
  })
  await confirm(page).click()
  await expect(dialog(page).getByText(/^Sent\. Waiting for the network to confirm it\./)).toBeVisible()
  await inspect(page, 'a send under way')
  shown = { status: 'failed', transfer: 'failed', error: 'Insufficient balance: 1 SOL is missing' }
  await expect(dialog(page).getByText('It failed. Nothing was sent.')).toBeVisible()
  await expect(dialog(page).getByText('Not enough SOL available in source wallet')).toBeVisible()
  await inspect(page, 'a send that failed')
  await button(dialog(page), 'Change and try again').click()
  await expect(address(page)).toHaveValue(to)
  await expect(amount(page)).toHaveValue('1')
})
