import { type RefObject, useEffect, useLayoutEffect } from 'react'
import { useLocation } from 'react-router'
import { dropBlank, watchPage } from './page-room.ts'
import { useNewsFocus } from './use-news-focus.ts'
import { useNewsRoom } from './use-news-room.ts'

/** Loaded after the page, with what may come to stand in the corner. */
export function NewsRoom({ corner }: { corner: RefObject<HTMLElement | null> }) {
  const { pathname } = useLocation()
  useLayoutEffect(dropBlank, [pathname])
  useEffect(() => {
    const main = document.getElementById('main')
    return main ? watchPage(main) : undefined
  }, [])
  useNewsRoom(corner)
  useNewsFocus(corner)
  return null
}
