// Pages: dashboard
/**
 * The dashboard while its agents fail to load: the failed part has its own room, and everything else stays in place.
 */
import type { Locator } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { countShifts, readShift } from './layout-shift.ts'
import { createAgent, signUp } from './person.ts'
import { held, refused } from './refused.ts'
import { button } from './wallets-page.ts'

test('what fails to load of the agents moves nothing when it comes and when it ends', async ({ page }) => {
  await countShifts(page)
  await signUp(page, 'still')
  await createAgent(page)
  const failure = page.getByText('Failed to load agents. Please try again.')
  const list = page.getByRole('navigation', { name: 'My Agents' })
  const first = list.getByRole('button', { name: 'Agent 1' })
  // The places where they begin: the first steps come below the list, at the end of its room.
  const readPlace = (what: Locator) =>
    what.evaluate((one) => [one.getBoundingClientRect().x, one.getBoundingClientRect().y])
  const places = async () => [await readPlace(list), await readPlace(button(list, 'Create Agent'))]
  for (const [width, part] of [
    [1360, 'chat'],
    [390, 'chat'],
    [390, 'agents'],
  ] as const) {
    await page.setViewportSize({ width, height: 844 })
    await refused(page, 'GET /agents', async () => {
      await page.goto(`/dashboard?part=${part}`)
      await expect(failure).toBeInViewport()
      await page.waitForLoadState('networkidle')
    })
    const box = width === 1360 ? await places() : []
    const shift = await readShift(page)
    await held(page, 'GET /agents', async () => {
      await button(page, 'Retry').click()
      await expect(button(page, 'Retry')).toBeDisabled()
      await expect(failure).toBeInViewport()
    })
    await expect(failure).toBeHidden()
    await expect(
      width === 390 && part === 'chat' ? page.getByLabel('Message', { exact: true }) : first,
    ).toBeVisible()
    if (width === 1360) expect(await places()).toEqual(box)
    expect((await readShift(page)) ?? 1, `${part} at ${width}`).toBeLessThanOrEqual((shift ?? 0) + 0.001)
  }

  // While a desk is open, the end of the list shows the failure.
  await page.setViewportSize({ width: 1360, height: 844 })
  await page.goto('/dashboard')
  const desk = [first, page.getByLabel('Message', { exact: true }), page.getByTestId('desk-bar')]
  const boxes = () => Promise.all(desk.map((one) => one.boundingBox()))
  await expect(first).toBeVisible()
  await expect(page.getByLabel('Message', { exact: true })).toBeEnabled()
  const before = await boxes()
  await refused(page, 'GET /agents', async () => {
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
    await expect(list.getByText('Failed to load agents. Please try again.')).toBeVisible()
    expect(await boxes()).toEqual(before)
    await button(page, 'Fold the list').click()
    await button(list, 'Failed to load agents. Please try again.').click()
    await expect(button(page, 'Retry')).toBeVisible()
  })
  await button(page, 'Retry').click()
  await expect(failure).toBeHidden()
  expect(await boxes()).toEqual(before)
})
