import { Button, Group, TextInput } from '@mantine/core'
import type { Plan } from '@purser/contract/strategies/plan.ts'
import type { PlanEdit } from '@purser/contract/agents/reading.ts'
import { useId, useState, type FormEvent } from 'react'
import { TokenField } from '#features/tokens/index.ts'
import { BusyButton } from '#ui/buttons/busy-button.tsx'
import { FieldError } from '#ui/fields/field-error.tsx'
import { Selector } from '#ui/fields/selector.tsx'
import { canGo, faultOfField } from './plan-fault.ts'
import {
  type FieldInput,
  type FieldText,
  inputOf,
  isSameValue,
  textOfField,
  valueAt,
  valueOfField,
} from './plan-field.ts'
import { fieldLabel, fieldPath } from './plan-rows.ts'
import css from './reading-line.module.css'

/** Changes the plan shown last; returns the objection, or nothing once the changed plan is shown. */
export type EditPlan = (edits: PlanEdit[]) => Promise<string | undefined>

type Props = { plan: Plan; path: string; onEdit: EditPlan; onClose: () => void }

/** One field of the plan: a wrong value is explained beside it, by the schema first and then by the server. */
export function FieldEditor(props: Props) {
  const input = inputOf(props.plan, props.path)
  return input && <FieldForm {...props} input={input} />
}

function FieldForm({ plan, path, onEdit, onClose, input }: Props & { input: FieldInput }) {
  const before = valueAt(plan, path)
  const [typed, setTyped] = useState(() => textOfField(input, before))
  const [fault, setFault] = useState<string>()
  const [busy, setBusy] = useState(false)

  const apply = async (value: PlanEdit['value'] | undefined) => {
    const wrong = value === null ? undefined : faultOfField(plan, path, value)
    if (wrong !== undefined || value === undefined) return setFault(wrong)
    if (isSameValue(value, before)) return onClose()
    setBusy(true)
    setFault(undefined)
    const refusal = await onEdit([{ path: fieldPath(path), value }])
    setBusy(false)
    if (refusal === undefined) onClose()
    else setFault(refusal)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!busy) void apply(valueOfField(input, typed, before))
  }
  const change = (next: FieldText) => {
    setTyped(next)
    setFault(undefined)
  }
  return (
    <form onSubmit={submit} noValidate>
      <Field label={fieldLabel(path)} input={input} typed={typed} fault={fault} onChange={change} />
      <Group gap={8} mt={10} wrap="wrap">
        <BusyButton type="submit" size="xs" busy={busy}>
          {busy ? 'Changing...' : 'Change plan'}
        </BusyButton>
        <Button size="xs" variant="default" onClick={onClose}>
          Cancel
        </Button>
        {canGo(plan, path) && (
          <BusyButton size="xs" variant="default" busy={busy} onClick={() => void apply(null)}>
            Remove
          </BusyButton>
        )}
      </Group>
    </form>
  )
}

type FieldProps = {
  label: string
  input: FieldInput
  typed: FieldText
  fault: string | undefined
  onChange: (typed: FieldText) => void
}

function Field({ label, input, typed, fault, onChange }: FieldProps) {
  const faultId = useId()
  const set = (text: string) => onChange({ ...typed, text })
  if (input.kind === 'choice')
    return (
      <>
        <Selector label={label} value={typed.text} options={input.options} onChange={set} />
        <FieldError>{fault}</FieldError>
      </>
    )
  if (input.kind === 'token')
    return (
      <>
        <TokenField label={label} value={typed.text} onChange={set} />
        <FieldError>{fault}</FieldError>
      </>
    )
  return (
    <>
      <div className={css.figure}>
        <TextInput
          className={css.figureText}
          label={label}
          inputMode="decimal"
          autoComplete="off"
          classNames={{ input: 'num' }}
          value={typed.text}
          error={fault !== undefined}
          aria-describedby={fault === undefined ? undefined : faultId}
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => set(event.currentTarget.value)}
          {...(input.kind === 'number' && input.suffix
            ? { rightSection: <span className={css.suffix}>{input.suffix}</span>, rightSectionWidth: 48 }
            : {})}
        />
        {input.kind !== 'number' && (
          <Selector
            label="Unit"
            value={typed.unit}
            options={input.units}
            onChange={(unit) => onChange({ ...typed, unit })}
          />
        )}
      </div>
      <div id={faultId}>
        <FieldError>{fault}</FieldError>
      </div>
    </>
  )
}
