import { Button, Group, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { BusyButton } from '#ui/buttons/busy-button.tsx'
import { FieldError } from '#ui/fields/field-error.tsx'
import { sentence } from '#wire/fault.ts'

type Props = {
  children: ReactNode
  /** The button, and its text while the change is in progress. */
  verb: string
  busyVerb: string
  /** The text if the server sent no message. */
  fallback: string
  change: { isPending: boolean; error: unknown }
  disabled?: boolean
  danger?: boolean
  onConfirm: () => void
  onBack: () => void
}

/** One question with its answer; Enter confirms. */
export function ConfirmForm(props: Props) {
  const {
    children,
    verb,
    busyVerb,
    fallback,
    change,
    disabled = false,
    danger = false,
    onConfirm,
    onBack,
  } = props
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!change.isPending && !disabled) onConfirm()
      }}
    >
      <Stack gap="md">
        {children}
        <FieldError>{change.error ? sentence(change.error, fallback) : undefined}</FieldError>
        <Group justify="flex-end">
          <Button variant="default" onClick={onBack} disabled={change.isPending}>
            Cancel
          </Button>
          <BusyButton
            type="submit"
            busy={change.isPending}
            disabled={disabled}
            {...(danger ? { color: 'red.9' } : {})}
          >
            {change.isPending ? busyVerb : verb}
          </BusyButton>
        </Group>
      </Stack>
    </form>
  )
}
