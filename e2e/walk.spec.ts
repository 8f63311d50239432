/** The line that everything hangs on: register, fund a wallet, tell an agent what to trade, watch it trade. */
import { expect, test } from './fixtures.ts'
import { BONK, createAgent, fundWallet, register, say, setToken } from './person.ts'

test('from register to Bought in the terminal, then pause, resume, reload, kill and stop', async ({
  page,
  product,
}) => {
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(error.message))
  await register(page, 'walker@example.com')
  await createAgent(page)
  await fundWallet(page)
  await setToken(page, BONK)

  await say(page, 'buy 0.02 SOL every 4 seconds, 10 times')
  await expect(page.getByText('Buy BONK for 0.02 SOL every 4 seconds, 10 times.').first()).toBeVisible()
  await page.getByRole('button', { name: 'Execute Strategy' }).click()
  await expect(page.getByText('Strategy confirmed! Deploying trading agent...')).toBeVisible()

  const terminal = page.getByLabel('Terminal log')
  const status = page.getByTestId('strategy-status')
  const bought = terminal.getByText(/Bought .+ BONK for 0\.02 SOL/)
  await expect(bought.first()).toBeVisible()
  await expect(status).toHaveText('Running')
  await expect(page.getByText('Live', { exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'Pause', exact: true }).click()
  await expect(status).toHaveText('Paused')
  await expect(terminal.getByText(/Paused/).first()).toBeVisible()
  await page.getByRole('button', { name: 'Resume', exact: true }).click()
  await expect(status).toHaveText('Running')
  const before = await bought.count()
  await expect.poll(() => bought.count()).toBeGreaterThan(before)

  await page.reload()
  await expect(bought.nth(before)).toBeVisible()
  await expect(status).toHaveText('Running')

  const known = await bought.count()
  await product.end('SIGKILL')
  await product.again()
  await expect.poll(() => bought.count()).toBeGreaterThan(known)

  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await expect(status).toHaveText('Stopped')
  await expect(terminal.getByText(/Stopped/).first()).toBeVisible()
  await expect(page.getByText('Active', { exact: true })).toHaveCount(0)
  expect(problems).toEqual([])
  expect(product.output()).not.toMatch(/"level":"error"/)
})
