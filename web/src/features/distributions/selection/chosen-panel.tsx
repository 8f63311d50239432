import { Button, Group, Text } from '@mantine/core'
import { Address } from '#ui/formats/address.tsx'
import { Card } from '#ui/card.tsx'
import { solText } from '#ui/formats/amount-text.ts'
import type { Holder } from './holders.ts'

type Props = {
  role: 'Source' | 'Destination'
  holder: Holder | undefined
  /** Besides its SOL, the wallet's amount of the moved token. */
  also?: string | undefined
  disabled: boolean
  onChange: () => void
}

/** The source of a distribution or the destination of a gather. */
export function ChosenPanel({ role, holder, also, disabled, onChange }: Props) {
  return (
    <Card label={`${role} Wallet`}>
      <Group justify="space-between" mb={6} wrap="nowrap">
        <h2 className="section-title">{role} Wallet</h2>
        {holder && (
          <Button size="compact-xs" variant="default" disabled={disabled} onClick={onChange}>
            Change {role}
          </Button>
        )}
      </Group>
      {holder ? (
        <Group justify="space-between" gap="xs">
          <div>
            <Text size="sm" fw={570}>
              {holder.name}
            </Text>
            <Text size="sm" c="dimmed" component="div">
              <Address value={holder.address} />
            </Text>
          </div>
          <Text size="sm" className="num" ta="right" component="div">
            <div title={`${solText(holder.lamports)} SOL`}>{holder.sol} SOL</div>
            {also !== undefined && <div>{also}</div>}
          </Text>
        </Group>
      ) : (
        <Text size="sm" c="dimmed">
          {role === 'Source' ? 'Select a source wallet.' : 'Select a destination wallet.'}
        </Text>
      )}
    </Card>
  )
}
