import { Button, Title } from '@mantine/core'
import type { Wallet } from '@purser/contract/wallets/wallets.ts'
import { useCallback, useMemo } from 'react'
import { Link, useSearchParams } from 'react-router'
import { paths } from '#app/paths.ts'
import {
  OperationDetail,
  OperationFilters,
  OperationList,
  useOperations,
  useOperationsExport,
} from '#features/activity/index.ts'
import { filterFrom, isFiltered, withFilter } from '#features/activity/filter.ts'
import { useWallets } from '#features/wallets/use-wallets.ts'
import { Card } from '#ui/card.tsx'
import { ErrorBox } from '#ui/states/error-box.tsx'
import { EmptyRows, LoadingRows, ShowOlder } from '#ui/states/list-states.tsx'
import { QueryError } from '#ui/states/query-error.tsx'
import { useTitle } from '#ui/use-title.ts'
import { StaleNote } from '#ui/states/stale-note.tsx'
import { isDown, sentence } from '#wire/fault.ts'
import css from './activity.module.css'

const NO_WALLETS: Wallet[] = []

const PAGES_MAX = 40

/**
 * All operations. The open operation, the filter and the number of pages are in the URL: it can be linked to and
 * reloaded.
 */
export function ActivityPage() {
  useTitle('Activity')
  const [search, setSearch] = useSearchParams()
  const filter = useMemo(() => filterFrom(search), [search])
  const pages = Math.min(PAGES_MAX, Math.max(1, Number.parseInt(search.get('pages') ?? '1', 10) || 1))
  const open = search.get('operation') ?? undefined
  const set = useCallback(
    (change: (now: URLSearchParams) => URLSearchParams, replace = false) => setSearch(change, { replace }),
    [setSearch],
  )
  const onOpen = useCallback((id?: string) => set((now) => withParam(now, 'operation', id)), [set])
  const query = useOperations(filter, pages)
  const exported = useOperationsExport(filter)
  const wallets = useWallets().data?.value.wallets ?? NO_WALLETS
  const operations = useMemo(() => query.data?.pages.flatMap((page) => page.operations), [query.data])
  const filtered = isFiltered(filter)
  const staleAt =
    query.data?.pages[0]?.staleAt ?? (isDown(query.error) && query.data ? query.dataUpdatedAt : undefined)
  const older = {
    ...query,
    fetchNextPage: () =>
      set((now) => withParam(now, 'pages', String((query.data?.pages.length ?? 1) + 1)), true),
  }
  return (
    <>
      <Title order={1} size="h3" mb="sm">
        Activity
      </Title>
      <div className={css.split} data-open={open !== undefined}>
        <Card label="All operations">
          <OperationFilters
            filter={filter}
            wallets={wallets}
            onChange={(next) => set((now) => withFilter(now, next), true)}
            onExport={() => exported.mutate()}
            exporting={exported.isPending}
          />
          {exported.isError && (
            <ErrorBox message={sentence(exported.error, 'The file could not be downloaded.')} />
          )}
          {staleAt !== undefined && <StaleNote at={staleAt} />}
          {query.isPending && <LoadingRows label="Loading operations" height={44} />}
          <QueryError query={query} fallback="The operations could not be loaded." />
          {operations?.length === 0 && (
            <EmptyRows
              text={
                filtered
                  ? 'No operations match these filters.'
                  : 'Everything that moves funds is listed here, with each transfer and its signature.'
              }
            >
              {!filtered && (
                <Button component={Link} to={paths.solanaDistribution}>
                  Distribute SOL
                </Button>
              )}
            </EmptyRows>
          )}
          {operations && operations.length > 0 && (
            <OperationList operations={operations} open={open} onOpen={onOpen} />
          )}
          <ShowOlder query={older} />
        </Card>
        {open !== undefined && (
          <div className={css.detail}>
            <OperationDetail key={open} id={open} onClose={() => onOpen()} />
          </div>
        )}
      </div>
    </>
  )
}

function withParam(search: URLSearchParams, name: string, value: string | undefined): URLSearchParams {
  const next = new URLSearchParams(search)
  if (value === undefined) next.delete(name)
  else next.set(name, value)
  return next
}
