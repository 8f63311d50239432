import { Badge } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import type { ListedStrategy } from '@purser/contract/strategies/strategies.ts'
import { symbolInPlan } from '@purser/contract/tokens/tokens.ts'
import { Link } from 'react-router'
import { agentAt } from '#app/paths.ts'
import { costParts, Gain } from '#features/strategies/index.ts'
import { percentWords, usdWords } from '#ui/formats/amount-words.ts'
import { TimeAgo } from '#ui/formats/time-ago.tsx'
import { agentName } from '../agent-name.ts'
import { StrategyActions } from './strategy-actions.tsx'
import { typeNames } from '@purser/contract/strategies/types/names.ts'
import { type Sort, type SortKey, statusColors, statusNames } from './strategy-sort.ts'
import table from '#ui/data-table.module.css'
import css from './strategy-list.module.css'

type Props = {
  strategies: ListedStrategy[]
  sort: Sort
  onSort: (sort: Sort) => void
  /** The server is unavailable. */
  offline: boolean
}

const COLUMNS: [key: SortKey, text: string][] = [
  ['agent', 'Agent'],
  ['type', 'Type'],
  ['token', 'Token'],
  ['status', 'Status'],
  ['orders', 'Orders'],
  ['pnl', 'P&L'],
  ['costs', 'Costs'],
  ['started', 'Started'],
  ['ended', 'Ended'],
]

/** A table if there is room for one, else a card each. */
export function StrategyList({ strategies, sort, onSort, offline }: Props) {
  return (
    <table className={`${table.table} ${table.boxed} ${css.table}`} aria-label="Strategies">
      <thead>
        <tr>
          {COLUMNS.map(([key, text]) => {
            const isSorted = sort.key === key
            const Arrow = sort.descending ? IconArrowDown : IconArrowUp
            return (
              <th
                key={key}
                scope="col"
                aria-sort={isSorted ? (sort.descending ? 'descending' : 'ascending') : 'none'}
              >
                <button
                  type="button"
                  className={css.sort}
                  onClick={() =>
                    onSort({
                      key,
                      descending: isSorted ? !sort.descending : key === 'pnl' || key === 'started',
                    })
                  }
                >
                  {text}
                  {isSorted && <Arrow size={13} aria-hidden="true" />}
                </button>
              </th>
            )
          })}
          <th scope="col">
            <span className="visually-hidden">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {strategies.map((strategy) => (
          <StrategyRow key={strategy.id} strategy={strategy} offline={offline} />
        ))}
      </tbody>
    </table>
  )
}

type RowProps = {
  strategy: ListedStrategy
  offline: boolean
}

function StrategyRow({ strategy, offline }: RowProps) {
  const { plan, status, pnl, return_percent: gain, ended_at: ended } = strategy
  return (
    <tr className={css.row}>
      <td className={css.who}>
        <Link to={agentAt(strategy.agent_id)} className={css.link}>
          {agentName(strategy.agent_name)}
        </Link>
        <span className={css.goal} title={plan.goal}>
          {plan.goal}
        </span>
      </td>
      <td data-label="Type">{typeNames[plan.strategy_type]}</td>
      <td data-label="Token">{symbolInPlan(plan)}</td>
      <td data-label="Status">
        <Badge color={statusColors[status]} variant="filled" tt="none">
          {statusNames[status]}
        </Badge>
      </td>
      <td data-label="Orders" className="num">
        {strategy.orders_filled.toLocaleString('en')}
      </td>
      <td data-label="P&L" className={`num ${css.profit}`}>
        <Gain value={pnl} text={pnl === null ? '' : usdWords(pnl, true)} />
        {gain !== null && <span className={css.percent}>{percentWords(gain)}</span>}
      </td>
      <td data-label="Costs" className="num" title={costParts(strategy.costs)}>
        {strategy.costs_usd === null ? '–' : usdWords(strategy.costs_usd)}
      </td>
      <td data-label="Started">
        <TimeAgo at={strategy.created_at} />
      </td>
      <td data-label="Ended">{ended === null ? '–' : <TimeAgo at={ended} />}</td>
      <td className={css.actions}>
        <StrategyActions strategy={strategy} disabled={offline} />
      </td>
    </tr>
  )
}
