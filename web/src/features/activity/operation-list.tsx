import { isFinalStatus, type Operation } from '@purser/contract/transfers.ts'
import { memo } from 'react'
import { When } from '#ui/when.tsx'
import { typeName } from './filter.ts'
import { FinalMark, OperationBadge } from './status-badge.tsx'
import css from './activity.module.css'

type Props = { operations: Operation[]; open: string | undefined; onOpen: (id: string) => void }

/** One line an operation, newest first. */
export const OperationList = memo(function OperationList({ operations, open, onOpen }: Props) {
  return (
    <ul className={css.list} data-narrow={open !== undefined} aria-label="Operations">
      {operations.map((operation) => (
        <li key={operation.id}>
          <button
            type="button"
            className={`plain-button ${css.row}`}
            aria-current={operation.id === open}
            onClick={() => onOpen(operation.id)}
          >
            <span className={css.type}>{typeName(operation.type)}</span>
            <span className={css.state}>
              <OperationBadge status={operation.status} />
              <span className={css.count}>{countText(operation)}</span>
              <FinalMark operation={operation} />
            </span>
            <span className={css.amount}>
              {operation.summary.amount !== null &&
                `${operation.summary.amount} ${operation.summary.symbol ?? ''}`}
            </span>
            <span className={css.when}>
              <When at={operation.created_at} />
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
})

const n = (count: number) => count.toLocaleString('en')

function countText({ status, summary }: Operation): string {
  const { confirmed, failed, total } = summary
  const done = `${n(confirmed)} of ${n(total)} ${total === 1 ? 'transfer' : 'transfers'}`
  const bad = failed > 0 ? `, ${n(failed)} failed` : ''
  return isFinalStatus(status) ? `${done}${bad}` : `${done} confirmed${bad}`
}
