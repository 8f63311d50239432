// Pages: dashboard
/**
 * A plan in the chat: its offer can be paid, the changed plan is the one that starts, and its state is the server's.
 */
import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { ask, openTrader, say } from '../person.ts'
import { button } from '../wallets-page.ts'

test.use({ viewport: { width: 1440, height: 900 } })

const cards = (page: Page) => page.getByRole('log', { name: 'Messages' }).getByRole('article')
const execute = (page: Page) =>
  page.getByRole('log', { name: 'Messages' }).getByRole('button', { name: 'Execute Strategy' })
type Strategy = { status: string; plan: object }

async function readStrategies(page: Page): Promise<Strategy[]> {
  const [agent] = await ask<{ id: number }[]>(page, 'GET', '/agents')
  return ask<Strategy[]>(page, 'GET', `/agents/${agent?.id}/strategies`)
}

/** In the details of the plan, which are open. */
async function changeOrders(page: Page, card: number, from: string, to: string): Promise<void> {
  await cards(page)
    .nth(card)
    .getByRole('button', { name: `Orders: ${from}, change` })
    .click()
  const editor = page.getByRole('dialog', { name: 'Change: Orders' })
  await editor.getByLabel('Orders').fill(to)
  await button(editor, 'Change plan').click()
}

test('a plan keeps its state everywhere, is changed in place, not offered unpaid, and started as it was changed', async ({
  page,
  context,
}) => {
  const sent: object[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/parse')) sent.push(request.postDataJSON() as object)
  })
  const address = await openTrader(page, 'card', 0)
  const card = (n: number) => cards(page).nth(n)
  await say(page, 'buy 0.02 SOL of BONK every 60 seconds, 3 times, with a 15% stop loss')
  // It cannot be paid: it says so, here and after a reload, and nothing starts it.
  await expect(card(0)).toContainText('Not feasible')
  await expect(card(0)).toContainText('This cannot be done now')
  await expect(execute(page)).toHaveCount(0)
  await page.reload()
  await expect(card(0)).toContainText('Not feasible')
  await expect(execute(page)).toHaveCount(0)
  await button(page, 'Check again').click()
  await expect(card(1)).toContainText('Not feasible')
  await expect(card(0)).toContainText('Superseded')
  await expect(button(page, 'Check again')).toHaveCount(1)
  await ask(page, 'POST', '/faucet', { address, sol: 10 })
  await button(page, 'Check again').click()
  await expect(card(2)).toContainText(/DCA.*BONK.*buy.*Ready to execute/)
  await expect(card(1)).toContainText('Superseded')
  await expect(button(page, 'Check again')).toHaveCount(0)

  // Its type, its costs and its button are visible without scrolling.
  await expect(card(2).getByText('Ready to execute')).toBeInViewport({ ratio: 1 })
  await expect(card(2).getByLabel('Costs')).toBeInViewport({ ratio: 1 })
  await expect(execute(page)).toBeInViewport({ ratio: 1 })
  await expect(card(2).getByLabel('Costs')).toHaveText(
    /PaysWallet 1Total spend0\.06 SOL3 orders.*Each order0\.02 SOL.*Costs0\.00\d+ SOLnetwork 0\.00004, market 0\.0003\d*, rent 0\.001488 SOL.*Worst case0\.009 SOLby its stop loss/,
  )
  await expect(card(2).getByText(/^What could go wrong/)).toBeHidden()
  await card(2).getByText('Explanation').click()
  await expect(card(2).getByText(/What could go wrong/)).toBeVisible()

  // A field is changed by the same parse as a change in words, and too many orders are not offered.
  await card(2).getByText('Details', { exact: true }).click()
  await changeOrders(page, 2, '3', '1500')
  await expect(card(3)).toContainText('Not feasible')
  await expect(card(3)).toContainText('1,500 orders')
  await expect(card(2)).toContainText('Ready to execute')
  expect(sent.at(-1)).toMatchObject({ changes: [{ path: 'order_count', value: 1500 }] })
  expect(sent.at(-1)).not.toHaveProperty('instruction')
  // Only the plan shown last can be changed.
  await expect(card(2).getByRole('button', { name: /, change$/ })).toHaveCount(0)
  // The details that were open stay open on the changed plan.
  await changeOrders(page, 3, '1500', '4')
  await expect(card(4)).toContainText('Ready to execute')
  await expect(card(2)).toContainText('Superseded')
  await expect(card(3)).toContainText('Superseded')

  // The state survives a reload, and is the same on another page and in another tab.
  await page.reload()
  await expect(card(4)).toContainText('Ready to execute')
  await expect(execute(page)).toBeEnabled()
  await page.getByRole('link', { name: 'Strategies' }).click()
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
  await expect(execute(page)).toBeEnabled()
  const tab = await context.newPage()
  await tab.goto('/dashboard')
  await expect(execute(tab)).toBeEnabled()
  await expect(
    cards(tab)
      .nth(4)
      .getByRole('region', { name: /^Backtest/ }),
  ).toBeVisible()
  // A newer plan in one tab removes the offer from the other, if it is there as well.
  await page.bringToFront()
  await say(page, 'make it every 2 minutes')
  await expect(card(5)).toContainText('Ready to execute')
  await expect(card(4)).toContainText('Superseded')
  await expect(cards(tab).nth(4)).toContainText('Superseded')
  await expect(cards(tab).nth(4).getByRole('button', { name: 'Execute Strategy' })).toHaveCount(0)
  await expect(cards(tab)).toHaveCount(6)
  await expect(execute(tab)).toBeEnabled()
  // Only the tab in front has the focus.
  await tab.bringToFront()
  await execute(tab).click()
  await expect(cards(tab).nth(5)).toContainText(/Executed \w{3} \d+, \d\d:\d\d/)
  // The button is gone: the focus is where the answer appears.
  await expect(tab.getByRole('log', { name: 'Messages' })).toBeFocused()
  await expect(card(5)).toContainText(/Executed \w{3} \d+, \d\d:\d\d/)
  await expect(execute(page)).toHaveCount(0)
  await page.reload()
  await expect(card(5)).toContainText(/Executed \w{3} \d+, \d\d:\d\d/)
  await expect(card(4)).toContainText('Superseded')
  const [started, ...others] = await readStrategies(page)
  expect(started?.plan).toMatchObject({ interval_seconds: 120, order_count: 4 })
  expect(others).toEqual([])
  await tab.close()
  await ask(page, 'POST', '/agents/stop-all', {})
})
