import { Button } from '@mantine/core'
import { ToggleButton } from './toggle-button.tsx'

type Props<V extends string> = {
  label: string
  value: V
  options: [value: V, text: string][]
  onChange: (value: V) => void
  /** For narrow places. */
  small?: boolean
  disabled?: boolean
  busy?: boolean
}

/** On a phone a text takes two lines rather than lose its end. */
const WRAPS = {
  h: 'auto',
  mih: 'var(--button-height)',
  py: 2,
  styles: { label: { whiteSpace: 'normal', lineHeight: 1.3, height: 'auto' } },
} as const

/** A choice of a few values as toggle buttons. */
export function ToggleButtons<V extends string>({
  label,
  value,
  options,
  onChange,
  small = false,
  disabled = false,
  busy = false,
}: Props<V>) {
  return (
    <div role="group" aria-label={label}>
      <Button.Group>
        {options.map(([option, text]) => (
          <ToggleButton
            key={option}
            {...WRAPS}
            size={small ? 'compact-xs' : 'compact-sm'}
            pressed={option === value}
            disabled={disabled}
            busy={busy}
            onClick={() => onChange(option)}
          >
            {text}
          </ToggleButton>
        ))}
      </Button.Group>
    </div>
  )
}
