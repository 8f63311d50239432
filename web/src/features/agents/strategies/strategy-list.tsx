import { Badge } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { percentText } from '@purser/contract/market/percent-text.ts'
import type { ListedStrategy } from '@purser/contract/strategies/strategies.ts'
import { symbolInPlan } from '@purser/contract/tokens/tokens.ts'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { agentAt } from '#app/paths.ts'
import { costParts, Gain } from '#features/strategies/index.ts'
import { usdWords } from '#ui/formats/amount-words.ts'
import { DateTime } from '#ui/dates/date-time.tsx'
import { agentName } from '../agent-name.ts'
import { StrategyActions } from './strategy-actions.tsx'
import { typeNames } from '@purser/contract/strategies/types/names.ts'
import { sumStrategies } from './strategy-totals.ts'
import { type Sort, type SortKey, statusColors, statusNames } from './strategy-sort.ts'
import table from '#ui/data-table.module.css'
import css from './strategy-list.module.css'

type Props = {
  strategies: ListedStrategy[]
  /** There are older ones, which are not loaded. */
  hasMore: boolean
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

/** The columns of figures, whose heads stand above their digits. */
const FIGURES: readonly SortKey[] = ['orders', 'pnl', 'costs']

/** A dense table with its totals if there is room for one, else a card each. */
export function StrategyList({ strategies, hasMore, sort, onSort, offline }: Props) {
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
                className={FIGURES.includes(key) ? css.right : undefined}
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
      <tfoot>
        <TotalRow strategies={strategies} hasMore={hasMore} />
      </tfoot>
    </table>
  )
}

function TotalRow({ strategies, hasMore }: Pick<Props, 'strategies' | 'hasMore'>) {
  const { orders, pnl, costs } = useMemo(() => sumStrategies(strategies), [strategies])
  const count = strategies.length.toLocaleString('en')
  return (
    <tr className={`${css.row} ${css.total}`}>
      <th scope="row" colSpan={4} className={css.who}>
        {hasMore ? `Total of the ${count} listed` : `Total of ${count}`}
      </th>
      <td data-label="Orders" className={`num ${css.right}`}>
        {orders.toLocaleString('en')}
      </td>
      <td data-label="P&L" className={`num ${css.right} ${css.profit}`}>
        <Gain value={pnl} text={usdWords(pnl, true)} />
      </td>
      <td data-label="Costs" className={`num ${css.right}`}>
        {costs === null ? '–' : usdWords(costs)}
      </td>
      <td colSpan={3} className={css.blank} />
    </tr>
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
        <Badge className={css.status ?? ''} color={statusColors[status]} variant="filled" tt="none">
          {statusNames[status]}
        </Badge>
      </td>
      <td data-label="Orders" className={`num ${css.right}`}>
        {strategy.orders_filled.toLocaleString('en')}
      </td>
      <td data-label="P&L" className={`num ${css.right} ${css.profit}`}>
        <Gain value={pnl} text={pnl === null ? '' : usdWords(pnl, true)} />
        {gain !== null && <span className={css.percent}>{percentText(gain)}</span>}
      </td>
      <td data-label="Costs" className={`num ${css.right}`} title={costParts(strategy.costs)}>
        {strategy.costs_usd === null ? '–' : usdWords(strategy.costs_usd)}
      </td>
      <td data-label="Started">
        <DateTime at={strategy.created_at} />
      </td>
      <td data-label="Ended">{ended === null ? '–' : <DateTime at={ended} />}</td>
      <td className={css.actions}>
        <StrategyActions strategy={strategy} disabled={offline} />
      </td>
    </tr>
  )
}
