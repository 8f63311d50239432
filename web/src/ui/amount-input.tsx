import { TextInput } from '@mantine/core'
import type { FocusEvent, KeyboardEvent } from 'react'
import { acceptsAmount, stepAmount } from './amount-text.ts'

type Props = {
  label: string
  value: string
  onChange: (text: string) => void
  hideLabel?: boolean
  description?: string
  placeholder?: string
  disabled?: boolean
  error?: string | undefined
  onBlur?: (event: FocusEvent<HTMLInputElement>) => void
}

/** An amount of SOL as text: empty, a lone point or a non-negative number; the arrow keys step by 0.000001. */
export function AmountInput(props: Props) {
  const {
    label,
    value,
    onChange,
    hideLabel = false,
    description,
    placeholder,
    disabled,
    error,
    onBlur,
  } = props
  const step = (event: KeyboardEvent) => {
    const direction = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : undefined
    if (direction === undefined) return
    event.preventDefault()
    onChange(stepAmount(value, direction))
  }
  return (
    <TextInput
      {...(hideLabel ? { 'aria-label': label } : { label })}
      {...(description ? { description } : {})}
      {...(error ? { error } : {})}
      {...(onBlur ? { onBlur } : {})}
      size={hideLabel ? 'xs' : 'sm'}
      inputMode="decimal"
      step="0.000001"
      autoComplete="off"
      placeholder={placeholder ?? '0.000000'}
      disabled={disabled ?? false}
      rightSection={
        <span aria-hidden="true" style={{ fontSize: 12, color: 'var(--mantine-color-dimmed)' }}>
          SOL
        </span>
      }
      rightSectionWidth={44}
      classNames={{ input: 'num' }}
      value={value}
      onChange={(event) => acceptsAmount(event.currentTarget.value) && onChange(event.currentTarget.value)}
      onKeyDown={step}
    />
  )
}
