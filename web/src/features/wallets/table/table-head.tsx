import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import type { Wallet } from '@purser/contract/wallets/wallets.ts'
import type { Column } from '#ui/table-column.ts'
import css from './wallet-table.module.css'

export type Sort = { by: string; order: 'asc' | 'desc' }

type Props<H> = {
  columns: Column<Wallet, H>[]
  sort: Sort
  onSort: (sort: Sort) => void
  /** Undefined outside of multiple selection. */
  ticks: { some: boolean; all: boolean; onAll: (on: boolean) => void } | undefined
}

const ARIA = { asc: 'ascending', desc: 'descending' } as const

/** The head of the table stays in view; the button of a column sorts by it, and another press reverses the order. */
export function TableHead<H>({ columns, sort, onSort, ticks }: Props<H>) {
  const head = (column: Column<Wallet, H>) => {
    const by = column.sort
    const active = by !== undefined && by === sort.by
    return (
      <div
        key={column.key}
        role="columnheader"
        className={css.columnHead}
        data-end={column.end}
        {...(by === undefined ? {} : { 'aria-sort': active ? ARIA[sort.order] : ('none' as const) })}
      >
        {by === undefined ? (
          column.label
        ) : (
          <button
            type="button"
            className={css.sort}
            onClick={() =>
              // Amounts sort from the largest, names from A.
              onSort({
                by,
                order: active ? (sort.order === 'asc' ? 'desc' : 'asc') : column.end ? 'desc' : 'asc',
              })
            }
          >
            {column.label}
            {active && (sort.order === 'asc' ? <IconArrowUp size={13} /> : <IconArrowDown size={13} />)}
          </button>
        )}
      </div>
    )
  }
  return (
    <div role="rowgroup" className={css.headGroup}>
      <div role="row" className={css.head}>
        {ticks && (
          <div role="columnheader" className={css.tickCell}>
            <input
              type="checkbox"
              className={css.tick}
              checked={ticks.all}
              ref={(box) => {
                if (box) box.indeterminate = ticks.some && !ticks.all
              }}
              aria-label="Select all shown wallets"
              title="Select all shown wallets"
              onChange={(event) => ticks.onAll(event.currentTarget.checked)}
            />
          </div>
        )}
        {columns.map(head)}
        <div role="columnheader" className={css.actions}>
          <span className="visually-hidden">Actions</span>
        </div>
      </div>
    </div>
  )
}
