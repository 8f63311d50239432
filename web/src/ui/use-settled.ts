import { useEffect, useState } from 'react'

/** Longer than the two clicks of a double click are apart, shorter than anything that is read. */
const DOUBLE_CLICK_MS = 450

/**
 * Whether a double click that made this appear is over: until then its second click must neither close it nor confirm
 * what it shows.
 */
export function useSettled(): boolean {
  const [settled, setSettled] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), DOUBLE_CLICK_MS)
    return () => clearTimeout(timer)
  }, [])
  return settled
}
