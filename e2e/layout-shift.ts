/** Counts what moves on a page by itself while it loads, as measured by the browser. */
import type { Page } from '@playwright/test'

type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean }
type Counted = { shift?: number }

/** From now on each document of this page counts its shifts. */
export const countShifts = (page: Page) =>
  page.addInitScript(() => {
    const counted = window as Counted
    counted.shift = 0
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput } of list.getEntries() as Shift[])
        if (!hadRecentInput) counted.shift = (counted.shift ?? 0) + value
    }).observe({ type: 'layout-shift', buffered: true })
  })

/** The sum of the present document; shifts right after an input do not count. */
export const readShift = (page: Page) => page.evaluate(() => (window as Counted).shift)
