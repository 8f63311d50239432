import { Text } from '@mantine/core'
import { TimeAgo } from '../dates/time-ago.tsx'

/** Says how old the data on screen is; `at` in ms, 0 if nothing was ever loaded. */
export function StaleNote({ at }: { at: number }) {
  return (
    <Text size="xs" c="var(--warn)" role="status">
      Offline.{' '}
      {at > 0 && (
        <>
          Last update: <TimeAgo at={at} />.
        </>
      )}
    </Text>
  )
}
