// Pages: wallets, dashboard
/** What a person reads when a call is refused by something before the server, which gives no sentence of its own. */
import { expect, test } from './fixtures.ts'
import { ask, createAgent, createGroup, generate, signUp, walletsOf } from './person.ts'
import { refused, seenInTime, stopClock } from './refused.ts'
import { button, detail, dialogOf, open, row } from './wallets-page.ts'

test('a refused list of wallets and groups is told, and asked for again', async ({ page }) => {
  await signUp(page, 'list')
  await refused(page, 'GET /wallets', async () => {
    await page.goto('/wallets')
    await expect(page.getByText('Failed to load wallets. Please try again.')).toBeVisible()
    await expect(page.getByText('Failed to load wallet groups. Please try again.')).toBeVisible()
    await expect(page.getByText('No wallet groups found.', { exact: false })).toHaveCount(0)
    await expect(page.getByText('No wallets found. Generate wallets to get started.')).toHaveCount(0)
    // A part of the page that comes later asks, too: answered then, it would take the button away.
    await page.waitForLoadState('networkidle')
  })
  await button(page, 'Retry').click()
  await expect(page.getByText('No wallets found. Generate wallets to get started.')).toBeVisible()
  await expect(page.getByText('No wallet groups found. Create one to organize your wallets.')).toBeVisible()
})

test('every change of groups that is refused says so and leaves all as it was', async ({ page }) => {
  await open(page, 'groups')
  await refused(page, 'POST /wallet-groups', async () => {
    await button(page, '+ New Group').click()
    await page.getByLabel('Group Name').fill('One')
    await button(page, 'Create Group').click()
    await expect(page.getByText('Failed to create group. Please try again.')).toBeVisible()
  })
  await button(page, 'Create Group').click()
  await expect(button(page, 'Edit group: One')).toBeVisible()
  await createGroup(page, 'Two')
  await refused(page, 'PUT /wallet-groups/\\d+', async () => {
    await button(page, 'Edit group: One').click()
    await page.getByLabel('Group Name').fill('Other')
    await button(page, 'Update Group').click()
    await expect(page.getByText('Failed to update group. Please try again.')).toBeVisible()
    await button(page, 'Cancel').click()
    await button(page, 'Colour of One').click()
    await button(page, 'Colour #DC2626').click()
    await button(page, 'Done').click()
    await expect(page.getByText('Failed to update group color. Please try again.')).toBeVisible()
    await page.keyboard.press('Escape')
    await button(page, 'Set as default: Two').click()
    await expect(page.getByText('Failed to update default group. Please try again.')).toBeVisible()
  })
  await refused(page, 'DELETE /wallet-groups/\\d+', async () => {
    await button(page, 'Delete group: Two').click()
    const dialog = dialogOf(page, 'Delete Group')
    await button(dialog, 'Delete Group').click()
    await expect(dialog.getByText('Failed to delete group. Please try again.')).toBeVisible()
    await button(dialog, 'Cancel').click()
  })
  await page.reload()
  await expect(button(page, /^One 0/)).toBeVisible()
  await expect(button(page, /^Two 0/)).toBeVisible()
})

