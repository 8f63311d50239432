import type { RefObject } from 'react'
import { useNewsFocus } from './use-news-focus.ts'
import { useNewsRoom } from './use-news-room.ts'

/** Loaded after the page, with what may come to stand in the corner. */
export function NewsRoom({ corner }: { corner: RefObject<HTMLElement | null> }) {
  useNewsRoom(corner)
  useNewsFocus(corner)
  return null
}
