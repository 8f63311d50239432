/** Where in the window the corner of news covers nothing that can be pressed. */

const CONTROLS =
  'a[href], button, input, select, textarea, summary, [role="button"], [role="tab"], [tabindex="0"]'
/** Between the corner and the edge of the window, or what it stands on. */
export const EDGE = 16

/** A list that may be shorter for a while. */
const GIVES_ROOM = '[data-gives-room]'
/**
 * What is looked at and not pressed. It neither scrolls controls into its end nor has more than a few of its own.
 * `data-read-only="right"`: what is looked at most is at its right.
 */
const READ_ONLY = '[data-read-only]'

/** Of the corner's own edges to those of the window, in pixels. */
export type Place = { rise: number; right: number }
export const AT_EDGE: Place = { rise: EDGE, right: EDGE }
/** In place of the end of a list, which gives up `given` pixels of its height. */
export type Within = Place & { list: HTMLElement; given: number }

type Span = { top: number; bottom: number }
type Size = { width: number; height: number }

/** What of a control is in view: the rest is cut by what scrolls around it. */
function seen(control: HTMLElement, { top, bottom }: DOMRect): Span {
  const span = { top, bottom }
  for (
    let around = control.parentElement;
    around && around !== document.body;
    around = around.parentElement
  ) {
    if (getComputedStyle(around).overflowY === 'visible') continue
    const box = around.getBoundingClientRect()
    span.top = Math.max(span.top, box.top)
    span.bottom = Math.min(span.bottom, box.bottom)
  }
  return span
}

/** A list that takes the focus to be scrolled by keys is read, not pressed. */
const isList = (one: HTMLElement) =>
  one.matches('[tabindex]:not(a, button, input, select, textarea)') &&
  getComputedStyle(one).overflowY !== 'visible'

/** What can be pressed in the columns of the window that the corner takes so far from its right edge. */
export function pressedAt(corner: HTMLElement, right: number): Span[] {
  const end = document.documentElement.clientWidth - right
  const start = end - corner.offsetWidth
  return [...document.querySelectorAll<HTMLElement>(CONTROLS)].flatMap((control) => {
    if (corner.contains(control)) return []
    const box = control.getBoundingClientRect()
    if (box.width === 0 || box.height === 0 || box.right <= start || box.left >= end) return []
    if (isList(control)) return []
    const span = seen(control, box)
    return span.bottom > span.top ? [span] : []
  })
}

/** So far above the end of the window the corner covers nothing. */
export const isFree = (pressed: Span[], height: number, rise: number): boolean => {
  const end = window.innerHeight - rise
  return (
    rise >= EDGE &&
    end - height >= 0 &&
    pressed.every(({ top, bottom }) => bottom <= end - height || top >= end)
  )
}
const isLow = (height: number, rise: number) => window.innerHeight - rise - height >= window.innerHeight / 2

/** The end of a list: wholly read, unless its controls can be scrolled to where they are seen (`anyway`). */
export function placeWithin(corner: HTMLElement, height: number, anyway = false): Within | undefined {
  const list = [...document.querySelectorAll<HTMLElement>(GIVES_ROOM)].find((one) => one.offsetHeight > 0)
  if (!list) return undefined
  const box = list.getBoundingClientRect()
  const rise = window.innerHeight - box.bottom
  const taken = height + EDGE / 2
  if (box.height <= 2 * height || rise < EDGE || !isLow(height, rise)) return undefined
  const isRead = anyway || isFree(pressedAt(corner, EDGE), taken, rise)
  return isRead ? { list, rise, right: EDGE, given: 0 } : undefined
}

/** The end of what is only looked at, at its less important side: of several the one that is lowest in the window. */
export function placeOver(corner: HTMLElement, { width, height }: Size): Place | undefined {
  const places = []
  for (const one of document.querySelectorAll<HTMLElement>(READ_ONLY)) {
    const box = one.getBoundingClientRect()
    if (box.width < width + EDGE || box.height < height + EDGE) continue
    const end = one.dataset.readOnly === 'right' ? box.left + EDGE + width : box.right - EDGE
    places.push({
      rise: window.innerHeight - box.bottom + EDGE / 2,
      right: document.documentElement.clientWidth - end,
    })
  }
  return places
    .toSorted((a, b) => a.rise - b.rise)
    .find(({ rise, right }) => isFree(pressedAt(corner, right), height, rise))
}

/** Above what can be pressed, as low as can be; `low`: in the lower half of the window alone. */
export function placeAbove(pressed: Span[], height: number, low: boolean): Place | undefined {
  const rise = pressed
    .map(({ top }) => window.innerHeight - top + EDGE / 2)
    .sort((a, b) => a - b)
    .find((one) => isFree(pressed, height, one) && (!low || isLow(height, one)))
  return rise === undefined ? undefined : { rise, right: EDGE }
}

/** The list is still where the corner stands, and leaves something to read: the window changes, and pages do. */
export function stands({ list, rise, given }: Within, height: number): boolean {
  const { bottom } = list.getBoundingClientRect()
  return list.offsetHeight + given > 1.3 * height && Math.abs(window.innerHeight - bottom - given - rise) < 2
}
