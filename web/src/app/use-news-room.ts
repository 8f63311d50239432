import { type RefObject, useEffect } from 'react'
import { beginTime, TIMED } from '#ui/timed-toast.ts'
import { placeOfList } from './kept-place.ts'
import {
  AT_EDGE,
  EDGE,
  isFree,
  type Place,
  placeAbove,
  placeOver,
  placeWithin,
  pressedAt,
  stands,
  type Within,
} from './news-places.ts'
import { setPageRoom } from './page-room.ts'

/** What does not go by itself. */
const STAYS = '[data-stays]'

function setListRoom(list: HTMLElement, room: string): void {
  if (list.style.marginBottom !== room) placeOfList(list).around(() => void (list.style.marginBottom = room))
}

/** Over what is only looked at, or above what can be pressed. */
const freePlace = (host: HTMLElement, height: number): Place | undefined => {
  const pressed = pressedAt(host, EDGE)
  const low = placeOver(host, { width: host.offsetWidth, height }) ?? placeAbove(pressed, height, true)
  return low ?? placeAbove(pressed, height, false)
}

/**
 * What is in the corner covers no control. What goes by itself stands in place of the end of a list for as long, over what
 * is only looked at, or higher: nothing moves under a pointer when it comes and goes. All of it is in one place, which it leaves
 * only where what can be pressed is scrolled there: one more toast that has no room there waits for another to go. Where that
 * will not do, and under what stays, the page ends above the corner. Room is never given back before the corner is empty, so
 * that nothing flickers.
 */
export const useNewsRoom = (corner: RefObject<HTMLElement | null>): void =>
  useEffect(() => (corner.current ? keepRoom(corner.current) : undefined), [corner])

/** Until the function that it returns is called. */
function keepRoom(host: HTMLElement): () => void {
  let kept: 'nothing' | 'page' | Within = 'nothing'
  let at: Place = AT_EDGE
  let frame = 0
  /** It moves only where it grows or shrinks itself: what one aims at in it stays there while the page scrolls. */
  let placedFor = 0
  /** What stood in it once does not wait again. */
  const seen = new WeakSet<HTMLElement>()
  const covers = (height: number, { rise, right }: Place) => !isFree(pressedAt(host, right), height, rise)
  /** Where that much could stand now; the lower edge is tried first, then what is there, if it may rise at all. */
  const find = (height: number, mayRise: boolean): { kept: typeof kept; at: Place } => {
    if (!covers(height, AT_EDGE)) return { kept: 'nothing', at: AT_EDGE }
    const isNew = height !== placedFor
    const within = mayRise ? placeWithin(host, height, !isNew) : undefined
    const free = mayRise && isNew && !within ? freePlace(host, height) : undefined
    if (free) return { kept: 'nothing', at: free }
    // Of a list that is all controls the end can be scrolled to where it is seen.
    const list = within ?? (mayRise ? placeWithin(host, height, true) : undefined)
    return { kept: list ?? 'page', at: list ?? AT_EDGE }
  }
  const place = (height: number, mayRise: boolean) => {
    if (!mayRise) at = AT_EDGE
    if (!covers(height, at)) return
    ;({ kept, at } = find(height, mayRise))
    placedFor = height
  }
  /** It is still good, and what came since takes no more of the list than what is read. */
  const remains = (within: Within, height: number) =>
    stands(within, height) && (height <= placedFor || !covers(height + EDGE / 2, within))
  const giveBack = () => {
    if (typeof kept === 'object') setListRoom(kept.list, '')
    kept = 'nothing'
    at = AT_EDGE
    placedFor = 0
  }
  /** So much may stand where it stands; what comes first may look for a place, but takes none of the page for two. */
  const fits = (height: number, mayRise: boolean, isFirst: boolean) => {
    if (isFirst) return find(height, mayRise).kept !== 'page'
    if (kept === 'nothing') return !covers(height, at)
    return kept !== 'page' && mayRise && remains(kept, height)
  }
  /** Of several toasts the newest wait, so that what is seen stays where it is; one is seen in any case. */
  const admit = (mayRise: boolean) => {
    const toasts = [...host.querySelectorAll<HTMLElement>(TIMED)]
    const before = toasts.filter((one) => seen.has(one)).length
    const showFirst = (count: number) => {
      for (const [i, one] of toasts.entries()) one.toggleAttribute('data-waits', i >= count)
    }
    let count = toasts.length
    showFirst(count)
    while (count > Math.max(1, before) && !fits(host.offsetHeight, mayRise, before === 0)) showFirst(--count)
    for (const one of toasts.slice(0, count)) {
      if (seen.has(one)) continue
      seen.add(one)
      beginTime(one)
    }
  }
  const check = (hasNew: boolean) => {
    cancelAnimationFrame(frame)
    frame = 0
    const mayRise = host.querySelector(STAYS) === null
    if (hasNew) admit(mayRise)
    const height = host.offsetHeight
    if (height === 0 || (typeof kept === 'object' && !(mayRise && remains(kept, height)))) giveBack()
    if (height > 0 && kept === 'nothing') place(height, mayRise)
    host.style.bottom = `${at.rise}px`
    host.style.right = `${at.right}px`
    if (typeof kept === 'object') {
      kept.given = height + EDGE / 2
      placedFor = height
      setListRoom(kept.list, `${kept.given}px`)
    }
    setPageRoom(kept === 'page' ? height + 2 * EDGE : 0)
  }
  const soon = () => void (frame ||= requestAnimationFrame(() => check(false)))
  // What is under it changes by scrolling, by the window and by the page itself; an empty corner covers nothing.
  const moved = () => host.offsetHeight > 0 && kept !== 'page' && soon()
  const sizes = new ResizeObserver(soon)
  sizes.observe(host)
  const page = new MutationObserver((changes) => {
    // What is new in it is placed at once: it would be seen for a frame where it does not stay.
    if (changes.some(({ target }) => host.contains(target))) check(true)
    else moved()
  })
  page.observe(document.body, { childList: true, subtree: true })
  // What came before this did.
  check(true)
  window.addEventListener('resize', moved)
  document.addEventListener('scroll', moved, { capture: true, passive: true })
  return () => {
    cancelAnimationFrame(frame)
    sizes.disconnect()
    page.disconnect()
    window.removeEventListener('resize', moved)
    document.removeEventListener('scroll', moved, { capture: true })
    giveBack()
    setPageRoom(0)
  }
}
