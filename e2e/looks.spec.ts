/** Every screen, wide and on a phone, light and dark: reachable by name, with enough contrast, and never wider than the window. */
import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import { BONK, createAgent, fundWallet, register, say, setToken } from './person.ts'
import { type Product, startProduct } from './product.ts'

let product: Product
test.beforeAll(async () => {
  product = await startProduct()
})
test.afterAll(() => product.remove())

const SIZES = [
  { width: 1360, height: 900 },
  { width: 390, height: 844 },
]

async function inspect(page: Page, what: string): Promise<void> {
  for (const size of SIZES) {
    await page.setViewportSize(size)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
      const where = `${what}, ${size.width} wide, ${colorScheme}`
      const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa']).analyze()
      expect(
        violations.map((v) => `${v.id}: ${v.nodes[0]?.html}`),
        where,
      ).toEqual([])
      const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(wider, `${where} scrolls sideways`).toBeLessThanOrEqual(0)
    }
  }
  await page.setViewportSize({ width: 1360, height: 900 })
}

test('every screen is accessible and fits', async ({ page }) => {
  test.setTimeout(180_000)
  await page.goto(`${product.url}/login`)
  await inspect(page, 'login')
  await page.goto(`${product.url}/dev/outbox`)
  await inspect(page, 'outbox')
  await register(page, product.url, 'looks@example.com')
  await expect(page.getByText('No agents found')).toBeVisible()
  await inspect(page, 'empty dashboard')
  await createAgent(page)
  await fundWallet(page)
  await setToken(page, BONK)
  await inspect(page, 'settings')
  await say(page, 'buy 0.02 SOL every 2 seconds, 3 times')
  await expect(page.getByRole('button', { name: 'Execute Strategy' })).toBeVisible()
  await inspect(page, 'plan')
  await page.getByRole('button', { name: 'Execute Strategy' }).click()
  await expect(page.getByLabel('Terminal log').getByText(/Completed/)).toBeVisible({ timeout: 30_000 })
  await inspect(page, 'terminal')
  await page.goto(`${product.url}/profile`)
  await inspect(page, 'profile')
})
