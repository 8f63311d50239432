// Pages: wallets
/** The page of wallets: every dialog with its texts, on the real product. */
import { expect, test } from './fixtures.ts'
import { ask, BONK, createGroup, generate, readWallets } from './person.ts'
import { actOn, button, count, detail, getDialog, open, row, selected } from './wallets-page.ts'
import { seenInTime } from './refused.ts'

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

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

  await actOn(page, 'Minnows', 'Set as default')
  await expect(button(page, /^Minnows Default/)).toBeVisible()
  await button(page, 'Actions of Minnows').click()
  await expect(page.getByRole('menuitem')).toHaveText(['Edit group', 'Delete group'])
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menuitem')).toHaveCount(0)
  await expect(button(page, 'Actions of Minnows')).toBeFocused()
  await actOn(page, 'Whales', 'Edit group')
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
  await actOn(page, 'Minnows', 'Delete group')
  const dialog = getDialog(page, 'Delete Group')
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

  // The group of a link may never have existed, or belong to somebody else.
  await page.goto('/wallets?group=999999')
  await expect(page.getByText('There is no such group. All wallets are shown.')).toBeVisible()
  await expect(count(page)).toHaveText('3')
  await expect(page).toHaveURL(/\/wallets$/)
  await button(page, /^Big Whales/).click()
  await page.goBack()
  await expect(count(page)).toHaveText('3')
  await expect(page.getByText('There is no such group. All wallets are shown.')).toBeHidden()

  // Back comes before the page has shown its new place.
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
  const wallets = await readWallets(page)
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(wallets[1]?.address)

  await button(pane, 'Show private key').click()
  await expect(pane.getByTestId('private-key')).toHaveText(/^[1-9A-HJ-NP-Za-km-z]{80,90}$/)
  await expect(pane.getByText(/Hides in \d+ s/)).toBeVisible()
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
  await expect(detail(other).getByText(/has changed in the meantime, possibly in another tab/)).toBeVisible()
  await button(detail(other), 'Reload').click()
  await expect(detail(other).getByLabel('Name', { exact: true })).toHaveValue('Savings')
  await other.close()
})

test('deleting asks for the acknowledgement, and for the name where there are funds', async ({ page }) => {
  await open(page, 'delete')
  await generate(page, 3)
  const [first] = await readWallets(page)
  await ask(page, 'POST', '/faucet', { address: first?.address, sol: 1.5 })
  await ask(page, 'POST', '/faucet', { address: first?.address, mint: BONK, amount: 250 })
  await page.reload()
  await expect(row(page, 'Wallet 1').getByText('1.5000 SOL')).toBeVisible()
  await button(page, 'Delete Wallet 2').click()
  const dialog = getDialog(page, 'Delete Wallet')
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
  // The selected one is gone: none is selected until another is picked; the oldest left is the default.
  await expect(page.getByText('No Wallet Selected')).toBeVisible()
  await expect(row(page, 'Wallet 3').getByText('Default')).toBeVisible()
})
