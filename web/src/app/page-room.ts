/**
 * The room below the end of the page for what is in the corner. What is seen of the page keeps its place when it comes and
 * when it goes, or a press that has begun would end on something else.
 */

const { documentElement: html, body } = document
const isKept = () => html.dataset.newsRoom !== undefined
/** Beside the room it is the body that scrolls, else the window. */
const scrolled = () => (isKept() ? body.scrollTop : window.scrollY)
const scrollTo = (top: number) => {
  if (isKept()) body.scrollTop = top
  else window.scrollTo({ top, behavior: 'instant' })
}
const furthest = () =>
  isKept() ? body.scrollHeight - body.clientHeight : html.scrollHeight - html.clientHeight

/** Blank space below the page while one stands further down than the page reaches without it; pixels. */
let blank = 0
/** The height of what is above it when it began. */
let above = 0
const setBlank = (height: number) => {
  if (height === blank) return
  blank = height
  if (height > 0) html.style.setProperty('--news-blank', `${height}px`)
  else html.style.removeProperty('--news-blank')
}
/** It goes with each step up, as the page grows, and with a page that is shorter. */
const shrinkBlank = () => {
  if (blank === 0) return
  if (heightAbove() < above) setBlank(0)
  else setBlank(Math.min(blank, Math.max(0, Math.ceil(scrolled() - (furthest() - blank)))))
}
const heightAbove = () => body.firstElementChild?.scrollHeight ?? 0
document.addEventListener('scroll', shrinkBlank, { capture: true, passive: true })
if (body.firstElementChild) new ResizeObserver(shrinkBlank).observe(body.firstElementChild)

/** @param height of the corner with its distances, in pixels; 0 gives the room back. */
export function setPageRoom(height: number): void {
  if (height === 0 && !isKept()) return
  const before = scrolled()
  if (height > 0) {
    html.style.setProperty('--news-room', `${height}px`)
    html.dataset.newsRoom = 'kept'
  } else {
    delete html.dataset.newsRoom
    html.style.removeProperty('--news-room')
  }
  scrollTo(before)
  const missing = Math.ceil(before - scrolled())
  if (missing <= 0) return
  above = heightAbove()
  setBlank(blank + missing)
  scrollTo(before)
}
