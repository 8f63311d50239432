import { useCallback, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { type Place, readPlace, writePlace } from './wallets-place.ts'

/** Typed text reaches the URL after this pause. */
const WRITE_MS = 300

/** push: Back returns to the place before. later: typed text. */
export type How = 'push' | 'replace' | 'later'
export type ChangePlace = (how: How, change: (place: Place) => Place) => void

/**
 * The place on the page: in state, since a field must not wait for the URL, and in the URL, so that it can be linked to
 * and survives a reload. Back and Forward restore it.
 */
export function useWalletsPlace(): [Place, ChangePlace] {
  const [search, setSearch] = useSearchParams()
  const [place, setPlace] = useState(() => readPlace(search))
  const latest = useRef(place)
  const text = search.toString()
  /** The last text that this page has read or written itself. */
  const known = useRef(text)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const set = useRef(setSearch)
  useEffect(() => {
    set.current = setSearch
  }, [setSearch])
  const follow = useCallback((to: string) => {
    if (to === known.current) return
    clearTimeout(timer.current)
    known.current = to
    latest.current = readPlace(new URLSearchParams(to))
    setPlace(latest.current)
  }, [])
  useEffect(() => follow(text), [follow, text])
  // Back may come before the router has shown a push: the router's text does not change at all then.
  useEffect(() => {
    const { pathname } = window.location
    const back = () => {
      if (window.location.pathname === pathname)
        follow(new URLSearchParams(window.location.search).toString())
    }
    window.addEventListener('popstate', back)
    return () => window.removeEventListener('popstate', back)
  }, [follow])
  useEffect(() => () => clearTimeout(timer.current), [])

  const change = useCallback<ChangePlace>((how, by) => {
    latest.current = by(latest.current)
    setPlace(latest.current)
    clearTimeout(timer.current)
    const write = () => {
      const next = writePlace(latest.current)
      if (next.toString() === known.current) return
      known.current = next.toString()
      set.current(next, { replace: how !== 'push' })
    }
    if (how === 'later') timer.current = setTimeout(write, WRITE_MS)
    else write()
  }, [])
  return [place, change]
}
