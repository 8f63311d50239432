import { Button, Text } from '@mantine/core'
import { IconKey, IconPlugConnected, IconPlus } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { BalanceView, balanceKey } from '#features/balances/index.ts'
import { TestFunds } from '#features/tokens/index.ts'
import {
  generateWallet,
  RevealKeyModal,
  walletsKey,
  WalletSelect,
  type ConnectionState,
} from '#features/wallets/index.ts'
import { Address } from '#ui/address.tsx'
import { ErrorBox } from '#ui/error-box.tsx'
import { StaleNote } from '#ui/stale-note.tsx'
import { shortAddress } from '#ui/short-address.ts'
import { sentence } from '#wire/fault.ts'
import { useServerStatus } from '#wire/status.ts'
import type { WalletChoice } from './use-wallet-choice.ts'
import css from './wallet-area.module.css'

type Props = {
  choice: WalletChoice
  /** Set when the wallets could not be loaded and none are cached. */
  failure: { error: unknown; retry: () => void } | undefined
  staleAt: number | undefined
  connection: ConnectionState
  /** A connect is refused for a moment after the last one. */
  busy: boolean
  onConnect: (address: string) => void
}

export function WalletArea({ choice, failure, staleAt, connection, busy, onConnect }: Props) {
  const client = useQueryClient()
  const status = useServerStatus()
  const [revealing, setRevealing] = useState(false)
  const generation = useMutation({
    // The key in the answer is not stored: it can be revealed at any time.
    mutationFn: async () => {
      const { private_key: _, ...wallet } = await generateWallet()
      return wallet
    },
    onSuccess: async (wallet) => {
      await client.invalidateQueries({ queryKey: walletsKey })
      choice.choose(wallet)
    },
  })
  const [requested, setRequested] = useState(false)
  const { chosen, group } = choice
  return (
    <section className={css.area} aria-label="Wallet">
      <div className={css.row}>
        <WalletSelect label="Wallet" wallets={choice.wallets} chosen={chosen} onChoose={choice.choose} />
        {group ? (
          <span className={css.group}>Group selected</span>
        ) : chosen ? (
          <Connected address={chosen.address} state={connection} busy={busy} onConnect={onConnect} />
        ) : (
          <Button variant="default" onClick={() => setRequested(true)}>
            Connect Wallet
          </Button>
        )}
        <Button
          variant="default"
          leftSection={<IconPlus size={15} />}
          disabled={generation.isPending}
          onClick={() => generation.mutate()}
        >
          {generation.isPending ? 'Generating...' : 'Generate wallet'}
        </Button>
        {chosen && (
          <Button variant="default" leftSection={<IconKey size={15} />} onClick={() => setRevealing(true)}>
            Reveal private key
          </Button>
        )}
      </div>
      {failure && (
        <ErrorBox message={sentence(failure.error, 'Failed to load wallets.')} onRetry={failure.retry} />
      )}
      {staleAt !== undefined && <StaleNote at={staleAt} />}
      {generation.isError && <ErrorBox message={sentence(generation.error, 'Failed to generate wallet')} />}
      {generation.isSuccess && (
        <Text size="sm" c="var(--good)" role="status">
          {generation.data.name} was generated.
        </Text>
      )}
      {requested && !chosen && !group && (
        <Text size="sm" c="var(--bad)" role="alert">
          {choice.known && choice.wallets.length === 0
            ? 'No wallets found. Please create a wallet first by going to the Wallet Groups page.'
            : 'Please select a wallet first.'}
        </Text>
      )}
      {connection.phase === 'failed' && (
        <Text size="sm" c="var(--bad)" role="alert">
          {connection.reason}
        </Text>
      )}
      {chosen && (
        <div className={css.row}>
          <BalanceView address={chosen.address} />
          {status.data?.cluster === 'localnet' && (
            <TestFunds
              key={chosen.address}
              address={chosen.address}
              onDone={() => void client.invalidateQueries({ queryKey: balanceKey(chosen.address) })}
            />
          )}
        </div>
      )}
      {revealing && chosen && <RevealKeyModal wallet={chosen} onClose={() => setRevealing(false)} />}
    </section>
  )
}

type ConnectedProps = {
  address: string
  state: ConnectionState
  busy: boolean
  onConnect: (address: string) => void
}

function Connected({ address, state, busy, onConnect }: ConnectedProps) {
  if (state.phase === 'connecting') return <span className={css.dimmed}>Connecting...</span>
  if (state.phase === 'connected')
    return (
      <span className={css.connected}>
        <IconPlugConnected size={15} aria-hidden="true" /> Connected <Address value={address} />
      </span>
    )
  return (
    <Button variant="default" disabled={busy} onClick={() => onConnect(address)}>
      Connect Wallet <span className={css.badge}>{shortAddress(address)}</span>
    </Button>
  )
}
