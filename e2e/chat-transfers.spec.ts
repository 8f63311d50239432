/** Transfers that are asked for in the chat: each opens its page's own preview, filled in, and nothing moves before. */
import { generateKeyPairSigner } from '@solana/kit'
import { addressOf, confirm, fund, group, held, make, openCenter, region } from './center-page.ts'
import { expect, test } from './fixtures.ts'
import { ask, BONK, createAccount, createAgent, say } from './person.ts'
import { heldOf } from './token-page.ts'
import { button, dialogOf } from './wallets-page.ts'

test('SOL goes from one wallet to another by a sentence, a preview and a confirmation', async ({ page }) => {
  await openCenter(page, 'talks', 3)
  await page.goto('/dashboard')
  await createAgent(page)
  await say(page, 'send 0.5 SOL from Desk 1 to Desk 3')
  await expect(page.getByText('0.5 SOL from Desk 1 to Desk 3. Nothing has moved')).toBeVisible()
  await expect(button(page, 'Execute Strategy')).toHaveCount(0)
  expect(await held(page, 'Desk 3')).toBe('0')
  await page.getByRole('link', { name: 'Open preview' }).click()
  await expect(page).toHaveURL(/\/solana-distribution$/)
  const preview = dialogOf(page, 'Preview Distribution')
  await expect(preview).toContainText('To distribute0.5 SOL')
  await expect(preview).toContainText('Desk 3')
  await page.keyboard.press('Escape')
  await expect(region(page, 'Source Wallet')).toContainText('Desk 1')
  await button(page, 'Execute Distribution').click()
  await confirm(page, 'Preview Distribution')
  await expect(page.getByText('Distribution completed successfully')).toBeVisible({ timeout: 30_000 })
  await expect.poll(() => held(page, 'Desk 3')).toBe('0.5')
  // A reload finds an empty form.
  await page.reload()
  await expect(region(page, 'Source Wallet')).toBeVisible()
  await expect(dialogOf(page, 'Preview Distribution')).toHaveCount(0)
  await expect(region(page, 'Source Wallet')).not.toContainText('Desk 1')
})

test('a token is distributed to a group, and gathered from it, by sentences', async ({ page }) => {
  await openCenter(page, 'talks-tokens', 1)
  await make(page, 3, 'Trader', 'Traders')
  await ask(page, 'POST', '/faucet', { address: await addressOf(page, 'Desk 1'), mint: BONK, amount: 5_000 })
  await fund(page, 'Trader 1', 1)
  await page.goto('/dashboard')
  await createAgent(page)
  await say(page, 'distribute 1000 BONK equally to the group Traderz')
  await expect(page.getByText('Which wallet or group is "Traderz"?')).toBeVisible()
  await say(page, 'distribute 1000 BONK equally to the group Traders')
  await expect(page.getByText(/1,000 BONK from Desk 1 to the group Traders \(3 wallets\)/)).toBeVisible()
  await page.getByRole('link', { name: 'Open preview' }).last().click()
  await expect(page).toHaveURL(new RegExp(`/token-distribution\\?token=${BONK}$`))
  const preview = dialogOf(page, 'Preview Distribution')
  await expect(preview).toContainText('To distribute1,000 BONK')
  await expect(preview).toContainText('333.33')
  await confirm(page, 'Preview Distribution')
  await expect(page.getByText('Distribution completed successfully')).toBeVisible({ timeout: 30_000 })
  expect(await heldOf(page, 'Trader 2', BONK)).toBeCloseTo(333.33, 1)

  await page.goto('/dashboard')
  await expect(page.getByText(/1,000 BONK from Desk 1/)).toBeVisible()
  await say(page, 'gather all BONK from the group Traders to Desk 1')
  await page.getByRole('link', { name: 'Open preview' }).last().click()
  const gather = dialogOf(page, 'Preview Gather')
  await expect(gather).toContainText('1,000 BONK')
  await page.keyboard.press('Escape')
  await expect(group(page, 'Traders')).toBeVisible()
  await expect(region(page, 'Destination Wallet')).toContainText('Desk 1')
})

test('what goes to an address outside opens the review of that send, with what must be known of it', async ({
  page,
}) => {
  await createAccount(page, 'talks-outside')
  await make(page, 2, 'Desk')
  await fund(page, 'Desk 2', 3)
  const { address: to } = await generateKeyPairSigner()
  await page.goto('/dashboard')
  await createAgent(page)
  await say(page, `send 1.25 SOL from Desk 2 to ${to}`)
  await expect(page.getByText('which is none of your wallets')).toBeVisible()
  await page.getByRole('link', { name: 'Open preview' }).click()
  const dialog = dialogOf(page, 'Send from Desk 2')
  await expect(dialog).toContainText('Sends1.25 SOL')
  await expect(dialog).toContainText(to)
  await expect(dialog.getByText('This address has never been used on this network.')).toBeVisible()
  await button(dialog, 'Back').click()
  await expect(dialog.getByLabel('To address')).toHaveValue(to)
  await expect(dialog.getByLabel('Amount')).toHaveValue('1.25')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Wallet Management' })).toBeVisible()
  await expect(dialog).toHaveCount(0)

  // A token that the wallet does not hold stays that token.
  await page.goto('/dashboard')
  await expect(page.getByText('which is none of your wallets')).toBeVisible()
  await say(page, `send 5 BONK from Desk 2 to ${to}`)
  await page.getByRole('link', { name: 'Open preview' }).last().click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  await expect(dialog.getByLabel('Send', { exact: true })).toHaveValue(BONK)
  expect(await held(page, 'Desk 2')).toBe('3')
})
