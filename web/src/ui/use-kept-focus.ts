import { type FocusEvent, useEffect, useRef } from 'react'

/** What can have it. */
export const CONTROLS = 'button:enabled, a[href], input:enabled, select:enabled, textarea:enabled'

/**
 * Keeps the focus within this element where the browser would give it to nothing: a control that was disabled while it
 * worked has it again, whoever renders it, and for one that was removed the first that is left of `heirs` takes it: without
 * one the element itself, where it can (`tabIndex={-1}`).
 */
export function useKeptFocus<E extends HTMLElement>(heirs: string = CONTROLS) {
  const held = useRef<Element>(undefined)
  const watched = useRef<{ host: E; enabled: MutationObserver }>(undefined)
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
  useEffect(
    () => () => {
      watched.current?.enabled.disconnect()
      watched.current = undefined
    },
    [],
  )
  useEffect(() => {
    if (document.activeElement !== document.body) return
    if (last.current && !last.current.control.isConnected) {
      const { host } = last.current
      // What is not shown does not take it.
      for (const next of [...host.querySelectorAll<HTMLElement>(heirs), host]) {
        next.focus({ preventScroll: true })
        if (document.activeElement === next) break
      }
    } else giveBack(held.current)
  })
  return {
    onFocus: ({ target, currentTarget }: FocusEvent<E>): void => {
      held.current = target
      last.current = { control: target, host: currentTarget }
      if (watched.current?.host === currentTarget) return
      watched.current?.enabled.disconnect()
      const enabled = new MutationObserver(() => giveBack(held.current))
      watched.current = { host: currentTarget, enabled }
      enabled.observe(currentTarget, { subtree: true, attributeFilter: ['disabled'] })
    },
    onBlur: ({ target, relatedTarget }: FocusEvent<E>): void => {
      if (relatedTarget !== null) last.current = undefined
      if (!target.matches(':disabled')) held.current = undefined
    },
  }
}

function giveBack(control: Element | undefined): void {
  const isLost = document.activeElement === document.body
  if (isLost && control instanceof HTMLElement && !control.matches(':disabled'))
    control.focus({ preventScroll: true })
}
