import type { Wallet, WalletGroup } from '@purser/contract/wallets/wallets.ts'
import { type SetStateAction, useCallback, useEffect, useMemo } from 'react'
import { AdvancedFilters } from '#features/balances/filter/advanced-filters.tsx'
import {
  activeFilters,
  type Filter,
  NO_FILTER,
  type SortBy,
} from '#features/balances/filter/filter-wallets.ts'
import type { HoldingState } from '#features/balances/holding.ts'
import type { TokenOption } from '#features/balances/filter/use-token-options.ts'
import { extraLines } from '#features/balances/balance-columns.tsx'
import { BulkBar } from '#features/wallets/table/bulk-bar.tsx'
import { SelectedWallet } from '#features/wallets/table/selected-wallet.tsx'
import type { Sort } from '#features/wallets/table/table-head.tsx'
import { viewTitle } from '#features/wallets/view.ts'
import { WalletTable } from '#features/wallets/table/wallet-table.tsx'
import { Card } from '#ui/card.tsx'
import type { Column } from '#ui/table-column.ts'
import type { WalletSelection } from './use-wallet-selection.ts'
import type { ChangePlace } from './use-wallets-place.ts'
import { EmptyList, LoadingList } from './wallets-empty.tsx'
import { type Dialog, ListHead } from './wallets-head.tsx'
import type { Place } from './wallets-place.ts'

type Props = {
  wallets: Wallet[]
  groups: WalletGroup[]
  /** 'unknown': neither loaded nor known from the last visit. */
  state: 'unknown' | 'loading' | 'failed' | 'loaded'
  selection: WalletSelection
  place: Place
  change: ChangePlace
  /** The wallets that pass search and filter. */
  shown: Wallet[]
  chosen: Wallet | undefined
  tokens: TokenOption[]
  /** Wallets whose balances are still loading. */
  pending: number
  columns: Column<Wallet, HoldingState>[]
  holdingOf: (wallet: Wallet) => HoldingState
  onDialog: (dialog: Dialog) => void
  onSend: (wallet: Wallet) => void
  onDelete: (wallet: Wallet) => void
  onVisible: (ids: number[]) => void
}

/** The table of wallets with its head, filters and bulk actions. */
export function WalletsListCard(props: Props) {
  const { wallets, groups, state, selection, place, change, shown, onDialog } = props
  const { view, inside, ticked, pick, tickAll, onShown } = selection
  const { filter, filtering } = place
  useEffect(() => onShown(shown), [onShown, shown])
  const setFilter = useCallback(
    (next: SetStateAction<Filter>) =>
      change('later', (before) => ({
        ...before,
        filter: typeof next === 'function' ? next(before.filter) : next,
      })),
    [change],
  )
  const onSearch = useCallback(
    (search: string) => setFilter((before) => ({ ...before, search })),
    [setFilter],
  )
  const onFiltering = useCallback(
    (on: boolean) => change('replace', (before) => ({ ...before, filtering: on })),
    [change],
  )
  const onSort = useCallback(
    ({ by, order }: Sort) =>
      change('push', (before) => ({
        ...before,
        filter: { ...before.filter, sortBy: by as SortBy, sortOrder: order },
      })),
    [change],
  )
  const sort = useMemo(
    () => ({ by: filter.sortBy, order: filter.sortOrder }),
    [filter.sortBy, filter.sortOrder],
  )
  const filters = activeFilters(filter)
  // A list that could not be loaded has no count, and nothing to select from.
  const known = state === 'loaded' || (state === 'failed' && wallets.length > 0)
  // It is unknown whether the value of wallets is above: the buttons are shown once their place is known, and the
  // content shown until then does not move there, but makes room for it.
  if (state === 'unknown')
    return (
      <Card key="unknown" label="Wallet list">
        <LoadingList />
      </Card>
    )
  return (
    <Card label="Wallet list">
      <ListHead
        title={viewTitle(view, groups)}
        shown={shown.length}
        all={inside.length}
        counted={known}
        search={filter.search}
        onSearch={onSearch}
        selecting={selection.selecting}
        filters={filters}
        filtering={filtering}
        mayExport={wallets.length > 0}
        onDialog={onDialog}
        onSelecting={selection.setSelecting}
        onFiltering={onFiltering}
      />
      {filtering && (
        <AdvancedFilters filter={filter} onChange={setFilter} tokens={props.tokens} pending={props.pending} />
      )}
      {ticked && (
        <BulkBar
          view={view}
          groups={groups}
          ticked={wallets.filter((wallet) => ticked.has(wallet.id))}
          onAll={() => tickAll(true)}
          onNone={() => tickAll(false)}
          onExport={() => onDialog('export-chosen')}
        />
      )}
      {state === 'loading' ? (
        <LoadingList />
      ) : shown.length === 0 ? (
        <EmptyList
          view={view}
          filtered={inside.length > 0}
          searched={filters === 0 && filter.search.trim() !== ''}
          failed={state === 'failed'}
          onGenerate={() => onDialog('generate')}
          onReset={() => setFilter(NO_FILTER)}
        />
      ) : (
        <WalletTable
          wallets={shown}
          columns={props.columns}
          holdingOf={props.holdingOf}
          extraLines={extraLines}
          chosen={props.chosen?.id}
          ticked={ticked}
          sort={sort}
          onSort={onSort}
          onPick={pick}
          onAll={tickAll}
          onDelete={props.onDelete}
          onVisible={props.onVisible}
        />
      )}
      <SelectedWallet
        // A hidden wallet cannot send by mistake.
        wallet={shown.find(({ id }) => id === props.chosen?.id)}
        loaded={known}
        onOpen={(wallet) => change('push', (before) => ({ ...before, wallet: wallet.id, detail: true }))}
        onSend={props.onSend}
      />
    </Card>
  )
}
