/** A plan in the chat: its state is the desk's, in every tab and after every reload; what can be done follows from it. */
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { inspect } from './inspect.ts'
import { ask, createAgent, fundWallet, say, signUp, walletsOf } from './person.ts'
import { button } from './wallets-page.ts'

test.use({ viewport: { width: 1440, height: 900 } })

const chat = (page: Page) => page.getByRole('log', { name: 'Messages' })
const cards = (page: Page) => chat(page).getByRole('article')
const execute = (page: Page) => chat(page).getByRole('button', { name: 'Execute Strategy' })
const agentOf = async (page: Page): Promise<number> =>
  (await ask<{ id: number }[]>(page, 'GET', '/agents'))[0]?.id ?? 0
type Strategy = { id: string; status: string; plan: object }
const strategiesOf = async (page: Page): Promise<Strategy[]> =>
  ask<Strategy[]>(page, 'GET', `/agents/${await agentOf(page)}/strategies`)

test('a plan keeps its state over a reload, on another page and in another tab', async ({
  page,
  context,
}) => {
  await signUp(page, 'card')
  await createAgent(page)
  await fundWallet(page)
  await say(page, 'buy 0.02 SOL of BONK every 60 seconds, 3 times, with a 15% stop loss')
  const [first, second] = [cards(page).nth(0), cards(page).nth(1)]
  await expect(first).toContainText(/DCA.*BONK.*buy.*Offered/)
  // What it is, what it costs and its button are seen without scrolling.
  await expect(first.getByText('Offered')).toBeInViewport({ ratio: 1 })
  await expect(first.getByLabel('Costs')).toBeInViewport({ ratio: 1 })
  await expect(execute(page)).toBeInViewport({ ratio: 1 })
  await expect(first.getByLabel('Costs')).toHaveText(
    /Spends in all0\.06 SOL3 orders.*Each order0\.02 SOL.*Fees0\.00004 SOL.*Worst case0\.009 SOLby its stop loss/,
  )
  await expect(first.getByText(/^What could go wrong/)).toBeHidden()
  await first.getByText('Explanation').click()
  await expect(first.getByText(/What could go wrong/)).toBeVisible()
  await inspect(page, 'a plan')

  await page.reload()
  await expect(first).toContainText('Offered')
  await expect(execute(page)).toBeEnabled()
  await page.getByRole('link', { name: 'Strategies' }).click()
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
  await expect(execute(page)).toBeEnabled()
  const tab = await context.newPage()
  await tab.goto('/dashboard')
  await expect(execute(tab)).toBeEnabled()
  await expect(
    cards(tab)
      .first()
      .getByRole('region', { name: /^Backtest/ }),
  ).toBeVisible()

  // A newer plan in one tab takes the offer out of the other.
  await say(page, 'make it every 2 minutes')
  await expect(second).toContainText('Offered')
  await expect(first).toContainText('Superseded')
  await expect(cards(tab).first()).toContainText('Superseded')
  await expect(cards(tab).first().getByRole('button', { name: 'Execute Strategy' })).toHaveCount(0)
  // The newer one is there as well, before it is loaded anew and afterwards.
  await expect(cards(tab)).toHaveCount(2)
  await expect(execute(tab)).toBeEnabled()
  await tab.reload()
  await expect(cards(tab)).toHaveCount(2)
  // Only the tab in front has the focus.
  await tab.bringToFront()
  await execute(tab).click()
  await expect(cards(tab).nth(1)).toContainText(/Executed \d\d:\d\d/)
  // It is in the chat until the strategy runs, and then at its controls, however fast that was.
  await expect(tab.getByRole('group', { name: 'Strategy' })).toBeFocused()
  // And so does a start.
  await expect(second).toContainText(/Executed \d\d:\d\d/)
  await expect(execute(page)).toHaveCount(0)
  await page.reload()
  await expect(second).toContainText(/Executed \d\d:\d\d/)
  await expect(first).toContainText('Superseded')
  const [started, ...others] = await strategiesOf(page)
  expect(started?.plan).toMatchObject({ interval_seconds: 120, order_count: 3 })
  expect(others).toEqual([])
  await tab.close()
  await button(page, 'Stop').first().click()
})

