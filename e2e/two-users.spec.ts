// Pages: dashboard
/** Two people in two browsers see nothing of each other. */
import { expect, test } from './fixtures.ts'
import { BONK, createAgent, fundWallet, register, say, setToken } from './person.ts'

test('one trades, the other sees an empty desk and no line of it', async ({ browser }) => {
  const [first, second] = await Promise.all([browser.newContext(), browser.newContext()])
  const [one, two] = await Promise.all([first.newPage(), second.newPage()])
  await register(one, 'one@example.com')
  await register(two, 'two@example.com')
  await expect(two.getByText('No agents found')).toBeVisible()
  await createAgent(one)
  await fundWallet(one)
  await setToken(one, BONK)
  await say(one, 'buy 0.02 SOL every 2 seconds, 5 times')
  await one.getByRole('button', { name: 'Execute Strategy' }).click()
  await createAgent(two)
  await expect(
    one
      .getByLabel('Terminal log')
      .getByText(/Bought/)
      .first(),
  ).toBeVisible()

  await expect(two.getByText('Bought')).toHaveCount(0)
  await expect(two.getByText('Active', { exact: true })).toHaveCount(0)
  await two.reload()
  await expect(two.getByText('Welcome to Agent 1!')).toBeVisible()
  await expect(two.getByText('Bought')).toHaveCount(0)
  await two.getByRole('button', { name: 'Wallet: Select a wallet', exact: true }).click()
  await expect(two.getByText('No wallets available')).toBeVisible()
  await Promise.all([first.close(), second.close()])
})
