import { Text } from '@mantine/core'
import { When } from './when.tsx'

/** Says that what is shown was last known at `at` (ms; 0 when it never was). */
export function StaleNote({ at }: { at: number }) {
  return (
    <Text size="xs" c="var(--warn)" role="status">
      Offline.{' '}
      {at > 0 && (
        <>
          Last known <When at={at} />.
        </>
      )}
    </Text>
  )
}
