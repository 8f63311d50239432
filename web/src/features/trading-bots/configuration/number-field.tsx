import { TextInput } from '@mantine/core'
import type { KeyboardEvent } from 'react'
import { accepts, lengthText, type NumberField as Field, rules, stepText } from './bot-fields.ts'
import type { BotForm } from './use-bot-form.ts'
import css from './bot-form.module.css'

type Props = { form: BotForm; field: Field; label: string; unit: string; disabled?: boolean; wide?: boolean }

/** Spoken if the unit is only a sign. */
const words = { percent: 'percent', seconds: 'seconds', factor: 'times' } as const

/** A number of the form: arrow keys step, blur brings it within its limits. */
export function NumberField({ form, field, label, unit, disabled = false, wide = false }: Props) {
  const text = form.draft[field]
  const { kind } = rules[field]
  const set = (next: string) => form.set({ [field]: next })
  const step = (event: KeyboardEvent) => {
    const direction = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : undefined
    if (direction === undefined) return
    event.preventDefault()
    set(stepText(field, text, direction))
  }
  return (
    <TextInput
      className={wide ? css.wide : ''}
      label={
        <>
          {label} <span className="visually-hidden">in {kind === 'amount' ? unit : words[kind]}</span>
        </>
      }
      size="xs"
      inputMode={rules[field].places === 0 ? 'numeric' : 'decimal'}
      autoComplete="off"
      classNames={{ input: 'num' }}
      rightSection={
        <span aria-hidden="true" className={css.unit}>
          {unit}
        </span>
      }
      rightSectionWidth={unit.length > 2 ? 52 : 30}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      {...(kind === 'seconds' ? { description: lengthText(text) || '–' } : {})}
      error={form.wrong.has(field)}
      disabled={disabled}
      value={text}
      onChange={(event) => accepts(field, event.currentTarget.value) && set(event.currentTarget.value)}
      onBlur={() => form.settle(field)}
      onKeyDown={step}
    />
  )
}
