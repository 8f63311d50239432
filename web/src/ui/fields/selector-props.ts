/** The props of a choice, whether of few values or of many. */
export type Option = { value: string; label: string }
export type SelectorProps = {
  label: string
  value: string
  options: Option[]
  onChange: (value: string) => void
  hideLabel?: boolean
  disabled?: boolean
}
