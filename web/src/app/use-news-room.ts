import { type RefObject, useEffect } from 'react'

const CONTROLS =
  'a[href], button, input, select, textarea, summary, [role="button"], [role="tab"], [tabindex="0"]'
/** Between the corner and the edge of the window, or what it stands on. */
const EDGE = 16

const GIVES_ROOM = '[data-gives-room]'
const STAYS = '[data-stays]'

type Span = { top: number; bottom: number }

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

/** What can be pressed in the columns of the window that the corner takes, but for what `aside` holds. */
function pressedAt(corner: HTMLElement, aside?: HTMLElement): Span[] {
  const band = corner.getBoundingClientRect()
  return [...document.querySelectorAll<HTMLElement>(CONTROLS)].flatMap((control) => {
    if (corner.contains(control) || aside?.contains(control)) return []
    const box = control.getBoundingClientRect()
    if (box.width === 0 || box.height === 0 || box.right <= band.left || box.left >= band.right) return []
    if (isList(control)) return []
    const span = seen(control, box)
    return span.bottom > span.top ? [span] : []
  })
}

/** A list that takes the focus to be scrolled by keys is read, not pressed. */
const isList = (one: HTMLElement) =>
  one.matches('[tabindex]:not(a, button, input, select, textarea)') &&
  getComputedStyle(one).overflowY !== 'visible'

/** So far above the end of the window, in its lower half, the corner covers nothing. */
const isFree = (pressed: Span[], height: number, rise: number): boolean => {
  const end = window.innerHeight - rise
  return (
    rise >= EDGE &&
    end - height >= window.innerHeight / 2 &&
    pressed.every(({ top, bottom }) => bottom <= end - height || top >= end)
  )
}

/** As low as can be. None where everything there can be pressed. */
function placeAbove(pressed: Span[], height: number): number | undefined {
  const places = pressed.map(({ top }) => window.innerHeight - top + EDGE / 2).sort((a, b) => a - b)
  return places.find((rise) => isFree(pressed, height, rise))
}

/** `given`: the height that the list gives up, in pixels. */
type Within = { list: HTMLElement; rise: number; given: number }

/** A list that is shorter for a while, so that nothing in it or around it moves, and where the corner then stands. */
function placeWithin(corner: HTMLElement, height: number): Within | undefined {
  const list = [...document.querySelectorAll<HTMLElement>(GIVES_ROOM)].find((one) => one.offsetHeight > 0)
  if (!list) return undefined
  const box = list.getBoundingClientRect()
  const rise = window.innerHeight - box.bottom
  const isWithin = box.height > 2 * height && isFree(pressedAt(corner, list), height, rise)
  return isWithin ? { list, rise, given: 0 } : undefined
}

/** The list is still where the corner stands, and leaves something to read: the window changes, and pages do. */
function stands({ list, rise, given }: Within, height: number): boolean {
  const { bottom } = list.getBoundingClientRect()
  return list.offsetHeight + given > 1.3 * height && Math.abs(window.innerHeight - bottom - given - rise) < 2
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
 * What is in the corner covers no control. What goes by itself stands in place of the end of a list for
 * as long, or higher, so that nothing moves under a pointer. Where that will not do, and under what stays, the page ends above the
 * corner. Room is never given back before the corner is empty, so that nothing flickers.
 */
export function useNewsRoom(corner: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const host = corner.current
    if (!host) return
    let kept: 'nothing' | 'page' | Within = 'nothing'
    let rise = EDGE
    let frame = 0
    /** It moves only where it grows or shrinks itself: what one aims at in it stays there while the page scrolls. */
    let placedFor = 0
    const place = (height: number, mayRise: boolean) => {
      const pressed = pressedAt(host)
      if (isFree(pressed, height, mayRise ? rise : EDGE)) return
      const moves = mayRise && height !== placedFor
      placedFor = height
      if (isFree(pressed, height, EDGE)) return void (rise = EDGE)
      const within = moves ? placeWithin(host, height) : undefined
      const above = moves && !within ? placeAbove(pressed, height) : undefined
      kept = within ?? (above === undefined ? 'page' : 'nothing')
      rise = within?.rise ?? above ?? EDGE
    }
    const giveBack = () => {
      if (typeof kept === 'object') kept.list.style.removeProperty('margin-bottom')
      kept = 'nothing'
      rise = EDGE
      placedFor = 0
    }
    const check = () => {
      frame = 0
      const height = host.offsetHeight
      const mayRise = host.querySelector(STAYS) === null
      if (height === 0 || (typeof kept === 'object' && !(mayRise && stands(kept, height)))) giveBack()
      if (height > 0 && kept === 'nothing') place(height, mayRise)
      host.style.bottom = `${rise}px`
      if (typeof kept === 'object') {
        kept.given = height + EDGE / 2
        kept.list.style.marginBottom = `${kept.given}px`
      }
      setRoom(kept === 'page' ? height + 2 * EDGE : 0)
    }
    const soon = () => void (frame ||= requestAnimationFrame(check))
    // What is under it changes by scrolling, by the window and by the page itself; an empty corner covers nothing.
    const moved = () => host.offsetHeight > 0 && kept !== 'page' && soon()
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
      giveBack()
      setRoom(0)
    }
  }, [corner])
}
