import { Button, Skeleton, Stack, Text } from '@mantine/core'
import '@mantine/core/styles/Skeleton.css'
import { emptyText, type View } from '#features/wallets/view.ts'
import css from './wallets.module.css'

export function LoadingList() {
  return (
    <div role="status" aria-label="Loading wallets">
      {[1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((n) => (
        <Skeleton key={n} h={26} mb={10} />
      ))}
    </div>
  )
}

type Props = {
  view: View
  filtered: boolean
  /** The list is empty because of the search alone. */
  searched: boolean
  failed: boolean
  onGenerate: () => void
  onReset: () => void
}

/** The empty state: the reason, and the one button that helps. */
export function EmptyList({ view, filtered, searched, failed, onGenerate, onReset }: Props) {
  if (failed) return null
  return (
    <Stack className={css.empty} align="center" gap="sm">
      <Text size="sm" c="dimmed" ta="center">
        {filtered
          ? searched
            ? 'No wallets match your search.'
            : 'No wallets match these filters.'
          : emptyText(view)}
      </Text>
      {filtered ? (
        <Button variant="default" onClick={onReset}>
          {searched ? 'Clear search' : 'Reset filters'}
        </Button>
      ) : (
        view !== 'ungrouped' && <Button onClick={onGenerate}>Generate wallets</Button>
      )}
    </Stack>
  )
}
