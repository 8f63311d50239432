import { Switch } from '@mantine/core'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Switch.css'
import { useState } from 'react'

type Props = {
  label: string
  description: string
  /** The value stored on the server. */
  stored: boolean
  /** Why it cannot be switched on; undefined: it can. */
  reason?: string | undefined
  /** `done` is called when the server has answered. */
  onSave: (on: boolean, done: () => void) => void
}

/** A switch that is saved at once; optimistic until the server has answered. */
export function SavedSwitch({ label, description, stored, reason, onSave }: Props) {
  const [pending, setPending] = useState<boolean>()
  const flip = (on: boolean) => {
    setPending(on)
    onSave(on, () => setPending(undefined))
  }
  return (
    <Switch
      label={label}
      description={reason ?? description}
      disabled={reason !== undefined}
      checked={pending ?? stored}
      onChange={(event) => flip(event.currentTarget.checked)}
    />
  )
}
