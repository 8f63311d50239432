import { type RefObject, useEffect } from 'react'
import { beginTime, hide, holdTime, TIMED } from '#ui/timed-toast.ts'

/**
 * A toast does not go while it has the focus; Escape dismisses it. After it the next one has the focus, and after the last
 * what had it before the corner.
 */
export const useNewsFocus = (corner: RefObject<HTMLElement | null>): void =>
  useEffect(() => (corner.current ? keepFocus(corner.current) : undefined), [corner])

const toastOf = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLElement>(TIMED) : null

/** Until the function that it returns is called. */
function keepFocus(host: HTMLElement): () => void {
  /** In the corner. */
  let held: HTMLElement | undefined
  let before: HTMLElement | undefined
  const enter = ({ target, relatedTarget }: FocusEvent) => {
    const isInside = relatedTarget instanceof Node && host.contains(relatedTarget)
    if (!isInside) before = relatedTarget instanceof HTMLElement ? relatedTarget : undefined
    held = target instanceof HTMLElement ? target : undefined
    const toast = toastOf(target)
    if (toast) holdTime(toast)
  }
  const leave = ({ target, relatedTarget }: FocusEvent) => {
    const toast = toastOf(target)
    if (!toast?.isConnected || (relatedTarget instanceof Node && toast.contains(relatedTarget))) return
    // The window was left, not the toast.
    if (relatedTarget === null && document.activeElement === target) return
    beginTime(toast)
    if (relatedTarget !== null) held = undefined
  }
  const press = (event: KeyboardEvent) => {
    const toast = event.key === 'Escape' ? toastOf(event.target) : null
    if (!toast) return
    event.stopPropagation()
    hide(toast)
  }
  const removed = new MutationObserver(() => {
    if (!held || held.isConnected) return
    // Who followed its link goes on where that leads.
    const isLeft = document.activeElement === document.body && !held.matches('a')
    held = undefined
    if (!isLeft) return
    const next = host.querySelector<HTMLElement>(`${TIMED}:not([data-waits]) button`)
    ;(next ?? before)?.focus({ preventScroll: true })
  })
  host.addEventListener('focusin', enter)
  host.addEventListener('focusout', leave)
  host.addEventListener('keydown', press)
  removed.observe(host, { childList: true, subtree: true })
  return () => {
    host.removeEventListener('focusin', enter)
    host.removeEventListener('focusout', leave)
    host.removeEventListener('keydown', press)
    removed.disconnect()
  }
}
