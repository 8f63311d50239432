import type { Agent } from '@purser/contract/agents/agents.ts'
import { countActive } from '#ui/fields/count-active.ts'
import { Filters } from '#ui/fields/filters.tsx'
import { Selector } from '#ui/fields/selector.tsx'
import { agentName } from '../agent-name.ts'
import { NEWEST, NO_FILTER, type Sort, type SortKey, type StrategyFilter } from './strategy-sort.ts'

type Props = {
  filter: StrategyFilter
  sort: Sort
  agents: Agent[]
  onFilter: (filter: StrategyFilter) => void
  onSort: (sort: Sort) => void
}

/** Sort orders offered on phones, where there are no column heads. */
const SORTS: [text: string, key: SortKey, descending: boolean][] = [
  ['Newest first', 'started', true],
  ['Oldest first', 'started', false],
  ['Highest P&L', 'pnl', true],
  ['Lowest P&L', 'pnl', false],
  ['Most orders', 'orders', true],
  ['Highest costs', 'costs', true],
  ['Agent', 'agent', false],
]

export function StrategyFilters({ filter, sort, agents, onFilter, onSort }: Props) {
  const chosen = SORTS.findIndex(([, key, descending]) => key === sort.key && descending === sort.descending)
  return (
    <Filters active={countActive(filter)} folds onReset={() => onFilter(NO_FILTER)}>
      <Selector
        label="Status"
        value={filter.status}
        options={[
          { value: '', label: 'All' },
          { value: 'live', label: 'Live' },
          { value: 'ended', label: 'Ended' },
        ]}
        onChange={(status) => onFilter({ ...filter, status: status as StrategyFilter['status'] })}
      />
      <Selector
        label="Agent"
        value={filter.agent}
        options={[
          { value: '', label: 'All agents' },
          ...agents.map(({ id, name }) => ({ value: String(id), label: agentName(name) })),
        ]}
        onChange={(agent) => onFilter({ ...filter, agent })}
      />
      <Selector
        label="Sort by"
        value={String(chosen)}
        options={[
          ...(chosen < 0 ? [{ value: '-1', label: 'As chosen in the table' }] : []),
          ...SORTS.map(([label], n) => ({ value: String(n), label })),
        ]}
        onChange={(value) => {
          const [, key, descending] = SORTS[Number(value)] ?? ['', NEWEST.key, NEWEST.descending]
          onSort({ key, descending })
        }}
      />
    </Filters>
  )
}
