import { useEffect, useRef } from 'react'
import { useConnection, useOutdated } from '#wire/use-connection.ts'
import { PageNotice } from './page-notice.tsx'

/** A younger document does not reload itself: it would do so again and again. */
const YOUNG_MS = 10_000

const NEEDS_NEW = 'This page needs the new version of Purser. Please reload it.'
const NOT_LOADED = 'This page could not be loaded. Please reload it.'
const NOT_YET =
  'This page was not loaded before the server became unavailable. It comes when the server is back.'

/**
 * Takes the place of a page that could not be loaded. The page loads by itself when the server is back, since nothing
 * was typed into it.
 */
export function PageNotLoaded() {
  const state = useConnection()
  const outdated = useOutdated()
  const wasUnavailable = useRef(false)
  useEffect(() => {
    if (state !== 'live') wasUnavailable.current = true
    else if (wasUnavailable.current && performance.now() > YOUNG_MS) window.location.reload()
  }, [state])
  return <PageNotice role="status" text={outdated ? NEEDS_NEW : state === 'live' ? NOT_LOADED : NOT_YET} />
}
