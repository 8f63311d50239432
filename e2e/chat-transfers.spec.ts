/** Transfers that are asked for in the chat: each opens its page's own preview, filled in, and nothing moves before. */
import { addressOf, confirm, fund, group, held, make, openCenter, region } from './center-page.ts'
import { expect, test } from './fixtures.ts'
import { ask, BONK, createAgent, say } from './person.ts'
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
  await say(page, 'gather all BONK from the group Traders to Desk 1')
  await page.getByRole('link', { name: 'Open preview' }).last().click()
  const gather = dialogOf(page, 'Preview Gather')
  await expect(gather).toContainText('1,000 BONK')
  await page.keyboard.press('Escape')
  await expect(group(page, 'Traders')).toBeVisible()
  await expect(region(page, 'Destination Wallet')).toContainText('Desk 1')
})
