// Pages: all
/** News for a moment finds room: what can be pressed before it comes can be pressed beside it, where it was. */
import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { countShifts, shiftOf } from './layout-shift.ts'
import { ask, generate, openDesk, say } from './person.ts'
import { button, open, row } from './wallets-page.ts'

const LOOKS = process.env.LOOKS
const look = async (page: Page, name: string) => {
  if (!LOOKS) return
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.screenshot({ path: `${LOOKS}/toast-${name}-${colorScheme}.png` })
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
}
/** The word for how an agent stands is wider once it is stopped: a twentieth of this. */
const MOST_SHIFT = 0.0005
const INSTRUCTION = 'buy 0.02 SOL of BONK every 1 hour, 10 times'
const news = (page: Page) => page.getByRole('alert').filter({ hasText: ': Stopped' })
const messages = (page: Page) => page.getByRole('log', { name: 'Messages' })

/** Every control that a pointer reaches at its middle, with its place; the news' own are left out. */
const pressable = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('a[href], button, input, textarea, summary')].flatMap(
      (one) => {
        if (one.closest('[role="alert"]')) return []
        const { x, y, width, height } = one.getBoundingClientRect()
        const hit = document.elementFromPoint(x + width / 2, y + height / 2)
        if (width === 0 || !hit || !(one.contains(hit) || hit.contains(one))) return []
        // What a row says of its agent changes with the market, and how much is unread with the news.
        const label = one.closest('nav') ? '' : (one.getAttribute('aria-label') ?? '')
        return [`${one.tagName} ${label.replace(/, \d+ unread$/, '')} at ${Math.round(x)},${Math.round(y)}`]
      },
    ),
  )

/** Under the pointer a toast does not go. At the page's end, where it covers controls, the page ends above it and scrolls further. */
async function scrollAbove(page: Page, toast: Locator): Promise<void> {
  await toast.hover()
  await page.evaluate(() => window.scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }))
  await expect(page.locator('html[data-news-room]')).toBeAttached()
  await page.evaluate(() => document.body.scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }))
}

/** News comes, and goes: all that could be pressed can be, and nothing has moved. */
async function expectRoom(page: Page, agentId: number | undefined, what: string): Promise<void> {
  await page.mouse.move(1, 1)
  const before = await pressable(page)
  const shift = await shiftOf(page)
  await ask(page, 'POST', `/agents/${agentId}/stop`, {})
  await expect(news(page)).toHaveCount(1)
  // Both at once: when it has gone by itself it covers nothing any more.
  const seen = async () => [await pressable(page), await news(page).count()]
  await expect.poll(seen, { message: `${what}, while it is there`, timeout: 4_000 }).toEqual([before, 1])
  expect(((await shiftOf(page)) ?? 1) - (shift ?? 0), `${what}: its coming moves something`).toBeLessThan(
    MOST_SHIFT,
  )
  await look(page, what)
  const shown = await shiftOf(page)
  await news(page).getByRole('button', { name: 'Dismiss' }).click()
  await expect(news(page)).toHaveCount(0)
  await page.mouse.move(1, 1)
  await expect.poll(() => pressable(page), `${what}, once it is gone`).toEqual(before)
  expect(((await shiftOf(page)) ?? 1) - (shown ?? 0), `${what}: its going moves something`).toBeLessThan(
    MOST_SHIFT,
  )
}

test('news covers nothing of a plan at the end of the chat, and moves nothing', async ({ page }) => {
  await countShifts(page)
  const others = await openDesk(page, 'room', 5)
  await say(page, INSTRUCTION)
  const list = messages(page)
  const edits = list.getByRole('button', { name: /, change$/ })
  await expect(edits.first()).toBeVisible()
  const toEnd = (which: 'first' | 'last') =>
    edits[which]().evaluate((one) => one.scrollIntoView({ block: 'end', behavior: 'instant' }))

  // Before anything ran there is the chart alone.
  await expect(page.getByRole('img', { name: /^Candles/ })).toBeVisible()
  await expectRoom(page, others[0], 'plan')
  await toEnd('last')
  await expectRoom(page, others[1], 'fields')

  await button(page, 'Execute Strategy').click()
  await expect(page.getByTestId('strategy-status')).toHaveText('Running')
  await button(page, 'Stop').click()
  await expect(page.getByTestId('strategy-status')).toHaveText('Stopped')
  await say(page, INSTRUCTION)
  await expect(button(page, 'Execute Strategy')).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await toEnd('last')
  await expectRoom(page, others[2], 'terminal')

  await page.setViewportSize({ width: 390, height: 844 })
  await button(page, 'Execute Strategy').evaluate((one) => one.scrollIntoView({ block: 'center' }))
  await expectRoom(page, others[3], 'phone')
  await toEnd('last')
  await expectRoom(page, others[4], 'phone-fields')
})

