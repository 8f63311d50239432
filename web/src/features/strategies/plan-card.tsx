import type { Plan } from '@purser/contract/plan.ts'
import { planRows } from './plan-rows.ts'
import css from './plan-card.module.css'

/** What will be done, before it is confirmed. */
export function PlanCard({ plan, assumptions }: { plan: Plan; assumptions: string[] }) {
  return (
    <div className={css.plan}>
      <div className={css.goal}>{plan.goal}</div>
      <dl className={css.rows}>
        {planRows(plan).map((row) => (
          <div key={row.label} className={css.row}>
            <dt>{row.label}</dt>
            <dd title={row.title}>{row.value}</dd>
          </div>
        ))}
      </dl>
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
