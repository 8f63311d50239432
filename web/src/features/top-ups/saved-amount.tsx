import { useRef, useState } from 'react'
import { AmountInput } from '#ui/fields/amount-input.tsx'

type Props = {
  label: string
  placeholder?: string
  /** The value stored on the server. */
  stored: string
  /** The text that is saved for a typed one. */
  read: (typed: string) => string
  /** `done` is called when the server has answered. */
  onSave: (value: string, done: () => void) => void
}

/** An amount that is saved on blur if it has changed. */
export function SavedAmount({ label, placeholder, stored, read, onSave }: Props) {
  const [typed, setTyped] = useState<string>()
  /** Sent to the server, not stored yet. */
  const sent = useRef<string>(undefined)
  const leave = () => {
    if (typed === undefined) return
    const value = read(typed)
    if (value === (sent.current ?? stored)) return setTyped(sent.current)
    setTyped(value)
    sent.current = value
    onSave(value, () => {
      if (sent.current !== value) return
      sent.current = undefined
      setTyped((now) => (now === value ? undefined : now))
    })
  }
  return (
    <AmountInput
      label={label}
      {...(placeholder ? { placeholder } : {})}
      value={typed ?? stored}
      onChange={setTyped}
      onBlur={leave}
    />
  )
}
