import { NativeSelect } from '@mantine/core'
import { IconSelector } from '@tabler/icons-react'
import { Suspense } from 'react'
import { onDemand } from '../on-demand.tsx'
import type { SelectorProps } from './selector-props.ts'

const SearchSelect = onDemand(() => import('./search-select.tsx').then((m) => m.SearchSelect))

export type { Option } from './selector-props.ts'

/** Above this number a list has a search: nobody scrolls through a thousand wallets. */
const SEARCHED_ABOVE = 20

/** A choice: a native select of a few values, a field with a search for many. */
export function Selector(props: SelectorProps) {
  const few = <FewOptions {...props} />
  if (props.options.length <= SEARCHED_ABOVE) return few
  // Only the chosen value, while the rest loads: it has the same size.
  const chosen = props.options.filter((option) => option.value === props.value)
  return (
    <Suspense fallback={<FewOptions {...props} options={chosen} disabled />}>
      <SearchSelect {...props} />
    </Suspense>
  )
}

function FewOptions({ label, value, options, onChange, hideLabel = false, disabled = false }: SelectorProps) {
  return (
    <NativeSelect
      size={hideLabel ? 'xs' : 'sm'}
      {...(hideLabel ? { 'aria-label': label } : { label })}
      value={value}
      data={options}
      disabled={disabled}
      // The same icon as that of the field with the search.
      rightSection={<IconSelector size={16} aria-hidden="true" />}
      rightSectionPointerEvents="none"
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
