import { useCallback } from 'react'
import { useSearchParams } from 'react-router'

const PARAMETER = 'tab'

/** The tab that the page's URL names, if any; reload and Back keep it. */
export function useTabPlace<T extends string>(known: readonly T[]) {
  const [search, setSearch] = useSearchParams()
  const tab = known.find((one) => one === search.get(PARAMETER))
  const go = useCallback(
    (next: string | null) => {
      if (next === null) return
      setSearch((before) => {
        const after = new URLSearchParams(before)
        after.set(PARAMETER, next)
        return after
      })
    },
    [setSearch],
  )
  return [tab, go] as const
}
