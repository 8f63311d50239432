/**
 * What is seen of something that scrolls keeps its place while the room below it comes and goes, or a press that has begun
 * would end on something else. Where it would reach less far than one has scrolled, blank space at its end makes up for it
 * until one scrolls up.
 */

/** All in pixels. */
export type Scroller = {
  scrolled(): number
  scrollTo(top: number): void
  /** The height of all of it, with the blank. */
  content(): number
  /** The height of what is seen of it. */
  visible(): number
  setBlank(height: number): void
}

export type KeptPlace = {
  /** Makes this change of its height. */
  around(change: () => void): void
  /** The blank that one does not see any more goes. */
  shrink(): void
  /** More of it is seen than before: it need not be scrolled as far. */
  resize(): void
  /** All of the blank goes: there is something else to see. */
  drop(): void
  blank(): number
}

export function keptPlace(scroller: Scroller): KeptPlace {
  let blank = 0
  let visible = scroller.visible()
  const setBlank = (height: number) => {
    if (height === blank) return
    blank = height
    scroller.setBlank(height)
  }
  const shrink = () => {
    if (blank === 0) return
    const natural = scroller.content() - blank - scroller.visible()
    setBlank(Math.min(blank, Math.max(0, Math.ceil(scroller.scrolled() - natural))))
  }
  const drop = () => setBlank(0)
  /** Whether there was anything missing to be scrolled so far. */
  const fill = (top: number): boolean => {
    const missing = Math.ceil(top - scroller.scrolled())
    if (missing <= 0) return false
    setBlank(blank + missing)
    scroller.scrollTo(top)
    return true
  }
  return {
    around(change) {
      const before = scroller.scrolled()
      change()
      visible = scroller.visible()
      scroller.scrollTo(before)
      // Where it reaches as far, what is left of a former blank may be out of sight.
      if (!fill(before)) shrink()
      // Of what is shorter than what is seen of it the first part fills that.
      else fill(before)
    },
    shrink,
    resize() {
      const before = visible
      visible = scroller.visible()
      if (visible > before) drop()
    },
    drop,
    blank: () => blank,
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
    content: () => list.scrollHeight,
    visible: () => list.clientHeight,
    setBlank: (height) =>
      void (list.style.paddingBottom = height > 0 ? `calc(${padding} + ${height}px)` : ''),
  })
  list.addEventListener('scroll', place.shrink, { passive: true })
  new MutationObserver(place.drop).observe(list, { childList: true })
  new ResizeObserver(place.resize).observe(list)
  places.set(list, place)
  return place
}
