/** The room below the end of the page for what is in the corner. */
import { keptPlace } from './kept-place.ts'

const { documentElement: html, body } = document
const isKept = () => html.dataset.newsRoom !== undefined

/** Beside the room it is the body that scrolls, else the window. */
const place = keptPlace({
  scrolled: () => (isKept() ? body.scrollTop : window.scrollY),
  scrollTo(top) {
    if (isKept()) body.scrollTop = top
    else window.scrollTo({ top, behavior: 'instant' })
  },
  furthest() {
    const scroller = isKept() ? body : html
    return scroller.scrollHeight - scroller.clientHeight
  },
  setBlank(height) {
    if (height > 0) html.style.setProperty('--news-blank', `${height}px`)
    else html.style.removeProperty('--news-blank')
  },
})
document.addEventListener('scroll', place.shrink, { capture: true, passive: true })

/** Of what is on the page, before it changes. */
let height = 0
const content = body.firstElementChild
if (content)
  new ResizeObserver(() => {
    const before = height
    height = content.scrollHeight
    // A page that is shorter is another one.
    if (height < before) place.drop()
    else place.shrink()
  }).observe(content)

/** @param room the height of the corner with its distances, in pixels; 0 gives the room back. */
export function setPageRoom(room: number): void {
  if (room === 0 && !isKept()) return
  place.around(() => {
    if (room > 0) {
      html.style.setProperty('--news-room', `${room}px`)
      html.dataset.newsRoom = 'kept'
    } else {
      delete html.dataset.newsRoom
      html.style.removeProperty('--news-room')
    }
  })
}
