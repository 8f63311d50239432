import { type RefObject, useEffect } from 'react'

const CONTROLS =
  'a[href], button, input, select, textarea, summary, [role="button"], [role="tab"], [tabindex="0"]'
/** Between what is in the corner and the page above it, and below. */
const MARGIN = 32

/** Whether something that can be pressed lies under the corner. */
function covers(corner: HTMLElement): boolean {
  const box = corner.getBoundingClientRect()
  for (const control of document.querySelectorAll<HTMLElement>(CONTROLS)) {
    if (corner.contains(control)) continue
    const { left, right, top, bottom, width, height } = control.getBoundingClientRect()
    if (width === 0 || height === 0) continue
    if (right > box.left && left < box.right && bottom > box.top && top < box.bottom) return true
  }
  return false
}

/** The page keeps its place: beside the window it is the body that scrolls. */
function setRoom(height: number): void {
  const { documentElement: html, body } = document
  const had = html.dataset.newsRoom !== undefined
  const at = had ? body.scrollTop : window.scrollY
  if (height > 0) {
    html.style.setProperty('--news-room', `${height}px`)
    html.dataset.newsRoom = 'kept'
    if (!had) body.scrollTop = at
  } else if (had) {
    delete html.dataset.newsRoom
    html.style.removeProperty('--news-room')
    window.scrollTo(0, at)
  }
}

/**
 * Makes room below the page as soon as the corner covers a control, until the corner is empty: never given back before,
 * so that the page does not flicker under a pointer.
 */
export function useNewsRoom(corner: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const host = corner.current
    if (!host) return
    let kept = false
    let frame = 0
    const check = () => {
      frame = 0
      const height = host.offsetHeight
      kept = height > 0 && (kept || covers(host))
      setRoom(kept ? height + MARGIN : 0)
    }
    const soon = () => void (frame ||= requestAnimationFrame(check))
    // What is under it changes by scrolling, by the window and by the page itself; an empty corner covers nothing.
    const moved = () => host.offsetHeight > 0 && !kept && soon()
    const sizes = new ResizeObserver(soon)
    sizes.observe(host)
    const page = new MutationObserver(moved)
    page.observe(document.body, { childList: true, subtree: true })
    window.addEventListener('resize', moved)
    document.addEventListener('scroll', moved, { capture: true, passive: true })
    return () => {
      cancelAnimationFrame(frame)
      sizes.disconnect()
      page.disconnect()
      window.removeEventListener('resize', moved)
      document.removeEventListener('scroll', moved, { capture: true })
      setRoom(0)
    }
  }, [corner])
}
