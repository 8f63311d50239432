import { TextInput } from '@mantine/core'
import { SOL_DECIMALS } from '@purser/contract/money.ts'
import { type FocusEvent, type KeyboardEvent, useState } from 'react'
import { acceptsAmount, plainTyped, stepAmount, whyNotTaken } from '../formats/amount-text.ts'
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
  /** The symbol of a token, and the number of decimals that may be typed. SOL by default. */
  unit?: string
  decimals?: number
}

/**
 * An amount as text: empty, a lone point or a non-negative number; pasted text may have spaces around it or grouped
 * thousands. It explains why it does not take a text. The arrow keys step by 0.000001.
 */
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
  /** The reason against the last typed or pasted text, until the field is emptied or visited again. */
  const [complaint, setComplaint] = useState<string>()
  const type = (typed: string) => {
    const text = plainTyped(typed)
    if (!acceptsAmount(text, decimals)) return setComplaint(whyNotTaken(text, unit, decimals))
    if (text === '') setComplaint(undefined)
    onChange(text)
  }
  const shownError = complaint ?? error
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
      {...(shownError ? { error: shownError } : {})}
      {...(onBlur ? { onBlur } : {})}
      onFocus={() => setComplaint(undefined)}
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
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={step}
    />
  )
}
