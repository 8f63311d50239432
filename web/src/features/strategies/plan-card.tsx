import { Badge } from '@mantine/core'
import type { PlanChange } from '@purser/contract/reading.ts'
import type { Plan } from '@purser/contract/plan.ts'
import { EditButton } from './edit-button.tsx'
import type { EditPlan } from './field-editor.tsx'
import { inputOf } from './plan-field.ts'
import { type PlanRow, planRows } from './plan-rows.ts'
import card from './message-card.module.css'
import css from './plan-card.module.css'

type Props = {
  plan: Plan
  hash?: string | null | undefined
  assumptions: string[]
  changes?: PlanChange[] | undefined
  /** A newer plan took its place. */
  isReplaced?: boolean
  /** Of the plan shown last alone: each field can be changed. */
  onEdit?: EditPlan | undefined
}

/** A plan before it is confirmed; of a changed plan, also what changed. */
export function PlanCard({ plan, hash, assumptions, changes = [], isReplaced = false, onEdit }: Props) {
  return (
    <div className={`${card.card} ${isReplaced ? css.replaced : ''}`}>
      {isReplaced && (
        <Badge size="sm" variant="default" mb={6}>
          Replaced
        </Badge>
      )}
      <div className={css.goal}>{plan.goal}</div>
      <dl className={css.rows}>
        {planRows(plan).map((row) => (
          <div key={row.path} className={css.row}>
            <dt>{row.label}</dt>
            <dd title={row.title}>
              <RowValue row={row} plan={plan} onEdit={onEdit} />
            </dd>
          </div>
        ))}
      </dl>
      <Listed heading="Changed" lines={changes.map((change) => change.text)} />
      <Listed heading="Assumptions" lines={assumptions} />
      {hash && (
        <div className={css.hash} title={hash}>
          Plan {hash.slice(0, HASH_SHOWN)}
        </div>
      )}
    </div>
  )
}

/** Enough to tell one plan from the next. */
const HASH_SHOWN = 8

function RowValue({ row, plan, onEdit }: { row: PlanRow; plan: Plan; onEdit: EditPlan | undefined }) {
  if (!onEdit || !inputOf(plan, row.path)) return row.value
  return (
    <EditButton
      plan={plan}
      path={row.path}
      label={`${row.label}: ${row.value}`}
      onEdit={onEdit}
      className={css.value}
    >
      {row.value}
    </EditButton>
  )
}

function Listed({ heading, lines }: { heading: string; lines: string[] }) {
  if (lines.length === 0) return null
  return (
    <>
      <div className={css.heading}>{heading}</div>
      <ul className={css.assumptions}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </>
  )
}
