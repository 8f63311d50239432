// Pages: dashboard, strategies
/** The results of strategies: the chart with its trades on the dashboard, and the list across agents. */
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { ask, BONK, createAgent, fundWallet, signUp, say, setToken } from './person.ts'
import { goneInTime, inTime, seenInTime } from './refused.ts'

const chart = (page: Page) => page.getByRole('region', { name: 'BONK in USD' })
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })
const rows = (page: Page) =>
  page.getByRole('table', { name: 'Strategies' }).locator(':is(thead, tbody)').getByRole('row')

async function begin(page: Page, words: string): Promise<void> {
  await say(page, words)
  await page.getByRole('button', { name: 'Execute Strategy' }).last().click()
  await expect(
    page
      .getByLabel('Terminal log')
      .getByText(/Bought/)
      .first(),
  ).toBeVisible()
}

test('trades appear on the chart as they happen, and their profit once they are sold', async ({ page }) => {
  await signUp(page, 'chart')
  await createAgent(page)
  await fundWallet(page)
  await setToken(page, BONK)
  await begin(page, 'buy 0.02 SOL every 2 seconds, 100 times, and sell everything when I stop it')
  const panel = chart(page)
  await expect(panel.getByRole('img', { name: /^Candles of 1m of BONK/ })).toBeVisible()
  await expect(panel.locator('canvas').first()).toBeVisible()
  await tab(page, 'Trades').click()
  const trades = page.getByRole('group', { name: 'Trades' }).locator('tbody').getByRole('row')
  await expect.poll(() => trades.count()).toBeGreaterThanOrEqual(3)
  await expect(trades.last()).toContainText('Buy')
  // The holdings are in the bar, and every trade has its signature.
  await expect(page.getByTestId('strategy-position')).toHaveText(/^\d[\d.]*K BONK$/)
  // One line each at this width, with the unit in the head.
  expect((await trades.first().boundingBox())?.height).toBeLessThan(40)
  await expect(page.getByRole('columnheader', { name: 'Amount BONK' })).toBeVisible()
  await expect(trades.last().getByRole('button', { name: 'Copy signature' })).toBeVisible()
  // The candle under the pointer shows its trades.
  const box = (await panel.getByRole('img', { name: /^Candles/ }).boundingBox()) ?? { x: 0, y: 0, width: 0 }
  let from = 60
  await expect
    .poll(
      async () => {
        from = from > 300 ? 60 : from + 5
        await page.mouse.move(box.x + box.width - from, box.y + 100)
        return panel.getByTestId('chart-tip').textContent({ timeout: 1_000 })
      },
      { intervals: [20] },
    )
    .toMatch(/Buy [\d.,]+ BONK for 0\.02 SOL at \$0\.0₄/)
  // At every zoom each trade is on a mark.
  const canvas = panel.getByRole('img', { name: /^Candles/ })
  const onMarks = async () =>
    ((await canvas.getAttribute('data-marks')) ?? '')
      .split(' ')
      .reduce((sum, count) => sum + Number(count), 0)
  const told = async () =>
    Number(/with ([\d,]+) trades/.exec((await canvas.getAttribute('aria-label')) ?? '')?.[1])
  for (const wheel of [-600, 300, 600, 900, -1500]) {
    await page.mouse.move(box.x + box.width / 2, box.y + 100)
    await page.mouse.wheel(0, wheel)
    await expect.poll(async () => (await onMarks()) - (await told()), { message: `${wheel}` }).toBe(0)
  }
  // The panes fold, and the candles take their room.
  const panes = panel.getByRole('group', { name: 'Panes' })
  for (const name of ['P&L', 'Position']) {
    const pane = panes.getByRole('button', { name })
    await expect(pane).toHaveAttribute('aria-pressed', 'true')
    await pane.click()
    await expect(pane).toHaveAttribute('aria-pressed', 'false')
  }
  await panes.getByRole('button', { name: 'P&L' }).click()
  await panel.getByRole('button', { name: 'Full screen' }).click()
  await expect(panel.getByRole('button', { name: 'Leave full screen' })).toBeVisible()
  await expect.poll(async () => ((await canvas.boundingBox())?.height ?? 0) > 500).toBe(true)
  await panel.getByRole('button', { name: 'Leave full screen' }).click()
  await panel.getByRole('button', { name: '15m', exact: true }).click()
  await expect(panel.getByRole('img', { name: /^Candles of 15m of BONK/ })).toBeVisible()

  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await tab(page, 'Terminal').click()
  await expect(page.getByLabel('Terminal log').getByText(/^.*Sold/)).toBeVisible()
  await tab(page, 'Trades').click()
  await expect(trades.first()).toContainText('Sell')
  await expect(trades.first()).toContainText(/[▲▼] [+-][\d.]+/)
  await expect(page.getByTestId('strategy-position')).toHaveText('0.00 BONK')
  const marked = Number(
    /with (\d+) trades/.exec(
      (await panel.getByRole('img', { name: /^Candles/ }).getAttribute('aria-label')) ?? '',
    )?.[1],
  )
  expect(marked).toBe(await trades.count())
})

