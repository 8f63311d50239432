import type { PlanChange } from '@purser/contract/reading.ts'
import type { Plan } from '@purser/contract/plan.ts'
import { planRows } from './plan-rows.ts'
import card from './message-card.module.css'
import css from './plan-card.module.css'

type Props = { plan: Plan; assumptions: string[]; changes?: PlanChange[] | undefined }

/** A plan before it is confirmed; of a changed plan, also what changed. */
export function PlanCard({ plan, assumptions, changes = [] }: Props) {
  return (
    <div className={card.card}>
      <div className={css.goal}>{plan.goal}</div>
      <dl className={css.rows}>
        {planRows(plan).map((row) => (
          <div key={row.label} className={css.row}>
            <dt>{row.label}</dt>
            <dd title={row.title}>{row.value}</dd>
          </div>
        ))}
      </dl>
      {changes.length > 0 && (
        <>
          <div className={css.heading}>Changed</div>
          <ul className={css.assumptions}>
            {changes.map((change) => (
              <li key={change.field}>{change.text}</li>
            ))}
          </ul>
        </>
      )}
      {assumptions.length > 0 && (
        <>
          <div className={css.heading}>Assumptions</div>
          <ul className={css.assumptions}>
            {assumptions.map((assumption) => (
              <li key={assumption}>{assumption}</li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
