/** The page that moves tokens, and the places of its parts. */
import { expect, type Page } from '@playwright/test'
import { createIssuer } from '../server/src/test/mints.ts'
import { readAddress, fund, make } from './center-page.ts'
import type { Network } from './network.ts'
import { ask, createAccount } from './person.ts'
import { button } from './wallets-page.ts'

export const NO_TOKEN = 'Please enter a token address first to see token balances'
export const field = (page: Page) => page.getByLabel('Token Address')
export const tokenButton = (page: Page, name: RegExp) =>
  page.getByRole('group', { name: 'Your Tokens' }).getByRole('button', { name })

/** A person with wallets Desk 1 (with SOL) to Desk n, and an issuer of tokens on their network. */
export async function openDesks(page: Page, network: Network, name: string, desks: number) {
  await createAccount(page, name)
  await make(page, desks, 'Desk')
  await fund(page, 'Desk 1', 10)
  return createIssuer(network.call)
}

export async function goToTokens(page: Page, mint = ''): Promise<void> {
  await page.goto(`/token-distribution${mint === '' ? '' : `?token=${mint}`}`)
  await expect(page.getByRole('heading', { name: 'Token Distribution & Gathering' })).toBeVisible()
  await expect(button(page, /^Select All|^No Eligible/).first()).toBeVisible()
}

/** Returns the amount of a token that a wallet can move, as the server reads it from the network. */
export async function readBalance(page: Page, name: string, tokenAddress: string): Promise<number> {
  const walletAddresses = [await readAddress(page, name)]
  const { balances } = await ask<{ balances: { balance: number }[] }>(
    page,
    'POST',
    '/wallet/multiple-token-balances',
    { walletAddresses, tokenAddress },
  )
  return balances[0]?.balance ?? Number.NaN
}
