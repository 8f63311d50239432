import { useCallback } from 'react'
import { useLocation, useSearchParams } from 'react-router'

export const TABS = ['terminal', 'trades', 'orders', 'parity'] as const
export type DeskTab = (typeof TABS)[number]
/** The parts that a narrow window shows one at a time. */
export const PARTS = ['agents', 'chart', 'chat', 'strip'] as const
export type DeskPart = (typeof PARTS)[number]

const one = <T extends string>(known: readonly T[], value: string | null, otherwise: T): T =>
  known.find((each) => each === value) ?? otherwise

type Place = { agent?: number | undefined; tab?: DeskTab; part?: DeskPart }

/** The place on the dashboard: ?agent=7&tab=trades&part=chat. Reload and Back keep it. */
export function useDeskPlace() {
  const [search, setSearch] = useSearchParams()
  // The sentence that the page was opened with is kept until it is sent.
  const { state } = useLocation() as { state: unknown }
  const named = search.get('agent') ?? ''
  const go = useCallback(
    (place: Place, replace = false) =>
      setSearch(
        (before) => {
          const next = new URLSearchParams(before)
          for (const [key, value] of Object.entries(place))
            if (value === undefined) next.delete(key)
            else next.set(key, String(value))
          return next
        },
        { replace, state },
      ),
    [setSearch, state],
  )
  return {
    agent: /^\d{1,15}$/.test(named) ? Number(named) : undefined,
    tab: one(TABS, search.get('tab'), 'terminal'),
    part: one(PARTS, search.get('part'), 'chat'),
    go,
  }
}
