// Pages: dashboard
/** Wallets on the dashboard: the picker of a wallet or a group, the connection, and the chat's wallet commands. */
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { ask, BONK, createAgent, createGroup, generate, signUp, say, readWallets } from './person.ts'
import { readCsv } from './sheet.ts'

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' })

test('a wallet connects by itself, a group takes its place, and both go with what is asked', async ({
  page,
  context,
}) => {
  await signUp(page, 'picker')
  await createAgent(page)
  await button(page, 'Connect Wallet').click()
  await expect(
    page.getByText('No wallets found. Please create a wallet first by going to the Wallet Groups page.'),
  ).toBeVisible()
  await page.goto('/wallets')
  await createGroup(page, 'Traders')
  await generate(page, 3, 'Traders')
  await generate(page, 2)
  const wallets = await readWallets(page)
  for (const wallet of wallets.slice(0, 3))
    await ask(page, 'POST', '/faucet', { address: wallet.address, sol: 1 })
  const connects: string[] = []
  page.on('request', (request) => {
    if (/\/api\/wallet\/(dis)?connect$/.test(request.url())) connects.push(request.postData() ?? 'none')
  })
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
  await expect(page.getByText('Connected', { exact: false }).first()).toBeVisible()
  expect(connects).toEqual([JSON.stringify({ walletAddress: wallets[0]?.address })])

  await button(page, 'Show Settings').click()
  await page.getByLabel('Token Address').fill(BONK)
  const trigger = page.getByRole('button', { name: /^Wallet to trade with/ })
  await trigger.click()
  const picker = page.getByRole('dialog', { name: 'Wallet to trade with' })
  await expect(picker.getByText('Individual Wallets')).toBeVisible()
  await expect(picker.getByText('Default', { exact: true })).toHaveCount(1)
  await picker.getByPlaceholder('Search wallets...').fill('no such wallet')
  await expect(picker.getByText('No wallets match your search')).toBeVisible()
  await picker.getByPlaceholder('Search wallets...').fill(wallets[4]?.address ?? '')
  await picker.getByRole('button', { name: 'Copy address of Wallet 5' }).click()
  await expect(page.getByText('Address copied to clipboard!')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(wallets[4]?.address)
  const [other] = await Promise.all([
    context.waitForEvent('page'),
    picker.getByRole('link', { name: 'Manage Wallets & Groups' }).click(),
  ])
  await expect(other.getByRole('heading', { name: 'Wallet Management' })).toBeVisible()
  await other.close()
  await picker.getByRole('button', { name: /^Traders/ }).click()
  await expect(trigger).toContainText('Group: Traders')
  await expect(trigger).toContainText('3 wallets')
  await expect(page.getByText('Group selected')).toBeVisible()
  await expect.poll(() => connects.length).toBe(2)

  const asked = page.waitForRequest(/\/parse$/)
  await say(page, 'buy 0.02 SOL every 60 seconds, 2 times')
  const body = (await asked).postDataJSON() as { group_id: number; wallet_addresses: string[] }
  expect(body.wallet_addresses).toEqual(wallets.slice(0, 3).map((wallet) => wallet.address))
  expect(body.group_id).toBeGreaterThan(0)
  const started = page.waitForRequest(/\/start$/)
  await button(page, 'Execute Strategy').click()
  const { strategy } = (await started).postDataJSON() as {
    strategy: { groupId: number; walletAddresses: string[] }
  }
  expect(strategy.groupId).toBe(body.group_id)
  expect(strategy.walletAddresses).toEqual(body.wallet_addresses)
  await page.reload()
  await expect(page.getByText('Group selected')).toBeVisible()
  await button(page, 'Show Settings').click()
  await button(page, 'Remove group Traders').click()
  await expect(page.getByText('Group selected')).toBeHidden()
  await expect(page.getByText('Connected', { exact: false }).first()).toBeVisible()
})

test('the chat generates up to ten wallets, shows them and hands out a file', async ({ page }) => {
  await signUp(page, 'chatter')
  await createAgent(page)
  const chat = page.getByRole('log', { name: 'Messages' })
  await say(page, 'show my wallets')
  await expect(
    chat.getByText("You don't have any wallets yet. Would you like me to generate one for you?"),
  ).toBeVisible()
  await say(page, 'export wallets')
  await expect(chat.getByText('Failed to export wallets: No wallets found to export')).toBeVisible()
  for (const wrong of ['generate 0 wallets', 'create 11 wallets', 'make 1.5 wallets']) {
    await say(page, wrong)
    await expect(chat.getByText('Please specify a valid number between 1 and 10').last()).toBeVisible()
  }
  await expect(chat.getByText('Please specify a valid number between 1 and 10')).toHaveCount(3)
  await say(page, 'make 4 wallets')
  await expect(chat.getByText('4 wallets generated.')).toBeVisible()
  const [made] = await Promise.all([
    page.waitForEvent('download'),
    button(page, 'Download wallet_keys.xlsx').click(),
  ])
  expect(made.suggestedFilename()).toBe('wallet_keys.csv')
  const bytes = await readFile(await made.path())
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  const wallets = await readWallets(page)
  const rows = readCsv(bytes.toString())
  expect(rows[0]).toEqual(['Name', 'Address', 'Private Key', 'Groups', 'Created'])
  expect(rows.slice(1).map((cells) => cells[1])).toEqual(wallets.map((wallet) => wallet.address))
  const kept = await page.evaluate(() => JSON.stringify(localStorage))
  for (const cells of rows.slice(1)) expect(kept).not.toContain(cells[2])

  await say(page, 'show my wallets')
  await expect(chat.getByText('You have 4 wallets:')).toBeVisible()
  await say(page, 'give me an excel file')
  const file = page.getByRole('button', { name: /^Download wallet_keys_\d{4}-\d\d-\d\d\.xlsx$/ })
  const [all] = await Promise.all([page.waitForEvent('download'), file.click()])
  expect(all.suggestedFilename()).toMatch(/^wallet_keys_\d{4}-\d\d-\d\d\.csv$/)
  expect(readCsv((await readFile(await all.path())).toString())).toEqual(rows)
})
