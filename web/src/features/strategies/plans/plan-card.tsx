import type { Plan } from '@purser/contract/strategies/plan.ts'
import type { Preview } from '@purser/contract/strategies/preview.ts'
import type { PlanChange } from '@purser/contract/agents/reading.ts'
import type { PlanFigures } from '@purser/contract/agents/shown-plans.ts'
import { symbolInPlan } from '@purser/contract/tokens/tokens.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { typeNames } from '@purser/contract/strategies/types/names.ts'
import { BacktestCard } from './backtest-card.tsx'
import type { EditPlan } from './field-editor.tsx'
import { PlanCosts } from './plan-costs.tsx'
import { PlanFields } from './plan-fields.tsx'
import { wordOf } from './plan-rows.ts'
import { type PlanStatus, PlanStatusBadge } from './plan-status.tsx'
import css from './plan-card.module.css'

type Props = {
  plan: Plan
  status: PlanStatus
  hash?: string | null | undefined
  /** Its meaning in plain words, or the reason why it is not feasible. */
  explanation: string
  assumptions: string[]
  figures?: PlanFigures | null | undefined
  /** The wallet or group that pays. */
  payer?: string | undefined
  changes?: PlanChange[] | undefined
  preview?: Preview | null | undefined
  /** The reading of the instruction. */
  reading?: ReactNode
  /** The actions that are possible now. */
  actions?: ReactNode
  /** Only for the plan shown last: each field can be changed. */
  onEdit?: EditPlan | undefined
}

/**
 * A plan as it was shown: its type, its costs and its status first, everything else below or a click away. A superseded
 * one is quiet and folded.
 */
export function PlanCard(props: Props) {
  const { plan, status, figures, payer, actions, explanation } = props
  const { state } = status
  return (
    <article className={`${css.card} ${css[state]}`} aria-label={`Plan: ${plan.goal}`}>
      <header className={css.head}>
        <span className={css.type}>{typeNames[plan.strategy_type]}</span>
        <span>{symbolInPlan(plan)}</span>
        <span className={css.side}>{wordOf(plan.trade_direction)}</span>
        <span className={css.status}>
          <PlanStatusBadge status={status} />
        </span>
      </header>
      {/* The explanation of an infeasible plan begins with its goal. */}
      {state !== 'infeasible' && <div className={css.goal}>{plan.goal}</div>}
      {figures && <PlanCosts plan={plan} figures={figures} payer={payer} />}
      <Warnings lines={figures?.warnings ?? []} />
      {state === 'infeasible' && <p className={css.why}>{explanation}</p>}
      {actions}
      {state === 'superseded' ? (
        <details className={css.fold}>
          <summary>Details</summary>
          <Body {...props} />
        </details>
      ) : (
        <Body {...props} />
      )}
    </article>
  )
}

/** The warnings that must be seen before it is started. */
function Warnings({ lines }: { lines: string[] }) {
  if (lines.length === 0) return null
  return (
    <div className={css.warnings} role="note">
      <IconAlertTriangle size={16} aria-label="Mind before you start" />
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  )
}

/** Enough to tell one plan from the next. */
const HASH_SHOWN = 8

function Body({
  plan,
  status,
  hash,
  explanation,
  assumptions,
  changes = [],
  preview,
  reading,
  onEdit,
}: Props) {
  return (
    <>
      {reading}
      <Line heading="Changed" lines={changes.map((change) => change.text)} />
      <PlanFields plan={plan} onEdit={onEdit} />
      <Line heading="Assumed" lines={assumptions} />
      {preview && <BacktestCard preview={preview} plan={plan} />}
      {status.state !== 'infeasible' && explanation !== '' && (
        <details className={css.fold}>
          <summary>Explanation</summary>
          <p className={css.prose}>{explanation}</p>
        </details>
      )}
      {hash && (
        <div className={css.hash} title={hash}>
          Plan {hash.slice(0, HASH_SHOWN)}
        </div>
      )}
    </>
  )
}

function Line({ heading, lines }: { heading: string; lines: string[] }) {
  if (lines.length === 0) return null
  return (
    <p className={css.line}>
      <span className={css.heading}>{heading}:</span>{' '}
      {lines.map((line, i) => (
        <span key={line}>
          {i > 0 && ' '}
          <span>{line}</span>
        </span>
      ))}
    </p>
  )
}
