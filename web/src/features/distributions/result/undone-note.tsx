import { IconArrowBackUp } from '@tabler/icons-react'
import { STANDING_NAMES } from '@purser/contract/transfers/story-words.ts'
import type { OperationDetail } from '@purser/contract/transfers/transfers.ts'
import { Link } from 'react-router'
import { activityOf } from '#app/paths.ts'
import { amountText } from '../amounts/asset.ts'
import css from './run-panels.module.css'

type Props = { operation: Pick<OperationDetail, 'standing' | 'undone'>; unit: string }

/** Says how far an operation has been undone, the amount, and the state of the undo; nothing if nothing came back. */
export function UndoneNote({ operation: { standing, undone }, unit }: Props) {
  if (!undone || standing === null || standing === 'retried') return null
  const [by] = undone.by
  const { amount } = undone
  return (
    <div className={css.undone} role="status">
      <IconArrowBackUp size={18} aria-hidden="true" />
      <span>
        <strong>{STANDING_NAMES[standing]}.</strong>{' '}
        {amount === null ? 'What was there has been taken back' : `${amountText(amount, unit)} came back`}
        {by !== undefined && (
          <>
            {' ('}
            <Link to={activityOf(by)}>the undo in Activity</Link>)
          </>
        )}
        .
      </span>
    </div>
  )
}
