import { Button, Checkbox, Group, Text, TextInput } from '@mantine/core'
import '@mantine/core/styles/Checkbox.css'
import '@mantine/core/styles/InlineInput.css'
import { SOL_DECIMALS, USD_DECIMALS } from '@purser/contract/money.ts'
import { type Dispatch, memo, type SetStateAction, useCallback } from 'react'
import { Selector } from '#ui/fields/selector.tsx'
import { ToggleButton } from '#ui/buttons/toggle-button.tsx'
import { ToggleButtons } from '#ui/buttons/toggle-buttons.tsx'
import { type Filter, limitOf, NO_FILTER, type SortBy, type TokenMode } from './filter-wallets.ts'
import type { TokenOption } from './use-token-options.ts'
import css from './advanced-filters.module.css'

type Props = {
  filter: Filter
  onChange: Dispatch<SetStateAction<Filter>>
  /** The tokens offered. */
  tokens: TokenOption[]
  /** Wallets whose balances are still loading: they are not filtered yet. */
  pending: number
}
type Set = (change: Partial<Filter> | ((filter: Filter) => Partial<Filter>)) => void

/** Each control is memoized on its own value, so that typing rerenders one field. */
export const AdvancedFilters = memo(function AdvancedFilters({ filter, onChange, tokens, pending }: Props) {
  const set = useCallback<Set>(
    (change) =>
      onChange((before) => ({ ...before, ...(typeof change === 'function' ? change(before) : change) })),
    [onChange],
  )
  return (
    <section className={css.panel} aria-label="Advanced Filters">
      <div className={css.limits}>
        {LIMITS.map(([field, label, decimals]) => (
          <Limit
            key={field}
            field={field}
            label={label}
            decimals={decimals}
            value={filter[field]}
            set={set}
          />
        ))}
      </div>
      <div className={css.line}>
        <Text size="sm" fw={500}>
          Tokens
        </Text>
        <TokenChoice tokens={tokens} selected={filter.selectedTokens} set={set} />
        <Mode value={filter.tokenFilterMode} set={set} />
      </div>
      <div className={css.line}>
        <Empty value={filter.includeEmptyWallets} set={set} />
        <Sort value={filter.sortBy} set={set} />
        <Order value={filter.sortOrder} set={set} />
        <ResetButton set={set} />
      </div>
      {pending > 0 && (
        <Text size="xs" c="var(--warn)" role="status">
          The balances of {pending.toLocaleString('en')} wallets are still loading; wallets without a known
          balance are left out while a filter is set.
        </Text>
      )}
    </section>
  )
})

type LimitField = 'minSolAmount' | 'maxSolAmount' | 'minTotalValue' | 'maxTotalValue'
const LIMITS: [field: LimitField, label: string, decimals: number][] = [
  ['minSolAmount', 'Min SOL', SOL_DECIMALS],
  ['maxSolAmount', 'Max SOL', SOL_DECIMALS],
  ['minTotalValue', 'Min total value (USD)', USD_DECIMALS],
  ['maxTotalValue', 'Max total value (USD)', USD_DECIMALS],
]

type LimitProps = { field: LimitField; label: string; decimals: number; value: string; set: Set }
const Limit = memo(function Limit({ field, label, decimals, value, set }: LimitProps) {
  return (
    <TextInput
      label={label}
      size="xs"
      inputMode="decimal"
      value={value}
      error={limitOf(value, decimals) === undefined ? 'Enter a number' : undefined}
      onChange={(event) => set({ [field]: event.currentTarget.value })}
    />
  )
})

type ChoiceProps = { tokens: TokenOption[]; selected: string[]; set: Set }
const TokenChoice = memo(function TokenChoice({ tokens, selected, set }: ChoiceProps) {
  const tick = (mint: string) =>
    set(({ selectedTokens }) => ({
      selectedTokens: selectedTokens.includes(mint)
        ? selectedTokens.filter((other) => other !== mint)
        : [...selectedTokens, mint],
    }))
  return (
    <Group gap={6} role="group" aria-label="Tokens" className={css.tokens}>
      {tokens.map(({ mint, symbol }) => (
        <ToggleButton
          key={mint}
          size="compact-xs"
          title={mint}
          pressed={selected.includes(mint)}
          onClick={() => tick(mint)}
        >
          {symbol}
        </ToggleButton>
      ))}
    </Group>
  )
})

const Mode = memo(function Mode({ value, set }: { value: TokenMode; set: Set }) {
  return (
    <ToggleButtons
      label="Token filter mode"
      value={value}
      options={[
        ['any', 'Any'],
        ['all', 'All'],
        ['none', 'None'],
      ]}
      onChange={(tokenFilterMode) => set({ tokenFilterMode })}
    />
  )
})

const Empty = memo(function Empty({ value, set }: { value: boolean; set: Set }) {
  return (
    <Checkbox
      label="Include empty wallets"
      checked={value}
      onChange={(event) => set({ includeEmptyWallets: event.currentTarget.checked })}
    />
  )
})

const Sort = memo(function Sort({ value, set }: { value: SortBy; set: Set }) {
  return (
    <Selector
      label="Sort by"
      hideLabel
      value={value}
      options={[
        { value: 'name', label: 'Sort by name' },
        { value: 'sol', label: 'Sort by SOL' },
        { value: 'tokenCount', label: 'Sort by number of tokens' },
        { value: 'groups', label: 'Sort by groups' },
        { value: 'value', label: 'Sort by value' },
        { value: 'change', label: 'Sort by change' },
      ]}
      onChange={(sortBy) => set({ sortBy: sortBy as SortBy })}
    />
  )
})

const Order = memo(function Order({ value, set }: { value: Filter['sortOrder']; set: Set }) {
  return (
    <ToggleButtons
      label="Order"
      value={value}
      options={[
        ['asc', 'Ascending'],
        ['desc', 'Descending'],
      ]}
      onChange={(sortOrder) => set({ sortOrder })}
    />
  )
})

const ResetButton = memo(function ResetButton({ set }: { set: Set }) {
  return (
    <Button size="compact-sm" variant="default" onClick={() => set(NO_FILTER)}>
      Reset
    </Button>
  )
})
