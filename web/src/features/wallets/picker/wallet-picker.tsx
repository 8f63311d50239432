import { Anchor, Button, Popover, Text, TextInput } from '@mantine/core'
import '@mantine/core/styles/Popover.css'
import { IconChevronDown, IconExternalLink } from '@tabler/icons-react'
import { DEFAULT_GROUP_COLOR } from '@purser/contract/limits.ts'
import type { Wallet, WalletGroup } from '@purser/contract/wallets/wallets.ts'
import { useRef, useState } from 'react'
import { paths } from '#app/paths.ts'
import { FieldError } from '#ui/fields/field-error.tsx'
import { searchNamed } from '#ui/matches-term.ts'
import { shortAddress } from '#ui/formats/short-address.ts'
import { toast } from '#ui/toast.ts'
import { opensUpward } from './opens-upward.ts'
import { WalletOptions } from './wallet-options.tsx'
import css from './wallet-select.module.css'

type Props = {
  wallets: Wallet[]
  groups: WalletGroup[]
  chosen: Wallet | undefined
  group: { id: number; name: string; count: number } | undefined
  onWallet: (wallet: Wallet) => void
  onGroup: (group: WalletGroup) => void
  error: string | undefined
  label: string
}

const walletsOf = ({ count }: { count: number }) => `${count.toLocaleString('en')} wallets`

/** One wallet or a whole group. */
export function WalletPicker(props: Props) {
  const { wallets, groups, chosen, group, onWallet, onGroup, error, label } = props
  const target = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const [upward, setUpward] = useState(false)
  const [search, setSearch] = useState('')
  const found = searchNamed(wallets, search)
  // The name is the visible text: users of voice control say what they see.
  const words = group
    ? `Group: ${group.name} ${walletsOf(group)}`
    : chosen
      ? `${chosen.name} ${shortAddress(chosen.address)}`
      : 'Select a wallet or group'
  const show = (opened: boolean) => {
    const box = target.current?.getBoundingClientRect()
    if (opened && box) setUpward(opensUpward(box, window.innerHeight))
    if (opened) setSearch('')
    setOpen(opened)
  }
  return (
    <>
      <Popover
        opened={open}
        onChange={show}
        trapFocus
        returnFocus
        position={upward ? 'top-start' : 'bottom-start'}
        middlewares={{ flip: false, shift: { padding: 8 } }}
        width="min(580px, calc(100vw - 24px))"
        shadow="md"
      >
        <Popover.Target>
          <Button
            ref={target}
            variant="default"
            fw={500}
            aria-label={`${label}: ${words}`}
            rightSection={<IconChevronDown size={16} />}
            onClick={() => show(!open)}
          >
            {group ? (
              <span className={css.chosen}>
                <span className={css.name}>Group: {group.name}</span>{' '}
                <span className={css.short}>{walletsOf(group)}</span>
              </span>
            ) : chosen ? (
              <span className={css.chosen}>
                <span className={css.name}>{chosen.name}</span>{' '}
                <span className={css.short}>{shortAddress(chosen.address)}</span>
              </span>
            ) : (
              words
            )}
          </Button>
        </Popover.Target>
        <Popover.Dropdown p={8} aria-label={label}>
          <TextInput
            size="xs"
            mb={8}
            placeholder="Search wallets..."
            aria-label="Search wallets"
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
          />
          <div className={css.columns}>
            <div className={css.side}>
              <button
                type="button"
                className={`plain-button ${css.pick}`}
                aria-current={group === undefined}
                onClick={() => group && chosen && onWallet(chosen)}
              >
                Individual Wallets <span className={css.id}>{wallets.length.toLocaleString('en')}</span>
              </button>
              <div className={css.heading}>Wallet Groups</div>
              <ul className={css.groups}>
                {groups.map((one) => (
                  <li key={one.id}>
                    <button
                      type="button"
                      className={`plain-button ${css.pick}`}
                      aria-current={one.id === group?.id}
                      onClick={() => {
                        onGroup(one)
                        show(false)
                      }}
                    >
                      <span className={css.dot} style={{ background: one.color || DEFAULT_GROUP_COLOR }} />
                      <span className={css.name}>{one.name}</span>
                      <span className={css.id}>{one.wallet_count.toLocaleString('en')}</span>
                    </button>
                  </li>
                ))}
              </ul>
            </div>
            <div>
              {found.length === 0 ? (
                <Text size="sm" c="dimmed" p="xs">
                  {wallets.length === 0 ? 'No wallets found' : 'No wallets match your search'}
                </Text>
              ) : (
                <WalletOptions
                  wallets={found}
                  chosen={group ? undefined : chosen?.id}
                  end="default"
                  onCopied={() => toast('Address copied to clipboard!')}
                  onChoose={(wallet) => {
                    onWallet(wallet)
                    show(false)
                  }}
                />
              )}
            </div>
          </div>
          <div className={css.foot}>
            <Anchor href={paths.wallets} target="_blank" rel="noopener" size="sm" underline="always">
              Manage Wallets & Groups <IconExternalLink size={13} aria-hidden="true" />
            </Anchor>
          </div>
        </Popover.Dropdown>
      </Popover>
      <FieldError>{error}</FieldError>
    </>
  )
}
