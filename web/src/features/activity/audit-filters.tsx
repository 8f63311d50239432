import { TextInput } from '@mantine/core'
import { AUDIT_TYPES, auditTypes } from '@purser/contract/audit.ts'
import { BusyButton } from '#ui/buttons/busy-button.tsx'
import { countActive } from '#ui/fields/count-active.ts'
import { Filters } from '#ui/fields/filters.tsx'
import { Selector } from '#ui/fields/selector.tsx'
import { auditComplaint, NO_AUDIT_FILTER, type AuditFilter } from './audit-filter.ts'

type Props = {
  filter: AuditFilter
  onChange: (filter: AuditFilter) => void
  onExport: () => void
  exporting: boolean
}

export function AuditFilters({ filter, onChange, onExport, exporting }: Props) {
  const complaint = auditComplaint(filter)
  return (
    <Filters active={countActive(filter)} onReset={() => onChange(NO_AUDIT_FILTER)}>
      <Selector
        label="Event"
        value={filter.type}
        options={[
          { value: '', label: 'All events' },
          ...AUDIT_TYPES.map((value) => ({ value, label: auditTypes[value] })),
        ]}
        onChange={(type) => onChange({ ...filter, type })}
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
