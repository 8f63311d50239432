import { Text } from '@mantine/core'

/** A sentence about what went wrong, under the field or button it belongs to. Nothing without one. */
export function Complaint({ children }: { children: string | undefined }) {
  if (!children) return null
  return (
    <Text size="sm" c="var(--bad)" role="alert">
      {children}
    </Text>
  )
}
