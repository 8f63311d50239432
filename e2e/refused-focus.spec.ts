// Pages: dashboard, wallets
/** What is refused leaves the focus where it was: on the button that was pressed, though it is disabled while it saves. */
import { expect, test } from './fixtures.ts'
import { ask, createAgent, createGroup, signUp, walletsOf } from './person.ts'
import { held, refused } from './refused.ts'
import { button, detail, dialogOf, open, row } from './wallets-page.ts'

test('a name that is refused leaves the focus on Rename', async ({ page }) => {
  await signUp(page, 'refused')
  await createAgent(page)
  await button(page, 'Rename Agent 1').click()
  const dialog = dialogOf(page, 'Rename Agent')
  await dialog.getByLabel('Name').fill('Night watch')
  const rename = dialog.getByRole('button', { name: /^(Rename|Saving...)$/ })
  await refused(page, 'PUT /agents/\\d+', async () => {
    await held(page, 'PUT /agents/\\d+', async () => {
      await rename.press('Enter')
      await expect(rename).toBeDisabled()
    })
    await expect(dialog.getByRole('alert')).toBeVisible()
  })
  await expect(rename).toHaveText('Rename')
  await expect(rename).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(button(page, 'Rename Night watch')).toBeFocused()
})

test('a wallet, a group and their dialogs have the focus again after a refusal', async ({ page }) => {
  await open(page, 'refused')
  await ask(page, 'POST', '/wallet/generate', { name: 'Purse' })
  await page.reload()
  await createGroup(page, 'Home')

  await row(page, 'Purse').getByText('Empty wallet').click()
  const pane = detail(page)
  await button(pane, 'Edit').click()
  await pane.getByLabel('Name', { exact: true }).fill('Savings')
  await refused(page, 'PUT /wallets/\\d+', async () => {
    await button(pane, 'Save').press('Enter')
    await expect(pane.getByText('Failed to update wallet.')).toBeVisible()
  })
  await expect(button(pane, 'Save')).toBeFocused()
  // Changed in another tab: it cannot be saved before it was loaded anew.
  const [wallet] = await walletsOf(page)
  await ask(page, 'PUT', `/wallets/${wallet?.id}`, { name: 'Elsewhere' })
  await page.keyboard.press('Enter')
  await expect(button(pane, 'Reload')).toBeFocused()
  await page.keyboard.press('Escape')

  await button(page, /^Home/).click()
  await button(page, 'Edit group: Home').click()
  await refused(page, 'PUT /wallet-groups/\\d+', async () => {
    await button(page, 'Update Group').press('Enter')
    await expect(page.getByText('Failed to update group. Please try again.')).toBeVisible()
  })
  await expect(button(page, 'Update Group')).toBeFocused()

  await button(page, 'Delete group: Home').click()
  const dialog = dialogOf(page, 'Delete Group')
  await refused(page, 'DELETE /wallet-groups/\\d+', async () => {
    await button(dialog, 'Delete Group').press('Enter')
    await expect(dialog.getByText('Failed to delete group. Please try again.')).toBeVisible()
  })
  await expect(button(dialog, 'Delete Group')).toBeFocused()
})
