import { Button } from '@mantine/core'
import { useKeptFocus } from './use-kept-focus.ts'

type Props<V extends string> = {
  label: string
  value: V
  options: [value: V, text: string][]
  onChange: (value: V) => void
  /** For narrow places. */
  small?: boolean
  disabled?: boolean
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
}: Props<V>) {
  const focus = useKeptFocus<HTMLDivElement>()
  return (
    <div role="group" aria-label={label} {...focus}>
      <Button.Group>
        {options.map(([option, text]) => (
          <Button
            key={option}
            {...WRAPS}
            size={small ? 'compact-xs' : 'compact-sm'}
            variant={option === value ? 'filled' : 'default'}
            aria-pressed={option === value}
            disabled={disabled}
            onClick={() => onChange(option)}
          >
            {text}
          </Button>
        ))}
      </Button.Group>
    </div>
  )
}
