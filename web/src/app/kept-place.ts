/**
 * What is seen of something that scrolls keeps its place while the room below it comes and goes, or a press that has begun
 * would end on something else. Where it would reach less far than one has scrolled, blank space at its end makes up for it
 * until one scrolls up.
 */

/** All in pixels. */
export type Scroller = {
  scrolled(): number
  scrollTo(top: number): void
  /** How far it can be scrolled. */
  furthest(): number
  setBlank(height: number): void
}

export type KeptPlace = {
  /** Makes this change of its height. */
  around(change: () => void): void
  /** The blank that one does not see any more goes. */
  shrink(): void
  /** All of it goes: there is something else to see. */
  drop(): void
}

export function keptPlace(scroller: Scroller): KeptPlace {
  let blank = 0
  const setBlank = (height: number) => {
    if (height === blank) return
    blank = height
    scroller.setBlank(height)
  }
  return {
    around(change) {
      const before = scroller.scrolled()
      change()
      scroller.scrollTo(before)
      const missing = Math.ceil(before - scroller.scrolled())
      if (missing <= 0) return
      setBlank(blank + missing)
      scroller.scrollTo(before)
    },
    shrink() {
      if (blank === 0) return
      const seen = Math.ceil(scroller.scrolled() - (scroller.furthest() - blank))
      setBlank(Math.min(blank, Math.max(0, seen)))
    },
    drop: () => setBlank(0),
  }
}

const places = new WeakMap<HTMLElement, KeptPlace>()

/** Of a list; what is added to it or taken away is something else to see. */
export function placeOfList(list: HTMLElement): KeptPlace {
  const known = places.get(list)
  if (known) return known
  const padding = getComputedStyle(list).paddingBottom
  const place = keptPlace({
    scrolled: () => list.scrollTop,
    scrollTo: (top) => void (list.scrollTop = top),
    furthest: () => list.scrollHeight - list.clientHeight,
    setBlank: (height) =>
      void (list.style.paddingBottom = height > 0 ? `calc(${padding} + ${height}px)` : ''),
  })
  list.addEventListener('scroll', place.shrink, { passive: true })
  new MutationObserver(place.drop).observe(list, { childList: true })
  places.set(list, place)
  return place
}
