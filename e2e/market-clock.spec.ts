// Pages: all
/** The speed of the market: shown on every page and in every tab, visible on the chart, and set back by anybody. */
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { inspect } from './inspect.ts'
import { ask, BONK, createAgent, fundWallet, say, setToken, signUp } from './person.ts'
import { startProduct } from './product.ts'

// The clock belongs to the whole desk, and no strategy of another test may run meanwhile.
test.use({
  product: async ({ network }, use) => {
    const own = await startProduct(network.env)
    await use(own)
    await own.remove()
  },
})

type Clock = { speed: number; market_time: string }
type Candles = { candles: { time: number }[] }

const badge = (page: Page) => page.getByRole('button', { name: '100× market speed' })
const newest = async (page: Page) =>
  (await ask<Candles>(page, 'GET', `/market/${BONK}/candles?timeframe=1m&limit=1`)).candles[0]?.time ?? 0

test('a fast market is told on every page and tab, moves the chart, refuses strategies, and is set back', async ({
  page,
  context,
}) => {
  await signUp(page, 'clock')
  await createAgent(page)
  await fundWallet(page)
  await setToken(page, BONK)
  await say(page, 'buy 0.02 SOL')
  await page.getByRole('button', { name: 'Execute Strategy' }).click()
  await expect(page.getByLabel('Terminal log').getByText(/Completed/)).toBeVisible()
  await expect(page.getByRole('img', { name: /^Candles of 1m of BONK/ })).toBeVisible()
  await expect(badge(page)).toBeHidden()

  await ask<Clock>(page, 'PUT', '/market/clock', { speed: 100 })
  await expect(badge(page)).toBeVisible()
  await expect(badge(page)).toHaveAttribute('title', /faster than real time for all users/)
  const [time, began] = [await newest(page), Date.now()]
  // The chart goes on as well, far faster than its candles last.
  const candles = page.waitForResponse(async (answer) => {
    if (!answer.url().includes(`/market/${BONK}/candles`)) return false
    const shown = ((await answer.json()) as Candles).candles.at(-1)?.time ?? 0
    return shown * 1000 > Date.now() + 120_000
  })
  await candles
  await expect.poll(() => newest(page)).toBeGreaterThanOrEqual(time + 600)
  expect(Date.now() - began).toBeLessThan(60_000)

  await say(page, 'buy 0.02 SOL')
  await page.getByRole('button', { name: 'Execute Strategy' }).last().click()
  await expect(
    page.getByText(
      'Failed to start the strategy: The market runs at 100× speed. Set it back to 1× before starting a strategy.',
    ),
  ).toBeVisible()

  await page.goto('/wallets')
  await expect(badge(page)).toBeVisible()
  const tab = await context.newPage()
  await tab.goto('/activity')
  await expect(badge(tab)).toBeVisible()
  // On a phone the names of the network and of the speed are not cut.
  await tab.setViewportSize({ width: 390, height: 844 })
  for (const text of ['localnet', '100×']) {
    const label = tab.getByRole('banner').getByText(text)
    expect(await label.evaluate((shown) => shown.scrollWidth - shown.clientWidth)).toBeLessThanOrEqual(0)
  }
  await tab.setViewportSize({ width: 1360, height: 900 })
  await badge(tab).click()
  const popover = tab.getByRole('dialog', { name: '100× market speed' })
  await expect(popover).toContainText('The simulated market runs at 100× speed for all users.')
  await inspect(tab, 'the speed of the market')
  await popover.getByRole('button', { name: 'Back to normal speed' }).click()
  await expect(badge(tab)).toBeHidden()
  await page.bringToFront()
  await expect(badge(page)).toBeHidden()
  const clock = await ask<Clock>(page, 'GET', '/market/clock')
  expect(clock.speed).toBe(1)
  expect(Math.abs(Date.parse(clock.market_time) - Date.now())).toBeLessThan(5_000)
  expect(await newest(page)).toBeLessThanOrEqual(Date.now() / 1000)
})
