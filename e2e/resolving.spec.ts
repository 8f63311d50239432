// Pages: activity, audit
/** A distribution whose outcome nobody can find out: shown live, ended by its owner, and on record. */
import { expect, test } from './fixtures.ts'
import { calculate, confirm, fund, goToCenter, make, region } from './center-page.ts'
import { inspect } from './inspect.ts'
import { type Network, hurry, release } from './network.ts'
import { readCode, createAccount } from './person.ts'
import { button, getDialog } from './wallets-page.ts'

/** Sent transactions are lost, and no node reports the outcome of a signature: nobody can find it out. */
const forget = (network: Network) =>
  network.call('localnet_setFaults', [
    { method: 'sendTransaction', kind: 'drop' },
    { method: 'getSignatureStatuses', kind: 'drop' },
  ])

test('what nobody can find out is shown as it is resolved, ended with a mailed code, and stands in the audit log', async ({
  page,
  network,
}) => {
  const email = await createAccount(page, 'doubt')
  await make(page, 3, 'Desk')
  await fund(page, 'Desk 1', 5)
  await goToCenter(page)
  await hurry(network)
  await forget(network)
  await calculate(page, ['Desk 2', 'Desk 3'], '0.5')
  await button(page, 'Execute Distribution').click()
  await confirm(page, 'Preview Distribution')
  const waits = page.getByRole('status', { name: 'Being resolved' })
  await expect(waits).toContainText('the outcome of 1 transaction')
  await expect(waits).toContainText('it can no longer be executed')
  await expect(page.getByText('blockchain explorer', { exact: false })).toHaveCount(0)

  // The same in Activity, on every screen.
  await page.getByRole('link', { name: 'Activity', exact: true }).click()
  const row = page.getByRole('list', { name: 'Operations' }).getByRole('listitem').first()
  await expect(row).toContainText('Resolving')
  await row.getByRole('button').click()
  const detail = region(page, 'Operation')
  await expect(detail.getByRole('status', { name: 'Being resolved' })).toContainText('no longer be executed')
  await inspect(page, 'resolving')

  await button(detail, 'End as not sent').focus()
  await page.keyboard.press('Enter')
  const dialog = getDialog(page, 'End as not sent')
  await expect(dialog).toContainText('The chain is watched for another hour')
  await expect(dialog.getByText('A code is on its way to your email.')).toBeVisible()
  await expect(dialog.getByLabel('Verification Code')).toBeFocused()
  await inspect(page, 'ending')
  await dialog.getByLabel('Verification Code').fill('000000')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Invalid verification code')).toBeVisible()

  // The server has the last word on whether it can still land.
  await page.route('**/api/operations/*/resolve', (route) =>
    route.fulfill({ status: 409, json: { error: 'x', code: 'may_still_land' } }),
  )
  await dialog.getByLabel('Verification Code').fill(await readCode(page, email))
  await button(dialog, 'End as not sent').click()
  await expect(
    dialog.getByText('Not yet: one of its transactions can still be executed.', { exact: false }),
  ).toBeVisible()
  await page.unroute('**/api/operations/*/resolve')
  await release(network)
  await button(dialog, 'End as not sent').click()
  await expect(dialog).toBeHidden()
  await expect(detail).toContainText('Not final yet')
  await expect(detail.getByText('Ended by you: counted as not sent').first()).toBeVisible()
  await expect(button(detail, 'Retry only what failed')).toBeVisible()
  await inspect(page, 'ended by owner')

  await page.getByRole('link', { name: 'Audit Log' }).click()
  const rows = page.getByRole('list', { name: 'Audit log' }).getByRole('listitem')
  await expect(rows.filter({ hasText: 'Operation ended by owner' })).toContainText('Distribute, not sent')

  await goToCenter(page)
  await calculate(page, ['Desk 2'], '0.5')
  await button(page, 'Execute Distribution').click()
  await confirm(page, 'Preview Distribution')
  await expect(page.getByRole('heading', { name: 'Operation Completed' })).toBeVisible()
  await page.getByText('Open in Activity').click()
  await expect(detail).toContainText('Confirmed, not final yet')
  await expect(detail.getByText('Final', { exact: true })).toBeVisible()
})
