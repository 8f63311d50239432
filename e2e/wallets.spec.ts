/** The page of wallets: every dialog with its texts, on the real product. */
import { readFile } from 'node:fs/promises'
import { expect, type Download, type Locator, type Page, test } from '@playwright/test'
import { ask, BONK, createGroup, generate, register, walletsOf } from './person.ts'
import { type Product, startProduct } from './product.ts'
import { readCsv, readSheet } from './sheet.ts'

let product: Product
test.beforeAll(async () => {
  product = await startProduct()
})
test.afterAll(() => product.remove())
test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

const button = (place: Page | Locator, name: string | RegExp) =>
  place.getByRole('button', { name, exact: typeof name === 'string' })
const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name })
const count = (page: Page) => page.getByTestId('wallet-count')
const detail = (page: Page) => page.getByRole('region', { name: 'Wallet detail' })
const row = (page: Page, name: string) =>
  page
    .getByRole('group', { name: 'Wallets', exact: true })
    .getByRole('listitem')
    .filter({ has: button(page, name) })

async function open(page: Page, email: string): Promise<void> {
  await register(page, product.url, email)
  await page.getByRole('link', { name: 'Wallet Groups' }).click()
  await expect(page.getByRole('heading', { name: 'Wallet Management' })).toBeVisible()
}
async function bytesOf(download: Download): Promise<Buffer> {
  return readFile(await download.path())
}

test('an empty desk says so, generates with its checks, and fills', async ({ page }) => {
  await open(page, 'generate@example.com')
  await expect(page.getByText('No wallets found. Generate wallets to get started.')).toBeVisible()
  await expect(page.getByText('No wallet groups found. Create one to organize your wallets.')).toBeVisible()
  await expect(page.getByText('No Wallet Selected')).toBeVisible()
  await button(page, /^Ungrouped/).click()
  await expect(page.getByText('No ungrouped wallets found.')).toBeVisible()
  await button(page, /^All Wallets/).click()

  await button(page, '+ Generate').click()
  const dialog = dialogOf(page, 'Generate Wallets')
  await expect(dialog.getByLabel('Number of wallets')).toHaveValue('10')
  await expect(dialog.getByLabel('Name prefix')).toHaveValue('Wallet')
  for (const wrong of ['0', '1001', '1.5', 'many', '']) {
    await dialog.getByLabel('Number of wallets').fill(wrong)
    await button(dialog, 'Generate').click()
    await expect(dialog.getByText('Please enter a valid number between 1 and 1000')).toBeVisible()
  }
  await dialog.getByLabel('Number of wallets').fill('12')
  await dialog.getByLabel('Name prefix').fill(' ')
  await button(dialog, 'Generate').click()
  await expect(dialog.getByText('Name prefix is required')).toBeVisible()
  await dialog.getByLabel('Name prefix').fill('Desk')
  await dialog.getByLabel('Put them into').selectOption({ label: 'A new group' })
  await expect(dialog.getByLabel('New group name')).toHaveValue(/^Desk Group \d{4}-\d\d-\d\d/)
  await button(dialog, 'Generate').click()
  await expect(page.getByText('12 wallets generated.')).toBeVisible()
  await expect(count(page)).toHaveText('12')
  await expect(page.getByRole('heading', { name: /^Desk Group/ }).first()).toBeVisible()
  await expect(detail(page).getByRole('heading', { name: 'Desk 1', exact: true })).toBeVisible()
  await expect(row(page, 'Desk 1').getByText('Default')).toBeVisible()
  await expect(row(page, 'Desk 2').getByText('Empty wallet')).toBeVisible()
})

