// Pages: wallets
/** The page of wallets: every dialog with its texts, on the real product. */
import { expect, test } from './fixtures.ts'
import { ask, BONK, createGroup, generate, walletsOf } from './person.ts'
import { button, count, detail, dialogOf, open, row, selected } from './wallets-page.ts'
import { seenInTime } from './refused.ts'

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

test('an empty desk says so, generates with its checks, and fills', async ({ page }) => {
  await page.clock.install()
  await open(page, 'generate')
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
  // The first is selected; its detail opens by a click only.
  await expect(selected(page)).toContainText('Desk 1')
  await expect(detail(page)).toHaveCount(0)
  await expect(row(page, 'Desk 1').getByText('Default')).toBeVisible()
  await seenInTime(page, row(page, 'Desk 2').getByText('Empty wallet'))
})

test('groups are created, coloured, edited, made the default and deleted', async ({ page }) => {
  await open(page, 'groups')
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
    ask<{ name: string; color: string; is_default: boolean }[]>(page, 'GET', '/wallet-groups')
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
  await expect(page).toHaveURL(/\/wallets$/)

  // In a link it may never have been there, or be somebody else's.
  await page.goto('/wallets?group=999999')
  await expect(page.getByText('There is no such group. All wallets are shown.')).toBeVisible()
  await expect(count(page)).toHaveText('3')
  await expect(page).toHaveURL(/\/wallets$/)
  await button(page, /^Big Whales/).click()
  await page.goBack()
  await expect(count(page)).toHaveText('3')
  await expect(page.getByText('There is no such group. All wallets are shown.')).toBeHidden()

  // Back before the page has shown where it was sent.
  const client = await page.context().newCDPSession(page)
  await client.send('Emulation.setCPUThrottlingRate', { rate: 20 })
  await button(page, /^Big Whales/).evaluate((group: HTMLElement) => {
    group.click()
    history.back()
  })
  await client.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  await expect(page).toHaveURL(/\/wallets$/)
  await expect(count(page)).toHaveText('3')
})

test('several wallets are moved, added and removed at once', async ({ page }) => {
  await page.clock.install()
  await open(page, 'bulk')
  await createGroup(page, 'One')
  await createGroup(page, 'Two')
  await generate(page, 6, 'One')
  await expect(button(page, /^One 6/)).toBeVisible()
  await button(page, 'Select Multiple').click()
  await page.getByLabel('Select Wallet 1').check()
  await seenInTime(page, row(page, 'Wallet 2').getByText('Empty wallet'))
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
  await page.clock.install()
  await open(page, 'detail')
  await createGroup(page, 'Home')
  await generate(page, 2)
  await seenInTime(page, row(page, 'Wallet 2').getByText('Empty wallet'))
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
  const wallets = await walletsOf(page)
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(wallets[1]?.address)

  await button(pane, 'Show private key').click()
  await expect(pane.getByTestId('private-key')).toHaveText(/^[1-9A-HJ-NP-Za-km-z]{80,90}$/)
  await expect(pane.getByText(/Hidden in \d+ seconds/)).toBeVisible()
  await button(pane, 'Hide now').click()
  await expect(pane.getByTestId('private-key')).toBeHidden()
  await button(pane, 'Show private key').click()
  await expect(pane.getByTestId('private-key')).toBeVisible()
  await page.clock.fastForward(25_000)
  await expect(pane.getByTestId('private-key')).toBeVisible()
  await page.clock.fastForward(6_000)
  await expect(pane.getByTestId('private-key')).toBeHidden()

  const other = await context.newPage()
  await other.goto('/wallets')
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
  await open(page, 'delete')
  await generate(page, 3)
  const [first] = await walletsOf(page)
  await ask(page, 'POST', '/faucet', { address: first?.address, sol: 1.5 })
  await ask(page, 'POST', '/faucet', { address: first?.address, mint: BONK, amount: 250 })
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
  await expect(selected(page)).toContainText('Wallet 1')

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
