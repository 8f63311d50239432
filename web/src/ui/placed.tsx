import { useLayoutEffect } from 'react'

/** Stands in what has its final height: says so before it is painted. */
export function Placed({ onPlaced }: { onPlaced: () => void }) {
  useLayoutEffect(onPlaced, [onPlaced])
  return null
}
