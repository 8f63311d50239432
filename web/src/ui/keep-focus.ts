/**
 * Under all pages: the focus does not fall to nothing. A control that was disabled while it worked has it again, and for one
 * that was removed under the keyboard the one that stands in its place takes it. Parts of a page that know better whom to
 * give it (useKeptFocus) come first. Who clicked beside everything wanted it nowhere.
 */
import { CONTROLS } from './use-kept-focus.ts'

const isLost = () => document.activeElement === document.body
const DIALOG = '[role="dialog"]'
/** Where what is removed leaves no control, the search ends here. */
const LAST = `main, ${DIALOG}`

export function keepFocus(): void {
  let held: HTMLElement | undefined
  /** It was disabled: between two controls, as a click moves the focus, nothing has it for a moment, either. */
  let isWaiting = false
  /** The dialog around it, while it waits: from nothing, Tab would lead to the page behind. */
  let meanwhile: HTMLElement | undefined
  let isByKeys = false
  document.addEventListener('keydown', () => void (isByKeys = true), { capture: true })
  document.addEventListener('pointerdown', () => void (isByKeys = false), { capture: true })
  document.addEventListener('focusin', ({ target }) => {
    if (target === meanwhile) return
    meanwhile = undefined
    isWaiting = false
    held = target instanceof HTMLElement ? target : undefined
  })
  document.addEventListener('focusout', ({ target }) => {
    // What is disabled or removed is neither when it is left: this is asked afterwards.
    setTimeout(() => {
      if (target === held && held?.isConnected && !held.matches(':disabled') && isLost()) held = undefined
    })
  })
  const changes = new MutationObserver((records) => {
    if (!held) return
    const { activeElement } = document
    if (!held.isConnected) {
      const removal = records.find(({ removedNodes }) => contains(removedNodes, held))
      const control = held
      if (removal && isByKeys) afterRendering(() => held === control && isLost() && focusAt(removal))
    } else if (!held.matches(':disabled')) {
      if (isWaiting && (isLost() || activeElement === meanwhile)) held.focus({ preventScroll: true })
      isWaiting = false
    } else if (isLost() || activeElement === held) {
      isWaiting = true
      meanwhile = held.closest<HTMLElement>(DIALOG) ?? undefined
      meanwhile?.focus({ preventScroll: true })
    }
  })
  changes.observe(document.body, { subtree: true, childList: true, attributeFilter: ['disabled'] })
}

const contains = (nodes: NodeList, control: Node | undefined) =>
  control !== undefined && [...nodes].some((node) => node.contains(control))

/** Effects of what was rendered have run by then. */
const afterRendering = (next: () => void) => void requestAnimationFrame(() => setTimeout(next))

/** What stands there now, what stood before it, or what is around. */
function focusAt({ target, previousSibling }: MutationRecord): void {
  const before = previousSibling instanceof Element ? previousSibling : null
  let here = before?.isConnected ? before.nextElementSibling : (target as Element).firstElementChild
  for (; here; here = here.nextElementSibling) if (focusIn(here)) return
  if (before && focusIn(before)) return
  for (let around = target as Element | null; around; around = around.parentElement) {
    if (focusIn(around)) return
    if (around.matches(LAST)) return
  }
}

function focusIn(place: Element): boolean {
  const controls = [...place.querySelectorAll<HTMLElement>(CONTROLS)]
  if (place instanceof HTMLElement && place.matches(CONTROLS)) controls.unshift(place)
  for (const control of controls) {
    // What is not shown does not take it.
    control.focus({ preventScroll: true })
    if (document.activeElement === control) return true
  }
  return false
}
