import { Badge } from '@mantine/core'
import { useServerStatus } from '#wire/status.ts'

/** Names the network on every page; mainnet-beta has a colour of its own. */
export function ClusterBadge() {
  const cluster = useServerStatus().data?.cluster
  if (!cluster) return null
  const real = cluster === 'mainnet-beta'
  return (
    <Badge
      variant={real ? 'filled' : 'default'}
      color={real ? '#b42318' : 'gray'}
      size="sm"
      tt="none"
      // On a phone the bar needs its room.
      flex={{ base: '0 1 auto', xs: 'none' }}
      title={real ? 'Real funds' : 'Test network: its funds are worth nothing'}
    >
      {cluster}
    </Badge>
  )
}
