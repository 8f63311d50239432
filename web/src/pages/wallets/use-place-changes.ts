import { type SetStateAction, useCallback, useMemo } from 'react'
import type { Filter, SortBy } from '#features/balances/filter/filter-wallets.ts'
import type { Sort } from '#features/wallets/table/table-head.tsx'
import type { ChangePlace } from './use-wallets-place.ts'
import type { Place } from './wallets-place.ts'

/** The changes of the list: its search, filter and order, and whether the filters are unfolded. */
export function usePlaceChanges({ filter }: Place, change: ChangePlace) {
  const setFilter = useCallback(
    (next: SetStateAction<Filter>) =>
      change('later', (before) => ({
        ...before,
        filter: typeof next === 'function' ? next(before.filter) : next,
      })),
    [change],
  )
  const onSearch = useCallback(
    (search: string) => setFilter((before) => ({ ...before, search })),
    [setFilter],
  )
  const onFiltering = useCallback(
    (on: boolean) => change('replace', (before) => ({ ...before, filtering: on })),
    [change],
  )
  const onSort = useCallback(
    ({ by, order }: Sort) =>
      change('push', (before) => ({
        ...before,
        filter: { ...before.filter, sortBy: by as SortBy, sortOrder: order },
      })),
    [change],
  )
  const sort = useMemo(
    () => ({ by: filter.sortBy, order: filter.sortOrder }),
    [filter.sortBy, filter.sortOrder],
  )
  return { setFilter, onSearch, onFiltering, onSort, sort }
}
