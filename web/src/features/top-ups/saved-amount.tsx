import { useRef, useState } from 'react'
import { AmountInput } from '#ui/amount-input.tsx'

type Props = {
  label: string
  placeholder?: string
  /** As the server holds it. */
  stored: string
  /** What is saved of what was typed. */
  read: (typed: string) => string
  /** `done` is called when the server has answered. */
  onSave: (value: string, done: () => void) => void
}

/** An amount that is saved when it loses the focus, if it is another than before. */
export function SavedAmount({ label, placeholder, stored, read, onSave }: Props) {
  const [typed, setTyped] = useState<string>()
  /** On its way to the server, which still holds another. */
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
