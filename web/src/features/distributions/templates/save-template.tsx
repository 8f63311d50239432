import { Text, TextInput } from '@mantine/core'
import { saveTemplate, type TemplateKind } from '@purser/contract/distributions/distribution-templates.ts'
import { NAME_MAX } from '@purser/contract/limits.ts'
import { useState } from 'react'
import { BusyButton } from '#ui/buttons/busy-button.tsx'
import { FieldError } from '#ui/fields/field-error.tsx'
import { call } from '#wire/api.ts'
import { useKeyedChange } from '#wire/use-keyed-change.ts'
import { movesTokens } from '../kinds.ts'
import type { SavedForm } from './saved-form.ts'
import { templatesKey } from './use-templates.ts'
import css from './templates.module.css'

type Props = { kind: TemplateKind; mint: string | undefined; form: SavedForm | undefined }

/** The name under which the present form is saved. */
export function SaveTemplate({ kind, mint, form }: Props) {
  const [name, setName] = useState('')
  const change = useKeyedChange({
    change: (body: SavedForm & { name: string }, key) =>
      call(saveTemplate, { body: { ...body, kind, mint: movesTokens(kind) ? (mint ?? null) : null }, key }),
    fallback: 'Failed to save the template',
    changes: templatesKey,
    done: () => setName(''),
  })
  const missing = movesTokens(kind) && mint === undefined
  if (!form || missing)
    return (
      <Text size="sm" c="dimmed">
        {missing ? 'Choose a token' : 'Select wallets'} in the form first: then it can be saved here.
      </Text>
    )
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (name.trim() !== '' && !change.busy) change.run({ ...form, name: name.trim() })
      }}
    >
      <div className={css.save}>
        <TextInput
          className={css.name ?? ''}
          label="Save this form as"
          placeholder="Name"
          maxLength={NAME_MAX}
          value={name}
          disabled={change.busy}
          onChange={(event) => {
            setName(event.currentTarget.value)
            change.clear()
          }}
        />
        <BusyButton type="submit" busy={change.busy} disabled={name.trim() === ''}>
          {change.busy ? 'Saving...' : 'Save Template'}
        </BusyButton>
      </div>
      <FieldError>{change.error}</FieldError>
    </form>
  )
}
