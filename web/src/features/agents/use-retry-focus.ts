import { type RefObject, useEffect, useRef } from 'react'

type RetryFocus = { page: RefObject<HTMLDivElement | null>; onRetry: () => void }

/** Where Retry had the focus and went with the failure, the keyboard goes on at the beginning of the page. */
export function useRetryFocus(isFailed: boolean): RetryFocus {
  const page = useRef<HTMLDivElement>(null)
  const retried = useRef(false)
  useEffect(() => {
    if (isFailed) return
    if (retried.current && document.activeElement === document.body)
      page.current?.focus({ preventScroll: true })
    retried.current = false
  }, [isFailed])
  const onRetry = () => {
    retried.current = true
  }
  return { page, onRetry }
}
