// Pages: solana-distribution
/** Quick and safe set-up of a distribution: Max, the same for each, skipping and editing failures, templates, undo. */
import { expect, test } from './fixtures.ts'
import { bar, fund, goToCenter, held, make } from './center-page.ts'
import { ask, signUp, readWallets } from './person.ts'
import { button, getDialog } from './wallets-page.ts'

const settings = 'Distribution Settings'

test('the most that can be sent is taken with a click, half of it too, and sent it leaves the reserve', async ({
  page,
}) => {
  await signUp(page, 'max')
  await make(page, 2, 'Desk')
  await fund(page, 'Desk 1', 3)
  await goToCenter(page)
  const form = page.getByRole('region', { name: settings })
  await button(form, 'Max').click()
  await expect(bar(page).getByRole('alert')).toHaveText(
    'Please select a source wallet and at least one destination',
  )
  for (const name of ['Desk 1', 'Desk 2']) await button(page, name).click()
  const total = form.getByLabel('Total Amount (SOL)')
  await button(form, 'Half').click()
  // 3 less one counted fee, the rent minimum and 0.001, halved and rounded down to the lamport.
  await expect(total).toHaveValue('1.49917238')
  await button(form, 'Max').click()
  await expect(total).toHaveValue('2.99834476')
  await button(form, 'Calculate').click()
  await button(page, 'Execute Distribution').click()
  const preview = getDialog(page, 'Preview Distribution')
  await expect(preview).toContainText('0.00165024 SOL')
  await button(preview, 'Confirm and send').click()
  await expect(page.getByRole('heading', { name: 'Operation Completed' })).toBeVisible()
  expect(await held(page, 'Desk 1')).toBe('0.00165024')
  // An undo for which the server has nothing left is not offered any more.
  const nothing = { error: 'This operation has nothing left to retry or undo.', code: 'nothing_to_repeat' }
  await page.route('**/api/operations/*/undo', (route) => route.fulfill({ status: 409, json: nothing }))
  await button(page, 'Undo').click()
  await expect(page.getByText(nothing.error)).toBeVisible()
  await expect(button(page, 'Undo')).toHaveCount(0)
})

test('each line says why it would fail, is left out, or gets another amount; an undo says what it leaves, and is said', async ({
  page,
}) => {
  await signUp(page, 'edit')
  await make(page, 4, 'Desk')
  await fund(page, 'Desk 1', 2)
  await goToCenter(page)
  for (const name of ['Desk 1', 'Desk 2', 'Desk 3', 'Desk 4']) await button(page, name).click()
  const form = page.getByRole('region', { name: settings })
  await button(form, 'Custom Amounts').click()
  await form.getByLabel('Amount per wallet (SOL)').fill('0.2')
  await button(form, 'Apply to all').click()
  for (const n of [2, 3, 4]) await expect(page.getByLabel(`Amount for Desk ${n}`)).toHaveValue('0.2')
  await page.getByLabel('Amount for Desk 3').fill('0.0001')
  await button(page, 'Execute Distribution').click()
  const preview = getDialog(page, 'Preview Distribution')
  await expect(preview).toContainText(
    'Would fail: Below the rent minimum: the wallet holds no SOL, so it must receive at least 0.00065024 SOL',
  )
  await expect(preview).not.toContainText('nsufficient balance')
  await button(preview, 'Skip what would fail').click()
  await expect(preview).toContainText('1 that would have failed is left out.')
  await expect(preview.getByText('would fail', { exact: false })).toHaveCount(0)
  await page.keyboard.press('Escape')

  // All of it is sent: the failed one gets another amount.
  await button(page, 'Execute Distribution').click()
  await button(preview, 'Confirm and send').click()
  await expect(page.getByRole('heading', { name: 'Partially Completed' })).toBeVisible()
  const result = page.getByRole('region', { name: 'Result' })
  await expect(result).toContainText('Desk 3: Below the rent minimum')
  await button(result, 'Edit failed amounts').click()
  const editing = getDialog(page, 'Edit Failed Amounts')
  await expect(editing.getByLabel('Amount for Desk 3')).toHaveValue('0.0001')
  await expect(editing).toContainText('Below the rent minimum')
  await expect(editing.getByLabel('Amount for Desk 2')).toHaveCount(0)
  await editing.getByLabel('Amount for Desk 3').fill('0.3')
  await button(editing, 'Preview').click()
  await button(getDialog(page, 'Retry With New Amounts'), 'Confirm and send').click()
  await expect(page.getByRole('heading', { name: 'Operation Completed' })).toBeVisible()
  await expect.poll(() => held(page, 'Desk 3')).toBe('0.3')

  // The first operation is undone from its place in the activity; edited transfers count as done.
  const { operations } = await ask<{ operations: { id: string }[] }>(
    page,
    'GET',
    '/operations?type=distribute',
  )
  const first = operations.at(-1)?.id ?? ''
  await page.goto(`/activity?operation=${first}`)
  await button(page, 'Undo').click()
  const undo = getDialog(page, 'Undo Distribution')
  const leaves = undo.getByRole('region', { name: 'What the undo leaves behind' })
  await expect(leaves).toContainText('0.00178 SOL that 2 wallets must keep to exist')
  await expect(leaves).toContainText('already paid to the network')
  await button(undo, 'Confirm and send').click()
  await expect(async () => {
    const { undone } = await ask<{ undone?: { amount: number; by: string[] } }>(
      page,
      'GET',
      `/operations/${first}`,
    )
    expect(undone?.amount).toBe(0.39822)
    expect(undone?.by).toHaveLength(1)
  }).toPass()
})

