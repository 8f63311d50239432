import { Button, Text, Title } from '@mantine/core'
import { useMemo, useState } from 'react'
import { Link } from 'react-router'
import { paths } from '#app/paths.ts'
import {
  AuditFilters,
  AuditList,
  NO_AUDIT_FILTER,
  useAudit,
  useAuditExport,
} from '#features/activity/index.ts'
import { Card } from '#ui/card.tsx'
import { FieldError } from '#ui/fields/field-error.tsx'
import { EmptyRows, LoadingRows, ShowOlder } from '#ui/states/list-states.tsx'
import { QueryError } from '#ui/states/query-error.tsx'
import { useTitle } from '#ui/use-title.ts'
import { sentence } from '#wire/fault.ts'

/** The log of actions on keys, sessions and guards: the user, the action, the time and the origin. Read-only. */
export function AuditPage() {
  useTitle('Audit Log')
  const [filter, setFilter] = useState(NO_AUDIT_FILTER)
  const query = useAudit(filter)
  const file = useAuditExport(filter)
  const rows = useMemo(() => query.data?.pages.flatMap((page) => page.rows), [query.data])
  return (
    <>
      <Title order={1} size="h3" mb={4}>
        Audit Log
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        Sign-ins, keys that were made, shown, brought in or destroyed, and changes of what guards them. Rows
        are only ever added; nobody can change or remove one.
      </Text>
      <Card label="All events">
        <AuditFilters
          filter={filter}
          onChange={setFilter}
          onExport={() => file.mutate()}
          exporting={file.isPending}
        />
        <FieldError>
          {file.error ? sentence(file.error, 'The audit log could not be exported.') : undefined}
        </FieldError>
        {query.isLoading && <LoadingRows label="Loading the audit log" height={44} />}
        <QueryError query={query} fallback="The audit log could not be loaded." />
        {rows?.length === 0 && (
          <EmptyRows
            text={filter === NO_AUDIT_FILTER ? 'Nothing has happened yet.' : 'No events match these filters.'}
          >
            {filter === NO_AUDIT_FILTER ? (
              <Button component={Link} to={paths.dashboard}>
                Go to the dashboard
              </Button>
            ) : (
              <Button variant="default" onClick={() => setFilter(NO_AUDIT_FILTER)}>
                Reset filters
              </Button>
            )}
          </EmptyRows>
        )}
        {rows && rows.length > 0 && <AuditList rows={rows} />}
        <ShowOlder query={query} />
      </Card>
    </>
  )
}
