// Pages: dashboard, strategies
/** The parity report of a strategy: loading, refused, with differences, and on a phone. */
import { expect, test } from './fixtures.ts'
import { BONK, createAgent, fundWallet, signUp, say, setToken } from './person.ts'

const PARITY = '**/api/agents/*/strategies/*/parity'

test('what a strategy did is held against its replay, while it runs and when it has ended', async ({
  page,
}) => {
  await signUp(page, 'parity')
  await createAgent(page)
  await fundWallet(page)
  await setToken(page, BONK)
  await say(page, 'buy 0.02 SOL every 4 seconds, 20 times')
  await page.getByRole('button', { name: 'Execute Strategy' }).click()
  const terminal = page.getByLabel('Terminal log')
  const bought = terminal.getByText(/Bought .+ BONK for 0\.02 SOL/)
  await expect(bought.first()).toBeVisible()
  await page.getByRole('button', { name: 'Pause', exact: true }).click()
  const status = page.getByTestId('strategy-status')
  await expect(status).toHaveText('Paused')

  // While it runs: nothing differs yet, then the order that the pause prevented does.
  await page.getByRole('tab', { name: 'Parity', exact: true }).click()
  const card = page.getByRole('region', { name: 'Parity' })
  await expect(card.getByText('Orders live')).toBeVisible()
  await expect(async () => {
    await card.getByRole('button', { name: 'Replay again' }).click()
    await expect(card.getByRole('list', { name: 'Differences' })).toContainText('It was paused from', {
      timeout: 500,
    })
  }).toPass({ intervals: [1_000] })
  await expect(card.getByRole('listitem').filter({ hasText: 'Replay only' })).toContainText('Paused')
  await expect(card.locator('div', { hasText: /^Unexplained0$/ })).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    const sideways = await page.evaluate(
      () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
    )
    expect(sideways).toBe(false)
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/phone-${colorScheme}.png` })
  }
  await page.setViewportSize({ width: 1360, height: 900 })
  if (process.env.SHOTS)
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.screenshot({ path: `${process.env.SHOTS}/wide-${colorScheme}.png` })
    }
  await page.getByRole('tab', { name: 'Terminal' }).click()

  // Ended; the first answer is slow, and is an error.
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await expect(status).toHaveText('Stopped')
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route(PARITY, async (route) => {
    await held
    await route.fulfill({
      status: 409,
      json: { success: false, error: 'The first steps of this run were not kept.', code: 'no_record' },
    })
  })
  await page.getByRole('tab', { name: 'Parity', exact: true }).click()
  await expect(page.getByRole('status', { name: 'Replaying the run' })).toBeVisible()
  release()
  await expect(card.getByRole('alert')).toContainText('The first steps of this run were not kept.')
  await page.unroute(PARITY)
  await card.getByRole('button', { name: 'Retry' }).click()
  await expect(card.getByText('Orders in the replay')).toBeVisible()
  await expect(card.locator('div', { hasText: /^Unexplained0$/ })).toBeVisible()
  await card.getByText('How it is compared').click()
  await expect(card.getByText('The price is known at every moment.')).toBeVisible()
})
