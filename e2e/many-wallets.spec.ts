// Pages: wallets
/** A thousand wallets, and a server that goes away. */
import { expect, test } from './fixtures.ts'
import { countShifts, readShift } from './layout-shift.ts'
import { ask, BONK, generate, readWallets } from './person.ts'
import { button, count, open, row, rows, table } from './wallets-page.ts'

/** The limit for a loading page: half of what nobody notices. */
const MOST_SHIFT = 0.01

test('a thousand wallets are generated, filtered, sorted and scrolled', async ({ page, product }) => {
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(error.message))
  await open(page, 'thousand')
  await generate(page, 1000)
  await expect(page.getByText('1,000 wallets generated.')).toBeVisible()
  await expect(count(page)).toHaveText('1,000')
  const wallets = await readWallets(page)
  const fund = (n: number, body: object) =>
    ask(page, 'POST', '/faucet', { address: wallets[n]?.address, ...body })
  await fund(499, { sol: 3 })
  await fund(500, { sol: 0.25 })
  await fund(500, { mint: BONK, amount: 100 })
  await countShifts(page)
  await page.reload()
  await expect(page.getByTestId('portfolio-sol')).toHaveText('3.25 SOL')
  expect(await readShift(page)).toBeLessThan(MOST_SHIFT)
  // Only visible rows are drawn.
  expect(await page.getByRole('button', { name: /^Delete Wallet/ }).count()).toBeLessThan(40)

  await button(page, 'Advanced Filters').click()
  const panel = page.getByRole('region', { name: 'Advanced Filters' })
  await expect(panel.getByLabel('Include empty wallets')).toBeChecked()
  await panel.getByLabel('Include empty wallets').uncheck()
  await expect(count(page)).toHaveText('2 of 1,000')
  await panel.getByLabel('Sort by').selectOption({ label: 'Sort by SOL' })
  await button(panel, 'Descending').click()
  const first = rows(page).first()
  await expect(first).toContainText('Wallet 500')
  await panel.getByLabel('Min SOL').fill('nonsense')
  await expect(panel.getByText('Enter a number')).toBeVisible()
  await panel.getByLabel('Min SOL').fill('3.1')
  await expect(page.getByText('No wallets match these filters.')).toBeVisible()
  await button(page, 'Reset filters').click()
  await button(panel, 'BONK').click()
  await expect(count(page)).toHaveText('1 of 1,000')
  await expect(first).toContainText('Wallet 501')
  await expect(first.getByText('100.0000 BONK')).toBeVisible()
  await button(panel, 'None').click()
  await expect(count(page)).toHaveText('999 of 1,000')
  await button(panel, 'Reset').click()
  await button(panel, 'Descending').click()
  await expect(first).toContainText('Wallet 1000')
  await table(page).press('End')
  await expect(row(page, 'Wallet 1')).toBeVisible()
  expect(problems).toEqual([])
  expect(product.output()).not.toMatch(/"level":"error"/)
})
