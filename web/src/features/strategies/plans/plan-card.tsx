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
  details?: DetailsFold | undefined
}

/** Its fields, folded or not. */
export type DetailsFold = { isOpen: boolean; onToggle: (isOpen: boolean) => void }

/**
 * A plan as a ticket of one screen: its type, its payer, its costs, its evidence, and the action at its foot. The rest
 * is folded; of a superseded plan everything is.
 */
export function PlanCard(props: Props) {
  const { plan, status, actions, details } = props
  const { state } = status
  return (
    <article className={`${css.card} ${css[state]}`} aria-label={`Plan: ${plan.goal}`}>
      <header className={css.head}>
        <span>{typeNames[plan.strategy_type]}</span>
        <span>{symbolInPlan(plan)}</span>
        <span className={css.side}>{wordOf(plan.trade_direction)}</span>
        <span className={css.status}>
          <PlanStatusBadge status={status} />
        </span>
      </header>
      {/* The explanation of an infeasible plan begins with its goal. */}
      {state !== 'infeasible' && <div className={css.goal}>{plan.goal}</div>}
      {state === 'superseded' ? (
        <details className={css.fold}>
          <summary>Details</summary>
          <Terms {...props} />
          <Fields {...props} />
          <Prose {...props} />
        </details>
      ) : (
        <>
          <Terms {...props} />
          <div className={css.folds}>
            <details
              className={css.fold}
              open={details?.isOpen}
              onToggle={(event) => details?.onToggle(event.currentTarget.open)}
            >
              <summary>Details</summary>
              <Fields {...props} />
            </details>
            <Prose {...props} />
          </div>
        </>
      )}
      <div className={css.actions}>{actions}</div>
    </article>
  )
}

/** The part of a plan to read before it is started. */
function Terms({ plan, status, figures, payer, explanation, assumptions, changes = [], preview }: Props) {
  const isPossible = status.state !== 'infeasible'
  return (
    <>
      {figures && <PlanCosts plan={plan} figures={figures} payer={payer} />}
      <Warnings lines={figures?.warnings ?? []} />
      {!isPossible && <p className={css.why}>{explanation}</p>}
      <Line heading="Changed" lines={changes.map((change) => change.text)} />
      <Line heading="Assumed" lines={assumptions} />
      {preview ? (
        <BacktestCard preview={preview} plan={plan} />
      ) : (
        isPossible && <p className={css.heading}>No backtest</p>
      )}
    </>
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

/** The reading of the instruction, and every field. */
function Fields({ plan, hash, reading, onEdit }: Props) {
  return (
    <>
      {reading}
      <PlanFields plan={plan} onEdit={onEdit} />
      {hash && (
        <div className={css.hash} title={hash}>
          Plan {hash.slice(0, HASH_SHOWN)}
        </div>
      )}
    </>
  )
}

/** The explanation of an infeasible plan is its reason, which is shown. */
function Prose({ status, explanation }: Props) {
  if (status.state === 'infeasible' || explanation === '') return null
  return (
    <details className={css.fold}>
      <summary>Explanation</summary>
      <p className={css.prose}>{explanation}</p>
    </details>
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
