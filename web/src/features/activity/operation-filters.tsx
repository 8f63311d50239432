import { Button } from '@mantine/core'
import type { Wallet } from '@purser/contract/wallets.ts'
import { WalletFilter } from './wallet-filter.tsx'
import { Selector } from '#ui/selector.tsx'
import { NO_FILTER, STATUSES, statusNames, typeName, TYPES, type OperationFilter } from './filter.ts'
import css from './activity.module.css'

type Props = { filter: OperationFilter; wallets: Wallet[]; onChange: (filter: OperationFilter) => void }

export function OperationFilters({ filter, wallets, onChange }: Props) {
  const set = filter.type !== '' || filter.status !== '' || filter.wallet !== ''
  return (
    <div className={css.filters} role="group" aria-label="Filters">
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
      {set && (
        <Button variant="default" onClick={() => onChange(NO_FILTER)}>
          Reset filters
        </Button>
      )}
    </div>
  )
}
