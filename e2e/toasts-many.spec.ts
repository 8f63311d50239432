// Pages: all
/** Several toasts, one after another: what is seen stays where it stands, and what has no room there waits its turn. */
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { coveredControls } from './inspect.ts'
import { ask, openDesk, say } from './person.ts'
import { button } from './wallets-page.ts'

const LOOKS = process.env.LOOKS
const look = async (page: Page, name: string) => {
  if (!LOOKS) return
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.screenshot({ path: `${LOOKS}/many-${name}-${colorScheme}.png` })
  }
}
const INSTRUCTION = 'buy 0.02 SOL of BONK every 1 hour, 10 times'
/** Those that wait are in the document, too. */
const all = (page: Page) => page.locator('[role="alert"]').filter({ hasText: ': Stopped' })
const seen = (page: Page) => page.getByRole('alert').filter({ hasText: ': Stopped' })

/** The corner's lower end and its left one: all toasts stand on it. */
const corner = async (page: Page) => {
  const box = await seen(page).last().boundingBox()
  return box && { x: Math.round(box.x), end: Math.round(box.y + box.height) }
}
const bodyHeight = (page: Page) => page.evaluate(() => document.body.getBoundingClientRect().height)

/** One is stopped after another; the pointer on the first keeps all of them. */
async function expectToStay(page: Page, agents: readonly number[], what: string): Promise<void> {
  const height = await bodyHeight(page)
  await ask(page, 'POST', `/agents/${agents[0]}/stop`, {})
  await expect(seen(page)).toHaveCount(1)
  await seen(page).first().hover()
  const place = await corner(page)
  for (const [i, id] of agents.slice(1).entries()) {
    await ask(page, 'POST', `/agents/${id}/stop`, {})
    await expect(all(page)).toHaveCount(i + 2)
    expect(await corner(page), `${what}: after toast ${i + 2}`).toEqual(place)
    expect(await bodyHeight(page), `${what}: the page after toast ${i + 2}`).toBe(height)
    expect(await coveredControls(page)).toEqual([])
    await seen(page).first().hover()
  }
  await look(page, what)
  // Fewer than there are: each of the others comes once one has gone, and stays for its own time.
  expect(await seen(page).count()).toBeLessThan(agents.length)
  for (let left = agents.length; left > 0; left--) {
    await expect(all(page)).toHaveCount(left)
    await seen(page).first().getByRole('button', { name: 'Dismiss' }).click()
  }
  await expect(all(page)).toHaveCount(0)
}

/** Three agents that can be stopped beside the one that is shown, whose strategy runs. */
async function openMany(page: Page): Promise<number[]> {
  const agents = await openDesk(page, 'many', 3)
  await say(page, INSTRUCTION)
  await button(page, 'Execute Strategy').click()
  await expect(page.getByLabel('Terminal log').getByText('Bought').first()).toBeVisible()
  return agents
}

test('a third toast moves neither the two that are seen nor the page', async ({ page }) => {
  const agents = await openMany(page)
  await expectToStay(page, agents, 'wide')
})

test('on a phone further toasts do not shorten the page', async ({ page }) => {
  const agents = await openMany(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectToStay(page, agents, 'phone')
})

test('a toast over the chart leaves its newest candles to be seen', async ({ page }) => {
  const [agent] = await openDesk(page, 'candles', 1)
  await say(page, INSTRUCTION)
  await expect(button(page, 'Execute Strategy')).toBeVisible()
  const chart = page.getByRole('img', { name: /^Candles/ })
  await expect(chart).toBeVisible()
  await expect(page.getByTestId('agents').getByText('DCA 1/10')).toBeVisible()
  await ask(page, 'POST', `/agents/${agent}/stop`, {})
  await expect(seen(page)).toHaveCount(1)
  const [toast, candles] = [await seen(page).boundingBox(), await chart.boundingBox()]
  if (!toast || !candles) throw new Error('neither the toast nor the chart has a place')
  await look(page, 'chart')
  expect(toast.x + toast.width).toBeLessThan(candles.x + candles.width * 0.6)
  expect(await coveredControls(page)).toEqual([])
})
