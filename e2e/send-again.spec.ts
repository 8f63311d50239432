// Pages: wallets
/** A send whose answer is lost is asked for again, and happens once. */
import { getProgramDerivedAddress, type Address } from '@solana/kit'
import { SOL_MINT } from '../contract/src/tokens.ts'
import { expect, test } from './fixtures.ts'
import { inspect } from './inspect.ts'
import { ask } from './person.ts'
import { confirm, dialog, enter, open, openDialog, review, stranger } from './send-page.ts'
import { button } from './wallets-page.ts'

test('an answer that is lost is asked for again under the same key, and it is sent once', async ({
  page,
}) => {
  await open(page, 'send-lost')
  const to = await stranger()
  await openDialog(page)
  await enter(page, to, '1')
  await review(page)
  await expect(confirm(page)).toBeEnabled()
  const keys: string[] = []
  await page.route(/\/api\/wallets\/\d+\/send$/, async (route) => {
    keys.push(route.request().headers()['idempotency-key'] ?? '')
    // It arrives, and its answer does not.
    if (keys.length <= 3) {
      await route.fetch()
      return route.abort()
    }
    return route.fallback()
  })
  await confirm(page).click()
  await expect(dialog(page).getByText(/^Whether it was sent is not known yet\./)).toBeVisible()
  await inspect(page, 'a send of unknown outcome')
  await button(dialog(page), 'Send again').click()
  await expect(dialog(page).getByText('Sent 1 SOL')).toBeVisible()
  expect(new Set(keys).size).toBe(1)
  expect(keys.length).toBeGreaterThan(3)
  const { operations } = await ask<{ operations: unknown[] }>(page, 'GET', '/operations?type=send')
  expect(operations).toHaveLength(1)
})

test('a send that was confirmed in another order is the same one', async ({ page }) => {
  await open(page, 'send-order')
  const programAddress = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA' as Address
  const [vault] = await getProgramDerivedAddress({
    programAddress,
    seeds: [await stranger().then((s) => s.slice(0, 20))],
  })
  // One that begins alike.
  const swapped = vault.slice(8).split('').reverse().join('')
  const alike = vault.slice(0, 8) + (swapped === vault.slice(8) ? `${swapped.slice(1)}2` : swapped)
  await ask(page, 'POST', '/whitelist', { wallet_address: alike, mint_address: SOL_MINT })
  await openDialog(page)
  await enter(page, vault, '1')
  await review(page)
  const ticks = dialog(page).getByLabel('I have checked this address and want to send to it.')
  await expect(ticks).toHaveCount(2)
  await ticks.nth(0).check()
  await ticks.nth(1).check()
  let asked = 0
  await page.route(/\/api\/wallets\/\d+\/send$/, async (route) => {
    if (++asked > 3) return route.fallback()
    await route.fetch()
    return route.abort()
  })
  await confirm(page).click()
  await expect(dialog(page).getByText(/^Whether it was sent is not known yet\./)).toBeVisible()
  await ticks.nth(0).uncheck()
  await ticks.nth(0).check()
  await button(dialog(page), 'Send again').click()
  await expect(dialog(page).getByText('Sent 1 SOL')).toBeVisible()
  const { operations } = await ask<{ operations: unknown[] }>(page, 'GET', '/operations?type=send')
  expect(operations).toHaveLength(1)
})