test('groups are created, coloured, edited, made the default and deleted', async ({ page }) => {
  await open(page, 'groups@example.com')
  await button(page, '+ New Group').click()
  await button(page, 'Create Group').click()
  await expect(page.getByText('Group name is required')).toBeVisible()
  await button(page, 'Cancel').click()
  await expect(page.getByLabel('Group Name')).toBeHidden()
  await createGroup(page, 'Whales')
  await createGroup(page, 'Minnows')

  await button(page, 'Colour of Whales').click()
  await expect(page.getByRole('button', { name: /^Colour #/ })).toHaveCount(36)
  const hex = page.getByLabel('Group Color, as # and six hex digits')
  await hex.fill('red')
  await expect(hex).toHaveValue('#9333EA')
  await hex.fill('#12')
  await expect(page.getByText('Use # followed by 6 hex digits')).toBeVisible()
  await expect(button(page, 'Done')).toBeDisabled()
  await expect(page.getByLabel('Custom colour')).toBeVisible()
  await button(page, 'Colour #DC2626').click()
  await button(page, 'Done').click()
  const groups = () =>
    ask<{ name: string; color: string; is_default: boolean }[]>(page, product.url, 'GET', '/wallet-groups')
  await expect.poll(async () => (await groups())[0]?.color).toBe('#DC2626')

  await button(page, 'Set as default: Minnows').click()
  await expect(button(page, /^Minnows Default/)).toBeVisible()
  await expect(button(page, 'Set as default: Minnows')).toHaveCount(0)
  await button(page, 'Edit group: Whales').click()
  await page.getByLabel('Group Name').fill('Big Whales')
  await page.getByLabel('Description (optional)').fill('The large ones')
  await page.getByLabel('Set as default group').check()
  await button(page, 'Update Group').click()
  await expect(button(page, /^Big Whales Default/)).toBeVisible()
  expect((await groups()).map((g) => [g.name, g.is_default])).toEqual([
    ['Big Whales', true],
    ['Minnows', false],
  ])

  await generate(page, 3, 'Minnows')
  await button(page, /^Minnows/).click()
  await expect(count(page)).toHaveText('3')
  await button(page, /^Big Whales/).click()
  await expect(
    page.getByText('No wallets in this group. Add wallets to this group or generate new ones.'),
  ).toBeVisible()
  await button(page, /^Minnows/).click()
  await button(page, 'Delete group: Minnows').click()
  const dialog = dialogOf(page, 'Delete Group')
  await expect(
    dialog.getByText(
      'Are you sure you want to delete the group "Minnows"? This will not delete the wallets in the group.',
    ),
  ).toBeVisible()
  await button(dialog, 'Delete Group').click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('This group was deleted. Its wallets are still here.')).toBeVisible()
  await expect(page.getByRole('heading', { name: /^All Wallets/ }).first()).toBeVisible()
  await expect(count(page)).toHaveText('3')
})

test('several wallets are moved, added and removed at once', async ({ page }) => {
  await open(page, 'bulk@example.com')
  await createGroup(page, 'One')
  await createGroup(page, 'Two')
  await generate(page, 6, 'One')
  await expect(button(page, /^One 6/)).toBeVisible()
  await button(page, 'Select Multiple').click()
  await page.getByLabel('Select Wallet 1').check()
  await row(page, 'Wallet 2').getByText('Empty wallet').click()
  await expect(page.getByText('2 selected')).toBeVisible()
  const bar = page.getByRole('group', { name: 'Selected wallets' })
  await bar.getByLabel('Group').selectOption({ label: 'Two' })
  await button(bar, 'Move to group').click()
  await expect(button(page, /^One 4/)).toBeVisible()
  await expect(button(page, /^Two 2/)).toBeVisible()
  await button(page, /^All Wallets/).click()
  await button(bar, 'Select all').click()
  await expect(page.getByText('6 selected')).toBeVisible()
  await button(bar, 'Add to group').click()
  await expect(button(page, /^Two 6/)).toBeVisible()
  await button(page, /^One/).click()
  await button(bar, 'Select all').click()
  await button(bar, 'Remove from group').click()
  await expect(button(page, /^One 0/)).toBeVisible()
  await button(page, 'Cancel').click()
  await expect(bar).toBeHidden()
})

test('a wallet is renamed, made default, grouped, revealed, and a second tab is told', async ({
  page,
  context,
}) => {
  test.setTimeout(120_000)
  await open(page, 'detail@example.com')
  await createGroup(page, 'Home')
  await generate(page, 2)
  await row(page, 'Wallet 2').getByText('Empty wallet').click()
  const pane = detail(page)
  await expect(pane.getByRole('heading', { name: 'Wallet 2', exact: true })).toBeVisible()
  await button(pane, 'Manage Groups').click()
  await pane.getByLabel('Group to add to').selectOption({ label: 'Home' })
  await button(pane, 'Add').click()
  await expect(button(page, /^Home 1/)).toBeVisible()
  await button(pane, 'Remove from Home').click()
  await expect(pane.getByText('In no group')).toBeVisible()
  await button(pane, 'Copy address').click()
  const wallets = await walletsOf(page, product.url)
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(wallets[1]?.address)

  await button(pane, 'Show private key').click()
  await expect(pane.getByTestId('private-key')).toHaveText(/^[1-9A-HJ-NP-Za-km-z]{80,90}$/)
  await expect(pane.getByText(/Hidden in \d+ seconds/)).toBeVisible()
  await button(pane, 'Hide now').click()
  await expect(pane.getByTestId('private-key')).toBeHidden()
  await button(pane, 'Show private key').click()
  await expect(pane.getByTestId('private-key')).toBeVisible()
  await expect(pane.getByTestId('private-key')).toBeHidden({ timeout: 35_000 })

  const other = await context.newPage()
  await other.goto(`${product.url}/wallets`)
  await row(other, 'Wallet 2').getByText('Empty wallet').click()
  await button(detail(other), 'Edit').click()
  await button(pane, 'Edit').click()
  await pane.getByLabel('Name', { exact: true }).fill('Savings')
  await pane.getByLabel('Default wallet').check()
  await button(pane, 'Save').click()
  await expect(pane.getByRole('heading', { name: 'Savings' })).toBeVisible()
  await expect(row(page, 'Savings').getByText('Default')).toBeVisible()
  await detail(other).getByLabel('Name', { exact: true }).fill('Spendings')
  await button(detail(other), 'Save').click()
  await expect(detail(other).getByText(/was changed in the meantime, perhaps in another tab/)).toBeVisible()
  await button(detail(other), 'Reload').click()
  await expect(detail(other).getByLabel('Name', { exact: true })).toHaveValue('Savings')
  await other.close()
})

test('deleting asks for the acknowledgement, and for the name where there are funds', async ({ page }) => {
  await open(page, 'delete@example.com')
  await generate(page, 3)
  const [first] = await walletsOf(page, product.url)
  await ask(page, product.url, 'POST', '/faucet', { address: first?.address, sol: 1.5 })
  await ask(page, product.url, 'POST', '/faucet', { address: first?.address, mint: BONK, amount: 250 })
  await page.reload()
  await expect(row(page, 'Wallet 1').getByText('1.5000 SOL')).toBeVisible()
  await button(page, 'Delete Wallet 2').click()
  const dialog = dialogOf(page, 'Delete Wallet')
  await expect(dialog.getByText('Warning: This action cannot be undone!')).toBeVisible()
  await button(dialog, 'Show private key').click()
  await button(dialog, 'Copy private key').click()
  await expect(button(dialog, 'Delete Wallet')).toBeDisabled()
  const understood =
    'I understand that deleting this wallet is permanent and I have saved the private key if needed.'
  await dialog.getByLabel(understood).check()
  await button(dialog, 'Delete Wallet').click()
  await expect(dialog).toBeHidden()
  await expect(count(page)).toHaveText('2')
  await expect(detail(page).getByRole('heading', { name: 'Wallet 1', exact: true })).toBeVisible()

  await button(page, 'Delete Wallet 1').click()
  await expect(dialog.getByText(/This wallet holds 1\.5000 SOL/)).toBeVisible()
  await dialog.getByLabel(understood).check()
  await expect(button(dialog, 'Delete Wallet')).toBeDisabled()
  await dialog.getByLabel(/Type the name of the wallet/).fill('Wallet 1')
  await button(dialog, 'Delete Wallet').click()
  await expect(dialog).toBeHidden()
  // The one that was selected is gone: nothing is until another is picked; the oldest left is the default.
  await expect(page.getByText('No Wallet Selected')).toBeVisible()
  await expect(row(page, 'Wallet 3').getByText('Default')).toBeVisible()
})

test('what is exported opens as a spreadsheet and as text, and imports again', async ({ page }) => {
  await open(page, 'export@example.com')
  await createGroup(page, 'Cold')
  await generate(page, 3, 'Cold')
  const wallets = await walletsOf(page, product.url)
  await ask(page, product.url, 'PUT', `/wallets/${wallets[0]?.id}`, { name: '=1+1' })
  const day = /\d{4}-\d\d-\d\d/.source
  const save = async (which: string, kind: string) => {
    await button(page, 'Export').click()
    const dialog = dialogOf(page, 'Export Wallets')
    await dialog.getByLabel('Wallets').selectOption({ label: which })
    const [download] = await Promise.all([page.waitForEvent('download'), button(dialog, kind).click()])
    await expect(dialog).toBeHidden()
    return download
  }
  const all = await save('All wallets', 'Export Excel')
  expect(all.suggestedFilename()).toMatch(new RegExp(`^wallets_all_${day}\\.xlsx$`))
  const rows = readSheet(await bytesOf(all))
  expect(rows).toHaveLength(4)
  expect(rows.slice(1).map((cells) => cells[1])).toEqual(wallets.map((wallet) => wallet.address))
  expect(rows[1]?.[0]).toBe("'=1+1")
  const group = await save('Cold', 'Export Excel')
  expect(group.suggestedFilename()).toMatch(new RegExp(`^wallets_group_\\d+_${day}\\.xlsx$`))
  const text = await save('All wallets', 'Export CSV')
  expect(text.suggestedFilename()).toMatch(new RegExp(`^all_wallets_${day}\\.csv$`))
  const csv = readCsv((await bytesOf(text)).toString())
  expect(csv.slice(1).map((cells) => cells[2])).toEqual(rows.slice(1).map((cells) => cells[2]))

  await page.getByRole('button', { name: 'Logout' }).click()
  await open(page, 'import@example.com')
  await button(page, 'Import').click()
  const dialog = dialogOf(page, 'Import Wallets')
  await button(dialog, 'Import').click()
  await expect(dialog.getByText('Enter at least one private key')).toBeVisible()
  const keys = dialog.getByLabel('Private keys, one a line')
  await keys.fill('nonsense')
  await button(dialog, 'Import').click()
  await expect(dialog.getByText('0 of 1 wallet imported')).toBeVisible()
  const [one = '', two = '', three = ''] = rows.slice(1).map((cells) => cells[2])
  await keys.fill(`${one}\nnonsense\n${two}\n${one}`)
  await dialog.getByLabel('Name prefix (optional)').fill('Old')
  await button(dialog, 'Import 4 wallets').click()
  await expect(dialog.getByText('2 of 4 wallets imported; 2 lines were not.')).toBeVisible()
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Line 2' })).toContainText(/not a private key/i)
  await button(dialog, 'Import more').click()
  await expect(keys).toHaveValue('')
  await keys.fill(three)
  await dialog.getByLabel('Name (optional)').fill('Third')
  await button(dialog, 'Import').click()
  await expect(dialog.getByText('1 of 1 wallet imported.')).toBeVisible()
  await button(dialog, 'Done').click()
  await expect(count(page)).toHaveText('3')
  expect((await walletsOf(page, product.url)).map((w) => w.address)).toEqual(wallets.map((w) => w.address))
  const kept = await page.evaluate(() => JSON.stringify(localStorage))
  for (const key of [one, two, three]) expect(kept).not.toContain(key)
})

test('a profile that asks for a code gets it before keys leave', async ({ page }) => {
  await open(page, 'coded@example.com')
  await generate(page, 1)
  await ask(page, product.url, 'PUT', '/users/me', { keys_need_code: true })
  const code = async () => {
    const mails = await ask<{ subject: string; text: string }[]>(
      page,
      product.url,
      'GET',
      '/dev/outbox?to=coded@example.com',
    )
    return mails.map((mail) => /\b\d{6}\b/.exec(mail.text)?.[0]).find((found) => found !== undefined) ?? ''
  }
  await button(page, 'Export').click()
  const dialog = dialogOf(page, 'Export Wallets')
  await button(dialog, 'Export Excel').click()
  await expect(dialog.getByText('A code is on its way to your email.')).toBeVisible()
  await dialog.getByLabel('Verification Code').fill(await code())
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    button(dialog, 'Export Excel').click(),
  ])
  expect(readSheet(await bytesOf(download))).toHaveLength(2)
})