test('templates keep a form under a name, for this page; a wallet that is gone is named', async ({
  page,
}) => {
  await signUp(page, 'templates')
  await make(page, 3, 'Desk')
  await fund(page, 'Desk 1', 2)
  await goToCenter(page)
  await button(page, 'Templates').click()
  const dialog = getDialog(page, 'Templates')
  await expect(dialog).toContainText('No templates yet.')
  await expect(dialog).toContainText('Select wallets in the form first')
  await page.keyboard.press('Escape')
  for (const name of ['Desk 1', 'Desk 2', 'Desk 3']) await button(page, name).click()
  await button(page, 'Custom Amounts').click()
  await page.getByLabel('Amount for Desk 2').fill('0.25')
  await page.getByLabel('Amount for Desk 3').fill('0.5')
  await button(page, 'Templates').click()
  await dialog.getByLabel('Save this form as').fill('Payroll')
  await button(dialog, 'Save Template').click()
  await expect(button(dialog, 'Apply: Payroll')).toBeVisible()
  await dialog.getByLabel('Save this form as').fill('payroll')
  await button(dialog, 'Save Template').click()
  await expect(dialog.getByRole('alert')).toHaveText(
    "There is a template called 'payroll' already. Choose another name.",
  )
  await button(dialog, 'Rename: Payroll').click()
  await dialog.getByLabel('New name of Payroll').fill('Wages')
  await button(dialog, 'Save name').click()
  await expect(button(dialog, 'Apply: Wages')).toBeVisible()

  const third = (await readWallets(page)).find(({ name }) => name === 'Desk 3')
  await ask(page, 'DELETE', `/wallets/${third?.id}`)
  await page.reload()
  await button(page, 'Templates').click()
  await expect(dialog).toContainText('1 wallet is gone')
  await button(dialog, 'Apply: Wages').click()
  await expect(page.getByText('Left out of “Wages”, as this wallet is gone: Desk 3')).toBeVisible()
  await expect(page.getByLabel('Amount for Desk 2')).toHaveValue('0.25')
  await expect(page.getByRole('region', { name: 'Source Wallet' })).toContainText('Desk 1')
  await button(page, 'Execute Distribution').click()
  await expect(getDialog(page, 'Preview Distribution')).toContainText('0.25 SOL')
  await page.keyboard.press('Escape')

  // There are none for the other page; deleting asks once.
  await page.getByRole('tab', { name: 'Gather SOL' }).click()
  await button(page, 'Templates').click()
  await expect(dialog).toContainText('No templates yet.')
  await page.keyboard.press('Escape')
  await page.getByRole('tab', { name: 'Distribute SOL' }).click()
  await button(page, 'Templates').click()
  await button(dialog, 'Delete: Wages').click()
  await button(dialog, 'Delete for good: Wages').click()
  await expect(dialog).toContainText('No templates yet.')
})
