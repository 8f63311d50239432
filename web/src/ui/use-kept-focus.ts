import { type FocusEvent, useEffect, useRef } from 'react'

/**
 * Returns the focus to a control of this element that was disabled while it worked: the browser takes it from there and
 * gives it to nothing.
 */
export function useKeptFocus<E extends HTMLElement>() {
  const held = useRef<Element>(undefined)
  useEffect(() => {
    const control = held.current
    const lost = document.activeElement === document.body
    if (lost && control instanceof HTMLElement && !control.matches(':disabled'))
      control.focus({ preventScroll: true })
  })
  return {
    onFocus: ({ target }: FocusEvent<E>): void => {
      held.current = target
    },
    onBlur: ({ target }: FocusEvent<E>): void => {
      if (!target.matches(':disabled')) held.current = undefined
    },
  }
}
