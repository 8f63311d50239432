import { IconArrowBackUp } from '@tabler/icons-react'
import type { OperationDetail } from '@purser/contract/transfers.ts'
import { Link } from 'react-router'
import { activityOf } from '#app/paths.ts'
import { amountText } from './asset.ts'
import css from './run-panels.module.css'

type Props = { undone: NonNullable<OperationDetail['undone']>; unit: string }

/** Says that an operation has been undone, by how much, and where that stands. */
export function UndoneNote({ undone: { amount, by }, unit }: Props) {
  const [operation] = by
  return (
    <div className={css.undone} role="status">
      <IconArrowBackUp size={18} aria-hidden="true" />
      <span>
        <strong>Undone.</strong>{' '}
        {amount === null ? 'What was there has been taken back' : `${amountText(amount, unit)} came back`}
        {operation !== undefined && (
          <>
            {' ('}
            <Link to={activityOf(operation)}>the undo in Activity</Link>)
          </>
        )}
        .
      </span>
    </div>
  )
}
