/**
 * Inspects a page, wide and on a phone, light and dark: reachable by name, with enough contrast, never wider than the
 * window.
 */
import axe from 'axe-core'
import { expect, type Locator, type Page } from '@playwright/test'

const SIZES = [
  { width: 1360, height: 900 },
  { width: 390, height: 844 },
]

/** Rules of level A that axe does not count among them, since it finds some by guessing. */
const UNTAGGED = ['label-content-name-mismatch', 'td-has-header']

/**
 * Runs once for each document: half a megabyte to send and compile, which takes longer than many inspections of a page.
 */
async function bringAxe(page: Page): Promise<void> {
  for (const frame of page.frames())
    if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axe.source)
}

/** Returns violations of level AA, by rule. Only violations are read: a report of all passes takes as long again. */
export async function findViolations(page: Page): Promise<string[]> {
  await bringAxe(page)
  const { violations } = await page.evaluate(
    (options) => (window as unknown as { axe: typeof axe }).axe.run(options),
    {
      runOnly: { type: 'tag' as const, values: ['wcag2a', 'wcag2aa'] },
      // The spoken name of a control includes its visible text, and each figure of a table has a head.
      rules: Object.fromEntries(UNTAGGED.map((rule) => [rule, { enabled: true }])),
      resultTypes: ['violations' as const],
    },
  )
  return violations.map((v) => `${v.id}: ${v.nodes[0]?.html}`)
}

/** The number of pixels by which the page is wider than the window. */
export const measureOverflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)

/** A part that fades in is not visible yet, and its colours cannot be judged. */
const standsStill = () =>
  document
    .getAnimations()
    .every(
      (one) =>
        one.playState !== 'running' || one.effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY,
    )

let states = 0
/** Takes each size and each colour scheme once: two of their four pairs, the other two with the next state. */
export async function inspect(page: Page, what: string): Promise<void> {
  const first = states++ % 2
  for (const [i, size] of SIZES.entries()) {
    const colorScheme = i === first ? 'light' : 'dark'
    await page.setViewportSize(size)
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
    await page.waitForFunction(standsStill)
    const where = `${what}, ${size.width} wide, ${colorScheme}`
    expect(await findViolations(page), where).toEqual([])
    expect(await measureOverflow(page), `${where} scrolls sideways`).toBeLessThanOrEqual(0)
  }
  await page.setViewportSize({ width: 1360, height: 900 })
}

/** Returns the numbers of decimals of SOL amounts in a column, each number once. */
export async function solDecimalsIn(column: Locator): Promise<number[]> {
  const texts = await column.allInnerTexts()
  return [...new Set(texts.flatMap((text) => /\.(\d+) SOL/.exec(text)?.[1]?.length ?? []))]
}
