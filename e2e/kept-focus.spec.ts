// Pages: payments, profile, wallets
/** On forms of pages and in dialogs: the focus does not fall to nothing, and a key that is held down presses once. */
import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { ask, BONK, createAgent, signUp, walletsOf } from './person.ts'
import { answered, held, refused } from './refused.ts'
import { button, dialogOf, open } from './wallets-page.ts'

const BUSY = { status: 429, contentType: 'application/json', body: '{"error":"Not now."}' }
/** As the system repeats a key: more often than any answer takes. */
async function hold(page: Page, times: number): Promise<void> {
  for (let i = 0; i < times; i++) await page.keyboard.down('Enter')
}

/** Enter on it is refused after it was disabled, and it has the focus again. */
async function expectRefused(page: Page, call: string, pressed: Locator, complaint: Locator): Promise<void> {
  await refused(page, call, async () => {
    await held(page, call, async () => {
      await pressed.press('Enter')
      await expect(pressed).toBeDisabled()
    })
    await expect(complaint).toBeVisible()
  })
  await expect(pressed).toBeFocused()
}

test('forms of payments have the focus again after a refusal', async ({ page }) => {
  await signUp(page, 'payment-focus', '/payments')
  await page.getByLabel('Amount (USD)').fill('5')
  await expectRefused(
    page,
    'POST /payments/create-link',
    button(page, /^(Generate Payment Link|Generating...)$/),
    page.getByRole('alert'),
  )
  await page.goto('/payments?tab=settings')
  await expectRefused(
    page,
    'GET /payments/export',
    button(page, /^(Export payments|Exporting...)$/),
    page.getByRole('alert'),
  )
  const tolerance = page.getByLabel('Tolerance (%)')
  await tolerance.fill('2')
  const save = button(page, /^(Save|Saving...)$/)
  await expectRefused(page, 'PUT /payments/settings', save, page.getByText('Failed to save the tolerance'))
  // Once it is saved there is nothing to save: its button is disabled for good.
  await page.keyboard.press('Enter')
  await expect(page.getByText('The tolerance was saved.')).toBeVisible()
  await expect(tolerance).toBeFocused()
})

test('a switch and an entry that are refused have the focus again', async ({ page }) => {
  await signUp(page, 'page-focus', '/profile')
  const guard = page.getByLabel('Ask for a code before keys leave')
  await expect(guard).toBeEnabled()
  await refused(page, 'PUT /users/me', async () => {
    await held(page, 'PUT /users/me', async () => {
      await guard.press('Space')
      await expect(guard).toBeDisabled()
    })
    await expect(page.getByText('Failed to update profile')).toBeVisible()
  })
  await expect(guard).toBeFocused()

  await page.goto('/whitelist')
  await page.getByLabel('Wallet Address').fill(BONK)
  await page.getByLabel('Token Mint Address').fill(BONK)
  const add = button(page, /^(Add Entry|Adding...)$/)
  await expectRefused(page, 'POST /whitelist', add, page.getByText('Failed to add entry to whitelist'))
})

test('while a dialog saves, Tab does not lead behind it', async ({ page }) => {
  await signUp(page, 'dialog-tab')
  await createAgent(page)
  await button(page, 'Rename Agent 1').click()
  const dialog = dialogOf(page, 'Rename Agent')
  await dialog.getByLabel('Name').fill('Night watch')
  const rename = button(dialog, /^(Rename|Saving...)$/)
  await refused(page, 'PUT /agents/\\d+', async () => {
    await held(page, 'PUT /agents/\\d+', async () => {
      await rename.press('Enter')
      await expect(rename).toBeDisabled()
      await expect(dialog).toBeFocused()
      await page.keyboard.press('Tab')
      await expect(button(dialog, 'Close')).toBeFocused()
      await page.keyboard.press('Shift+Tab')
      await expect(dialog.getByLabel('Name')).toBeFocused()
    })
    await expect(dialog.getByRole('alert')).toBeVisible()
  })
  // It was moved meanwhile: there it stays.
  await expect(dialog.getByLabel('Name')).toBeFocused()
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
  // Asked about is what the list shows.
  await expect(page.getByTestId('wallet-count')).toHaveText('1')
  await button(page, '+ Generate').click()
  const dialog = dialogOf(page, 'Generate Wallets')
  await dialog.getByLabel('Number of wallets').fill('2')
  await button(dialog, 'Generate').focus()
  await page.keyboard.down('Enter')
  await expect(button(dialog, 'Generate anyway')).toBeFocused()
  await hold(page, 10)
  await page.keyboard.up('Enter')
  await expect(button(dialog, 'Generate anyway')).toBeFocused()
  expect(await walletsOf(page)).toHaveLength(1)
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  expect(await walletsOf(page)).toHaveLength(3)
})
