import { Button, Skeleton, Stack, Text } from '@mantine/core'
import '@mantine/core/styles/Skeleton.css'
import { emptyText, type View } from '#features/wallets/view.ts'
import css from './wallets.module.css'

export function LoadingList() {
  return (
    <div role="status" aria-label="Loading wallets">
      {[1, 2, 3, 4, 5].map((n) => (
        <Skeleton key={n} h={66} mb={14} />
      ))}
    </div>
  )
}

type Props = { view: View; filtered: boolean; failed: boolean; onGenerate: () => void; onReset: () => void }

/** The empty state: why, and the one button that helps. */
export function EmptyList({ view, filtered, failed, onGenerate, onReset }: Props) {
  if (failed) return null
  return (
    <Stack className={css.empty} align="center" gap="sm">
      <Text size="sm" c="dimmed" ta="center">
        {filtered ? 'No wallets match these filters.' : emptyText(view)}
      </Text>
      {filtered ? (
        <Button variant="default" onClick={onReset}>
          Reset filters
        </Button>
      ) : (
        view !== 'ungrouped' && <Button onClick={onGenerate}>Generate wallets</Button>
      )}
    </Stack>
  )
}