test('the rule of a plan is drawn on its own candles before it is started, and no pane is empty', async ({
  page,
}) => {
  await signUp(page, 'rule')
  await createAgent(page)
  await fundWallet(page)
  await say(page, 'EMA 9/21 cross on 1m candles of BONK, 0.1 SOL a trade')
  const panel = chart(page)
  await expect(panel.getByRole('img', { name: /^Candles of 1m of BONK/ })).toBeVisible()
  const rule = panel.getByRole('list', { name: 'Rule' })
  await expect(rule).toHaveText(/EMA 9 \$0\.0.*EMA 21 \$0\.0/)
  await panel.getByRole('button', { name: '5m', exact: true }).click()
  await expect(panel.getByText('EMA 9 and EMA 21: shown on 1m candles')).toBeVisible()
  await expect(rule).toHaveCount(0)
  await page.getByRole('button', { name: 'Execute Strategy' }).click()
  await expect(page.getByTestId('strategy-status')).toHaveText('Running')
  // It opens on the candles of its rule, and has bought nothing yet.
  await expect(rule).toBeVisible()
  await expect(panel.getByRole('group', { name: 'Panes' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
})

test('a hidden page asks for nothing, and is up to date once it is seen again', async ({ page }) => {
  await page.clock.install()
  await signUp(page, 'hidden')
  await createAgent(page)
  await fundWallet(page)
  await setToken(page, BONK)
  await begin(page, 'buy 0.02 SOL every 2 seconds, 100 times')
  await expect(chart(page).getByRole('img', { name: /^Candles of/ })).toBeVisible()
  let asked = 0
  page.on('request', (request) => void (asked += request.url().includes('/candles') ? 1 : 0))
  await inTime(page, () => expect.poll(() => asked, { timeout: 100 }).toBeGreaterThan(0))
  const hide = (hidden: boolean) =>
    page.evaluate((now) => {
      Object.defineProperty(document, 'visibilityState', {
        value: now ? 'hidden' : 'visible',
        configurable: true,
      })
      document.dispatchEvent(new Event('visibilitychange'))
    }, hidden)
  await hide(true)
  const before = asked
  // Long enough for a dozen polls of a visible page.
  await page.clock.runFor(60_000)
  expect(asked).toBe(before)
  await hide(false)
  await inTime(page, () => expect.poll(() => asked, { timeout: 100 }).toBeGreaterThan(before))
})

/** On a phone the filters are one line, which tells how many of them are set. */
async function foldsFilters(page: Page): Promise<void> {
  const size = page.viewportSize()
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByLabel('Status')).toBeHidden()
  await page.getByRole('button', { name: 'Filters', exact: true }).click()
  await page.getByLabel('Status').selectOption('ended')
  await expect(page.getByRole('button', { name: 'Filters (1)' })).toHaveAttribute('aria-expanded', 'true')
  await page.getByRole('button', { name: 'Reset filters' }).click()
  await page.getByRole('button', { name: 'Filters', exact: true }).click()
  await expect(page.getByLabel('Status')).toBeHidden()
  if (size) await page.setViewportSize(size)
}

test('the list shows strategies of all agents, filters, sorts, controls them and leads to their agent', async ({
  page,
  product,
}) => {
  await page.clock.install()
  await signUp(page, 'list')
  await page.getByRole('link', { name: 'Strategies' }).click()
  await expect(page.getByText('Every strategy of your agents is listed here', { exact: false })).toBeVisible()
  await page.getByRole('link', { name: 'Go to the dashboard' }).click()
  await createAgent(page)
  await fundWallet(page)
  await setToken(page, BONK)
  await begin(page, 'buy 0.02 SOL every 1 second, 2 times')
  await expect(page.getByLabel('Terminal log').getByText(/Completed/)).toBeVisible()
  await page.getByRole('button', { name: 'Create Agent' }).first().click()
  await expect(page.getByText('Welcome to Agent 2!')).toBeVisible()
  await begin(page, 'buy 0.02 SOL of BONK every 2 seconds, 100 times')

  await page.getByRole('link', { name: 'Strategies' }).click()
  await expect(rows(page)).toHaveCount(3)
  await expect(rows(page).nth(1)).toContainText(/Agent 2.*DCA.*BONK.*Running/)
  await expect(rows(page).nth(2)).toContainText(/Agent 1.*Completed.*\$/)
  // Costs are one sum in USD; the title lists the parts.
  const costs = rows(page).nth(2).locator('[data-label="Costs"]')
  await expect(costs).toHaveText(/^\$\d+\.\d\d/)
  await expect(costs).toHaveAttribute('title', /^network 0\.\d+, market 0\.\d+, rent 0\.\d+ SOL$/)
  await page.getByRole('button', { name: 'Agent', exact: true }).click()
  await expect(rows(page).nth(1)).toContainText('Agent 1')
  await expect(page.getByRole('columnheader', { name: 'Agent' })).toHaveAttribute('aria-sort', 'ascending')
  await page.getByLabel('Status').selectOption('live')
  await expect(rows(page)).toHaveCount(2)
  await page.getByRole('button', { name: 'Pause the strategy of Agent 2' }).click()
  await expect(rows(page).nth(1)).toContainText('Paused')
  await page.getByRole('button', { name: 'Resume the strategy of Agent 2' }).click()
  await expect(rows(page).nth(1)).toContainText('Running')
  await page.getByRole('button', { name: 'Stop the strategy of Agent 2' }).click()
  await expect(page.getByText('No strategies match these filters.')).toBeVisible()
  await page.getByRole('button', { name: 'Reset filters' }).click()
  await expect(rows(page)).toHaveCount(3)
  await foldsFilters(page)
  await page.getByRole('link', { name: 'Agent 1' }).click()
  await expect(page.getByRole('heading', { name: 'Agent 1' })).toBeVisible()
  await expect(chart(page).getByLabel('Figures')).toBeVisible()

  // While the server is away the list stays, and says so.
  await page.getByRole('link', { name: 'Strategies' }).click()
  await expect(rows(page)).toHaveCount(3)
  await product.end('SIGKILL')
  await seenInTime(page, page.getByText('Last update', { exact: false }), 5_000)
  await expect(rows(page)).toHaveCount(3)
  await product.again()
  await goneInTime(page, page.getByText('Last update', { exact: false }), 5_000)
  const { strategies } = await ask<{ strategies: unknown[] }>(page, 'GET', '/strategies')
  expect(strategies).toHaveLength(2)
})
