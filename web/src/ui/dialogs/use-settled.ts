import { useEffect, useState } from 'react'

/** Longer than the time between the two clicks of a double click, shorter than anybody takes to read anything. */
const DOUBLE_CLICK_MS = 450

/**
 * Tells whether a double click that opened this is over: until then its second click must neither close it nor confirm
 * it.
 */
export function useSettled(): boolean {
  const [settled, setSettled] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), DOUBLE_CLICK_MS)
    return () => clearTimeout(timer)
  }, [])
  return settled
}
