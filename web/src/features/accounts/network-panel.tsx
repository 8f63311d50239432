import { type EndpointState, type MarketServiceState, readNetwork } from '@purser/contract/network.ts'
import { Badge, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import '@mantine/core/styles/Skeleton.css'
import { useQuery } from '@tanstack/react-query'
import { ErrorBox } from '#ui/states/error-box.tsx'
import { TimeAgo } from '#ui/dates/time-ago.tsx'
import { call } from '#wire/api.ts'
import { sentence } from '#wire/fault.ts'

/** The cluster, and the state of each of its endpoints and each service of a live market. */
export function NetworkPanel() {
  const network = useQuery({
    queryKey: ['network'],
    queryFn: ({ signal }) => call(readNetwork, { signal }),
    refetchInterval: 30_000,
  })
  return (
    <Stack gap="sm">
      <Title order={2} size="h5">
        Network
      </Title>
      {network.isPending && <Skeleton height={36} role="status" aria-label="Loading the network" />}
      {network.isError && (
        <ErrorBox
          message={sentence(network.error, 'Failed to load the network')}
          onRetry={() => void network.refetch()}
          retrying={network.isRefetching}
        />
      )}
      {network.data && (
        <>
          <Text size="sm">Cluster: {network.data.cluster}</Text>
          <Stack component="ul" gap="xs" p={0} m={0} style={{ listStyle: 'none' }} aria-label="Endpoints">
            {network.data.endpoints.map((one) => (
              <EndpointRow key={one.name} endpoint={one} />
            ))}
          </Stack>
          {network.data.services.length > 0 && (
            <>
              <Title order={3} size="h6">
                Market
              </Title>
              <Stack component="ul" gap="xs" p={0} m={0} style={{ listStyle: 'none' }} aria-label="Market">
                {network.data.services.map((one) => (
                  <ServiceRow key={one.name} service={one} />
                ))}
              </Stack>
            </>
          )}
        </>
      )}
    </Stack>
  )
}

const STATES: Record<EndpointState['state'], string> = {
  ok: 'Healthy',
  resting: 'Resting',
  behind: 'Behind',
  other_network: 'Another network',
  refusing: 'Refuses calls',
  unknown: 'Not checked yet',
}

function EndpointRow({ endpoint }: { endpoint: EndpointState }) {
  const { name, state, checkedAt } = endpoint
  return (
    <li>
      <Group gap="xs">
        <Text size="sm" fw={550}>
          {name}
        </Text>
        <Badge size="sm" variant="filled" tt="none" color={state === 'ok' ? 'teal.9' : '#9a3412'}>
          {STATES[state]}
        </Badge>
      </Group>
      <Text size="xs" c="dimmed">
        {factsOf(endpoint).join(', ')}
      </Text>
      {checkedAt !== null && (
        <Text size="xs" c="dimmed">
          Checked <TimeAgo at={checkedAt} />
        </Text>
      )}
    </li>
  )
}

const SERVICE_NAMES: Record<MarketServiceState['name'], string> = {
  'prices and routes': 'Prices and routes',
  'price history': 'Price history',
}

const SERVICE_STATES: Record<MarketServiceState['state'], string> = {
  ok: 'Answers',
  away: 'Does not answer',
  limited: 'Limit of calls used up',
  refused: 'Refuses the key',
  stale: 'Tells old prices',
  unknown: 'Not asked yet',
}

function ServiceRow({ service: { name, state, since, callsLeft } }: { service: MarketServiceState }) {
  return (
    <li>
      <Group gap="xs">
        <Text size="sm" fw={550}>
          {SERVICE_NAMES[name]}
        </Text>
        <Badge
          size="sm"
          variant="filled"
          tt="none"
          color={state === 'ok' ? 'teal.9' : state === 'unknown' ? 'gray.7' : '#9a3412'}
        >
          {SERVICE_STATES[state]}
        </Badge>
      </Group>
      {since !== null && (
        <Text size="xs" c="dimmed">
          Since <TimeAgo at={since} />
          {callsLeft !== null && `, ${callsLeft} ${callsLeft === 1 ? 'call' : 'calls'} left this minute`}
        </Text>
      )}
    </li>
  )
}

/** Unknown facts are left out. */
function factsOf({ lag, latencyMs, errorRate, history, version1, restSeconds }: EndpointState): string[] {
  return [
    restSeconds > 0 && `not asked for ${restSeconds} s`,
    lag !== null && (lag === 1 ? '1 slot behind' : `${lag} slots behind`),
    latencyMs !== null && `answers in ${Math.round(latencyMs)} ms`,
    errorRate !== null && `${Math.round(errorRate * 100)}% of calls failed`,
    history !== null && (history ? 'keeps history' : 'keeps no history'),
    version1 !== null && (version1 ? 'takes large transactions' : 'takes no large transactions'),
  ].filter((fact) => fact !== false)
}
