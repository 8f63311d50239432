// Pages: all
/** Every screen, wide and on a phone, light and dark: reachable by name, with enough contrast, and never wider than the window. */
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import {
  ask,
  BONK,
  createAgent,
  createGroup,
  fundWallet,
  generate,
  signUp,
  say,
  setToken,
  readWallets,
} from './person.ts'
import { inspect } from './inspect.ts'
import { readAddress, calculate, fund, goToCenter, make } from './center-page.ts'
import { createIssuer } from '../server/src/test/mints.ts'
import { goToTokens } from './token-page.ts'
import { button, getDialog } from './wallets-page.ts'

const bar = (page: Page) => page.getByTestId('desk-bar')
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })

/** Opens a dialog, inspects it and closes it again. */
async function look(page: Page, opener: ReturnType<typeof button>, title: string): Promise<void> {
  await opener.click()
  await expect(getDialog(page, title)).toBeVisible()
  await inspect(page, title)
  await page.keyboard.press('Escape')
  await expect(getDialog(page, title)).toBeHidden()
}

test('every screen is accessible and fits', async ({ page }) => {
  await page.goto('/login')
  await inspect(page, 'login')
  await page.goto('/dev/outbox')
  await inspect(page, 'outbox')
  await signUp(page, 'looks')
  await expect(page.getByText('No agents found')).toBeVisible()
  await expect(page.getByRole('region', { name: 'First steps' })).toBeVisible()
  await inspect(page, 'empty dashboard')
  await createAgent(page)
  await fundWallet(page)
  await setToken(page, BONK)
  await inspect(page, 'settings')
  await say(page, 'buy 0.02 SOL every 1 hour, 10 times')
  await expect(page.getByRole('button', { name: 'Execute Strategy' })).toBeVisible()
  await inspect(page, 'plan')
  await page.getByRole('button', { name: 'Execute Strategy' }).click()
  await expect(
    page
      .getByLabel('Terminal log')
      .getByText(/Bought/)
      .first(),
  ).toBeVisible()
  await page.getByRole('tab', { name: 'Trades' }).click()
  await expect(page.getByRole('group', { name: 'Trades' })).toBeVisible()
  await expect(page.getByRole('img', { name: /^Candles of 1m of BONK/ })).toBeVisible()
  await inspect(page, 'terminal and chart')
  await look(page, button(page, 'Rename Agent 1'), 'Rename Agent')
  await look(page, button(page, 'Delete Agent 1'), 'Delete Agent')
  await look(page, button(bar(page), 'Close position'), 'Close position')
  await look(page, button(page, 'Stop all'), 'Stop everything')
  await tab(page, 'Orders').click()
  await expect(page.getByRole('table', { name: 'Open orders' })).toBeVisible()
  await inspect(page, 'orders')
  await tab(page, 'Parity').click()
  await expect(page.getByRole('region', { name: 'Parity' }).getByText('Orders live')).toBeVisible()
  await inspect(page, 'parity')
  await button(bar(page), 'Stop').click()
  await expect(page.getByTestId('strategy-status')).toHaveText('Stopped')
  await look(page, button(bar(page), 'Start'), 'Start again')
  await page.goto('/strategies')
  await expect(page.getByRole('table', { name: 'Strategies' })).toBeVisible()
  await inspect(page, 'strategies')
  await page.goto('/profile')
  await inspect(page, 'profile')

  await page.goto('/help')
  await expect(page.getByRole('heading', { name: 'What an agent can do' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 2 })).toHaveCount(9)
  await inspect(page, 'help')
  await page.setViewportSize({ width: 390, height: 844 })
  await button(page, 'Open navigation').click()
  await expect(getDialog(page, 'Navigation')).toBeVisible()
  await inspect(page, 'navigation')
  await page.keyboard.press('Escape')
  // An example is sent with a click, once, and not again after a reload.
  await page.getByRole('link', { name: /^Send: EMA 9\/21/ }).click()
  await expect(page).toHaveURL(/\/dashboard/)
  const [agent] = await ask<{ id: number }[]>(page, 'GET', '/agents')
  const said = async () =>
    (await ask<{ role: string; content: string }[]>(page, 'GET', `/agents/${agent?.id}/chat`)).filter(
      ({ role, content }) => role === 'user' && content.startsWith('EMA 9/21'),
    ).length
  await expect.poll(said).toBe(1)
  await page.reload()
  await expect(page.getByLabel('Message', { exact: true })).toBeVisible()
  expect(await said()).toBe(1)
})

