import type { Wallet } from '@purser/contract/wallets/wallets.ts'
import { shortAddress } from '#ui/formats/short-address.ts'
import { LetterTile } from '#ui/marks/letter-tile.tsx'
import type { Column } from '#ui/table-column.ts'
import { walletName } from '../view.ts'
import css from './wallet-table.module.css'

const BADGES = 2

// Plain elements only: scrolling mounts hundreds of these a second.
export const nameColumn: Column<Wallet, unknown> = {
  key: 'name',
  label: 'Name',
  width: 'minmax(180px, 1.7fr)',
  sort: 'name',
  cell: (wallet, { chosen, selecting, pick }) => (
    <>
      <LetterTile name={walletName(wallet)} color={wallet.groups[0]?.color} />
      <button
        type="button"
        className={css.name}
        aria-current={!selecting && chosen}
        tabIndex={selecting ? -1 : 0}
        onClick={pick}
      >
        {walletName(wallet)}
      </button>
      {wallet.is_default && <span className={css.default}>Default</span>}
      <span className={css.address} title={wallet.address}>
        {shortAddress(wallet.address)}
      </span>
    </>
  ),
}

export const groupsColumn: Column<Wallet, unknown> = {
  key: 'groups',
  label: 'Groups',
  width: 'minmax(90px, 1fr)',
  sort: 'groups',
  cell: ({ groups }) =>
    groups.length > 0 && (
      <span className={css.groups} title={groups.map((group) => group.name).join(', ')}>
        {groups.slice(0, BADGES).map((group) => (
          <span key={group.id} className={css.group}>
            <span className={css.dot} style={{ background: group.color }} />
            <span className={css.groupName}>{group.name}</span>
          </span>
        ))}
        {groups.length > BADGES && <span className={css.address}>+{groups.length - BADGES}</span>}
      </span>
    ),
}
