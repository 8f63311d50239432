import type { Plan } from '@purser/contract/strategies/plan.ts'
import type { ReadingPart } from '@purser/contract/agents/reading.ts'
import { useMemo } from 'react'
import { EditButton } from './edit-button.tsx'
import type { EditPlan } from './field-editor.tsx'
import { inputOf } from './plan-field.ts'
import { type Mark, marksOf } from './reading-marks.ts'
import card from './message-card.module.css'
import css from './reading-line.module.css'

type Props = {
  sentence: string
  reading: ReadingPart[]
  plan?: Plan | undefined
  /** Only for the plan shown last. */
  onEdit?: EditPlan | undefined
}

/** The instruction with its parts marked and named; nothing if they are not the parts of this sentence. */
export function ReadingLine({ sentence, reading, plan, onEdit }: Props) {
  const marks = useMemo(() => marksOf(sentence, reading), [sentence, reading])
  if (!marks?.some((mark) => mark.kind !== 'plain')) return null
  return (
    <div className={card.card} role="group" aria-label="How your message was read">
      <p className={css.sentence}>
        {marks.map((mark, at) => (
          // The pieces of a message never change.
          <MarkView key={at} mark={mark} plan={plan} onEdit={onEdit} />
        ))}
      </p>
    </div>
  )
}

function MarkView({ mark, plan, onEdit }: { mark: Mark } & Pick<Props, 'plan' | 'onEdit'>) {
  if (mark.kind === 'plain') return <span className={css.plain}>{mark.text}</span>
  const name = mark.kind === 'field' ? mark.name : 'not understood'
  const named = (
    <>
      <span className={css.words}>{mark.text}</span>
      <span className="visually-hidden">: </span>
      <span className={css.name}>{name}</span>
    </>
  )
  if (mark.kind === 'unknown') return <span className={`${css.mark} ${css.unknown}`}>{named}</span>
  if (!plan || !onEdit || !inputOf(plan, mark.path)) return <span className={css.mark}>{named}</span>
  return (
    <EditButton
      plan={plan}
      path={mark.path}
      label={`${mark.text}: ${name}`}
      onEdit={onEdit}
      className={`${css.mark} ${css.editable}`}
    >
      {named}
    </EditButton>
  )
}