test('the page of wallets and its dialogs are accessible and fit', async ({ page }) => {
  await signUp(page, 'wallets')
  await page.goto('/wallets')
  await expect(page.getByText('No wallets found.', { exact: false })).toBeVisible()
  await inspect(page, 'no wallets')
  await page.getByRole('button', { name: '+ New Group' }).click()
  await inspect(page, 'new group')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await createGroup(page, 'A group with quite a long name for a chip on a phone')
  await generate(page, 20, 'A group with quite a long name for a chip on a phone')
  const [first] = await readWallets(page)
  await ask(page, 'POST', '/faucet', { address: first?.address, sol: 1234.5 })
  await ask(page, 'POST', '/faucet', { address: first?.address, mint: BONK, amount: 123456 })
  await page.reload()
  await expect(page.getByText('1.23K SOL')).toBeVisible()
  await inspect(page, 'twenty wallets')
  await page.getByRole('button', { name: 'Show portfolio' }).click()
  await inspect(page, 'the portfolio, unfolded')
  await page.getByRole('button', { name: 'Hide portfolio' }).click()
  await page.getByRole('button', { name: 'Advanced Filters' }).click()
  await page.getByRole('button', { name: 'Select Multiple' }).click()
  await page.getByLabel('Select Wallet 3').check()
  await inspect(page, 'filters and selection')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Details' }).click()
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await page.getByRole('button', { name: 'Manage Groups' }).click()
  await inspect(page, 'the detail of a wallet, edited')
  await page.getByRole('dialog', { name: 'Wallet detail' }).getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Search and commands' }).click()
  await expect(page.getByRole('button', { name: 'Stop everything' })).toBeVisible()
  await inspect(page, 'the palette')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Colour of/ }).click()
  await inspect(page, 'colours')
  await page.keyboard.press('Escape')
  const dialogs = [
    ['Export', 'Export Wallets'],
    ['Import', 'Import Wallets'],
    ['+ Generate', 'Generate Wallets'],
    ['Delete Wallet 1', 'Delete Wallet'],
  ]
  for (const [name = '', title = ''] of dialogs) {
    const opener = page.getByRole('button', { name, exact: true }).first()
    await opener.click()
    await expect(page.getByRole('dialog', { name: title })).toBeVisible()
    await inspect(page, title)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog', { name: title })).toBeHidden()
    await expect(opener).toBeFocused()
  }
  await page.getByRole('button', { name: /^Actions of/ }).click()
  await inspect(page, 'the menu of a group')
  await page.getByRole('menuitem', { name: /^Delete group/ }).click()
  await inspect(page, 'Delete Group')
  await page.keyboard.press('Escape')
  await ask(page, 'POST', '/whitelist', { wallet_address: first?.address, mint_address: BONK })
  await page.goto('/wallets?tab=whitelist')
  await expect(page.getByRole('group', { name: 'Whitelist entries' })).toBeVisible()
  await inspect(page, 'whitelist')
  await page.goto('/wallets?tab=authorization')
  await button(page, 'Create token').first().click()
  await inspect(page, 'creating a token')
  await page.goto('/dashboard')
  await createAgent(page)
  await page.getByRole('button', { name: 'Show Settings' }).click()
  await page.getByRole('button', { name: /^Wallet to trade with/ }).click()
  await expect(page.getByText('Manage Wallets & Groups')).toBeVisible()
  await inspect(page, 'wallet or group picker')
})

test('the distribution center and the activity are accessible and fit', async ({ page }) => {
  await signUp(page, 'center')
  await page.goto('/solana-distribution')
  await expect(page.getByText('There are none yet.', { exact: false })).toBeVisible()
  await inspect(page, 'no wallets to move SOL between')
  await page.goto('/activity')
  await expect(page.getByText('Everything that moves funds', { exact: false })).toBeVisible()
  await inspect(page, 'no operations')
  await make(page, 40, 'Many', 'A group with quite a long name for a heading on a phone')
  await openDesks(page)
  await page.getByRole('button', { name: /^A group/ }).click()
  await inspect(page, 'groups')
  await calculate(page, ['Desk 2', 'Desk 3'], '0.5')
  await page.getByRole('button', { name: 'Random Range' }).click()
  await inspect(page, 'stale amounts')
  await button(page, 'Templates').click()
  const templates = getDialog(page, 'Templates')
  for (const name of ['Payroll', 'Wages of a whole quarter, all of its weeks, and the bonus of its end']) {
    await templates.getByLabel('Save this form as').fill(name)
    await button(templates, 'Save Template').click()
    await expect(button(templates, `Apply: ${name}`)).toBeVisible()
  }
  await inspect(page, 'two templates')
  await button(templates, 'Rename: Payroll').click()
  await inspect(page, 'a template with another name')
  await page.keyboard.press('Escape')
  await expect(templates).toBeHidden()
  await button(page, 'Templates').click()
  await button(templates, 'Delete: Payroll').click()
  await expect(button(templates, 'Delete for good: Payroll')).toBeVisible()
  await inspect(page, 'a template before it goes')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Import CSV' }).click()
  await page.getByLabel('CSV').fill('nobody,1')
  await page.getByRole('button', { name: 'Import amounts' }).click()
  await inspect(page, 'a CSV with a wrong line')
  await page.getByLabel('CSV').fill('Desk 2,0.1\nDesk 3,0.0001')
  await page.getByRole('button', { name: 'Import amounts' }).click()
  await page.getByRole('button', { name: 'Execute Distribution' }).click()
  await expect(page.getByText('Network fees')).toBeVisible()
  await inspect(page, 'preview')
  await page.getByRole('button', { name: 'Confirm and send' }).click()
  await expect(page.getByRole('heading', { name: 'Partially Completed' })).toBeVisible()
  await inspect(page, 'result')
  await page.getByText('Open in Activity').click()
  await expect(page.getByText('Confirmed', { exact: true })).toHaveCount(2)
  await inspect(page, 'one operation')
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await inspect(page, 'operations')
  await page.goto('/solana-distribution')
  await page.getByRole('tab', { name: 'Gather SOL' }).click()
  await page.getByRole('button', { name: 'Desk 1', exact: true }).click()
  await page.getByRole('button', { name: 'Desk 2', exact: true }).click()
  await page.getByRole('button', { name: 'Custom Amounts' }).click()
  await inspect(page, 'gather')
  await page.getByRole('tab', { name: 'Auto Distribution' }).click()
  await expect(page.getByText('+ 28 more wallets need top-up')).toBeVisible()
  await inspect(page, 'auto distribution')
  const settings = page.getByRole('region', { name: 'Auto Distribution Settings' })
  await settings.getByLabel('Funding wallet', { exact: true }).fill('Desk 1 ')
  await inspect(page, 'a funding wallet searched for')
  await page.getByRole('option', { name: /^Desk 1 / }).click()
  await settings.getByLabel('Enable auto distribution').click({ force: true })
  const first = page.getByRole('dialog', { name: 'Preview first round' })
  await expect(first).toContainText('Wallets in the first round')
  await inspect(page, 'what would be sent')
  await first.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(first).toBeHidden()
  await settings.getByRole('button', { name: 'Trigger Auto Distribution' }).click()
  await expect(page.getByText('All wallets have sufficient balance')).toBeVisible()
  await inspect(page, 'topped up')
})

