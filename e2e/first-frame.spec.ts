// Pages: all
/** While the script of a page loads, its shape stands there, the header is whole, and nothing moves when it comes. */
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { findViolations } from './inspect.ts'
import { countShifts, readShift } from './layout-shift.ts'
import { createAccount } from './person.ts'
import { button } from './wallets-page.ts'

/** The address of each page, and the name of its script. */
const PAGES = [
  ['/dashboard', 'dashboard'],
  ['/wallets', 'wallets'],
  ['/solana-distribution', 'solana-distribution'],
  ['/token-distribution', 'token-distribution'],
  ['/payments', 'payments'],
  ['/payments?tab=pending', 'payments'],
  ['/payment-distribution', 'payment-distribution'],
  ['/strategies', 'strategies'],
  ['/activity', 'activity'],
  ['/audit', 'audit'],
  ['/profile', 'profile'],
  ['/help', 'help'],
] as const
/** Those that begin with a card, in which more than a grey block is drawn. */
const CARDS = new Set<string>([
  '/token-distribution',
  '/payments',
  '/payments?tab=pending',
  '/payment-distribution',
  '/strategies',
  '/activity',
  '/audit',
  '/profile',
])
const MOST_SHIFT = 0.02
/** A place that is as good as the same. */
const NEAR_PX = 4

/** The one that is drawn while the session is checked stays behind it, hidden. */
const skeleton = (page: Page) => page.locator('#main [data-page]').locator('visible=true')

/** The place of the first card, drawn or real; undefined where a page has none at once. */
const readCard = (page: Page) =>
  page.evaluate(() => {
    const isCard = (element: Element) =>
      element.matches('[data-page] > i')
        ? getComputedStyle(element).backgroundImage !== 'none' && element.clientHeight > 40
        : element.matches('section.surface')
    const found = [...document.querySelectorAll('#main [data-page] > i, #main section.surface')].find(isCard)
    if (!found) return undefined
    const { x, y, width } = found.getBoundingClientRect()
    return { x, y, width }
  })

for (const size of [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
])
  test(`a page takes its shape before its script is there, ${size.width} wide`, async ({ page }) => {
    await createAccount(page, `first-${size.width}`)
    await page.setViewportSize(size)
    await page.goto('/help')
    await countShifts(page)
    for (const [path, script] of PAGES) {
      const { promise: released, resolve: release } = Promise.withResolvers<void>()
      const isScript = new RegExp(`/assets/${script}-[\\w-]+\\.js$`)
      await page.route(isScript, async (route) => {
        await released
        await route.fallback()
      })
      await page.goto(path)
      await expect(skeleton(page), path).toBeVisible()
      await expect(button(page, 'Stop all')).toBeVisible()
      await expect(page.locator('.mantine-Loader-root')).toHaveCount(0)
      if (path === '/wallets') expect(await findViolations(page)).toEqual([])
      const outline = await readCard(page)
      release()
      await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
      await expect(skeleton(page)).toHaveCount(0)
      // A page may ask for what its card shows first.
      if (CARDS.has(path)) await expect.poll(() => readCard(page), { message: path }).toBeDefined()
      const real = await readCard(page)
      if (CARDS.has(path))
        for (const side of ['x', 'y', 'width'] as const)
          expect(Math.abs((outline?.[side] ?? 0) - (real?.[side] ?? 1_000)), `${path}: ${side}`).toBeLessThan(
            NEAR_PX,
          )
      await page.evaluate(
        () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
      )
      expect(await readShift(page), path).toBeLessThanOrEqual(MOST_SHIFT)
      await page.unroute(isScript)
    }
  })
