import type { RefObject } from 'react'
import { useNewsRoom } from './use-news-room.ts'

type Props = {
  corner: RefObject<HTMLElement | null>
  mayRise: boolean
}

/** Loaded after the page, with what may come to stand in the corner. */
export function NewsRoom({ corner, mayRise }: Props) {
  useNewsRoom(corner, mayRise)
  return null
}
