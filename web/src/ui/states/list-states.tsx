import { Skeleton, Stack, Text } from '@mantine/core'
import '@mantine/core/styles/Skeleton.css'
import type { ReactNode } from 'react'
import { BusyButton } from '../buttons/busy-button.tsx'

/** The loading state of a list: four rows of its row height, in pixels. */
export function LoadingRows({ label, height }: { label: string; height: number }) {
  return (
    <div role="status" aria-label={label}>
      {[1, 2, 3, 4].map((n) => (
        <Skeleton key={n} h={height} mb={8} />
      ))}
    </div>
  )
}

/** The empty state of a list: why it is empty, and the button that fills it. */
export function EmptyRows({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <Stack align="center" gap="sm" py={48} px="md">
      <Text size="sm" c="dimmed" ta="center">
        {text}
      </Text>
      {children}
    </Stack>
  )
}

type Pages = { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown }

/** The button that loads the next page of a list; renders nothing on the last. */
export function ShowOlder({ query }: { query: Pages }) {
  if (!query.hasNextPage) return null
  return (
    <BusyButton
      mt="sm"
      variant="default"
      busy={query.isFetchingNextPage}
      loader
      onClick={() => void query.fetchNextPage()}
    >
      Show older
    </BusyButton>
  )
}
