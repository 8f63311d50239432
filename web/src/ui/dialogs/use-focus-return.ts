import { useEffect, useState } from 'react'

/**
 * Returns the focus to the element that had it before this was mounted. It is for dialogs that are unmounted to close:
 * the library returns the focus only for those that stay mounted and close by a prop.
 */
export function useFocusReturn(): void {
  const [opener] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      const isLost = document.activeElement === document.body
      if (isLost && opener instanceof HTMLElement) opener.focus({ preventScroll: true })
    },
    [opener],
  )
}
