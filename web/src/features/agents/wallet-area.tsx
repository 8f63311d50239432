import { Button, Popover, Text } from '@mantine/core'
import '@mantine/core/styles/Popover.css'
import { IconChevronDown, IconKey, IconPlugConnected, IconPlus } from '@tabler/icons-react'
import { SOL_DECIMALS } from '@purser/contract/money.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { BalanceView, balanceKey, useBalance } from '#features/balances/index.ts'
import { TestFunds } from '#features/tokens/index.ts'
import {
  generateWallet,
  RevealKeyModal,
  walletsKey,
  WalletSelect,
  type ConnectionState,
} from '#features/wallets/index.ts'
import { Address } from '#ui/address.tsx'
import { Amount } from '#ui/amount.tsx'
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

/** The wallet of an agent in the bar, with its balance; the rest of it opens below, by itself where there is news. */
export function WalletArea({ choice, failure, staleAt, connection, busy, onConnect }: Props) {
  const client = useQueryClient()
  const [open, setOpen] = useState(false)
  const [seen, setSeen] = useState('')
  const [revealing, setRevealing] = useState(false)
  const [requested, setRequested] = useState(false)
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
  const { chosen, group } = choice
  const notes: Note[] = [
    ...(failure
      ? [{ kind: 'failure' as const, text: sentence(failure.error, 'Failed to load wallets.') }]
      : []),
    ...(generation.isError
      ? [{ kind: 'bad' as const, text: sentence(generation.error, 'Failed to generate wallet') }]
      : []),
    ...(generation.isSuccess
      ? [{ kind: 'good' as const, text: `${generation.data.name} was generated.` }]
      : []),
    ...(requested && !chosen && !group ? [{ kind: 'bad' as const, text: missingText(choice) }] : []),
    ...(connection.phase === 'failed' ? [{ kind: 'bad' as const, text: connection.reason }] : []),
  ]
  const news = notes.map(({ text }) => text).join('\n')
  const isOpen = open || (news !== '' && news !== seen)
  const show = (wanted: boolean) => {
    setOpen(wanted)
    if (!wanted) setSeen(news)
  }
  const generate = () => {
    setSeen('')
    generation.mutate()
  }
  const generateButton = (
    <Button
      size="compact-sm"
      variant="default"
      leftSection={<IconPlus size={15} />}
      disabled={generation.isPending}
      onClick={generate}
    >
      {generation.isPending ? 'Generating...' : 'Generate wallet'}
    </Button>
  )
  const isNew = choice.known && choice.wallets.length === 0
  return (
    <section className={css.area} aria-label="Wallet">
      <WalletSelect
        label="Wallet"
        wallets={choice.wallets}
        chosen={chosen}
        onChoose={choice.choose}
        compact
      />
      {group ? (
        <span className={css.group}>Group selected</span>
      ) : chosen ? (
        <Connected address={chosen.address} state={connection} busy={busy} onConnect={onConnect} />
      ) : (
        <Button size="compact-sm" variant="default" onClick={() => setRequested(true)}>
          Connect Wallet
        </Button>
      )}
      {staleAt !== undefined && <StaleNote at={staleAt} />}
      {isNew && generateButton}
      <Popover
        opened={isOpen}
        onChange={show}
        position="bottom-end"
        width={340}
        shadow="md"
        withinPortal={false}
        transitionProps={{ duration: 0 }}
        returnFocus
      >
        <Popover.Target>
          <Button
            className={css.balance ?? ''}
            size="compact-sm"
            variant="subtle"
            color="gray"
            rightSection={<IconChevronDown size={14} />}
            onClick={() => show(!isOpen)}
          >
            {chosen && <BarBalance address={chosen.address} />}
            <span className={chosen ? 'visually-hidden' : ''}> Wallet details</span>
          </Button>
        </Popover.Target>
        <Popover.Dropdown className={css.details ?? ''} aria-label="Wallet details">
          {notes.map((note) => (
            <NoteLine key={note.text} note={note} onRetry={failure?.retry} />
          ))}
          {chosen && <Holdings address={chosen.address} />}
          <div className={css.row}>
            {!isNew && generateButton}
            {chosen && (
              <Button
                size="compact-sm"
                variant="default"
                leftSection={<IconKey size={15} />}
                onClick={() => setRevealing(true)}
              >
                Reveal private key
              </Button>
            )}
          </div>
        </Popover.Dropdown>
      </Popover>
      {revealing && chosen && <RevealKeyModal wallet={chosen} onClose={() => setRevealing(false)} />}
    </section>
  )
}

type Note = { kind: 'failure' | 'bad' | 'good'; text: string }

const missingText = ({ known, wallets }: WalletChoice) =>
  known && wallets.length === 0
    ? 'No wallets found. Please create a wallet first by going to the Wallet Groups page.'
    : 'Please select a wallet first.'

function NoteLine({ note: { kind, text }, onRetry }: { note: Note; onRetry: (() => void) | undefined }) {
  if (kind === 'failure') return <ErrorBox message={text} {...(onRetry ? { onRetry } : {})} />
  return (
    <Text size="sm" c={`var(--${kind})`} role={kind === 'bad' ? 'alert' : 'status'}>
      {text}
    </Text>
  )
}

/** The SOL of it; 'Loading balance...' keeps its place. */
function BarBalance({ address }: { address: string }) {
  const balance = useBalance(address)
  if (balance.isPending) return <span className={css.dimmed}>Loading balance...</span>
  if (!balance.data) return <span className={css.failed}>No balance</span>
  return (
    <span data-testid="bar-balance">
      <Amount value={balance.data.value.solBalance} decimals={SOL_DECIMALS} unit="SOL" />
    </span>
  )
}

/** All that it holds, and test funds where there are such. */
function Holdings({ address }: { address: string }) {
  const client = useQueryClient()
  const status = useServerStatus()
  return (
    <>
      <BalanceView address={address} />
      {status.data?.cluster === 'localnet' && (
        <TestFunds
          key={address}
          address={address}
          onDone={() => void client.invalidateQueries({ queryKey: balanceKey(address) })}
        />
      )}
    </>
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
        <IconPlugConnected size={15} aria-hidden="true" /> <span>Connected</span> <Address value={address} />
      </span>
    )
  return (
    <Button size="compact-sm" variant="default" disabled={busy} onClick={() => onConnect(address)}>
      Connect Wallet <span className={css.badge}>{shortAddress(address)}</span>
    </Button>
  )
}
