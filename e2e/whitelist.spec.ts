// Pages: wallets
/** The Whitelist tab and the switch of the profile: every state and text, on the real product. */
import type { Page } from '@playwright/test'
import { generateKeyPairSigner } from '@solana/kit'
import { SOL_MINT } from '../contract/src/tokens.ts'
import { expect, test } from './fixtures.ts'
import { inspect } from './inspect.ts'
import { ask, BONK, codeFor, createAccount, signUp } from './person.ts'
import { answered, held } from './refused.ts'
import { button, dialogOf } from './wallets-page.ts'

const stranger = async (): Promise<string> => (await generateKeyPairSigner()).address
const card = (page: Page, name: string) => page.locator('dl > div').filter({ hasText: name }).locator('dd')
const entries = (page: Page) => page.getByRole('group', { name: 'Whitelist entries' })
const form = (page: Page) => page.getByRole('region', { name: 'Add an entry' })

async function fill(page: Page, wallet: string, mint: string): Promise<void> {
  await form(page).getByLabel('Wallet Address').fill(wallet)
  await form(page).getByLabel('Token Mint Address').fill(mint)
  await button(form(page), 'Add Entry').click()
}

test('the tab is in the URL, is empty at first, checks what is added, and asks before it removes', async ({
  page,
}) => {
  await signUp(page, 'whitelist', '/wallets')
  await page.getByRole('tab', { name: 'Whitelist' }).click()
  await expect(page).toHaveURL(/\/wallets\?tab=whitelist$/)
  await expect(page.getByText('No whitelist entries yet.', { exact: false })).toBeVisible()
  for (const name of ['Total Entries', 'Unique Wallets', 'Unique Tokens'])
    await expect(card(page, name)).toHaveText('0')
  await inspect(page, 'empty whitelist')

  const [one, two] = [await stranger(), await stranger()]
  await fill(page, '', '')
  await expect(page.getByText('Please fill in both addresses')).toBeVisible()
  await fill(page, 'nonsense', BONK)
  await expect(page.getByText('wallet_address must be a Solana address')).toBeVisible()
  await fill(page, one, two)
  await expect(page.getByText(`No token with the address ${two} exists on this network.`)).toBeVisible()
  await inspect(page, 'a refused entry')
  await fill(page, one, BONK)
  await expect(entries(page).getByRole('listitem')).toHaveCount(1)
  await fill(page, one, SOL_MINT)
  await expect(entries(page).getByRole('listitem')).toHaveCount(2)
  await form(page).getByLabel('Wallet Address').fill(two)
  await button(form(page), 'Use SOL').click()
  await expect(form(page).getByLabel('Token Mint Address')).toHaveValue(SOL_MINT)
  await button(form(page), 'Add Entry').click()
  await expect(entries(page).getByRole('listitem')).toHaveCount(3)
  await expect(card(page, 'Total Entries')).toHaveText('3')
  await expect(card(page, 'Unique Wallets')).toHaveText('2')
  await expect(card(page, 'Unique Tokens')).toHaveText('2')
  await fill(page, one, BONK)
  await expect(page.getByText('This pair of wallet and token is on your whitelist already.')).toBeVisible()
  for (const head of ['Wallet Address', 'Token Mint Address', 'Added On', 'Actions'])
    await expect(page.getByText(head, { exact: true }).first()).toBeVisible()
  await inspect(page, 'whitelist')

  const remove = button(entries(page), `Remove ${one} with BONK`)
  await remove.focus()
  await page.keyboard.press('Enter')
  const dialog = dialogOf(page, 'Remove Whitelist Entry')
  await expect(
    dialog.getByText('Are you sure you want to remove this entry from your whitelist?'),
  ).toBeVisible()
  await expect(dialog.getByText(one)).toBeVisible()
  await inspect(page, 'removal')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(remove).toBeFocused()
  await remove.click()
  await answered(page, 'DELETE /whitelist/\\d+', { status: 500, json: { code: 'unexpected' } }, async () => {
    await button(dialog, 'Remove Entry').click()
    await expect(dialog.getByText('Failed to remove entry')).toBeVisible()
  })
  await button(dialog, 'Remove Entry').click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Entry removed.')).toBeVisible()
  await expect(entries(page).getByRole('listitem')).toHaveCount(2)
  await page.reload()
  await expect(page.getByRole('tab', { name: 'Whitelist' })).toHaveAttribute('aria-selected', 'true')
  await expect(entries(page).getByRole('listitem')).toHaveCount(2)
})

