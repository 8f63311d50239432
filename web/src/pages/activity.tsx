import { Button, Skeleton, Stack, Text, Title } from '@mantine/core'
import '@mantine/core/styles/Skeleton.css'
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
import { ErrorBox } from '#ui/error-box.tsx'
import { useTitle } from '#ui/use-title.ts'
import { sentence } from '#wire/fault.ts'
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
          {query.isPending && (
            <div role="status" aria-label="Loading operations">
              {[1, 2, 3, 4].map((n) => (
                <Skeleton key={n} h={44} mb={8} />
              ))}
            </div>
          )}
          {query.isError && (
            <ErrorBox
              message={sentence(query.error, 'The operations could not be loaded.')}
              onRetry={() => void query.refetch()}
              retrying={query.isFetching}
            />
          )}
          {operations?.length === 0 && (
            <Stack align="center" gap="sm" py={48}>
              <Text size="sm" c="dimmed" ta="center">
                {filtered
                  ? 'No operations match these filters.'
                  : 'Everything that moves funds is listed here, with each transfer and its signature.'}
              </Text>
              {!filtered && (
                <Button component={Link} to={paths.solanaDistribution}>
                  Distribute SOL
                </Button>
              )}
            </Stack>
          )}
          {operations && operations.length > 0 && (
            <OperationList operations={operations} open={open} onOpen={onOpen} />
          )}
          {query.hasNextPage && (
            <Button
              mt="sm"
              variant="default"
              loading={query.isFetchingNextPage}
              onClick={() => void query.fetchNextPage()}
            >
              Show older
            </Button>
          )}
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
