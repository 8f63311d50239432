import { useEffect, useState } from 'react'

/**
 * Gives the focus back to what had it before this was there. For dialogs that are removed to be closed: the library
 * returns the focus of those alone that stay and are told to close.
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
