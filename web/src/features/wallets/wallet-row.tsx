import { IconCheck, IconCopy, IconTrash } from '@tabler/icons-react'
import type { Wallet } from '@purser/contract/wallets.ts'
import { memo, type ReactNode } from 'react'
import { shortAddress } from '#ui/short-address.ts'
import { walletName } from './view.ts'
import css from './wallet-list.module.css'

export type RowActions = {
  pick: (wallet: Wallet) => void
  copy: (wallet: Wallet) => void
  remove: (wallet: Wallet) => void
  expand: (id: number) => void
}
/** The balances of a row: opaque here, rendered by the caller. */
export type RowHolding<H> = {
  of: (wallet: Wallet) => H
  draw: (holding: H, expanded: boolean, toggle: () => void) => ReactNode
  /** Lines beyond the three that fit into a row, while it is expanded. */
  extraLines: (holding: H) => number
}
type Props<H> = {
  wallet: Wallet
  holding: H
  draw: RowHolding<H>['draw']
  expanded: boolean
  chosen: boolean
  /** Undefined outside of multiple selection. */
  ticked: boolean | undefined
  copied: boolean
  actions: RowActions
}

const BADGES = 2

// Plain elements only: scrolling mounts hundreds of these a second.
function Row<H>({ wallet, holding, draw, expanded, chosen, ticked, copied, actions }: Props<H>) {
  const name = walletName(wallet)
  return (
    <div className={css.row} data-chosen={chosen}>
      {ticked !== undefined && (
        <input
          type="checkbox"
          className={css.tick}
          checked={ticked}
          aria-label={`Select ${name}`}
          onChange={() => actions.pick(wallet)}
        />
      )}
      <div className={css.who}>
        <div className={css.line}>
          <button
            type="button"
            className="cover-button"
            aria-current={ticked === undefined && chosen}
            tabIndex={ticked === undefined ? 0 : -1}
            onClick={() => actions.pick(wallet)}
          >
            {name}
          </button>
          {wallet.is_default && <span className={css.default}>Default</span>}
        </div>
        <div className={css.line}>
          <span className={css.address} title={wallet.address}>
            {shortAddress(wallet.address)}
          </span>
          <button
            type="button"
            className={css.icon}
            aria-label={copied ? 'Copied' : `Copy address of ${name}`}
            title={copied ? 'Copied' : 'Copy address'}
            onClick={() => actions.copy(wallet)}
          >
            {copied ? <IconCheck size={14} color="var(--good)" /> : <IconCopy size={14} />}
          </button>
        </div>
        {wallet.groups.length > 0 && (
          <div className={css.line} title={wallet.groups.map((group) => group.name).join(', ')}>
            {wallet.groups.slice(0, BADGES).map((group) => (
              <span key={group.id} className={css.group}>
                <span className={css.dot} style={{ background: group.color }} />
                <span className={css.groupName}>{group.name}</span>
              </span>
            ))}
            {wallet.groups.length > BADGES && (
              <span className={css.address}>+{wallet.groups.length - BADGES}</span>
            )}
          </div>
        )}
      </div>
      {/* Above the button that covers the row, so that exact amounts show on hover; a click there picks too. */}
      <div
        className={css.balances}
        onClick={(event) => {
          if (!(event.target as Element).closest('button')) actions.pick(wallet)
        }}
      >
        {draw(holding, expanded, () => actions.expand(wallet.id))}
      </div>
      <button
        type="button"
        className={css.icon}
        aria-label={`Delete ${name}`}
        title="Delete wallet"
        onClick={() => actions.remove(wallet)}
      >
        <IconTrash size={15} />
      </button>
    </div>
  )
}

export const WalletRow = memo(Row) as typeof Row
