import { type RefObject, useEffect, useRef, useState } from 'react'

type StartFocus = { group: RefObject<HTMLDivElement | null>; onStarted: (from: HTMLElement) => void }

/**
 * After a start the keyboard goes on at the controls of what runs: they are the next stop. Not on one of them, where a key
 * that is pressed once more would pause it, and not where the focus has left `from` meanwhile.
 */
export function useStartFocus(isActive: boolean): StartFocus {
  const group = useRef<HTMLDivElement>(null)
  const from = useRef<HTMLElement>(undefined)
  const [, render] = useState(0)
  // After each rendering: the controls may come later than the news that it runs.
  useEffect(() => {
    if (from.current === undefined || !isActive || group.current === null) return
    const { activeElement } = document
    if (activeElement === from.current || activeElement === document.body)
      group.current.focus({ preventScroll: true })
    from.current = undefined
  })
  const onStarted = (left: HTMLElement) => {
    from.current = left
    render((n) => n + 1)
  }
  return { group, onStarted }
}