test('it loads without jumping, and says what failed', async ({ page }) => {
  await createAccount(page, 'whitelist-fails')
  await held(page, 'GET /whitelist', async () => {
    await page.goto('/wallets?tab=whitelist')
    await expect(page.getByRole('status', { name: 'Loading whitelist entries' })).toBeVisible()
  })
  await expect(page.getByText('No whitelist entries yet.', { exact: false })).toBeVisible()
  const answer = { status: 400, json: { code: 'bad_answer' } }
  await answered(page, 'GET /whitelist', answer, async () => {
    await page.reload()
    await expect(page.getByText('Failed to fetch whitelist entries')).toBeVisible()
    await inspect(page, 'a whitelist that failed')
  })
  await button(page, 'Retry').click()
  await expect(page.getByText('No whitelist entries yet.', { exact: false })).toBeVisible()
  await answered(page, 'POST /whitelist', answer, async () => {
    await fill(page, await stranger(), BONK)
    await expect(page.getByText('Failed to add entry to whitelist')).toBeVisible()
  })
})

test('ten thousand entries are a bounded list', async ({ page }) => {
  await createAccount(page, 'whitelist-many')
  const data = Array.from({ length: 10_000 }, (_, i) => ({
    id: i + 1,
    wallet_address: `Wa11et${String(i).padStart(38, '1')}`,
    mint_address: BONK,
    timestamp: new Date().toISOString(),
  }))
  await page.route(/\/api\/whitelist$/, (route) => route.fulfill({ json: { success: true, data } }))
  await page.goto('/wallets?tab=whitelist')
  await expect(entries(page).getByRole('listitem').first()).toBeVisible()
  expect(await entries(page).getByRole('listitem').count()).toBeLessThan(60)
  await inspect(page, 'ten thousand entries')
})

test('the switch binds at once, and where keys ask for a code it asks for one, too', async ({ page }) => {
  const email = await signUp(page, 'whitelist-switch', '/profile')
  const guard = page.getByRole('switch', { name: /^Only send tokens to whitelisted pairs/ })
  await expect(guard).not.toBeChecked()
  await guard.click()
  await expect(guard).toBeChecked()
  await page.getByRole('switch', { name: /^Ask for a code before keys leave/ }).click()
  await expect
    .poll(async () => (await ask<{ keys_need_code: boolean }>(page, 'GET', '/users/me')).keys_need_code)
    .toBe(true)
  await page.getByRole('link', { name: 'Open the whitelist' }).click()
  await expect(page.getByText('Sends to other people go to these pairs only.')).toBeVisible()
  const wallet = await stranger()
  await fill(page, wallet, BONK)
  await expect(
    page.getByText('A code from your e-mail is needed before an entry is added to the whitelist.'),
  ).toBeVisible()
  await expect(page.getByText('A code is on its way to your email.')).toBeVisible()
  await inspect(page, 'a code for an entry')
  await page.getByLabel('Verification Code').fill(await codeFor(page, email))
  await button(form(page), 'Add Entry').click()
  await expect(entries(page).getByRole('listitem')).toHaveCount(1)

  await page.goto('/profile')
  await guard.click()
  await expect(page.getByText('A code is on its way to your email.')).toBeVisible()
  await inspect(page, 'a code for the switch')
  await page.getByLabel('Verification Code').fill(await codeFor(page, email))
  await button(page, 'Switch off').click()
  await expect(guard).not.toBeChecked()
})
