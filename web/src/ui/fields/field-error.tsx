import { Text } from '@mantine/core'

/** An error message under its field or button; renders nothing without one. */
export function FieldError({ children }: { children: string | undefined }) {
  if (!children) return null
  return (
    <Text size="sm" c="var(--bad)" role="alert">
      {children}
    </Text>
  )
}
