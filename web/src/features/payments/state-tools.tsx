import { Button, TextInput } from '@mantine/core'
import { Count } from '#ui/marks/count.tsx'
import css from './payments.module.css'

/** `count`: undefined until it is known; without the key the state has none. */
export type StateTab<S extends string> = { value: S; text: string; count?: number | undefined }

type Props<S extends string> = {
  label: string
  states: StateTab<S>[]
  state: S
  search: string
  onState: (state: S) => void
  onSearch: (search: string) => void
  onReset: () => void
}

/** The states of a list of payments, each with its count, and the search, in one line. */
export function StateTools<S extends string>(props: Props<S>) {
  const { label, states, state, search, onState, onSearch, onReset } = props
  const isFiltered = search !== '' || state !== states[0]?.value
  return (
    <div className={css.tools}>
      <div className={css.states} role="group" aria-label={label}>
        {states.map((one) => (
          <button
            key={one.value}
            type="button"
            className={`plain-button ${css.state}`}
            aria-pressed={one.value === state}
            onClick={() => onState(one.value)}
          >
            {one.text} {'count' in one && <Count value={one.count} />}
          </button>
        ))}
      </div>
      <TextInput
        className={css.search ?? ''}
        aria-label="Search"
        placeholder="Search ID, reference or payer"
        autoComplete="off"
        spellCheck={false}
        maxLength={100}
        value={search}
        onChange={(event) => onSearch(event.currentTarget.value)}
      />
      {isFiltered && (
        <Button variant="default" onClick={onReset}>
          Reset filters
        </Button>
      )}
    </div>
  )
}