test('at the end of a page nothing moves when the page is as high as the window again', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 })
  await open(page, 'end')
  await generate(page, 60)
  const toast = page.getByRole('alert').filter({ hasText: '60 wallets generated.' })
  await toast.hover()
  await button(page, 'Select Multiple').press('Enter')
  const last = row(page, 'Wallet 9').getByRole('cell').last()
  await expect(last).toBeAttached()
  await scrollAbove(page, toast)
  const place = async () => (await last.boundingBox())?.y
  // A press begins, the toast goes, the press ends.
  await last.hover({ position: { x: 2, y: 12 } })
  const before = await place()
  await page.mouse.down()
  await expect(toast).toHaveCount(0)
  expect(await place()).toBe(before)
  await page.mouse.up()
  await expect(page.getByText('1 selected')).toBeVisible()
  await expect(page.getByLabel('Select Wallet 9', { exact: true })).toBeChecked()
  // The blank that was left goes as one scrolls up.
  const spare = () => page.evaluate(() => Number.parseFloat(getComputedStyle(document.body).paddingBottom))
  expect(await spare()).toBeGreaterThan(0)
  const left = await spare()
  await page.evaluate(() => window.scrollBy({ top: -30, behavior: 'instant' }))
  await expect.poll(spare).toBeLessThanOrEqual(left - 29)
  expect(await spare()).toBeGreaterThan(0)
  // So it does where the window shows more.
  await page.setViewportSize({ width: 1280, height: 900 })
  await expect.poll(spare).toBe(0)
})

test('the blank that a toast leaves at the end of a page is not on the next page', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 720 })
  await open(page, 'next')
  await generate(page, 20)
  const toast = page.getByRole('alert').filter({ hasText: '20 wallets generated.' })
  await scrollAbove(page, toast)
  await page.mouse.move(1, 1)
  await expect(toast).toHaveCount(0)
  const blank = () => page.evaluate(() => document.documentElement.style.getPropertyValue('--news-blank'))
  expect(await blank()).not.toBe('')
  await page.getByRole('link', { name: 'Activity', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Activity', exact: true })).toBeInViewport()
  expect(await blank()).toBe('')
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
})

test('at the end of the chat nothing moves when it is as high as before', async ({ page }) => {
  const [other, another] = await openDesk(page, 'chat-end', 2)
  const list = messages(page)
  const help = async (n: number) => {
    await say(page, 'help')
    await expect(list.locator('[data-role="user"]')).toHaveCount(n)
    await expect(list.locator('[data-role]').last()).not.toHaveAttribute('data-role', 'user')
  }
  for (const n of [1, 2, 3]) await help(n)
  const scrolled = () => list.evaluate((one) => one.scrollTop)
  const natural = await scrolled()
  await ask(page, 'POST', `/agents/${other}/stop`, {})
  await news(page).hover()
  // It stands in place of the list's end: one can scroll further than without it.
  await list.evaluate((one) => one.scrollTo({ top: one.scrollHeight, behavior: 'instant' }))
  expect(await scrolled()).toBeGreaterThan(natural + 20)
  const place = async () => (await list.locator('[data-role]').last().boundingBox())?.y
  const before = await place()
  await page.mouse.move(1, 1)
  await expect(news(page)).toHaveCount(0)
  expect(await place()).toBe(before)
  // With what is said next the blank goes.
  const blank = () => list.evaluate((one) => one.style.paddingBottom)
  const left = await blank()
  expect(left).not.toBe('')
  // A second one leaves no more of it.
  await ask(page, 'POST', `/agents/${another}/stop`, {})
  await news(page).hover()
  await list.evaluate((one) => one.scrollTo({ top: one.scrollHeight, behavior: 'instant' }))
  await page.mouse.move(1, 1)
  await expect(news(page)).toHaveCount(0)
  expect(await blank()).toBe(left)
  await help(4)
  await expect.poll(blank).toBe('')
})
