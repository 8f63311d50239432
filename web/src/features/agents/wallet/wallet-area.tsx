import { Button, Popover, Text } from '@mantine/core'
import '@mantine/core/styles/Popover.css'
import { useHotkeys, useMediaQuery } from '@mantine/hooks'
import { IconChevronDown, IconKey, IconPlugConnected, IconPlus } from '@tabler/icons-react'
import { SOL_DECIMALS } from '@purser/contract/money.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { BalanceView, balanceKey, useBalance } from '#features/balances/index.ts'
import { TestFunds } from '#features/tokens/index.ts'
import {
  generateWallet,
  RevealKeyModal,
  walletsKey,
  WalletSelect,
  type ConnectionState,
} from '#features/wallets/index.ts'
import { Age } from '#ui/dates/age.tsx'
import { Address } from '#ui/formats/address.tsx'
import { Amount } from '#ui/formats/amount.tsx'
import { BusyButton } from '#ui/buttons/busy-button.tsx'
import { ErrorBox } from '#ui/states/error-box.tsx'
import { shortAddress } from '#ui/formats/short-address.ts'
import { sentence } from '#wire/fault.ts'
import { useServerStatus } from '#wire/status.ts'
import { fundsKey } from '../guide/use-steps.ts'
import type { WalletChoice } from './use-wallet-choice.ts'
import css from './wallet-area.module.css'

type Props = {
  choice: WalletChoice
  /** Set if the wallets could not be loaded and none are cached. */
  failure: { error: unknown; retry: () => void } | undefined
  staleAt: number | undefined
  connection: ConnectionState
  /** A connect is refused for a moment after the last one. */
  busy: boolean
  onConnect: (address: string) => void
}

/**
 * The wallet of an agent in the bar, with its balance; the rest opens below, by itself if there is something to see.
 */
export function WalletArea({ choice, failure, staleAt, connection, busy, onConnect }: Props) {
  const client = useQueryClient()
  const [open, setOpen] = useState(false)
  const [seen, setSeen] = useState('')
  const [revealing, setRevealing] = useState(false)
  const [requested, setRequested] = useState(false)
  const details = useRef<HTMLButtonElement>(null)
  const generation = useMutation({
    // Its key is not shown here: it can be revealed at any time.
    mutationFn: () => generateWallet({ key: false }),
    onSuccess: async (wallet) => {
      await client.invalidateQueries({ queryKey: walletsKey })
      choice.choose(wallet)
      // The button that generated the first one is gone now.
      details.current?.focus()
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
  const noteKey = toKey(notes, chosen)
  const isOpen = open || (noteKey !== '' && noteKey !== seen)
  const show = (next: boolean) => {
    setOpen(next)
    if (!next) setSeen(noteKey)
  }
  // It may have opened by itself, with the focus elsewhere.
  useHotkeys([['Escape', () => isOpen && show(false)]])
  const generate = () => {
    setSeen('')
    generation.mutate()
  }
  const generateButton = (
    <BusyButton
      size="compact-sm"
      variant="default"
      leftSection={<IconPlus size={15} />}
      busy={generation.isPending}
      onClick={generate}
    >
      {generation.isPending ? 'Generating...' : 'Generate wallet'}
    </BusyButton>
  )
  const isNew = choice.known && choice.wallets.length === 0
  return (
    <section className={css.area} aria-label="Wallet">
      {staleAt !== undefined && (
        <span className={css.stale}>
          <Age at={staleAt} />
        </span>
      )}
      <WalletSelect
        label="Wallet"
        wallets={choice.wallets}
        chosen={chosen}
        onChoose={choice.choose}
        compact
      />
      <div className={css.connection}>
        {group ? (
          <span className={css.group}>Group selected</span>
        ) : chosen ? (
          <Connected address={chosen.address} state={connection} busy={busy} onConnect={onConnect} />
        ) : (
          <Button size="compact-sm" variant="default" onClick={() => setRequested(true)}>
            Connect Wallet
          </Button>
        )}
      </div>
      {isNew && <div className={css.generate}>{generateButton}</div>}
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
            ref={details}
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
          {chosen && (
            <div className={css.inDetails}>
              <Address value={chosen.address} />
            </div>
          )}
          {chosen && <Holdings address={chosen.address} />}
          <div className={css.row}>
            {isNew ? <span className={css.inDetails}>{generateButton}</span> : generateButton}
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

/** The same words about another wallet are news. */
const toKey = (notes: Note[], chosen: WalletChoice['chosen']): string =>
  notes.map(({ text }) => `${chosen?.address} ${text}`).join('\n')

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

const NARROW = '(max-width: 600px)'

/** The SOL of the wallet; 'Loading balance...' keeps its place. */
function BarBalance({ address }: { address: string }) {
  const balance = useBalance(address)
  // The exact amount is in the details.
  const narrow = useMediaQuery(NARROW, false, { getInitialValueInEffect: false })
  if (balance.isPending) return <span className={css.dimmed}>Loading balance...</span>
  if (!balance.data)
    return <span className={css.failed}>{sentence(balance.error, 'Failed to fetch wallet balance')}</span>
  return (
    <span data-testid="bar-balance">
      <Amount value={balance.data.value.solBalance} decimals={SOL_DECIMALS} unit="SOL" compact={narrow} />
    </span>
  )
}

/** All that the wallet holds, and test funds if there are any. */
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
          onDone={() => {
            for (const queryKey of [balanceKey(address), fundsKey])
              void client.invalidateQueries({ queryKey })
          }}
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
        <IconPlugConnected size={15} aria-hidden="true" /> <span className={css.word}>Connected</span>{' '}
        <Address value={address} />
      </span>
    )
  return (
    <BusyButton size="compact-sm" variant="default" busy={busy} onClick={() => onConnect(address)}>
      Connect Wallet <span className={css.badge}>{shortAddress(address)}</span>
    </BusyButton>
  )
}
