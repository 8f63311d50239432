import { Button, Group, Title } from '@mantine/core'
import { useMemo, useState } from 'react'
import { Link } from 'react-router'
import { paths } from '#app/paths.ts'
import { StrategyFilters } from '#features/agents/strategies/strategy-filters.tsx'
import { StrategyList } from '#features/agents/strategies/strategy-list.tsx'
import { NO_FILTER, sortStrategies, type Sort } from '#features/agents/strategies/strategy-sort.ts'
import { useAgents } from '#features/agents/use-agents.ts'
import { useStrategies } from '#features/agents/strategies/use-strategies.ts'
import { Card } from '#ui/card.tsx'
import { ErrorBox } from '#ui/states/error-box.tsx'
import { EmptyRows, LoadingRows, ShowOlder } from '#ui/states/list-states.tsx'
import { StaleNote } from '#ui/states/stale-note.tsx'
import { useTitle } from '#ui/use-title.ts'
import { sentence } from '#wire/fault.ts'
import { useConnection } from '#wire/use-connection.ts'
import css from './strategies.module.css'

/** The strategies of all agents with their results. */
export function StrategiesPage() {
  useTitle('Strategies')
  const [filter, setFilter] = useState(NO_FILTER)
  const [sort, setSort] = useState<Sort>({ key: 'started', descending: true })
  const agents = useAgents().data?.value ?? []
  const query = useStrategies(filter)
  const offline = useConnection() === 'down'
  const list = useMemo(() => {
    const all = query.data?.pages.flatMap((page) => page.value)
    return all && sortStrategies(all, sort)
  }, [query.data, sort])
  const stale = query.data?.pages.find((page) => page.stale)
  const staleAt = stale?.at ?? (query.isError && query.data ? query.dataUpdatedAt : undefined)
  const filtered = filter !== NO_FILTER
  return (
    <>
      <div className={css.head}>
        <Title order={1} size="h3">
          Strategies
        </Title>
        {staleAt !== undefined && <StaleNote at={staleAt} />}
      </div>
      <Card label="All strategies">
        <StrategyFilters filter={filter} sort={sort} agents={agents} onFilter={setFilter} onSort={setSort} />
        {query.isPending && <LoadingRows label="Loading strategies" height={52} />}
        {query.isError && !query.data && (
          <ErrorBox
            message={sentence(query.error, 'The strategies could not be loaded.')}
            onRetry={() => void query.refetch()}
            retrying={query.isFetching}
          />
        )}
        {list?.length === 0 && (
          <EmptyRows
            text={
              filtered
                ? 'No strategies match these filters.'
                : 'Every strategy of your agents is listed here, with its orders, its profit and its fees.'
            }
          >
            {!filtered && (
              <Group gap="sm" justify="center">
                <Button component={Link} to={paths.dashboard}>
                  Go to the dashboard
                </Button>
                <Button component={Link} to={paths.help} variant="default">
                  See what an agent can do
                </Button>
              </Group>
            )}
          </EmptyRows>
        )}
        {list && list.length > 0 && (
          <StrategyList
            strategies={list}
            hasMore={query.hasNextPage}
            sort={sort}
            onSort={setSort}
            offline={offline}
          />
        )}
        <ShowOlder query={query} />
      </Card>
    </>
  )
}
