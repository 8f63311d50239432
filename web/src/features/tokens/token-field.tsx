import { Button, Combobox, Group, Loader, TextInput, useCombobox, VisuallyHidden } from '@mantine/core'
import '@mantine/core/styles/Combobox.css'
import '@mantine/core/styles/Popover.css'
import '@mantine/core/styles/ScrollArea.css'
import type { FoundToken } from '@purser/contract/tokens/token-search.ts'
import { KNOWN_TOKENS } from '@purser/contract/tokens/tokens.ts'
import { Address } from '@purser/contract/values.ts'
import { useState } from 'react'
import { QueryError } from '#ui/states/query-error.tsx'
import css from './token-field.module.css'
import { factsOf, TokenOption, warningsOf } from './token-option.tsx'
import { useTokenLabels } from './use-named-tokens.ts'
import { useTokenSearch } from './use-token-search.ts'

const KNOWN = KNOWN_TOKENS.map(({ mint, symbol, name }) => ({ mint, label: symbol, title: name }))

type Props = {
  value: string
  onChange: (mint: string) => void
  label?: string
  placeholder?: string
  /** Tells whether the known tokens are listed below it: not if a page offers the held ones. */
  offersKnown?: boolean
  /** Marks the field, whatever its text is. */
  invalid?: boolean
  disabled?: boolean
}

/** A mint: typed, found by its name, or chosen among the known tokens and those that the account knows by name. */
export function TokenField({
  value,
  onChange,
  label = 'Token Address',
  placeholder = 'Name, symbol or mint address of the token to trade',
  offersKnown = true,
  invalid = false,
  disabled = false,
}: Props) {
  const text = value.trim()
  const isName = text !== '' && !Address.safeParse(text).success
  const [searching, setSearching] = useState(false)
  const [chosen, setChosen] = useState<FoundToken>()
  const { query, found, loading } = useTokenSearch(searching && isName ? text : '')
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const tokens = found?.tokens ?? []
  const isOpen = searching && isName && !query.isError

  const type = (typed: string) => {
    onChange(typed)
    setSearching(true)
    // Nothing is chosen before an arrow key chooses it, least of all by the position of the earlier choice.
    combobox.resetSelectedOption()
    combobox.openDropdown()
  }
  const choose = (token: FoundToken) => {
    setChosen(token)
    setSearching(false)
    combobox.closeDropdown()
    onChange(token.mint)
  }
  const stop = () => {
    setSearching(false)
    combobox.closeDropdown()
  }
  return (
    <div>
      <Combobox
        store={{ ...combobox, dropdownOpened: combobox.dropdownOpened && isOpen }}
        hideDetached={false}
        transitionProps={{ duration: 0 }}
        disabled={disabled}
        onOptionSubmit={(mint) => {
          const token = tokens.find((one) => one.mint === mint)
          if (token) choose(token)
        }}
      >
        <Combobox.Target withExpandedAttribute autoComplete="off">
          <TextInput
            label={label}
            placeholder={placeholder}
            spellCheck={false}
            value={value}
            error={isName && !searching ? 'This is not a Solana address' : invalid}
            disabled={disabled}
            rightSection={loading ? <Loader size={14} aria-hidden /> : null}
            onChange={(event) => type(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === 'Escape') setSearching(false)
              else if (event.key === 'ArrowDown' && isName) setSearching(true)
            }}
            // A failed search stays, with its Retry.
            onBlur={() => !query.isError && stop()}
          />
        </Combobox.Target>
        <Combobox.Dropdown className={css.dropdown ?? ''}>
          <Combobox.Options aria-label="Tokens found" mah={320} style={{ overflowY: 'auto' }}>
            {tokens.map((token) => (
              <Combobox.Option key={token.mint} value={token.mint} className={css.option ?? ''}>
                <TokenOption token={token} />
              </Combobox.Option>
            ))}
            {tokens.length === 0 && (
              <Combobox.Empty>{loading ? 'Searching...' : 'No token of that name was found'}</Combobox.Empty>
            )}
          </Combobox.Options>
          {found?.market === 'unavailable' && (
            <Combobox.Footer>
              The live market gives no answer now: only tokens that are known here were searched.
            </Combobox.Footer>
          )}
        </Combobox.Dropdown>
      </Combobox>
      <VisuallyHidden role="status">{isOpen && found ? countOf(tokens.length) : ''}</VisuallyHidden>
      {searching && isName && <QueryError query={query} fallback="Failed to search tokens" />}
      {chosen !== undefined && chosen.mint === text && <Chosen token={chosen} />}
      {offersKnown && (
        <Group gap={6} mt={6} role="group" aria-label="Known tokens">
          <KnownTokens value={text} disabled={disabled} onChange={onChange} />
        </Group>
      )}
    </div>
  )
}

const countOf = (n: number): string =>
  n === 0 ? 'No tokens found' : n === 1 ? '1 token found' : `${n} tokens found`

/** An address alone does not show which token was chosen. */
function Chosen({ token }: { token: FoundToken }) {
  const warnings = warningsOf(token)
  const [now] = useState(Date.now)
  const facts = factsOf(token, now)
  return (
    <div className={css.chosen}>
      <span className={css.symbol}>{token.symbol}</span> <span className={css.name}>{token.name}</span>
      {facts !== '' && <span className={css.facts}>{facts}</span>}
      {warnings !== '' && <span className={css.warnings}>Careful: {warnings}</span>}
    </div>
  )
}

type KnownProps = { value: string; disabled: boolean; onChange: (mint: string) => void }

function KnownTokens({ value, disabled, onChange }: KnownProps) {
  const named = useTokenLabels()
  return [...KNOWN, ...named].map((token) => (
    <Button
      key={token.mint}
      size="compact-xs"
      variant={value === token.mint ? 'filled' : 'default'}
      aria-pressed={value === token.mint}
      title={token.title}
      disabled={disabled}
      onClick={() => onChange(value === token.mint ? '' : token.mint)}
    >
      {token.label}
    </Button>
  ))
}
