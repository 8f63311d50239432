/** The room below the end of the page for what is in the corner. */
import { keptPlace } from './kept-place.ts'

const { documentElement: html, body } = document
/** Pixels; 0 is none. */
let room = 0

/** Beside the room it is the body that scrolls, else the window. */
const place = keptPlace({
  scrolled: () => (room > 0 ? body.scrollTop : window.scrollY),
  scrollTo(top) {
    if (room > 0) body.scrollTop = top
    else window.scrollTo({ top, behavior: 'instant' })
  },
  content: () => (room > 0 ? body : html).scrollHeight,
  // Where the address bar of a phone is hidden the window is higher than the document's element.
  visible: () => (room > 0 ? body.clientHeight : window.innerHeight),
  setBlank(height) {
    if (height > 0) html.style.setProperty('--news-blank', `${height}px`)
    else html.style.removeProperty('--news-blank')
  },
})

/** @param height of the corner with its distances, in pixels; 0 gives the room back. */
export function setPageRoom(height: number): void {
  if (height === room) return
  place.around(() => {
    room = height
    if (height > 0) {
      html.style.setProperty('--news-room', `${height}px`)
      html.dataset.newsRoom = 'kept'
    } else {
      delete html.dataset.newsRoom
      html.style.removeProperty('--news-room')
    }
  })
}

/** Another page is something else to see. */
export const dropBlank = (): void => place.drop()

/** Until the function that it returns is called, what is on the page may change. */
export function watchPage(main: HTMLElement): () => void {
  let height = main.offsetHeight
  const content = new ResizeObserver(() => {
    const before = height
    height = main.offsetHeight
    if (before - height > place.blank()) place.drop()
    else place.shrink()
  })
  content.observe(main)
  document.addEventListener('scroll', place.shrink, { capture: true, passive: true })
  window.addEventListener('resize', place.resize)
  return () => {
    content.disconnect()
    document.removeEventListener('scroll', place.shrink, { capture: true })
    window.removeEventListener('resize', place.resize)
    place.drop()
  }
}
