import type { Plan } from '@purser/contract/strategies/plan.ts'
import { EditButton } from './edit-button.tsx'
import type { EditPlan } from './field-editor.tsx'
import { inputOf } from './plan-field.ts'
import { type PlanRow, planRows } from './plan-rows.ts'
import css from './plan-card.module.css'

type Props = {
  plan: Plan
  /** Only for the plan shown last: each field can be changed. */
  onEdit?: EditPlan | undefined
}

/** These are used less often than the rest, and so come last. */
const LAST = ['on_stop', 'slippage_bps', 'quote', 'token_address']
const sortRows = (rows: PlanRow[]): PlanRow[] =>
  rows.toSorted((a, b) => LAST.indexOf(a.path) - LAST.indexOf(b.path))

/** The fields of a plan. */
export function PlanFields({ plan, onEdit }: Props) {
  return (
    <dl className={css.rows}>
      {sortRows(planRows(plan)).map((row) => (
        <div key={row.path} className={css.row}>
          <dt>{row.label}</dt>
          <dd title={row.title}>
            <RowValue row={row} plan={plan} onEdit={onEdit} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

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
