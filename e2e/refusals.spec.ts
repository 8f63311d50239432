// Pages: wallets, dashboard
/** The texts for a person when a call is refused by something before the server, which gives no sentence of its own. */
import { expect, test } from './fixtures.ts'
import { ask, createAgent, generate, readWallets } from './person.ts'
import { seenInTime, stopClock } from './refused.ts'
import { button, open, row } from './wallets-page.ts'

test('the sixth connection within ten seconds is refused, without a server the choice stands, and balances in sight are asked for again', async ({
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
  // The choice is sent half a second later; each of these is another wallet.
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

  // Visible balances are requested again after thirty seconds, and not before.
  await page.unroute('**/api/wallet/connect')
  await page.clock.resume()
  await page.getByRole('link', { name: 'Wallet Groups' }).click()
  await seenInTime(page, row(page, 'Wallet 1').getByText('Empty wallet'))
  await page.clock.runFor(60_000)
  await stopClock(page)
  const [wallet] = await readWallets(page)
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
