import { Button, Skeleton, Stack, Text } from '@mantine/core'
import '@mantine/core/styles/Skeleton.css'
import type { CSSProperties } from 'react'
import { emptyText, type View } from '#features/wallets/view.ts'
import css from './wallets.module.css'

/** Rows of a window; the box cuts what is below it. */
const MOST_ROWS = 30
const FEW_ROWS = 10

/** The shape of the table; `rows`: the number of wallets at the last visit. */
export function LoadingList({ rows = FEW_ROWS }: { rows: number | undefined }) {
  return (
    <div
      className={css.loading}
      role="status"
      aria-label="Loading wallets"
      style={{ '--rows': rows } as CSSProperties}
    >
      {[...Array(Math.min(rows, MOST_ROWS)).keys()].map((n) => (
        <div key={n} className={css.loadingRow}>
          <Skeleton h={22} w={22} radius={6} />
          <Skeleton h={14} w="22%" />
          <Skeleton h={14} w="12%" ml="auto" />
          <Skeleton h={14} w="10%" />
        </div>
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
        view !== 'ungrouped' && (
          // The filled button is that of the head.
          <Button variant="light" onClick={onGenerate}>
            Generate wallets
          </Button>
        )
      )}
    </Stack>
  )
}
