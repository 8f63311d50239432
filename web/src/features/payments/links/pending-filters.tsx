import { TextInput } from '@mantine/core'
import { countActive } from '#ui/fields/count-active.ts'
import { Filters } from '#ui/fields/filters.tsx'
import { Selector } from '#ui/fields/selector.tsx'
import { NO_PENDING_FILTER, PENDING_STATES, type PendingFilter } from '../use-payments.ts'

const NAMES: Record<(typeof PENDING_STATES)[number], string> = {
  pending: 'Pending',
  paid: 'Paid',
  attention: 'Expired, funds received',
  expired: 'Expired',
}

type Props = { filter: PendingFilter; onChange: (filter: PendingFilter) => void }

export function PendingFilters({ filter, onChange }: Props) {
  return (
    <Filters active={countActive(filter)} onReset={() => onChange(NO_PENDING_FILTER)}>
      <PaymentSearch value={filter.search} onChange={(search) => onChange({ ...filter, search })} />
      <Selector
        label="Status"
        value={filter.state}
        options={[
          { value: '', label: 'All open' },
          ...PENDING_STATES.map((value) => ({ value, label: NAMES[value] })),
        ]}
        onChange={(state) => onChange({ ...filter, state: state as PendingFilter['state'] })}
      />
    </Filters>
  )
}

export const PaymentSearch = ({ value, onChange }: { value: string; onChange: (text: string) => void }) => (
  <TextInput
    label="Search"
    placeholder="ID, reference or payer"
    autoComplete="off"
    spellCheck={false}
    maxLength={100}
    value={value}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
)
