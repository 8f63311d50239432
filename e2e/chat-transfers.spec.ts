// Pages: dashboard
/** Transfers requested in the chat: each opens its page's own preview, filled in, and nothing moves before. */
import type { Page } from '@playwright/test'
import { generateKeyPairSigner } from '@solana/kit'
import { readAddress, confirm, fund, group, held, make, openCenter, region } from './center-page.ts'
import { expect, test } from './fixtures.ts'
import { ask, BONK, createAgent, say } from './person.ts'
import { readBalance } from './token-page.ts'
import { button, getDialog } from './wallets-page.ts'

/** Returns once the chat has its history: before that it takes no message. */
async function backToChat(page: Page, said: RegExp): Promise<void> {
  await page.goto('/dashboard')
  await expect(page.getByText(said).last()).toBeVisible()
}

test('SOL goes from one wallet to another, and to an address outside, by a sentence, a preview and a confirmation', async ({
  page,
}) => {
  await openCenter(page, 'talks', 3)
  await page.goto('/dashboard')
  await createAgent(page)
  await say(page, 'send 0.5 SOL from Desk 1 to Desk 3')
  await expect(page.getByText('0.5 SOL from Desk 1 to Desk 3. Nothing has moved')).toBeVisible()
  await expect(button(page, 'Execute Strategy')).toHaveCount(0)
  expect(await held(page, 'Desk 3')).toBe('0')
  await page.getByRole('link', { name: 'Open preview' }).click()
  await expect(page).toHaveURL(/\/solana-distribution$/)
  const preview = getDialog(page, 'Preview Distribution')
  await expect(preview).toContainText('Amount0.5 SOL')
  await expect(preview).toContainText('Desk 3')
  await page.keyboard.press('Escape')
  await expect(region(page, 'Source Wallet')).toContainText('Desk 1')
  await button(page, 'Execute Distribution').click()
  await confirm(page, 'Preview Distribution')
  await expect(page.getByText('Distribution completed successfully')).toBeVisible()
  await expect.poll(() => held(page, 'Desk 3')).toBe('0.5')
  // A reload finds an empty form.
  await page.reload()
  await expect(region(page, 'Source Wallet')).toBeVisible()
  await expect(getDialog(page, 'Preview Distribution')).toHaveCount(0)
  await expect(page.getByLabel('From', { exact: true })).toHaveValue('')

  const { address: to } = await generateKeyPairSigner()
  await backToChat(page, /0\.5 SOL from Desk 1 to Desk 3/)
  await say(page, `send 0.5 SOL from Desk 2 to ${to}`)
  await page.getByRole('link', { name: 'Open preview' }).last().click()
  await expect(page).toHaveURL(/\/wallets$/)
  const none = getDialog(page, 'Send from Desk 2')
  // Desk 2 holds nothing: it says so before anything is sent, with the form as requested.
  await expect(none.getByRole('alert')).toContainText('Insufficient balance. Desk 2 has 0 SOL')
  await expect(none.getByLabel('To address')).toHaveValue(to)
  await expect(none.getByLabel('Amount')).toHaveValue('0.5')
  await page.keyboard.press('Escape')
  await expect(none).toHaveCount(0)

  await backToChat(page, /0\.5 SOL from Desk 2 to/)
  await say(page, `send all my SOL from Desk 1 to ${to}`)
  await page.getByRole('link', { name: 'Open preview' }).last().click()
  const all = getDialog(page, 'Send from Desk 1')
  await expect(all).toContainText(to)
  await expect(all).toContainText('SOL after0 SOL')
  await page.keyboard.press('Escape')

  await backToChat(page, /0\.5 SOL from Desk 2 to/)
  await say(page, `send 5 BONK from Desk 1 to ${to}`)
  await page.getByRole('link', { name: 'Open preview' }).last().click()
  const token = getDialog(page, 'Send from Desk 1')
  // Nothing else is offered in place of a missing token.
  await expect(token.getByText('This wallet holds none of this token.')).toBeVisible()
  await expect(button(token, 'Review')).toBeDisabled()
  await page.keyboard.press('Escape')

  await backToChat(page, /0\.5 SOL from Desk 2 to/)
  await say(page, `send 0.5 SOL from Desk 1 to ${to}`)
  await page.getByRole('link', { name: 'Open preview' }).last().click()
  const some = getDialog(page, 'Send from Desk 1')
  await expect(some).toContainText('Amount0.5 SOL')
  await button(some, 'Confirm and send').click()
  await expect(some.getByText('Sent 0.5 SOL')).toBeVisible()
  await button(some, 'Done').click()
  await page.reload()
  await expect(getDialog(page, 'Send from Desk 1')).toHaveCount(0)
})

test('a token is distributed to a group, and gathered from it, by sentences', async ({ page }) => {
  await openCenter(page, 'talks-tokens', 1)
  await make(page, 3, 'Trader', 'Traders')
  await ask(page, 'POST', '/faucet', {
    address: await readAddress(page, 'Desk 1'),
    mint: BONK,
    amount: 5_000,
  })
  await fund(page, 'Trader 1', 1)
  await page.goto('/dashboard')
  await createAgent(page)
  await say(page, 'distribute 1000 BONK equally to the group Traderz')
  await expect(page.getByText('Which wallet or group is "Traderz"?')).toBeVisible()
  await say(page, 'distribute 1000 BONK equally to the group Traders')
  await expect(page.getByText(/1,000 BONK from Desk 1 to the group Traders \(3 wallets\)/)).toBeVisible()
  await page.getByRole('link', { name: 'Open preview' }).last().click()
  await expect(page).toHaveURL(new RegExp(`/token-distribution\\?token=${BONK}$`))
  const preview = getDialog(page, 'Preview Distribution')
  await expect(preview).toContainText('Amount1,000 BONK')
  await expect(preview).toContainText('333.33')
  await confirm(page, 'Preview Distribution')
  await expect(page.getByText('Distribution completed successfully')).toBeVisible()
  expect(await readBalance(page, 'Trader 2', BONK)).toBeCloseTo(333.33, 1)

  await backToChat(page, /1,000 BONK from Desk 1/)
  await say(page, 'gather all BONK from the group Traders to Desk 1')
  await page.getByRole('link', { name: 'Open preview' }).last().click()
  const gather = getDialog(page, 'Preview Gather')
  await expect(gather).toContainText('1,000 BONK')
  await page.keyboard.press('Escape')
  await expect(group(page, 'Traders')).toBeVisible()
  await expect(region(page, 'Destination Wallet')).toContainText('Desk 1')
})
