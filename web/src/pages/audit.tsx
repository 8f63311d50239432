import { Button, Skeleton, Text, Title } from '@mantine/core'
import '@mantine/core/styles/Skeleton.css'
import { useMemo, useState } from 'react'
import {
  AuditFilters,
  AuditList,
  NO_AUDIT_FILTER,
  useAudit,
  useAuditExport,
} from '#features/activity/index.ts'
import { Card } from '#ui/card.tsx'
import { Complaint } from '#ui/complaint.tsx'
import { ErrorBox } from '#ui/error-box.tsx'
import { useTitle } from '#ui/use-title.ts'
import { sentence } from '#wire/fault.ts'

/** Who did what with keys, sessions and guards, when and from where. Read-only. */
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
        <Complaint>
          {file.error ? sentence(file.error, 'The audit log could not be exported.') : undefined}
        </Complaint>
        {query.isLoading && (
          <div role="status" aria-label="Loading the audit log">
            {[1, 2, 3, 4].map((n) => (
              <Skeleton key={n} h={44} mb={8} />
            ))}
          </div>
        )}
        {query.isError && (
          <ErrorBox
            message={sentence(query.error, 'The audit log could not be loaded.')}
            onRetry={() => void query.refetch()}
            retrying={query.isFetching}
          />
        )}
        {rows?.length === 0 && (
          <Text size="sm" c="dimmed" ta="center" py={48}>
            {filter === NO_AUDIT_FILTER ? 'Nothing has happened yet.' : 'No events match these filters.'}
          </Text>
        )}
        {rows && rows.length > 0 && <AuditList rows={rows} />}
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
    </>
  )
}
