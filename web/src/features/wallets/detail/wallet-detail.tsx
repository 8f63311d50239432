import { Button, Group } from '@mantine/core'
import type { Wallet, WalletGroup } from '@purser/contract/wallets/wallets.ts'
import { useState, type ReactNode } from 'react'
import { CopyButton } from '#ui/buttons/copy-button.tsx'
import { QueryError } from '#ui/states/query-error.tsx'
import { SideDrawer } from '#ui/dialogs/side-drawer.tsx'
import { TimeAgo } from '#ui/dates/time-ago.tsx'
import { PrivateKey } from '../keys/private-key.tsx'
import { useWallet } from '../use-wallets.ts'
import { walletName } from '../view.ts'
import { WalletEdit } from './wallet-edit.tsx'
import { WalletGroupsRow } from './wallet-groups-row.tsx'
import { DateTime } from '#ui/dates/date-time.tsx'
import css from './wallet-detail.module.css'

type Props = {
  wallet: Wallet
  groups: WalletGroup[]
  /** The rendered balance. */
  balance: ReactNode
  /** A dialog is open above it. */
  covered: boolean
  onSend: (wallet: Wallet) => void
  onDelete: (wallet: Wallet) => void
  onClose: () => void
}

/** One wallet, in a drawer: the list behind it keeps its place. */
export function WalletDetail({ wallet, covered, onClose, ...rest }: Props) {
  return (
    <SideDrawer title="Wallet detail" covered={covered} onClose={onClose}>
      <Detail key={wallet.id} listed={wallet} {...rest} />
    </SideDrawer>
  )
}

type DetailProps = Pick<Props, 'groups' | 'balance' | 'onSend' | 'onDelete'> & { listed: Wallet }

function Detail({ listed, groups, balance, onSend, onDelete }: DetailProps) {
  const [editing, setEditing] = useState(false)
  const query = useWallet(listed)
  const wallet = query.data ?? listed
  const field = (label: string, content: ReactNode) => (
    <div className={css.field}>
      <dt>{label}</dt>
      <dd>{content}</dd>
    </div>
  )
  return (
    <>
      <div className={css.head}>
        <h2 className={css.title}>{walletName(wallet)}</h2>
        {wallet.is_default && <span className={css.default}>Default</span>}
        <span className={css.dimmed}>#{wallet.id}</span>
        {!editing && (
          <Group gap={6} ml="auto">
            <Button size="compact-sm" onClick={() => onSend(wallet)}>
              Send
            </Button>
            <Button size="compact-sm" variant="default" onClick={() => setEditing(true)}>
              Edit
            </Button>
          </Group>
        )}
      </div>
      <QueryError query={query} fallback="Failed to load wallet details." />
      {editing && <WalletEdit wallet={wallet} onClose={() => setEditing(false)} />}
      <dl className={css.fields}>
        {field('Balance', balance)}
        {field('Groups', <WalletGroupsRow wallet={wallet} groups={groups} />)}
        {field(
          'Public address',
          <Group gap={4} wrap="nowrap" align="start">
            <span className={css.address}>{wallet.address}</span>
            <CopyButton text={wallet.address} label="Copy address" />
          </Group>,
        )}
        {field('Private key', <PrivateKey wallet={wallet} />)}
        {field(
          'Created',
          <>
            <DateTime at={wallet.created_at} /> (<TimeAgo at={wallet.created_at} />)
          </>,
        )}
      </dl>
      <Button variant="default" size="compact-sm" c="var(--bad)" onClick={() => onDelete(wallet)}>
        Delete wallet
      </Button>
    </>
  )
}
