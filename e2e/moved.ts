/** Controls that move by themselves while a page loads: a click in progress would miss one. */
import type { Page } from '@playwright/test'

type Watched = { moves?: string[] }

/** Smaller moves are not seen, and do not lose a click. */
const TOLERATED_PX = 3

/** From now on each document of this page records moves, until it is clicked or typed into. */
export const watchMoves = (page: Page) =>
  page.addInitScript((tolerated) => {
    const moves: string[] = []
    ;(window as Watched).moves = moves
    const places = new Map<Element, DOMRect>()
    let isTouched = false
    for (const kind of ['pointerdown', 'keydown']) addEventListener(kind, () => (isTouched = true), true)
    const pressable = 'button, a[href], input, textarea, select, summary, [role=tab], [role=radio]'
    const describeElement = (element: Element) =>
      `${element.tagName} '${`${element.getAttribute('aria-label') ?? ''} ${element.textContent ?? ''}`.trim().slice(0, 40)}'`
    const formatPlace = ({ x, y }: DOMRect) => `${x.toFixed(0)},${y.toFixed(0)}`
    const look = () => {
      if (isTouched) return
      for (const element of document.querySelectorAll(pressable)) {
        const box = element.getBoundingClientRect()
        if (!element.checkVisibility({ visibilityProperty: true }) || box.width === 0) {
          places.delete(element)
          continue
        }
        const before = places.get(element)
        places.set(element, box)
        if (!before) continue
        if (Math.max(Math.abs(before.x - box.x), Math.abs(before.y - box.y)) > tolerated)
          moves.push(
            `${describeElement(element)} from ${formatPlace(before)} to ${formatPlace(box)} at ${performance.now().toFixed(0)} ms`,
          )
      }
      requestAnimationFrame(look)
    }
    look()
  }, TOLERATED_PX)

/** The moves of the present document, which must be watched. */
export const readMoves = (page: Page) =>
  page.evaluate(() => {
    const { moves } = window as Watched
    if (!moves) throw new Error('this document is not watched')
    return moves
  })
