import type { ReactNode } from 'react'
import { DateTime } from './date-time.tsx'
import css from './timeline.module.css'

export type TimelineStep = {
  name: string
  /** It has happened. */
  isPast: boolean
  /** ISO; null: no time is known, or it has not happened. */
  at: string | null
  /** Beside the name: '3 of 10 lines'. */
  note?: ReactNode
}

/** The life of a thing, step by step, with the time of each. */
export function Timeline({ label, steps }: { label: string; steps: TimelineStep[] }) {
  return (
    <ol className={css.timeline} aria-label={label}>
      {steps.map(({ name, isPast, at, note }) => (
        <li key={name} className={css.step} data-past={isPast}>
          <span>
            {name}
            {!isPast && <span className="visually-hidden"> (not yet)</span>}
            {note !== undefined && <> {note}</>}
          </span>
          <span className={css.when}>{at !== null && <DateTime at={at} />}</span>
        </li>
      ))}
    </ol>
  )
}
