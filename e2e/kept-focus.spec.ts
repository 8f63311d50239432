// Pages: payments, profile, wallets
/** On forms of pages and in dialogs: a pressed button keeps the focus, and a key that is held down presses once. */
import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { ask, BONK, createAgent, signUp, readWallets } from './person.ts'
import { answered, held, refused } from './refused.ts'
import { button, getDialog, open } from './wallets-page.ts'

const BUSY = { status: 429, contentType: 'application/json', body: '{"error":"Not now."}' }
/** The system repeats a key like this: more often than any answer takes. */
async function hold(page: Page, times: number): Promise<void> {
  for (let i = 0; i < times; i++) await page.keyboard.down('Enter')
}

/** Presses Enter on it, which is refused; it has the focus all the while. */
async function expectRefused(page: Page, call: string, pressed: Locator, complaint: Locator): Promise<void> {
  await refused(page, call, async () => {
    await held(page, call, async () => {
      await pressed.press('Enter')
      await expect(pressed).toBeDisabled()
      await expect(pressed).toBeFocused()
    })
    await expect(complaint).toBeVisible()
  })
  await expect(pressed).toBeFocused()
}

test('a button keeps the focus while it is busy, and after a refusal', async ({ page }) => {
  await signUp(page, 'busy-focus', '/payments')
  await page.getByLabel('Amount (USD)').fill('5')
  await expectRefused(
    page,
    'POST /payments/create-link',
    button(page, /^(Generate Payment Link|Generating...)$/),
    page.getByRole('alert'),
  )
  await page.goto('/whitelist')
  await page.getByLabel('Wallet Address').fill(BONK)
  await page.getByLabel('Token Mint Address').fill(BONK)
  const add = button(page, /^(Add Entry|Adding...)$/)
  await expectRefused(page, 'POST /whitelist', add, page.getByText('Failed to add entry to whitelist'))
  // A dialog gives it back.
  await page.goto('/dashboard')
  await createAgent(page)
  await button(page, 'Rename Agent 1').click()
  const dialog = getDialog(page, 'Rename Agent')
  await dialog.getByLabel('Name').fill('Night watch')
  const rename = button(dialog, /^(Rename|Saving...)$/)
  await expectRefused(page, 'PUT /agents/\\d+', rename, dialog.getByRole('alert'))
  await page.keyboard.press('Escape')
  await expect(button(page, 'Rename Agent 1')).toBeFocused()
})

test('Enter that is held down neither sends again what was refused nor answers the question it opened', async ({
  page,
}) => {
  await open(page, 'held')
  await ask(page, 'POST', '/wallet/generate', { name: 'Wallet 1' })
  let saves = 0
  page.on('request', (request) => {
    if (request.method() === 'PUT') saves++
  })
  await answered(page, 'PUT /payments/settings', BUSY, async () => {
    await page.goto('/payments?tab=settings')
    await page.getByLabel('Tolerance (%)').fill('2')
    await button(page, 'Save').focus()
    await page.keyboard.down('Enter')
    await expect(page.getByText('Not now.')).toBeVisible()
    await expect(button(page, 'Save')).toBeFocused()
    await hold(page, 10)
    await page.keyboard.up('Enter')
  })
  expect(saves).toBe(1)

  await page.goto('/wallets')
  // The question matches the list.
  await expect(page.getByTestId('wallet-count')).toHaveText('1')
  await button(page, '+ Generate').click()
  const dialog = getDialog(page, 'Generate Wallets')
  await dialog.getByLabel('Number of wallets').fill('2')
  await button(dialog, 'Generate').focus()
  await page.keyboard.down('Enter')
  await expect(button(dialog, 'Generate anyway')).toBeFocused()
  await hold(page, 10)
  await page.keyboard.up('Enter')
  await expect(button(dialog, 'Generate anyway')).toBeFocused()
  expect(await readWallets(page)).toHaveLength(1)
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  expect(await readWallets(page)).toHaveLength(3)
})