test('every change of wallets that is refused says so and leaves all as it was', async ({ page }) => {
  await open(page, 'wallets')
  await createGroup(page, 'Home')
  await refused(page, 'POST /wallets/generate-bulk', async () => {
    await button(page, '+ Generate').click()
    const dialog = dialogOf(page, 'Generate Wallets')
    await dialog.getByLabel('Number of wallets').fill('3')
    await button(dialog, 'Generate').click()
    await expect(dialog.getByText('Failed to generate wallets. Please try again.')).toBeVisible()
    await page.keyboard.press('Escape')
  })
  await generate(page, 3)
  await refused(page, 'GET /wallets/export', async () => {
    await button(page, 'Export').click()
    const dialog = dialogOf(page, 'Export Wallets')
    await button(dialog, /Excel|xlsx/i)
      .first()
      .click()
    await expect(dialog.getByText('Failed to export wallets. Please try again.')).toBeVisible()
    await page.keyboard.press('Escape')
  })
  await button(page, 'Select Multiple').click()
  await page.getByLabel('Select Wallet 1').check()
  const bar = page.getByRole('group', { name: 'Selected wallets' })
  await bar.getByLabel('Group').selectOption({ label: 'Home' })
  await refused(page, 'POST /wallet-groups/\\d+/wallets', async () => {
    await button(bar, 'Add to group').click()
    await expect(page.getByText('Failed to add wallets to group. Please try again.')).toBeVisible()
    await button(bar, 'Move to group').click()
    await expect(page.getByText('Failed to move wallets. Please try again.')).toBeVisible()
  })
  await button(bar, 'Add to group').click()
  await expect(button(page, /^Home 1/)).toBeVisible()
  await button(page, /^Home/).click()
  await page.getByLabel('Select Wallet 1').check()
  await refused(page, 'DELETE /wallet-groups/\\d+/wallets', async () => {
    await button(bar, 'Remove from group').click()
    await expect(page.getByText('Failed to remove wallets from group. Please try again.')).toBeVisible()
  })
  await button(page, 'Cancel').click()

  const pane = detail(page)
  await button(page, /^All Wallets/).click()
  await refused(page, 'GET /wallets/\\d+', async () => {
    await row(page, 'Wallet 3').getByText('Empty wallet').click()
    await expect(pane.getByText('Failed to load wallet details.')).toBeVisible()
  })
  await page.keyboard.press('Escape')
  await expect(pane).toHaveCount(0)
  await row(page, 'Wallet 2').getByText('Empty wallet').click()
  await expect(pane.getByRole('heading', { name: 'Wallet 2', exact: true })).toBeVisible()
  await button(pane, 'Manage Groups').click()
  await pane.getByLabel('Group to add to').selectOption({ label: 'Home' })
  await refused(page, 'POST /wallet-groups/\\d+/wallets', async () => {
    await button(pane, 'Add').click()
    await expect(pane.getByText('Failed to add wallet to group.')).toBeVisible()
  })
  await button(pane, 'Add').click()
  await expect(button(page, /^Home 2/)).toBeVisible()
  await refused(page, 'DELETE /wallet-groups/\\d+/wallets', async () => {
    await button(pane, 'Remove from Home').click()
    await expect(pane.getByText('Failed to remove wallet from group.')).toBeVisible()
  })
  await refused(page, 'POST /wallets/get-private-key', async () => {
    await button(pane, 'Show private key').click()
    await expect(pane.getByText('Failed to load private key.')).toBeVisible()
  })
  await refused(page, 'PUT /wallets/\\d+', async () => {
    await button(pane, 'Edit').click()
    await pane.getByLabel('Name', { exact: true }).fill('Savings')
    await button(pane, 'Save').click()
    await expect(pane.getByText('Failed to update wallet.')).toBeVisible()
  })
  await page.keyboard.press('Escape')
  await expect(pane).toHaveCount(0)
  await refused(page, 'DELETE /wallets/\\d+', async () => {
    await button(page, 'Delete Wallet 2').click()
    const dialog = dialogOf(page, 'Delete Wallet')
    await dialog.getByLabel(/I understand that deleting this wallet is permanent/).check()
    await button(dialog, 'Delete Wallet').click()
    await expect(dialog.getByText('Failed to delete wallet. Please try again.')).toBeVisible()
    await button(dialog, 'Cancel').click()
  })
  await refused(page, 'POST /wallet/balances', async () => {
    await page.reload()
    await expect(row(page, 'Wallet 1').getByText('Failed to load balances')).toBeVisible()
  })
  await page.reload()
  await expect(row(page, 'Wallet 1').getByText('Empty wallet')).toBeVisible()
  await expect(row(page, 'Wallet 2')).toBeVisible()
})

