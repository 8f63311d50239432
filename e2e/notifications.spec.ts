// Pages: dashboard, profile
/** The notifications of a person, their places, and the kill switch while the server is away. */
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { findViolations } from './inspect.ts'
import { BONK, createAgent, fundWallet, signUp, say, setToken } from './person.ts'

const LOOKS = process.env.LOOKS
const look = async (page: Page, name: string) => {
  if (!LOOKS) return
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map((each) => each.finished)))
  await page.screenshot({ path: `${LOOKS}/${name}.png` })
}
const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ })

const accessible = async (page: Page) => expect(await findViolations(page)).toEqual([])

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
