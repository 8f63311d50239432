// Pages: token-distribution
/** Tokens from one wallet to many and back: choosing, checking, previewing, sending, refusing. */
import type { Page } from '@playwright/test'
import type { ExtensionArgs } from '@solana-program/token-2022'
import { getFreezeAccountInstruction } from '@solana-program/token-2022'
import { readAddress, bar, confirm, region, walletRow } from './center-page.ts'
import { expect, test } from './fixtures.ts'
import { field, goToTokens, readBalance, openDesks } from './token-page.ts'
import { button, getDialog } from './wallets-page.ts'

const ONE = 1_000_000n

type Issuer = Awaited<ReturnType<typeof openDesks>>

/** A token that cannot be moved is refused with its reason, and nothing of it moves. */
async function expectRefusals(page: Page, issuer: Issuer): Promise<void> {
  const address = await readAddress(page, 'Desk 1')
  const someone = issuer.payer.address
  const hooked: ExtensionArgs = { __kind: 'TransferHook', authority: someone, programId: someone }
  const hook = await issuer.createMint([hooked])
  const frozen = await issuer.createMint([])
  await issuer.mintTo(address, hook, 5n * ONE)
  await issuer.mintTo(address, frozen, 5n * ONE)
  await issuer.mintTo(await readAddress(page, 'Desk 2'), frozen, 0n)
  const account = await issuer.deriveAccount(await readAddress(page, 'Desk 2'), frozen)
  await issuer.execute([getFreezeAccountInstruction({ account, mint: frozen, owner: issuer.payer })])
  await goToTokens(page, 'nonsense')
  await field(page).fill('nonsense')
  await field(page).blur()
  await expect(page.getByText('This is not a Solana address')).toBeVisible()
  await field(page).fill(someone)
  await expect(page.getByText(`No token with the address ${someone} exists on this network.`)).toBeVisible()
  await field(page).fill(hook)
  const reason = page.getByText('This token runs a program of its issuer on every transfer', { exact: false })
  await expect(reason).toHaveCount(1)
  for (const n of [1, 2, 3]) await button(page, `Desk ${n}`).click()
  await page.getByLabel(/^Total Amount/).fill('2')
  await button(page, 'Calculate').click()
  await button(page, 'Execute Distribution').click()
  await expect(bar(page).getByRole('alert')).toContainText('a transfer hook')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  // Another token: earlier amounts are not taken over. A mint without metadata has its first letters as a name.
  const symbol = frozen.slice(0, 4).toUpperCase()
  await field(page).fill(frozen)
  await expect(page.getByText('Unknown Token, 6 decimals')).toBeVisible()
  await expect(bar(page)).toContainText(`Total: 0 ${symbol}`)
  await page.getByLabel(`Total Amount (${symbol})`).fill('50')
  await button(page, 'Calculate').click()
  await button(page, 'Execute Distribution').click()
  const preview = getDialog(page, 'Preview Distribution')
  await expect(preview.getByRole('alert')).toContainText('Insufficient balance. Desk 1 has 5 ')
  await expect(button(preview, 'Confirm and send')).toBeDisabled()
  await button(preview, 'Cancel').click()
  await page.getByLabel(`Total Amount (${symbol})`).fill('2')
  await button(page, 'Calculate').click()
  await button(page, 'Execute Distribution').click()
  await expect(preview).toContainText('1 of 2 transfers would fail.')
  const why = 'The token account of this wallet is frozen by the issuer of the token'
  await expect(preview).toContainText(`Would fail: ${why}`)
  await confirm(page, 'Preview Distribution')
  const result = region(page, 'Result')
  await expect(result.getByRole('heading', { name: 'Partially Completed' })).toBeVisible()
  await expect(page.getByText('Completed with 1/2 successful transfers')).toBeVisible()
  await expect(result).toContainText(`Desk 2: ${why}`)
  expect(await readBalance(page, 'Desk 1', hook)).toBe(5)
  expect([await readBalance(page, 'Desk 1', frozen), await readBalance(page, 'Desk 3', frozen)]).toEqual([
    4, 1,
  ])
}

/** The fee that the token withholds is shown, and many tokens of a wallet are folded. */
async function expectWithheld(page: Page, issuer: Issuer): Promise<void> {
  const address = await readAddress(page, 'Desk 1')
  const someone = issuer.payer.address
  const fee = { epoch: 0n, maximumFee: ONE, transferFeeBasisPoints: 250 }
  const mint = await issuer.createMint([
    {
      __kind: 'TransferFeeConfig',
      transferFeeConfigAuthority: someone,
      withdrawWithheldAuthority: someone,
      withheldAmount: 0n,
      olderTransferFee: fee,
      newerTransferFee: fee,
    },
  ])
  const symbol = mint.slice(0, 4).toUpperCase()
  await issuer.mintTo(address, mint, 12_345n * ONE)
  for (const amount of [10n, 20n, 30n, 40n])
    await issuer.mintTo(address, await issuer.createMint([]), amount * ONE)
  await goToTokens(page)
  const desk = walletRow(page, 'Desk 1')
  await expect(desk.getByText('Show 2 more tokens')).toBeVisible()
  await expect(desk.getByText('12.35K')).toBeVisible()
  await expect(desk.getByText('10.0000', { exact: true })).toHaveCount(0)
  await desk.getByText('Show 2 more tokens').click()
  await expect(desk.getByText('10.0000', { exact: true })).toBeVisible()
  await desk.getByText('Show less').click()
  await expect(desk.getByText('10.0000', { exact: true })).toHaveCount(0)
  // Its symbol selects the token, not the wallet.
  await desk.getByRole('button', { name: symbol, exact: true }).first().click()
  await expect(field(page)).toHaveValue(mint)
  await expect(button(page, 'Desk 1')).toHaveAttribute('aria-pressed', 'false')
  await expect(page.getByText('This token withholds 2.5% of what arrives, at most 1 ')).toBeVisible()
  for (const n of [1, 2]) await button(page, `Desk ${n}`).click()
  await button(page, 'Custom Amounts').click()
  await page.getByLabel('Amount for Desk 2').fill('10')
  await button(page, 'Execute Distribution').click()
  const preview = getDialog(page, 'Preview Distribution')
  await expect(preview).toContainText(`Withheld by the token0.25 ${symbol}`)
  await expect(preview).toContainText(`Arrives9.75 ${symbol}`)
  await confirm(page, 'Preview Distribution')
  await expect(region(page, 'Result')).toContainText(`Received9.75 ${symbol}`)
  expect(await readBalance(page, 'Desk 2', mint)).toBe(9.75)
}

test('what cannot be moved is refused with its reason, what a token withholds is shown, and many tokens are folded', async ({
  page,
  network,
}) => {
  const issuer = await openDesks(page, network, 'refused', 3)
  await expectWithheld(page, issuer)
  await expectRefusals(page, issuer)
})