test('on the dashboard refusals are told, each in its own words', async ({ page }) => {
  await signUp(page, 'dashboard')
  await createAgent(page)
  const area = page.getByRole('region', { name: 'Wallet', exact: true })
  await refused(page, 'GET /wallets', async () => {
    await page.evaluate(() => {
      for (const key of Object.keys(localStorage)) if (key.includes('allets')) localStorage.removeItem(key)
    })
    await page.reload()
    await expect(area.getByText('Failed to load wallets.')).toBeVisible()
  })
  await page.reload()
  await refused(page, 'POST /wallets?/generate', async () => {
    await button(area, 'Generate wallet').click()
    await expect(area.getByText('Failed to generate wallet')).toBeVisible()
  })
  await page.goto('/wallets')
  await createGroup(page, 'Traders')
  await generate(page, 2, 'Traders')
  await refused(page, 'GET /wallet/\\w+/balance', async () => {
    await page.goto('/dashboard')
    await expect(area.getByText('Failed to fetch wallet balance')).toBeVisible()
  })
  await expect(area.getByText('Connected')).toBeVisible()

  await button(page, 'Show Settings').click()
  await page.getByRole('button', { name: /^Wallet to trade with/ }).click()
  const picker = page.getByRole('dialog', { name: 'Wallet to trade with' })
  await refused(page, 'GET /wallets', async () => {
    await picker.getByRole('button', { name: /^Traders/ }).click()
    await expect(page.getByText('Failed to select group.')).toBeVisible()
  })
  await page.keyboard.press('Escape')

  await refused(page, 'POST /wallet/connect', async () => {
    await page.getByRole('button', { name: /^Wallet: / }).click()
    const list = page.getByRole('dialog', { name: /^Wallet: / })
    await list.getByRole('button', { name: 'Wallet 2' }).first().click()
    await expect(area.getByText('Failed to connect wallet: Unknown error')).toBeVisible()
  })
})

test('the sixth connection within ten seconds is refused, and without a server the choice stands', async ({
  page,
}) => {
  await page.clock.install()
  await open(page, 'often')
  await generate(page, 2)
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
  await createAgent(page)
  const area = page.getByRole('region', { name: 'Wallet', exact: true })
  await expect(area.getByText('Connected')).toBeVisible()
  await page.clock.runFor(20_000)
  await stopClock(page)
  // The wish is half a second old before it is followed; each of these is another wallet.
  const choose = async (name: string) => {
    await page.getByRole('button', { name: /^Wallet: / }).click()
    await page.clock.runFor(300)
    await page
      .getByRole('dialog', { name: /^Wallet: / })
      .getByRole('button', { name })
      .first()
      .click()
    await page.clock.runFor(1_000)
  }
  for (const name of ['Wallet 2', 'Wallet 1', 'Wallet 2', 'Wallet 1', 'Wallet 2']) {
    await choose(name)
    await expect(area.getByText('Connected')).toBeVisible()
  }
  await choose('Wallet 1')
  await expect(area.getByText('Failed to connect wallet. Please try again.')).toBeVisible()
  await page.clock.runFor(10_000)
  await page.route('**/api/wallet/connect', (route) => route.abort())
  await button(area, /^Connect Wallet/).click()
  await seenInTime(page, area.getByText('Connected'))
})

test('balances in sight are asked for again after thirty seconds, and not before', async ({ page }) => {
  await page.clock.install()
  await open(page, 'polling')
  await generate(page, 1)
  await seenInTime(page, row(page, 'Wallet 1').getByText('Empty wallet'))
  await page.clock.runFor(60_000)
  await stopClock(page)
  const [wallet] = await walletsOf(page)
  await ask(page, 'POST', '/faucet', { address: wallet?.address, sol: 1 })
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/wallet/balances')) asked.push(request.url())
  })
  await expect(row(page, 'Wallet 1').getByText('Empty wallet')).toBeVisible()
  expect(asked).toEqual([])
  await page.clock.runFor(30_000)
  await expect.poll(() => asked.length).toBeGreaterThan(0)
  await seenInTime(page, row(page, 'Wallet 1').getByText('1.0000 SOL'))
})
