import { Button, Group, Text } from '@mantine/core'
import { SOL_DECIMALS } from '@purser/contract/money.ts'
import { useMemo } from 'react'
import { Card } from '#ui/card.tsx'
import { Selector } from '#ui/fields/selector.tsx'
import { Address } from '#ui/formats/address.tsx'
import { Amount } from '#ui/formats/amount.tsx'
import { type Holder, type HolderGroup, LIST_PLACES } from './holders.ts'

type Props = {
  role: 'Source' | 'Destination'
  holder: Holder | undefined
  groups: HolderGroup[]
  /** Besides its SOL, the wallet's amount of the moved token. */
  also?: string | undefined
  disabled: boolean
  onChoose: (holder: Holder) => void
  onChange: () => void
}

const words = {
  Source: { label: 'From', hint: 'The next click in the list picks the source.', others: 'destinations' },
  Destination: { label: 'To', hint: 'The next click in the list picks the destination.', others: 'sources' },
} as const

/** The source of a distribution or the destination of a gather: a field, and a click in the list fills it as well. */
export function ChosenPanel({ role, holder, groups, also, disabled, onChoose, onChange }: Props) {
  const { label, hint, others } = words[role]
  return (
    <Card label={`${role} Wallet`}>
      <Group justify="space-between" mb={6} wrap="nowrap">
        <h2 className="section-title">{role} Wallet</h2>
        {holder && (
          <Button size="compact-xs" variant="default" flex="none" disabled={disabled} onClick={onChange}>
            Change {role}
          </Button>
        )}
      </Group>
      {holder ? (
        <Group justify="space-between" gap="xs">
          <div>
            <Text size="sm" fw={500}>
              {holder.name}
            </Text>
            <Text size="sm" c="dimmed" component="div">
              <Address value={holder.address} />
            </Text>
          </div>
          <Text size="sm" className="num" ta="right" component="div">
            <div>
              <Amount value={holder.lamports} decimals={SOL_DECIMALS} unit="SOL" places={LIST_PLACES} />
            </div>
            {also !== undefined && <div>{also}</div>}
          </Text>
        </Group>
      ) : (
        <WalletField label={label} groups={groups} disabled={disabled} onChoose={onChoose} />
      )}
      <Text size="xs" c="dimmed" mt={6}>
        {holder ? `Clicks in the list now pick ${others}; a click on ${holder.name} clears it.` : hint}
      </Text>
    </Card>
  )
}

type FieldProps = { label: string } & Pick<Props, 'groups' | 'disabled' | 'onChoose'>

const NOBODY = { value: '', label: 'Select a wallet' }

/** All wallets with their group and balance, to search in. */
function WalletField({ label, groups, disabled, onChoose }: FieldProps) {
  const wallets = useMemo(() => {
    const first = new Map<number, { holder: Holder; group: HolderGroup }>()
    for (const group of groups)
      for (const holder of group.holders) if (!first.has(holder.id)) first.set(holder.id, { holder, group })
    return first
  }, [groups])
  const options = useMemo(
    () =>
      [...wallets.values()].map(({ holder, group }) => ({
        value: String(holder.id),
        label: [holder.name, ...(group.grouped ? [group.name] : []), `${holder.sol} SOL`].join(' · '),
      })),
    [wallets],
  )
  return (
    <Selector
      label={label}
      value=""
      options={[NOBODY, ...options]}
      disabled={disabled}
      onChange={(id) => {
        const holder = wallets.get(Number(id))?.holder
        if (holder) onChoose(holder)
      }}
    />
  )
}
