/** The kill switch and what is told of it, in two consoles of one person. */
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { coveredControls, overflowOf, violationsOf } from './inspect.ts'
import { ask, BONK, createAgent, fundWallet, login, signUp, say, setToken } from './person.ts'
import { inTime, seenInTime } from './refused.ts'

const LOOKS = process.env.LOOKS
const look = async (page: Page, name: string) => {
  if (!LOOKS) return
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map((each) => each.finished)))
  await page.screenshot({ path: `${LOOKS}/${name}.png` })
}
const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ })
const stopButton = (page: Page) => page.getByRole('button', { name: 'Stop all' })

async function execute(page: Page, instruction: string): Promise<void> {
  await say(page, instruction)
  await page.getByRole('button', { name: 'Execute Strategy' }).click()
  await expect(page.getByTestId('strategy-status')).toHaveText('Running')
  await expect(
    page
      .getByLabel('Terminal log')
      .getByText(/Bought/)
      .first(),
  ).toBeVisible()
}

const accessible = async (page: Page) => expect(await violationsOf(page)).toEqual([])

test('two strategies are started, everything is stopped at once, and every console tells it', async ({
  page,
  browser,
  product,
}) => {
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(error.message))
  // A toast that fades away is not to be read any more.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const email = await signUp(page, 'bell')

  // Nothing yet: the list says what it is for, and the dialog that nothing runs.
  await bell(page).click()
  await expect(page.getByText(/^Nothing yet\./)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(bell(page)).toBeFocused()
  await page.keyboard.press('Control+Shift+X')
  await expect(page.getByRole('dialog', { name: 'Stop everything' })).toContainText('No strategy runs')
  await page.keyboard.press('Escape')

  await createAgent(page)
  await fundWallet(page)
  await setToken(page, BONK)
  await execute(page, 'buy 0.02 SOL every 8 seconds, 400 times')
  await page.getByRole('button', { name: 'Create Agent' }).first().click()
  await expect(page.getByText('Welcome to Agent 2!')).toBeVisible()
  await setToken(page, BONK)
  await execute(page, 'buy 0.01 SOL every 8 seconds, 400 times and sell everything when stopped')

  const elsewhere = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const phone = await elsewhere.newPage()
  await login(phone, email)
  await phone.getByRole('button', { name: 'Agents', exact: true }).click()
  await expect(phone.getByText('Active', { exact: true }).first()).toBeVisible()

  const parts = phone.getByRole('navigation', { name: 'Parts of the dashboard' })
  const field = page.getByLabel('Message', { exact: true })
  const places = async () => [await parts.boundingBox(), await field.boundingBox()]
  const before = await places()
  await stopButton(page).click()
  const dialog = page.getByRole('dialog', { name: 'Stop everything' })
  await expect(dialog.getByRole('listitem')).toHaveCount(2)
  await expect(dialog).toContainText('Agent 1')
  await expect(dialog).toContainText('Running, sells on stop')
  await look(page, 'stop-light')
  await accessible(page)
  // Pointed at, toasts stay, however long the rest takes.
  const told = phone.getByText('Agent 1: Stopped').hover()
  // The button that stops has the focus: the shortcut and Enter are enough.
  await page.keyboard.press('Enter')
  const result = page.getByRole('dialog', { name: 'Stopped' })
  await expect(result).toContainText('2 strategies stopped.')
  await look(page, 'stopped-light')
  await result.getByRole('button', { name: 'Close', exact: true }).last().click()
  await page.getByText('Agent 2: Stopped').hover()
  await told

  // The other console, on a phone, hears all of it.
  await expect(phone.getByText('Active', { exact: true })).toHaveCount(0)
  await expect(bell(phone)).toHaveAccessibleName('Notifications, 2 unread')
  await expect(phone.getByText('Agent 1: Stopped')).toBeVisible()
  await look(phone, 'phone-toasts')
  expect(await coveredControls(phone)).toEqual([])
  await expect(page.getByTestId('strategy-status')).toHaveText('Stopped')
  await expect(page.getByText('Agent 2: Stopped')).toBeVisible()
  // What they would lie upon stays where it is.
  expect(await places()).toEqual(before)
  await look(page, 'toasts-light')
  // At the bottom right, three at most, on nothing that can be pressed.
  const toasts = page.getByRole('alert')
  expect(await toasts.count()).toBeLessThanOrEqual(3)
  const box = await toasts.last().boundingBox()
  expect(box && box.x > 1360 / 2 && box.y > 900 / 2).toBe(true)
  expect(await coveredControls(page)).toEqual([])
  await accessible(page)

  await bell(page).click()
  const list = page.getByRole('dialog', { name: 'Notifications' })
  await expect(list.getByRole('listitem')).toHaveCount(2)
  await expect(list.getByRole('listitem').first()).toContainText('Stopped')
  await look(page, 'list-light')
  await accessible(page)
  const dark = async (name: string) => {
    await page.emulateMedia({ colorScheme: 'dark' })
    await look(page, name)
    await accessible(page)
    await page.emulateMedia({ colorScheme: 'light' })
  }
  await dark('list-dark')

  // Reading one opens its agent, and shows in the other console too.
  const first = list.getByRole('listitem').filter({ hasText: 'Agent 1' })
  await first.getByRole('button', { name: 'Mark as read: Agent 1, Stopped' }).focus()
  await page.keyboard.press('Enter')
  await expect(first.getByRole('link')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Agent 1' })).toBeVisible()
  await expect(page).toHaveURL(/\/dashboard\?agent=\d+$/)
  await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread')
  await expect(bell(phone)).toHaveAccessibleName('Notifications, 1 unread')
  await bell(phone).click()
  await expect(phone.getByRole('dialog', { name: 'Notifications' }).getByRole('listitem')).toHaveCount(2)
  await look(phone, 'phone-list')
  await phone.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(bell(page)).toHaveAccessibleName('Notifications')
  await expect(phone.getByRole('button', { name: 'Mark all as read' })).toBeDisabled()
  await phone.keyboard.press('Escape')
  await stopButton(phone).click()
  await expect(phone.getByRole('dialog', { name: 'Stop everything' })).toContainText('No strategy runs')
  await look(phone, 'phone-stop')
  await phone.keyboard.press('Escape')
  await elsewhere.close()

  // Nothing goes on by itself.
  const agents = await ask<{ status: string }[]>(page, 'GET', '/agents')
  expect(agents.map((agent) => agent.status)).toEqual(['stopped', 'stopped'])
  expect(problems).toEqual([])
  expect(product.output()).not.toMatch(/"level":"error"/)
})

test('what a person is told of is set on the profile, and a mail comes in the outbox where it is wanted', async ({
  page,
}) => {
  const email = await signUp(page, 'letters')
  await bell(page).click()
  await page.getByRole('link', { name: 'Notification settings' }).click()
  await expect(page).toHaveURL(/\/profile#notifications$/)
  const wanted = (name: string) => page.getByRole('switch', { name })
  await expect(wanted('Strategy ended: Console')).toBeChecked()
  await expect(wanted('Strategy ended: Mail')).not.toBeChecked()
  await expect(wanted('Order filled: Console')).not.toBeChecked()
  for (const name of ['Order filled: Console', 'Strategy ended: Mail']) {
    const stored = page.waitForResponse((answer) => answer.request().method() === 'PUT')
    await page.locator('label', { has: wanted(name) }).click()
    expect((await stored).status()).toBe(200)
  }
  await expect(wanted('Strategy ended: Mail')).toBeChecked()
  await look(page, 'settings-light')
  await accessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await look(page, 'settings-dark')
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 390, height: 844 })
  await look(page, 'settings-phone')
  await page.setViewportSize({ width: 1360, height: 900 })
  await page.reload()
  await expect(wanted('Order filled: Console')).toBeChecked()
  await expect(wanted('Strategy ended: Mail')).toBeChecked()

  await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
  await createAgent(page)
  await fundWallet(page)
  await setToken(page, BONK)
  await say(page, 'buy 0.02 SOL')
  await page.getByRole('button', { name: 'Execute Strategy' }).click()
  await expect(bell(page)).toHaveAccessibleName('Notifications, 2 unread')
  await bell(page).click()
  const rows = page.getByRole('dialog', { name: 'Notifications' }).getByRole('listitem')
  await expect(rows.nth(0)).toContainText('Completed')
  await expect(rows.nth(1)).toContainText('Order filled')
  await expect
    .poll(async () => {
      const answer = await page.request.get(`/api/dev/outbox?to=${email}`)
      return ((await answer.json()) as { subject: string; text: string }[])[0]
    })
    .toMatchObject({ subject: 'A strategy has ended' })
  const letters = await page.request.get(`/api/dev/outbox?to=${email}`)
  const [letter] = (await letters.json()) as { text: string }[]
  expect(letter?.text).toMatch(/To turn them off, go to http:\/\/\S+\/profile#notifications/)
})

test('a server that is away leaves an error to retry, and the kill switch says what it cannot know', async ({
  page,
}) => {
  await page.clock.install()
  await signUp(page, 'a-rather-long-address-of-somebody-away')
  for (const width of [320, 390, 710, 768, 900, 1024, 1360]) {
    await page.setViewportSize({ width, height: 900 })
    await expect(stopButton(page)).toBeInViewport()
    await expect(bell(page)).toBeInViewport()
    expect(await overflowOf(page), `${width} wide scrolls sideways`).toBeLessThanOrEqual(0)
  }
  await page.route('**/api/notifications?*', (route) =>
    route.fulfill({ status: 500, json: { error: '', code: '' } }),
  )
  await page.route('**/api/agents/stop-all', (route) =>
    route.request().method() === 'GET' ? route.fulfill({ status: 500, json: {} }) : route.continue(),
  )
  await bell(page).click()
  await seenInTime(page, page.getByText('Failed to load notifications. Please try again.'))
  await look(page, 'list-error')
  await page.unroute('**/api/notifications?*')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText(/^Nothing yet\./)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: 'Notifications' })).toBeHidden()
  await page.keyboard.press('Control+Shift+X')
  const dialog = page.getByRole('dialog', { name: 'Stop everything' })
  await inTime(page, () => expect(dialog).toContainText('Stopping works anyway.', { timeout: 100 }))
  await look(page, 'stop-error')
  await dialog.getByRole('button', { name: 'Stop everything' }).click()
  const stopped = page.getByRole('dialog', { name: 'Stopped' })
  await inTime(page, () => expect(stopped).toContainText('Nothing was running.', { timeout: 100 }))
})
