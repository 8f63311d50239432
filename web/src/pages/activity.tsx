import { Button, Title } from '@mantine/core'
import type { Wallet } from '@purser/contract/wallets.ts'
import { useCallback, useMemo, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { paths } from '#app/paths.ts'
import {
  NO_FILTER,
  OperationDetail,
  OperationFilters,
  OperationList,
  useOperations,
} from '#features/activity/index.ts'
import { useWallets } from '#features/wallets/use-wallets.ts'
import { Card } from '#ui/card.tsx'
import { EmptyRows, LoadingRows, ShowOlder } from '#ui/list-states.tsx'
import { QueryError } from '#ui/query-error.tsx'
import { useTitle } from '#ui/use-title.ts'
import css from './activity.module.css'

const NO_WALLETS: Wallet[] = []

/** All operations; the open one is in the URL, so that it can be linked to and survives a reload. */
export function ActivityPage() {
  useTitle('Activity')
  const [filter, setFilter] = useState(NO_FILTER)
  const [search, setSearch] = useSearchParams()
  const open = search.get('operation') ?? undefined
  const onOpen = useCallback((id: string) => setSearch({ operation: id }), [setSearch])
  const query = useOperations(filter)
  const wallets = useWallets().data?.value.wallets ?? NO_WALLETS
  const operations = useMemo(() => query.data?.pages.flatMap((page) => page.operations), [query.data])
  const filtered = filter !== NO_FILTER
  return (
    <>
      <Title order={1} size="h3" mb="sm">
        Activity
      </Title>
      <div className={css.split} data-open={open !== undefined}>
        <Card label="All operations">
          <OperationFilters filter={filter} wallets={wallets} onChange={setFilter} />
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
          <ShowOlder query={query} />
        </Card>
        {open !== undefined && (
          <div className={css.detail}>
            <OperationDetail key={open} id={open} onClose={() => setSearch({})} />
          </div>
        )}
      </div>
    </>
  )
}
