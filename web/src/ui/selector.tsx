import { NativeSelect } from '@mantine/core'

export type Option = { value: string; label: string }
type Props = {
  label: string
  value: string
  options: Option[]
  onChange: (value: string) => void
  hideLabel?: boolean
  disabled?: boolean
}

/** A native select of a few values. */
export function Selector({ label, value, options, onChange, hideLabel = false, disabled = false }: Props) {
  return (
    <NativeSelect
      size={hideLabel ? 'xs' : 'sm'}
      {...(hideLabel ? { 'aria-label': label } : { label })}
      value={value}
      data={options}
      disabled={disabled}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
