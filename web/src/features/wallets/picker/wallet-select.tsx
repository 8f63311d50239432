import { Button, Popover, Text, TextInput } from '@mantine/core'
import '@mantine/core/styles/Popover.css'
import { IconChevronDown } from '@tabler/icons-react'
import type { Wallet } from '@purser/contract/wallets/wallets.ts'
import { Suspense, useState } from 'react'
import { lazyWhenIdle } from '#ui/lazy-when-idle.tsx'
import { searchNamed } from '#ui/matches-term.ts'
import { shortAddress } from '#ui/formats/short-address.ts'
import css from './wallet-select.module.css'

const WalletOptions = lazyWhenIdle(() => import('./wallet-options.tsx').then((m) => m.WalletOptions))

type Props = {
  wallets: Wallet[]
  chosen: Wallet | undefined
  onChoose: (wallet: Wallet) => void
  label: string
  /** Only the name, for a bar: its address is elsewhere. */
  compact?: boolean
}
/** The number of wallets from which on the list has a search. */
const SEARCH_FROM = 8
const NONE = 'Select a wallet'

export function WalletSelect({ wallets, chosen, onChoose, label, compact = false }: Props) {
  const [open, setOpen] = useState(false)
  const [search, setSearch] = useState('')
  const found = searchNamed(wallets, search)
  const choose = (wallet: Wallet) => {
    onChoose(wallet)
    setOpen(false)
  }
  // The name is the visible text: users of voice control say what they see.
  const words = chosen ? [chosen.name, ...(compact ? [] : [shortAddress(chosen.address)])].join(' ') : NONE
  return (
    <Popover
      opened={open}
      onChange={setOpen}
      trapFocus
      returnFocus
      position="bottom-start"
      width={320}
      shadow="md"
    >
      <Popover.Target>
        <Button
          variant="default"
          fw={500}
          size={compact ? 'compact-sm' : 'sm'}
          className={(compact && css.compact) || ''}
          aria-label={`${label}: ${words}`}
          rightSection={<IconChevronDown size={16} />}
          onClick={() => setOpen(!open)}
        >
          {chosen ? (
            <span className={css.chosen}>
              <span className={css.name}>{chosen.name}</span>{' '}
              {!compact && <span className={css.short}>{shortAddress(chosen.address)}</span>}
            </span>
          ) : (
            NONE
          )}
        </Button>
      </Popover.Target>
      <Popover.Dropdown p={6} aria-label={label}>
        {wallets.length > SEARCH_FROM && (
          <TextInput
            size="xs"
            mb={6}
            placeholder="Search wallets..."
            aria-label="Search wallets"
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
          />
        )}
        {wallets.length === 0 && (
          <Text size="sm" c="dimmed" p="xs">
            No wallets available
          </Text>
        )}
        {wallets.length > 0 && found.length === 0 && (
          <Text size="sm" c="dimmed" p="xs">
            No wallets match your search
          </Text>
        )}
        <Suspense fallback={null}>
          <WalletOptions wallets={found} chosen={chosen?.id} onChoose={choose} end="id" />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}
