import { useLayoutEffect } from 'react'

/** Is mounted in content that has its final height, and reports that before it is painted. */
export function Placed({ onPlaced }: { onPlaced: () => void }) {
  useLayoutEffect(onPlaced, [onPlaced])
  return null
}
