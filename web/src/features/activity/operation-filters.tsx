import type { Wallet } from '@purser/contract/wallets.ts'
import { WalletFilter } from './wallet-filter.tsx'
import { Filters } from '#ui/filters.tsx'
import { Selector } from '#ui/selector.tsx'
import { NO_FILTER, STATUSES, statusNames, typeName, TYPES, type OperationFilter } from './filter.ts'

type Props = { filter: OperationFilter; wallets: Wallet[]; onChange: (filter: OperationFilter) => void }

export function OperationFilters({ filter, wallets, onChange }: Props) {
  const set = filter.type !== '' || filter.status !== '' || filter.wallet !== ''
  return (
    <Filters set={set} onReset={() => onChange(NO_FILTER)}>
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
    </Filters>
  )
}
