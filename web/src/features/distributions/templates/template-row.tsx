import { Button, TextInput } from '@mantine/core'
import {
  deleteTemplate,
  renameTemplate,
  type TemplateMode,
  type TemplateSummary,
} from '@purser/contract/distributions/distribution-templates.ts'
import { NAME_MAX } from '@purser/contract/limits.ts'
import { useState } from 'react'
import { BusyButton } from '#ui/buttons/busy-button.tsx'
import { FieldError } from '#ui/fields/field-error.tsx'
import { shortAddress } from '#ui/formats/short-address.ts'
import { call } from '#wire/api.ts'
import { useKeyedChange } from '#wire/use-keyed-change.ts'
import { templatesKey } from './use-templates.ts'
import css from './templates.module.css'

const modes: Record<TemplateMode, string> = {
  equal: 'equal parts',
  custom: 'custom amounts',
  random: 'random parts',
  all: 'all that is available',
}
const wallets = (n: number) => `${n.toLocaleString('en')} ${n === 1 ? 'wallet' : 'wallets'}`

type Props = { template: TemplateSummary; busy: boolean; onApply: () => void }

/** One template: its contents, and its actions. Deleting asks once more, in its place. */
export function TemplateRow({ template, busy, onApply }: Props) {
  const { id, name, mode, mint, gone } = template
  const [state, setState] = useState<'shown' | 'renaming' | 'deleting'>('shown')
  return (
    <li className={css.row}>
      <div className={css.what}>
        <strong className={css.title}>{name}</strong>
        <span className={css.note}>
          {wallets(template.wallets)}, {modes[mode]}
          {mint !== null && `, ${shortAddress(mint)}`}
          {gone > 0 && (
            <span className={css.gone}>
              {' '}
              · {wallets(gone)} {gone === 1 ? 'is' : 'are'} gone
            </span>
          )}
        </span>
      </div>
      {state === 'shown' && (
        <div className={css.actions}>
          <BusyButton size="compact-sm" busy={busy} onClick={onApply} aria-label={`Apply: ${name}`}>
            Apply
          </BusyButton>
          <Button
            size="compact-sm"
            variant="default"
            aria-label={`Rename: ${name}`}
            onClick={() => setState('renaming')}
          >
            Rename
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            aria-label={`Delete: ${name}`}
            onClick={() => setState('deleting')}
          >
            Delete
          </Button>
        </div>
      )}
      {state === 'renaming' && <Renaming id={id} name={name} onDone={() => setState('shown')} />}
      {state === 'deleting' && <Deleting id={id} name={name} onDone={() => setState('shown')} />}
    </li>
  )
}

type ChangeProps = { id: number; name: string; onDone: () => void }

function Renaming({ id, name, onDone }: ChangeProps) {
  const [text, setText] = useState(name)
  const change = useKeyedChange({
    change: (next: string, key) => call(renameTemplate, { params: { id }, body: { name: next }, key }),
    fallback: 'Failed to rename the template',
    changes: templatesKey,
    done: onDone,
  })
  return (
    <form
      className={css.change}
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() !== '' && !change.busy) change.run(text.trim())
      }}
    >
      <TextInput
        size="xs"
        aria-label={`New name of ${name}`}
        data-autofocus
        maxLength={NAME_MAX}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <div className={css.actions}>
        <BusyButton size="compact-sm" type="submit" busy={change.busy} disabled={text.trim() === ''}>
          {change.busy ? 'Saving...' : 'Save name'}
        </BusyButton>
        <Button size="compact-sm" variant="default" disabled={change.busy} onClick={onDone}>
          Cancel
        </Button>
      </div>
      <FieldError>{change.error}</FieldError>
    </form>
  )
}

function Deleting({ id, name, onDone }: ChangeProps) {
  const change = useKeyedChange({
    change: (which: number, key) => call(deleteTemplate, { params: { id: which }, key }),
    fallback: 'Failed to delete the template',
    changes: templatesKey,
    done: onDone,
  })
  return (
    <div className={css.change}>
      <span className={css.note}>Delete this template? No wallet and no funds are touched.</span>
      <div className={css.actions}>
        <BusyButton
          size="compact-sm"
          color="red.9"
          busy={change.busy}
          aria-label={`Delete for good: ${name}`}
          onClick={() => change.run(id)}
        >
          {change.busy ? 'Deleting...' : 'Delete'}
        </BusyButton>
        <Button size="compact-sm" variant="default" disabled={change.busy} onClick={onDone}>
          Keep
        </Button>
      </div>
      <FieldError>{change.error}</FieldError>
    </div>
  )
}
