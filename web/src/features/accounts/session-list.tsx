import { endSession, endSessions, listSessions, type Session } from '@purser/contract/accounts.ts'
import { Badge, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import '@mantine/core/styles/Skeleton.css'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { BusyButton } from '#ui/buttons/busy-button.tsx'
import { ErrorBox } from '#ui/states/error-box.tsx'
import { TimeAgo } from '#ui/dates/time-ago.tsx'
import { call } from '#wire/api.ts'
import { hasCode, sentence } from '#wire/fault.ts'
import { newKey } from '#wire/idempotency.ts'

const sessionsKey = ['sessions']
/** All sessions but this one. */
type Others = 'others'

/** The user's sessions; each can be ended here. */
export function SessionList() {
  const client = useQueryClient()
  const sessions = useQuery({
    queryKey: sessionsKey,
    queryFn: ({ signal }) => call(listSessions, { signal }),
    refetchInterval: 60_000,
  })
  const end = useMutation({
    mutationFn: (which: Session | Others) =>
      which === 'others'
        ? call(endSessions, { query: { others: 'true' }, key: newKey() })
        : call(endSession, { params: { id: which.id }, key: newKey() }),
    // It may have ended already: the refetched list shows that.
    onSettled: () => client.invalidateQueries({ queryKey: sessionsKey }),
  })
  const others = sessions.data?.filter((session) => !session.current) ?? []
  const failed = end.isError && !hasCode(end.error, 'not_found')
  return (
    <Stack gap="sm">
      <Title order={2} size="h5">
        Sessions
      </Title>
      {sessions.isPending && (
        <Stack gap="xs" role="status" aria-label="Loading sessions">
          <Skeleton height={36} />
          <Skeleton height={36} />
        </Stack>
      )}
      {sessions.isError && (
        <ErrorBox
          message={sentence(sessions.error, 'Failed to load sessions')}
          onRetry={() => void sessions.refetch()}
          retrying={sessions.isRefetching}
        />
      )}
      {sessions.data && (
        <Stack component="ul" gap="xs" p={0} m={0} style={{ listStyle: 'none' }} aria-label="Sessions">
          {sessions.data.map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              busy={end.isPending}
              onEnd={() => end.mutate(session)}
            />
          ))}
        </Stack>
      )}
      {sessions.data && others.length === 0 && (
        <Text size="sm" c="dimmed">
          You are signed in nowhere else.
        </Text>
      )}
      {end.isSuccess && (
        <Text size="sm" c="dimmed" role="status">
          {end.variables === 'others'
            ? 'All other sessions were ended.'
            : `The session on ${end.variables.device} was ended.`}
        </Text>
      )}
      {failed && (
        <Text size="sm" c="var(--bad)" role="alert">
          {sentence(end.error, 'Failed to end the session')}
        </Text>
      )}
      {others.length > 0 && (
        <BusyButton
          variant="default"
          busy={end.isPending}
          onClick={() => end.mutate('others')}
          style={{ alignSelf: 'flex-start' }}
        >
          {end.isPending && end.variables === 'others' ? 'Ending...' : 'End all other sessions'}
        </BusyButton>
      )}
    </Stack>
  )
}

type RowProps = { session: Session; busy: boolean; onEnd: () => void }

function SessionRow({ session, busy, onEnd }: RowProps) {
  const { device, address, last_used_at, current } = session
  return (
    <Group component="li" justify="space-between" gap="xs">
      <div style={{ minWidth: 0, flex: '1 1 12rem' }}>
        <Group gap="xs">
          <Text size="sm" fw={550}>
            {device}
          </Text>
          {current && (
            <Badge size="sm" variant="light">
              This session
            </Badge>
          )}
        </Group>
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {address && `${address}, `}
          {current ? 'in use now' : 'last used '}
          {!current && <TimeAgo at={last_used_at} />}
        </Text>
      </div>
      {!current && (
        <BusyButton
          size="compact-sm"
          variant="default"
          busy={busy}
          aria-label={`End session on ${device}${address && `, ${address}`}`}
          onClick={onEnd}
        >
          End
        </BusyButton>
      )}
    </Group>
  )
}
