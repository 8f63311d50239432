import { IconCheck, IconCopy, IconTrash } from '@tabler/icons-react'
import type { Wallet } from '@purser/contract/wallets/wallets.ts'
import { type CSSProperties, memo } from 'react'
import type { Column } from '#ui/table-column.ts'
import { walletName } from '../view.ts'
import css from './wallet-table.module.css'

export type RowActions = {
  pick: (wallet: Wallet) => void
  copy: (wallet: Wallet) => void
  remove: (wallet: Wallet) => void
  expand: (id: number) => void
}
type Props<H> = {
  wallet: Wallet
  columns: Column<Wallet, H>[]
  holding: H
  expanded: boolean
  chosen: boolean
  /** Undefined outside of multiple selection. */
  ticked: boolean | undefined
  copied: boolean
  actions: RowActions
}

const COPY = <IconCopy size={14} />
const COPIED = <IconCheck size={14} color="var(--good)" />
const TRASH = <IconTrash size={14} />

// Plain elements only: scrolling mounts hundreds of these a second.
function Row<H>({ wallet, columns, holding, expanded, chosen, ticked, copied, actions }: Props<H>) {
  const name = walletName(wallet)
  const pick = () => actions.pick(wallet)
  const state = {
    holding,
    expanded,
    chosen,
    selecting: ticked !== undefined,
    pick,
    toggle: () => actions.expand(wallet.id),
  }
  return (
    // For the mouse the whole row is the target; for the keyboard it is the button of the name.
    <div
      className={css.row}
      data-chosen={chosen}
      data-ticked={ticked}
      style={{ '--edge': wallet.groups[0]?.color } as CSSProperties}
      onClick={(event) => {
        if (!(event.target as Element).closest('button, input')) pick()
      }}
    >
      {ticked !== undefined && (
        <div role="cell" className={css.tickCell}>
          <input
            type="checkbox"
            className={css.tick}
            checked={ticked}
            aria-label={`Select ${name}`}
            onChange={pick}
          />
        </div>
      )}
      {columns.map((column) => (
        <div
          key={column.key}
          role="cell"
          className={css.cell}
          data-column={column.key}
          data-label={column.label}
          data-end={column.end}
        >
          {column.cell(wallet, state)}
        </div>
      ))}
      <div role="cell" className={css.actions}>
        <button
          type="button"
          className={css.icon}
          aria-label={copied ? 'Copied' : `Copy address of ${name}`}
          title={copied ? 'Copied' : 'Copy address'}
          onClick={() => actions.copy(wallet)}
        >
          {copied ? COPIED : COPY}
        </button>
        <button
          type="button"
          className={css.icon}
          aria-label={`Delete ${name}`}
          title="Delete wallet"
          onClick={() => actions.remove(wallet)}
        >
          {TRASH}
        </button>
      </div>
    </div>
  )
}

export const WalletRow = memo(Row) as typeof Row
