import { TextInput } from '@mantine/core'
import { SOL_DECIMALS } from '@purser/contract/money.ts'
import type { FocusEvent, KeyboardEvent } from 'react'
import { acceptsAmount, stepAmount } from './amount-text.ts'
import css from './amount-input.module.css'

/** Pixels of the unit in the field. */
const [UNIT_LEAST, UNIT_MOST, UNIT_EDGE, LETTER] = [44, 110, 20, 9]

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
  /** Of a token: its symbol and how many decimals may be typed. SOL by default. */
  unit?: string
  decimals?: number
}

/** An amount as text: empty, a lone point or a non-negative number; the arrow keys step by 0.000001. */
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
    unit = 'SOL',
    decimals = SOL_DECIMALS,
  } = props
  const step = (event: KeyboardEvent) => {
    const direction = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : undefined
    if (direction === undefined) return
    event.preventDefault()
    onChange(stepAmount(value, direction, decimals))
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
        <span aria-hidden="true" className={css.unit}>
          {unit}
        </span>
      }
      rightSectionWidth={Math.min(UNIT_MOST, Math.max(UNIT_LEAST, UNIT_EDGE + LETTER * unit.length))}
      classNames={{ input: 'num' }}
      value={value}
      onChange={(event) =>
        acceptsAmount(event.currentTarget.value, decimals) && onChange(event.currentTarget.value)
      }
      onKeyDown={step}
    />
  )
}
