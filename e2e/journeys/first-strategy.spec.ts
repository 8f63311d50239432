// Pages: dashboard
/** The central journey: an empty account is led to its first strategy, which trades, and obeys. */
import { expect, test } from '../fixtures.ts'
import { lamportsAt } from '../network.ts'
import { say, signUp, readWallets } from '../person.ts'
import { readSpent } from '../trades.ts'

test('from the first steps to Bought in the terminal, then pause, resume, reload, kill and stop', async ({
  page,
  product,
  network,
}) => {
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(error.message))
  await signUp(page, 'walker')
  const steps = page.getByRole('region', { name: 'First steps' })
  const done = steps.getByRole('img', { name: 'Done:' })
  await expect(steps.getByRole('listitem')).toHaveCount(4)
  await expect(done).toHaveCount(0)
  await steps.getByRole('button', { name: 'Create wallet' }).click()
  await expect(done).toHaveCount(1)
  await steps.getByRole('button', { name: 'Add test funds' }).click()
  await expect(done).toHaveCount(2)
  // Two buttons create an agent: one in the list of agents, and one in place of a desk.
  await expect(page.getByRole('button', { name: /^Create/ })).toHaveText(['Create Agent', 'Create Agent'])
  await page.getByRole('region', { name: 'Welcome' }).getByRole('button', { name: 'Create Agent' }).click()
  await expect(page.getByText('Welcome to Agent 1!')).toBeVisible()
  await expect(done).toHaveCount(3)
  const [wallet] = await readWallets(page)
  const address = wallet?.address ?? ''
  expect(await lamportsAt(network, [address])).toEqual([10_000_000_000])

  await say(page, 'buy 0.02 SOL of BONK every 2 seconds, 100 times')
  await expect(page.getByText('Buy BONK for 0.02 SOL every 2 seconds, 100 times.').first()).toBeVisible()
  await page.getByRole('button', { name: 'Execute Strategy' }).click()
  await expect(page.getByText('Strategy confirmed! Deploying trading agent...')).toBeVisible()

  const terminal = page.getByLabel('Terminal log')
  const status = page.getByTestId('strategy-status')
  const bought = terminal.getByText(/Bought .+ BONK for 0\.02 SOL/)
  await expect(bought.first()).toBeVisible()
  await expect(status).toHaveText('Running')
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  await expect(steps).toBeHidden()

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

  // Every fill is a line once; the wallet has paid for each of them, for the account of its token, and for nothing else.
  const spent = await readSpent(page, network)
  await expect(bought).toHaveCount(spent.filled)
  expect(await lamportsAt(network, [address])).toEqual([10_000_000_000 - spent.lamports])
  expect(problems).toEqual([])
  expect(product.output()).not.toMatch(/"level":"error"/)
})
