import type { ReactNode } from 'react'

/** What a cell may know of its row besides the entry. `holding` is what the page knows of the entry. */
export type RowState<H> = {
  holding: H
  expanded: boolean
  chosen: boolean
  selecting: boolean
  pick: () => void
  /** Unfolds the row, or folds it again. */
  toggle: () => void
}

/** A column of a table. One more column is one more entry in a list of these. */
export type Column<T, H> = {
  key: string
  /** Its head; on a phone it stands before the value. */
  label: string
  /** Its track of the grid. */
  width: string
  /** For amounts: to the right. */
  end?: true
  /** What its head sorts by; a head without it is text. */
  sort?: string
  cell: (entry: T, row: RowState<H>) => ReactNode
}
