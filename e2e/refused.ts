/** Makes calls below /api fail, wait, or get another answer, and moves clocks. A call is 'GET /agents/\\d+'. */
import { expect, type Locator, type Page, type Route } from '@playwright/test'

type Answer = Parameters<Route['fulfill']>[0]

const split = (call: string) => {
  const [method = '', path = ''] = call.split(' ')
  return { method, pattern: new RegExp(`/api${path}(\\?.*)?$`) }
}

/** While `doing` runs, such calls get this answer: at least one, which may come after a click has returned. */
export async function answered(
  page: Page,
  call: string,
  answer: Answer,
  doing: () => Promise<unknown>,
): Promise<void> {
  const { method, pattern } = split(call)
  let given = false
  const give = (route: Route) => {
    if (route.request().method() !== method) return route.fallback()
    given = true
    return route.fulfill(answer)
  }
  await page.route(pattern, give)
  await doing()
  await expect.poll(() => given, { message: `${call} was asked for` }).toBe(true)
  await page.unroute(pattern, give)
}

/** While `doing` runs, such calls meet a proxy that answers with its own page. */
export const refused = (page: Page, call: string, doing: () => Promise<unknown>) =>
  answered(page, call, { status: 400, contentType: 'text/html', body: '<h1>Bad Request</h1>' }, doing)

/** While `doing` runs, such calls get no answer; after it they go through. */
export async function held(page: Page, call: string, doing: () => Promise<unknown>): Promise<void> {
  const { method, pattern } = split(call)
  const over = Promise.withResolvers<void>()
  await page.route(pattern, async (route) => {
    if (route.request().method() === method) await over.promise
    // The page may have continued without it.
    await route.fallback().catch(() => undefined)
  })
  await doing()
  over.resolve()
}

/**
 * Stops an installed clock, within a second from now. A busy machine may take longer than a short time to do so, and a
 * time in the past is refused.
 */
export const stopClock = (page: Page) =>
  expect(async () => {
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000))
  }).toPass()

/** Moves an installed clock on in steps until this holds. */
export const inTime = (page: Page, check: () => Promise<unknown>, stepMs = 1_000) =>
  expect(async () => {
    await page.clock.runFor(stepMs)
    await check()
  }).toPass({ intervals: [100] })

export const seenInTime = (page: Page, what: Locator, stepMs?: number) =>
  inTime(page, () => expect(what).toBeVisible({ timeout: 100 }), stepMs)
export const goneInTime = (page: Page, what: Locator, stepMs?: number) =>
  inTime(page, () => expect(what).toHaveCount(0, { timeout: 100 }), stepMs)
