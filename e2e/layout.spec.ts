// Pages: dashboard
/** The dashboard of a trader: full and fixed, in the state that the user left, and nothing important below the fold. */
import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { ask, createAgent, fundWallet, say, signUp } from './person.ts'
import { button } from './wallets-page.ts'

const bar = (page: Page) => page.getByTestId('desk-bar')
const status = (page: Page) => page.getByTestId('strategy-status')
const list = (page: Page) => page.getByRole('navigation', { name: 'My Agents' })
const message = (page: Page) => page.getByLabel('Message', { exact: true })
const log = (page: Page) => page.getByRole('log', { name: 'Terminal log' })

/** Asserts that it is wholly within the window, and under nothing else. */
async function expectInSight(page: Page, what: Locator): Promise<void> {
  await expect(what).toBeVisible()
  const box = (await what.boundingBox()) ?? { x: -1, y: -1, width: 0, height: 0 }
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
  const seen = [box.x >= 0, box.y >= 0, box.x + box.width <= width, box.y + box.height <= height]
  expect(seen, JSON.stringify(box)).toEqual([true, true, true, true])
  const isOnTop = await what.evaluate((element) => {
    const { x, y, width: w, height: h } = element.getBoundingClientRect()
    const found = document.elementFromPoint(x + w / 2, y + h / 2)
    return element.contains(found) || (found?.contains(element) ?? false)
  })
  expect(isOnTop, 'something lies over it').toBe(true)
}

/** The page is as long and as wide as the window. */
const expectNoScroll = async (page: Page) =>
  expect(
    await page.evaluate(() => [
      document.documentElement.scrollHeight - window.innerHeight,
      document.documentElement.scrollWidth - window.innerWidth,
    ]),
  ).toEqual([0, 0])

test('at 1440 by 900 the plan and its button, then all controls, are in sight, and the page does not scroll', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await signUp(page, 'sight')
  await createAgent(page)
  await expect(page.getByText("This agent's chart appears here.", { exact: false })).toBeVisible()
  await fundWallet(page)
  await button(page, 'Choose a token').click()
  await page.getByRole('button', { name: 'BONK', exact: true }).click()
  // The chart shows the chosen token, before anything runs.
  const chart = page.getByRole('region', { name: 'BONK in USD' })
  await expect(chart.getByRole('img', { name: /^Candles of 5m of BONK/ })).toBeVisible()
  await say(page, 'buy 0.02 SOL every 2 seconds, 400 times, stop loss 15%')
  await expectInSight(page, button(page, 'Execute Strategy'))
  const plan = page.getByRole('log', { name: 'Messages' }).locator('dl').first()
  await expectInSight(page, plan)
  // The ticket is one screen high, whatever is folded in it.
  const ticket = page.getByRole('log', { name: 'Messages' }).getByRole('article')
  expect((await ticket.boundingBox())?.height).toBeLessThanOrEqual(440)
  await expectNoScroll(page)

  await button(page, 'Execute Strategy').click()
  await expect(page.getByTestId('strategy-status')).toHaveText('Running')
  await expect(
    log(page)
      .getByText(/Bought/)
      .first(),
  ).toBeVisible()
  for (const name of ['Pause', 'Stop', 'Close position']) await expectInSight(page, button(bar(page), name))
  for (const what of [chart, log(page), message(page), status(page), button(page, 'Send')])
    await expectInSight(page, what)
  expect((await bar(page).boundingBox())?.height).toBe(56)
  // Texts of the cards for screen readers do not lengthen the page.
  await expectNoScroll(page)
  // The row says what the agent does, and that a paused one is not active.
  await expect(list(page).getByText(/^BONK · DCA \d+\/400$/)).toBeVisible()
  await expect(list(page).getByText('Active')).toBeVisible()
  await button(bar(page), 'Pause').click()
  await expect(list(page).getByText('Paused')).toBeVisible()
  await expect(list(page).getByText('Active')).toBeHidden()
  await expectInSight(page, button(bar(page), 'Resume'))
  // The second click of a double click on Pause: it stays paused, as shown below.
  await button(bar(page), 'Resume').dispatchEvent('click', { detail: 2 })

  await page.setViewportSize({ width: 1920, height: 1080 })
  const middle = await chart.boundingBox()
  expect(middle?.width).toBeGreaterThan(1_100)
  await expectNoScroll(page)

  // On a phone the same parts are tabs at the bottom, and the controls stay.
  await page.setViewportSize({ width: 390, height: 844 })
  const parts = page.getByRole('navigation', { name: 'Parts of the dashboard' })
  for (const [part, what] of [
    ['Chat', message(page)],
    ['Chart', chart],
    ['Terminal', log(page)],
    ['Agents', list(page)],
  ] as const) {
    await parts.getByRole('button', { name: part }).click()
    await expectInSight(page, what)
    await expectInSight(page, button(bar(page), 'Stop'))
    await expectInSight(page, button(bar(page), 'Resume'))
    await expectNoScroll(page)
  }
  // Three lines, however long its name and its profit: its name and strategy, its controls, its wallet.
  await button(bar(page), 'Rename Agent 1').click()
  await page.getByRole('dialog').getByRole('textbox').fill('An agent of a long name')
  await page.keyboard.press('Enter')
  await expect(bar(page).getByRole('heading')).toHaveText('An agent of a long name')
  await expect(page.getByTestId('strategy-profit')).toContainText('$')
  await expect(page.getByTestId('bar-balance')).toBeVisible()
  expect((await bar(page).boundingBox())?.height).toBeLessThan(112)
})

test('agent, tab and what is typed are kept by reload and Back, for each agent its own', async ({ page }) => {
  await signUp(page, 'place')
  // The second click of a double click makes no second agent.
  await page.getByRole('button', { name: 'Create Agent' }).last().dblclick()
  await expect(page.getByText('Welcome to Agent 1!')).toBeVisible()
  await button(page, 'Create Agent').dblclick()
  await expect(page.getByText('Welcome to Agent 2!')).toBeVisible()
  expect((await ask<unknown[]>(page, 'GET', '/agents')).length).toBe(2)

  await message(page).fill('line one')
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.type('line two')
  await expect(page.getByText('17 / 4,000')).toBeVisible()
  await list(page).getByRole('button', { name: 'Agent 1' }).click()
  await expect(message(page)).toHaveValue('')
  await message(page).fill('for the first')
  await expect(page).toHaveURL(/agent=\d+/)
  await page.goBack()
  await expect(list(page).getByRole('button', { name: 'Agent 2' })).toHaveAttribute('aria-current', 'true')
  await expect(message(page)).toHaveValue('line one\nline two')
  await page.reload()
  await expect(message(page)).toHaveValue('line one\nline two')
  await list(page).getByRole('button', { name: 'Agent 1' }).click()
  await expect(message(page)).toHaveValue('for the first')

  // A typed key is not kept in clear text, and sent text is gone.
  await expect(page.getByText('Welcome to Agent 1!')).toBeVisible()
  const key = '5Kd3NBUAdUnh'.repeat(7) + '5Kd3'
  await message(page).fill(`my key ${key}`)
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(key)
  await message(page).fill('help')
  await page.keyboard.press('Enter')
  await expect(message(page)).toHaveValue('')
  await page.reload()
  await expect(message(page)).toHaveValue('')

  // The list folds, which this browser remembers.
  await button(page, 'Fold the list').click()
  await expect(list(page).getByRole('button', { name: 'Agent 1' })).toBeHidden()
  await page.reload()
  await button(page, 'Unfold the list').click()
  await expect(list(page).getByRole('button', { name: 'Agent 1' })).toBeVisible()
})
