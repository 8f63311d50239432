import { type RefObject, useEffect, useLayoutEffect } from 'react'
import { useLocation } from 'react-router'
import { dropBlank, watchPage } from './page-room.ts'
import { useNewsFocus } from './use-news-focus.ts'
import { useNewsRoom } from './use-news-room.ts'

/** Loaded after the page, with what may come to stand in the corner. */
export function NewsRoom({ corner }: { corner: RefObject<HTMLElement | null> }) {
  const { pathname } = useLocation()
  useLayoutEffect(dropBlank, [pathname])
  useNewsRoom(corner)
  // After the corner, which gives its room back: no blank of that outlives the page.
  useEffect(() => {
    const main = document.getElementById('main')
    return main ? watchPage(main) : undefined
  }, [])
  useNewsFocus(corner)
  return null
}
