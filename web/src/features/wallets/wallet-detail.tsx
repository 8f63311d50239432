import { Button, Group, Skeleton, Text } from '@mantine/core'
import '@mantine/core/styles/Skeleton.css'
import type { Wallet, WalletGroup } from '@purser/contract/wallets.ts'
import { memo, useState, type ReactNode } from 'react'
import { Card } from '#ui/card.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { QueryError } from '#ui/query-error.tsx'
import { When } from '#ui/when.tsx'
import { PrivateKey } from './private-key.tsx'
import { useWallet } from './use-wallets.ts'
import { walletName } from './view.ts'
import { WalletEdit } from './wallet-edit.tsx'
import { WalletGroupsRow } from './wallet-groups-row.tsx'
import css from './wallet-detail.module.css'

type Props = {
  wallet: Wallet | undefined
  groups: WalletGroup[]
  loading: boolean
  /** The rendered balance. */
  balance: ReactNode
  onSend: (wallet: Wallet) => void
  onDelete: (wallet: Wallet) => void
}

export const WalletDetail = memo(function WalletDetail({
  wallet,
  groups,
  loading,
  balance,
  onSend,
  onDelete,
}: Props) {
  return (
    <Card label="Wallet detail">
      {wallet ? (
        <Detail key={wallet.id} listed={wallet} {...{ groups, balance, onSend, onDelete }} />
      ) : loading ? (
        [180, 300, 260, 220].map((w) => <Skeleton key={w} h={22} w={w} maw="100%" mb={16} />)
      ) : (
        <div className={css.none}>
          <h2 className={css.title}>No Wallet Selected</h2>
          <Text size="sm" c="dimmed">
            Select a wallet from the list to see its details.
          </Text>
        </div>
      )}
    </Card>
  )
})

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
            {new Date(wallet.created_at).toLocaleString()} (<When at={wallet.created_at} />)
          </>,
        )}
      </dl>
      <Button variant="default" size="compact-sm" c="var(--bad)" onClick={() => onDelete(wallet)}>
        Delete wallet
      </Button>
    </>
  )
}
