// Pages: solana-distribution
/** SOL from one wallet to many, with a reload and a kill of the server in the middle: it happens once, to the lamport. */
import { expect, test } from '../fixtures.ts'
import { bar, confirm, goToCenter, group, make, region, total } from '../center-page.ts'
import { hold, lamportsAt, release } from '../network.ts'
import { ask, createAccount, readWallets } from '../person.ts'
import { goneInTime } from '../refused.ts'
import { button, getDialog } from '../wallets-page.ts'

const SOURCE = 10_000_000_000
const EACH = 25_000_000
const WALLETS = 40

test('forty wallets are paid once each, though the page is loaded again and the server is killed meanwhile', async ({
  page,
  product,
  network,
}) => {
  await page.clock.install()
  await createAccount(page, 'survives')
  await make(page, 1, 'Desk')
  await make(page, WALLETS, 'Many', 'Forty')
  const wallets = await readWallets(page)
  const getAddresses = (prefix: string) =>
    wallets.flatMap(({ name, address }) => (name.startsWith(prefix) ? [address] : []))
  const [source = ''] = getAddresses('Desk')
  await ask(page, 'POST', '/faucet', { address: source, sol: 10 })
  await goToCenter(page)
  await button(page, 'Desk 1').click()
  await group(page, 'Forty').getByText('Select All').click()
  await total(page).fill('1')
  await button(page, 'Calculate').click()
  await expect(bar(page)).toContainText('Selected: 40')
  await button(page, 'Execute Distribution').click()
  const preview = getDialog(page, 'Preview Distribution')
  await expect(preview.getByText('0.000005 SOL')).toBeVisible()
  await expect(preview.getByText('8.999995 SOL')).toBeVisible()
  await button(preview, 'Cancel').click()
  expect(await lamportsAt(network, [source])).toEqual([SOURCE])

  await hold(network)
  await button(page, 'Execute Distribution').click()
  await confirm(page, 'Preview Distribution')
  const progress = region(page, 'Progress')
  const running = async () => {
    await expect(page.getByTestId('step-validation')).toHaveAttribute('data-status', 'completed')
    await expect(page.getByTestId('step-processing')).toHaveAttribute('data-status', 'loading')
    await expect(page.getByTestId('step-completion')).toHaveAttribute('data-status', 'pending')
    await expect(page.getByTestId('percent')).toHaveText('0%')
    await expect(button(page, 'Processing...')).toBeDisabled()
  }
  await running()
  await expect(progress.getByText('Batch 0 of 8: 0 of 40 transfers confirmed')).toBeVisible()
  await page.reload()
  await running()
  await expect(progress.getByText('Batch 0 of 8: 0 of 40 transfers confirmed')).toBeVisible()
  await product.end('SIGKILL')
  const warning = page.getByRole('alert').filter({ hasText: 'WebSocket connection lost' })
  await expect(warning).toContainText(
    'WebSocket connection lost - operations may have succeeded. Check blockchain explorer.',
  )
  await expect(warning.getByTestId('live-state')).toContainText('Last heard: 0 confirmed, 40 sent.')
  await expect(warning.getByTestId('live-state')).toContainText(/Reconnecting, attempt [1-5] of 5/)
  await product.again()
  await goneInTime(page, warning)
  await running()
  await release(network)
  await expect(page.getByText('Distribution completed successfully')).toBeVisible()
  await expect(page.getByText('Check blockchain explorer', { exact: false })).toHaveCount(0)
  await expect(region(page, 'Result')).toContainText('Successful transfers40 of 40')

  const { operations } = await ask<{ operations: { status: string }[] }>(
    page,
    'GET',
    '/operations?type=distribute',
  )
  expect(operations.map(({ status }) => status)).toEqual(['completed'])
  expect(await lamportsAt(network, getAddresses('Many'))).toEqual(Array(WALLETS).fill(EACH))
  // One transaction of one signature: nothing was sent twice, and nothing failed and was paid for.
  expect(await lamportsAt(network, [source])).toEqual([SOURCE - WALLETS * EACH - 5_000])
})