test('a thousand wallets are generated, filtered, sorted and scrolled', async ({ page }) => {
  test.setTimeout(120_000)
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(error.message))
  await open(page, 'thousand@example.com')
  await generate(page, 1000)
  await expect(page.getByText('1,000 wallets generated.')).toBeVisible()
  await expect(count(page)).toHaveText('1,000')
  const wallets = await walletsOf(page, product.url)
  const fund = (n: number, body: object) =>
    ask(page, product.url, 'POST', '/faucet', { address: wallets[n]?.address, ...body })
  await fund(499, { sol: 3 })
  await fund(500, { sol: 0.25 })
  await fund(500, { mint: BONK, amount: 100 })
  await page.reload()
  await expect(page.getByTestId('portfolio-sol')).toHaveText('3.25 SOL')
  // Only what is in sight is drawn.
  expect(await page.getByRole('button', { name: /^Delete Wallet/ }).count()).toBeLessThan(30)

  await button(page, 'Advanced Filters').click()
  const panel = page.getByRole('region', { name: 'Advanced Filters' })
  await expect(panel.getByLabel('Include empty wallets')).toBeChecked()
  await panel.getByLabel('Include empty wallets').uncheck()
  await expect(count(page)).toHaveText('2 of 1,000')
  await panel.getByLabel('Sort by').selectOption({ label: 'Sort by SOL' })
  await button(panel, 'Descending').click()
  const first = page.getByRole('group', { name: 'Wallets', exact: true }).getByRole('listitem').first()
  await expect(first).toContainText('Wallet 500')
  await panel.getByLabel('Min SOL').fill('nonsense')
  await expect(panel.getByText('Enter a number')).toBeVisible()
  await panel.getByLabel('Min SOL').fill('3.1')
  await expect(page.getByText('No wallets match these filters.')).toBeVisible()
  await button(page, 'Reset filters').click()
  await button(panel, 'BONK').click()
  await expect(count(page)).toHaveText('1 of 1,000', { timeout: 30_000 })
  await expect(first).toContainText('Wallet 501')
  await expect(first.getByText('100.0000 BONK')).toBeVisible()
  await button(panel, 'None').click()
  await expect(count(page)).toHaveText('999 of 1,000')
  await button(panel, 'Reset').click()
  await button(panel, 'Descending').click()
  await expect(first).toContainText('Wallet 1000')
  await page.getByRole('group', { name: 'Wallets', exact: true }).press('End')
  await expect(row(page, 'Wallet 1')).toBeVisible()
  expect(problems).toEqual([])
  expect(product.output()).not.toMatch(/"level":"error"/)
})

