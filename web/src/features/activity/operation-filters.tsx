import { TextInput } from '@mantine/core'
import type { Wallet } from '@purser/contract/wallets/wallets.ts'
import { BusyButton } from '#ui/buttons/busy-button.tsx'
import { WalletFilter } from './wallet-filter.tsx'
import { countActive } from '#ui/fields/count-active.ts'
import { Filters } from '#ui/fields/filters.tsx'
import { Selector } from '#ui/fields/selector.tsx'
import { auditComplaint } from './audit-filter.ts'
import { NO_FILTER, STATUSES, statusNames, typeName, TYPES, type OperationFilter } from './filter.ts'

type Props = {
  filter: OperationFilter
  wallets: Wallet[]
  onChange: (filter: OperationFilter) => void
  onExport: () => void
  exporting: boolean
}

export function OperationFilters({ filter, wallets, onChange, onExport, exporting }: Props) {
  const complaint = auditComplaint(filter)
  return (
    <Filters active={countActive(filter)} onReset={() => onChange(NO_FILTER)}>
      <Selector
        label="Type"
        value={filter.type}
        options={[
          { value: '', label: 'All types' },
          ...TYPES.map((value) => ({ value, label: typeName(value) })),
        ]}
        onChange={(type) => onChange({ ...filter, type })}
      />
      <Selector
        label="Status"
        value={filter.status}
        options={[
          { value: '', label: 'All statuses' },
          ...STATUSES.map((value) => ({ value, label: statusNames[value] })),
        ]}
        onChange={(status) => onChange({ ...filter, status })}
      />
      <WalletFilter
        wallets={wallets}
        value={filter.wallet}
        onChange={(wallet) => onChange({ ...filter, wallet })}
      />
      <TextInput
        type="date"
        label="From (UTC)"
        value={filter.from}
        error={complaint}
        onChange={(event) => onChange({ ...filter, from: event.currentTarget.value })}
      />
      <TextInput
        type="date"
        label="To (UTC)"
        value={filter.to}
        onChange={(event) => onChange({ ...filter, to: event.currentTarget.value })}
      />
      <BusyButton variant="default" busy={exporting} disabled={complaint !== undefined} onClick={onExport}>
        {exporting ? 'Exporting...' : 'Export CSV'}
      </BusyButton>
    </Filters>
  )
}
