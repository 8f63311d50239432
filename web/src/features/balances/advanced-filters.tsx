import { Button, Checkbox, Group, SimpleGrid, Text, TextInput } from '@mantine/core'
import '@mantine/core/styles/SimpleGrid.css'
import '@mantine/core/styles/Checkbox.css'
import '@mantine/core/styles/InlineInput.css'
import { SOL_DECIMALS } from '@purser/contract/money.ts'
import { memo } from 'react'
import { Selector } from '#ui/selector.tsx'
import { ToggleButtons } from '#ui/toggle-buttons.tsx'
import { type Filter, limitOf, NO_FILTER, type SortBy } from './filter-wallets.ts'
import { USD_DECIMALS } from './holding.ts'
import type { TokenOption } from './use-token-options.ts'
import css from './advanced-filters.module.css'

type Props = {
  filter: Filter
  onChange: (filter: Filter) => void
  /** Those that can be chosen. */
  tokens: TokenOption[]
  /** Wallets whose balances are still asked for: they are not yet filtered. */
  pending: number
}

export const AdvancedFilters = memo(function AdvancedFilters({ filter, onChange, tokens, pending }: Props) {
  const set = (change: Partial<Filter>) => onChange({ ...filter, ...change })
  type Limit = 'minSolAmount' | 'maxSolAmount' | 'minTotalValue' | 'maxTotalValue'
  const limit = (label: string, field: Limit, decimals: number) => (
    <TextInput
      label={label}
      size="xs"
      inputMode="decimal"
      value={filter[field]}
      error={limitOf(filter[field], decimals) === undefined ? 'Enter a number' : undefined}
      onChange={(event) => set({ [field]: event.currentTarget.value })}
    />
  )
  const tick = (mint: string) =>
    set({
      selectedTokens: filter.selectedTokens.includes(mint)
        ? filter.selectedTokens.filter((other) => other !== mint)
        : [...filter.selectedTokens, mint],
    })
  return (
    <section className={css.panel} aria-label="Advanced Filters">
      <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="sm" verticalSpacing="xs">
        {limit('Min SOL', 'minSolAmount', SOL_DECIMALS)}
        {limit('Max SOL', 'maxSolAmount', SOL_DECIMALS)}
        {limit('Min total value (USD)', 'minTotalValue', USD_DECIMALS)}
        {limit('Max total value (USD)', 'maxTotalValue', USD_DECIMALS)}
      </SimpleGrid>
      <div className={css.line}>
        <Text size="sm" fw={500}>
          Tokens
        </Text>
        <Group gap={6} role="group" aria-label="Tokens" className={css.tokens}>
          {tokens.map(({ mint, symbol }) => (
            <Button
              key={mint}
              size="compact-xs"
              title={mint}
              variant={filter.selectedTokens.includes(mint) ? 'filled' : 'default'}
              aria-pressed={filter.selectedTokens.includes(mint)}
              onClick={() => tick(mint)}
            >
              {symbol}
            </Button>
          ))}
        </Group>
        <ToggleButtons
          label="Token filter mode"
          value={filter.tokenFilterMode}
          options={[
            ['any', 'Any'],
            ['all', 'All'],
            ['none', 'None'],
          ]}
          onChange={(tokenFilterMode) => set({ tokenFilterMode })}
        />
      </div>
      <div className={css.line}>
        <Checkbox
          label="Include empty wallets"
          checked={filter.includeEmptyWallets}
          onChange={(event) => set({ includeEmptyWallets: event.currentTarget.checked })}
        />
        <Selector
          label="Sort by"
          hideLabel
          value={filter.sortBy}
          options={[
            { value: 'name', label: 'Sort by name' },
            { value: 'sol', label: 'Sort by SOL' },
            { value: 'tokenCount', label: 'Sort by number of tokens' },
          ]}
          onChange={(value) => set({ sortBy: value as SortBy })}
        />
        <ToggleButtons
          label="Order"
          value={filter.sortOrder}
          options={[
            ['asc', 'Ascending'],
            ['desc', 'Descending'],
          ]}
          onChange={(sortOrder) => set({ sortOrder })}
        />
        <Button size="compact-sm" variant="default" onClick={() => onChange(NO_FILTER)}>
          Reset
        </Button>
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