test('while the server is away what was known stays, failures are told, and all comes back by itself', async ({
  page,
}) => {
  test.setTimeout(120_000)
  const own = await startProduct()
  try {
    await register(page, own.url, 'away@example.com')
    await page.goto(`${own.url}/wallets`)
    await generate(page, 2)
    const [first] = await walletsOf(page, own.url)
    await ask(page, own.url, 'POST', '/faucet', { address: first?.address, sol: 2 })
    await page.reload()
    await expect(row(page, 'Wallet 1').getByText('2.0000 SOL')).toBeVisible()
    await own.end('SIGKILL')
    await button(page, 'Refresh balances').click()
    await button(page, '+ Generate').click()
    const dialog = dialogOf(page, 'Generate Wallets')
    await dialog.getByLabel('Number of wallets').fill('5')
    await button(dialog, 'Generate').click()
    await expect(dialog.getByRole('alert')).toHaveText(
      'Server temporarily unavailable. The application is recovering or restarting.',
      { timeout: 30_000 },
    )
    await expect(page.getByText('Server connection issues detected.', { exact: false })).toBeVisible()
    await expect(row(page, 'Wallet 1').getByText('2.0000 SOL')).toBeVisible()
    await own.again()
    await expect(page.getByText('Server connection issues detected.', { exact: false })).toHaveCount(0, {
      timeout: 30_000,
    })
    await button(dialog, 'Generate').click()
    await expect(dialog).toBeHidden({ timeout: 30_000 })
    await expect(count(page)).toHaveText('7')
    await expect(row(page, 'Wallet 7').getByText('Empty wallet')).toBeVisible()
  } finally {
    await own.remove()
  }
})
