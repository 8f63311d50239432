import type { ReactNode } from 'react'

/** The state of a row that a cell may read besides the entry. `holding`: the page's knowledge of the entry. */
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
  /** Its head; on a phone it is in front of the value. */
  label: string
  /** Its track of the grid. */
  width: string
  /** Aligns amounts to the right. */
  end?: true
  /** The key that its head sorts by; a head without it is text. */
  sort?: string
  cell: (entry: T, row: RowState<H>) => ReactNode
}
