// Pages: wallets
/** Value and profit over time, and balances while the chain is away: with a chain of its own that can be ended. */
import { join } from 'node:path'
import { expect, ownNetwork, test } from './fixtures.ts'
import { sql } from 'drizzle-orm'
import { openEmbedded } from '../server/src/db/client.ts'
import { inspect } from './inspect.ts'
import { ask, createGroup, generate, readWallets } from './person.ts'
import { button, open, row } from './wallets-page.ts'

test.use(ownNetwork())

test('what wallets were worth is a line, for all and for a group; without the chain each row says so', async ({
  page,
  product,
  network,
}) => {
  await open(page, 'worth')
  await createGroup(page, 'Home')
  await generate(page, 2, 'Home')
  const panel = page.getByRole('region', { name: 'Portfolio' })
  await button(panel, 'Show portfolio').click()
  await expect(
    panel.getByText('The chart starts once two values are recorded', { exact: false }),
  ).toBeVisible()
  const [first] = await readWallets(page)
  await ask(page, 'POST', '/faucet', { address: first?.address, sol: 4 })
  expect(await product.end()).toBe(0)
  // A day of values, like the server's own; it may add one at any time.
  const database = await openEmbedded({ dir: join(product.dataDir, 'db') })
  await database.db.execute(sql`
      insert into portfolio_snapshots (user_id, group_id, at, lamports, micro_usd, total_lamports)
      select u.id, g.id, now() - make_interval(hours => h), (24 - h) * 100000000000::bigint, (24 - h) * 15000000000::bigint, (24 - h) * 100000000000::bigint
      from users u, generate_series(1, 23) h, (select null::bigint as id union all select id from wallet_groups) g`)
  await database.close()
  await product.again()
  await page.reload()
  await expect(
    panel.getByRole('img', { name: /^Value from \$15,000\.00 to .* highest \$345,000\.00/ }),
  ).toBeVisible()
  await button(panel, 'SOL').click()
  await expect(
    panel.getByRole('img', { name: /^Value from 100\.0+ SOL to .* highest 2,?300\.0+ SOL/ }),
  ).toBeVisible()
  await button(page, /^Home 2/).click()
  await expect(panel.getByRole('img', { name: /^Value from/ })).toBeVisible()
  await button(panel, '30 d').click()
  await expect(panel.getByRole('img', { name: /^Value from/ })).toBeVisible()
  await button(page, /^Ungrouped/).click()
  await expect(
    panel.getByText('Value over time is recorded for all wallets and for each group.'),
  ).toBeVisible()
  await button(page, /^All Wallets/).click()
  await expect(row(page, 'Wallet 1').getByText('4.0000 SOL')).toBeVisible()

  await network.remove()
  // Values read in the last seconds stay.
  await expect(async () => {
    await page.reload()
    await expect(
      row(page, 'Wallet 2').getByText('Loading wallet balances failed: Failed to load balance'),
    ).toBeVisible({ timeout: 5_000 })
  }).toPass()
})

test('test funds and sends are no profit; every figure is of one time, and is refreshed with the others', async ({
  page,
}) => {
  await open(page, 'profit')
  await createGroup(page, 'Home')
  await generate(page, 2, 'Home')
  const panel = page.getByRole('region', { name: 'Portfolio' })
  await button(panel, 'Show portfolio').click()
  const today = panel.getByTestId('profit-today')
  await expect(today).toContainText('nothing deposited or withdrawn')
  const [first] = await readWallets(page)
  await ask(page, 'POST', '/faucet', { address: first?.address, sol: 1_500 })
  // Deposits are shown, grouped by thousands, and are no gain. A recent point is not taken again.
  await expect(async () => {
    await button(panel, 'Refresh balances').click()
    await expect(today).toContainText(/\$\d{1,3}(,\d{3})+\.\d\d deposited/, { timeout: 4_000 })
  }).toPass()
  await expect(today).toContainText(/^Today[▲▼ ]*[+-]?\$0\.\d\d/)
  await expect(panel.getByTestId('portfolio-sol')).toHaveText('1,500.00 SOL')
  await expect(panel.getByText(/Updated just now/)).toBeVisible()
  // The strip has the profit of the same time as its value.
  const gain = await today.locator('dd').first().innerText()
  await expect(panel.getByTestId('profit-now')).toContainText(gain)

  await panel.getByRole('tab', { name: 'By group' }).click()
  const groups = panel.getByRole('table', { name: 'Group' })
  await expect(groups.getByRole('row', { name: /Home/ })).toContainText(/\$\d{1,3}(,\d{3})+\.\d\d/)
  await panel.getByRole('tab', { name: 'By agent' }).click()
  await expect(panel.getByText('Agents are listed here', { exact: false })).toBeVisible()
  await panel.getByRole('tab', { name: 'Committed funds' }).click()
  await expect(panel.getByText('Nothing is committed', { exact: false })).toBeVisible()

  const refused = '**/api/portfolio?*'
  await page.route(refused, (route) => route.fulfill({ status: 400, json: {} }))
  await page.reload()
  await expect(panel.getByText('The profit could not be loaded.')).toBeVisible()
  await page.unroute(refused)
  await button(panel, 'Retry').click()
  await expect(today).toContainText('deposited')
  await inspect(page, 'the portfolio')
  await button(panel, 'Hide portfolio').click()
  await expect(today).toBeHidden()
  await expect(panel.getByTestId('portfolio-sol')).toHaveText('1,500.00 SOL')
})