test('a plan that cannot be paid looks so, and once there are funds it is checked again and offered', async ({
  page,
}) => {
  await signUp(page, 'short')
  await createAgent(page)
  await button(page, 'Generate wallet').click()
  await expect(page.getByText('Wallet 1 was generated.')).toBeVisible()
  await say(page, 'buy 2 SOL of BONK')
  const [first, second, third] = [cards(page).nth(0), cards(page).nth(1), cards(page).nth(2)]
  await expect(first).toContainText('Not feasible')
  await expect(first).toContainText('This cannot be done now')
  await expect(first.getByLabel('Costs')).toContainText('2.00 SOL')
  await expect(execute(page)).toHaveCount(0)
  await inspect(page, 'a plan that is not feasible')
  await page.reload()
  await expect(first).toContainText('Not feasible')
  await button(page, 'Check again').click()
  await expect(second).toContainText('Not feasible')
  await expect(first).toContainText('Superseded')
  await expect(button(page, 'Check again')).toHaveCount(1)

  await ask(page, 'POST', '/faucet', { address: (await walletsOf(page))[0]?.address, sol: 10 })
  await button(page, 'Check again').click()
  await expect(third).toContainText('Offered')
  await expect(second).toContainText('Superseded')
  await expect(button(page, 'Check again')).toHaveCount(0)
  await execute(page).click()
  await expect(third).toContainText('Executed')
  await expect.poll(async () => (await strategiesOf(page)).length).toBe(1)
})

test('a field is changed in place, by the same parse as a change that is said', async ({ page }) => {
  const sent: object[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/parse')) sent.push(request.postDataJSON() as object)
  })
  await signUp(page, 'fields')
  await createAgent(page)
  await fundWallet(page)
  await say(page, 'buy 0.02 SOL of BONK every 60 seconds, 3 times')
  await cards(page).getByRole('button', { name: 'Orders: 3, change' }).click()
  const editor = page.getByRole('dialog', { name: 'Change: Orders' })
  await editor.getByLabel('Orders').fill('1500')
  await button(editor, 'Change plan').click()
  // Three orders become too many for what there is: both stand, each with its state.
  await expect(cards(page).nth(1)).toContainText('Not feasible')
  await expect(cards(page).nth(1)).toContainText('1,500 orders')
  await expect(cards(page).nth(0)).toContainText('Offered')
  expect(sent.at(-1)).toMatchObject({ changes: [{ path: 'order_count', value: 1500 }] })
  expect(sent.at(-1)).not.toHaveProperty('instruction')
  // Of the plan shown last alone.
  await expect(
    cards(page)
      .nth(0)
      .getByRole('button', { name: /, change$/ }),
  ).toHaveCount(0)
  await cards(page).nth(1).getByRole('button', { name: 'Orders: 1500, change' }).click()
  await page.getByRole('dialog', { name: 'Change: Orders' }).getByLabel('Orders').fill('4')
  await page.keyboard.press('Enter')
  await expect(cards(page).nth(2)).toContainText('Offered')
  await expect(cards(page).nth(0)).toContainText('Superseded')
  await expect(cards(page).nth(1)).toContainText('Superseded')
})

test('a change of what runs changes nothing by itself, and can take its place', async ({ page }) => {
  await signUp(page, 'running')
  await createAgent(page)
  await fundWallet(page)
  await say(page, 'buy 0.02 SOL of BONK every 2 seconds, 100 times')
  await execute(page).click()
  await expect(cards(page).first()).toContainText('Executed')
  const log = page.getByLabel('Terminal log')
  await expect(log.getByText(/Bought/).first()).toBeVisible()
  await say(page, 'make it every 4 seconds')
  const change = cards(page).nth(1)
  await expect(change).toContainText('Nothing is changed')
  await expect(execute(page)).toHaveCount(0)
  await expect(cards(page).first()).toContainText('Executed')
  const [running] = await strategiesOf(page)
  expect(running?.plan).toMatchObject({ interval_seconds: 2 })

  await button(change, 'Stop and start with this').click()
  const dialog = page.getByRole('dialog', { name: 'Stop and start with this' })
  await expect(dialog).toContainText(/Stops.*every 2 seconds.*stays in your wallets.*Starts.*every 4 seconds/)
  await inspect(page, 'what replaces a strategy')
  await button(dialog, 'Cancel').click()
  expect((await strategiesOf(page)).map(({ status }) => status)).toEqual(['active'])
  await button(change, 'Stop and start with this').click()
  await button(dialog, 'Stop and start').click()
  await expect(change).toContainText(/Executed \d\d:\d\d/)
  await expect
    .poll(async () => (await strategiesOf(page)).map(({ status, plan }) => [status, plan]))
    .toMatchObject([
      ['active', { interval_seconds: 4 }],
      ['stopped', { interval_seconds: 2 }],
    ])
  await button(page, 'Stop').first().click()
})
