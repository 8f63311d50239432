import { type FocusEvent, useEffect, useRef } from 'react'

/** What can have it. */
export const CONTROLS = 'button:enabled, a[href], input:enabled, select:enabled, textarea:enabled'

/**
 * Keeps the focus within this element where the browser would give it to nothing: a control that was disabled while it
 * worked has it again, and for one that was removed the first that is left takes it: without one the element itself, where
 * it can (`tabIndex={-1}`).
 */
export function useKeptFocus<E extends HTMLElement>() {
  const held = useRef<Element>(undefined)
  /** The last one that had it, until another control has, and the element around. */
  const last = useRef<{ control: Element; host: E }>(undefined)
  useEffect(() => {
    // One that was disabled is left without a blur: whatever else has the focus by then is where the keyboard is.
    const forget = ({ target }: Event) => {
      // Told by React before, for what is within: a dialog that hangs elsewhere in the document, too.
      if (target === last.current?.control) return
      held.current = undefined
      last.current = undefined
    }
    document.addEventListener('focusin', forget)
    return () => document.removeEventListener('focusin', forget)
  }, [])
  useEffect(() => {
    if (document.activeElement !== document.body) return
    const control = held.current
    if (last.current && !last.current.control.isConnected) {
      const { host } = last.current
      // What is not shown does not take it.
      for (const next of [...host.querySelectorAll<HTMLElement>(CONTROLS), host]) {
        next.focus({ preventScroll: true })
        if (document.activeElement === next) break
      }
    } else if (control instanceof HTMLElement && !control.matches(':disabled'))
      control.focus({ preventScroll: true })
  })
  return {
    onFocus: ({ target, currentTarget }: FocusEvent<E>): void => {
      held.current = target
      last.current = { control: target, host: currentTarget }
    },
    onBlur: ({ target, relatedTarget }: FocusEvent<E>): void => {
      if (relatedTarget !== null) last.current = undefined
      if (!target.matches(':disabled')) held.current = undefined
    },
  }
}
