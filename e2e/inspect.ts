/** What stands on the page, wide and on a phone, light and dark: reachable by name, with enough contrast, never wider than the window. */
import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const SIZES = [
  { width: 1360, height: 900 },
  { width: 390, height: 844 },
]

export async function inspect(page: Page, what: string): Promise<void> {
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
