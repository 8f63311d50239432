import { useLayoutEffect } from 'react'

/** Is mounted in content that has its final height, and reports that before it is painted. */
export function LayoutReady({ onReady }: { onReady: () => void }) {
  useLayoutEffect(onReady, [onReady])
  return null
}
