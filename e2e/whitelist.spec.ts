// Pages: wallets
/** The Whitelist tab and the switch of the profile: every state and text, on the real product. */
import type { Page } from '@playwright/test'
import { generateKeyPairSigner } from '@solana/kit'
import { expect, test } from './fixtures.ts'
import { inspect } from './inspect.ts'
import { ask, BONK, readCode, signUp } from './person.ts'
import { button } from './wallets-page.ts'

const stranger = async (): Promise<string> => (await generateKeyPairSigner()).address
const entries = (page: Page) => page.getByRole('group', { name: 'Whitelist entries' })
const form = (page: Page) => page.getByRole('region', { name: 'Add an entry' })

async function fill(page: Page, wallet: string, mint: string): Promise<void> {
  await form(page).getByLabel('Wallet Address').fill(wallet)
  await form(page).getByLabel('Token Mint Address').fill(mint)
  await button(form(page), 'Add Entry').click()
}

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
  await expect(
    page.getByText('The whitelist is enforced. Sends outside your own wallets go to these pairs only.'),
  ).toBeVisible()
  const wallet = await stranger()
  await fill(page, wallet, BONK)
  await expect(
    page.getByText(/^An email code is required to raise a limit, turn off a safeguard or add an entry/),
  ).toBeVisible()
  await expect(page.getByText('A code is on its way to your email.')).toBeVisible()
  await inspect(page, 'a code for an entry')
  await page.getByLabel('Verification Code').fill(await readCode(page, email))
  await button(form(page), 'Add Entry').click()
  await expect(entries(page).getByRole('listitem')).toHaveCount(1)

  await page.goto('/profile')
  await guard.click()
  await expect(page.getByText('A code is on its way to your email.')).toBeVisible()
  await inspect(page, 'a code for the switch')
  await page.getByLabel('Verification Code').fill(await readCode(page, email))
  await button(page, 'Switch off').click()
  await expect(guard).not.toBeChecked()
})
