import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import { activityOf } from '#app/paths.ts'
import { useEmbedded } from '#app/use-embedded.ts'

/** In a frame it opens in the page around it. */
export function ActivityLink({ operationId }: { operationId: string }) {
  const embedded = useEmbedded()
  return (
    <Anchor component={Link} to={activityOf(operationId)} size="sm" {...(embedded ? { target: '_top' } : {})}>
      Open in Activity
    </Anchor>
  )
}