/** Three wallets, the first with funds, on the page that distributes. */
async function openDesks(page: Page): Promise<void> {
  await make(page, 3, 'Desk')
  await fund(page, 'Desk 1', 10)
  await goToCenter(page)
}

test('the page that moves tokens is accessible and fits', async ({ page, network }) => {
  await signUp(page, 'token-looks')
  await page.goto('/token-distribution')
  await expect(page.getByText('There are none yet.', { exact: false })).toBeVisible()
  await inspect(page, 'no wallets to move tokens between')
  await make(page, 40, 'Many', 'A group with quite a long name for a heading on a phone')
  await make(page, 3, 'Desk')
  await goToTokens(page)
  await expect(page.getByText('Your wallets hold no tokens yet.')).toBeVisible()
  await inspect(page, 'no tokens')
  const issuer = await createIssuer(network.call)
  const mint = await issuer.createNamedMint({
    name: 'A token with a long name',
    symbol: 'LONGSYMBOL',
    uri: '',
  })
  const address = await readAddress(page, 'Desk 1')
  await issuer.mintTo(address, mint, 123_456_789_123_456n)
  for (let n = 1; n <= 4; n++)
    await issuer.mintTo(address, await issuer.createMint([]), BigInt(n) * 1_000_000n)
  // A payment by the desk itself into a wallet has it searched for tokens again.
  await ask(page, 'POST', '/faucet', { address, sol: 10, mint: BONK, amount: 123_456 })
  await goToTokens(page, mint)
  await expect(page.getByText('Show 3 more tokens')).toBeVisible()
  await page.getByRole('button', { name: /^A group/ }).click()
  await inspect(page, 'tokens of wallets')
  for (const n of [1, 2, 3]) await page.getByRole('button', { name: `Desk ${n}`, exact: true }).click()
  await page.getByLabel('Total Amount (LONGSYMBOL)').fill('1000.5')
  await page.getByRole('button', { name: 'Calculate' }).click()
  await page.getByRole('button', { name: 'Random Range' }).click()
  await inspect(page, 'stale amounts of a token')
  await page.getByRole('button', { name: 'Generate Random Distribution' }).click()
  await page.getByRole('button', { name: 'Execute Distribution' }).click()
  await expect(page.getByText('Network fees')).toBeVisible()
  await inspect(page, 'preview of tokens')
  await page.getByRole('button', { name: 'Confirm and send' }).click()
  await expect(page.getByRole('heading', { name: 'Operation Completed' })).toBeVisible()
  await inspect(page, 'result of tokens')
  await page.getByRole('tab', { name: 'Gather Tokens' }).click()
  await page.getByRole('button', { name: 'Desk 1', exact: true }).click()
  await page.getByRole('button', { name: 'Desk 2', exact: true }).click()
  await page.getByRole('button', { name: 'Custom Amounts' }).click()
  await inspect(page, 'gather of tokens')
  const stuck = await issuer.createMint([{ __kind: 'NonTransferable' }])
  await goToTokens(page, stuck)
  await expect(page.getByText('This token is non-transferable', { exact: false })).toBeVisible()
  await inspect(page, 'a token that cannot be moved')
})
