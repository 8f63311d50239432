import type { Wallet, WalletGroup } from '@purser/contract/wallets/wallets.ts'
import { useEffect } from 'react'
import { AdvancedFilters } from '#features/balances/filter/advanced-filters.tsx'
import { activeFilters, NO_FILTER } from '#features/balances/filter/filter-wallets.ts'
import type { HoldingState } from '#features/balances/holding.ts'
import { extraLines } from '#features/balances/balance-columns.tsx'
import { BulkBar } from '#features/wallets/table/bulk-bar.tsx'
import { SelectedWallet } from '#features/wallets/table/selected-wallet.tsx'
import { viewTitle } from '#features/wallets/view.ts'
import { WalletTable } from '#features/wallets/table/wallet-table.tsx'
import type { Column } from '#ui/table-column.ts'
import type { BotPanelState } from './use-bot-panel.ts'
import { usePlaceChanges } from './use-place-changes.ts'
import type { ShownWallets } from './use-shown-wallets.ts'
import type { WalletSelection } from './use-wallet-selection.ts'
import type { ChangePlace } from './use-wallets-place.ts'
import { EmptyList, LoadingList } from './wallets-empty.tsx'
import { type Dialog, ListHead } from './wallets-head.tsx'
import type { Place } from './wallets-place.ts'
import css from './wallets.module.css'

type Props = {
  wallets: Wallet[]
  groups: WalletGroup[]
  state: 'loading' | 'failed' | 'loaded'
  /** The number of wallets at the last visit. */
  former: number | undefined
  selection: WalletSelection
  place: Place
  change: ChangePlace
  /** The wallets that pass search and filter, with their balances. */
  list: ShownWallets
  chosen: Wallet | undefined
  columns: Column<Wallet, HoldingState>[]
  bot: BotPanelState
  onDialog: (dialog: Dialog) => void
  onSend: (wallet: Wallet) => void
  onDelete: (wallet: Wallet) => void
}

/** The table of wallets with its head, filters and bulk actions. */
export function WalletsListCard(props: Props) {
  const { wallets, groups, state, selection, place, change, list, bot, onDialog } = props
  const { view, inside, ticked, tickAll, onShown } = selection
  const { filter, filtering } = place
  const { shown } = list
  useEffect(() => onShown(shown), [onShown, shown])
  const changes = usePlaceChanges(place, change)
  const filters = activeFilters(filter)
  // A list that could not be loaded has no count, and nothing to select from.
  const known = state === 'loaded' || (state === 'failed' && wallets.length > 0)
  return (
    <section className={`surface ${css.card}`} aria-label="Wallet list">
      <ListHead
        title={viewTitle(view, groups)}
        shown={shown.length}
        all={inside.length}
        counted={known}
        search={filter.search}
        onSearch={changes.onSearch}
        selecting={selection.selecting}
        filters={filters}
        filtering={filtering}
        mayExport={wallets.length > 0}
        botIsOpen={typeof view === 'number' ? bot.open === view : undefined}
        onDialog={onDialog}
        onSelecting={selection.setSelecting}
        onFiltering={changes.onFiltering}
        onBot={bot.toggle}
      />
      {filtering && (
        <AdvancedFilters
          filter={filter}
          onChange={changes.setFilter}
          tokens={list.tokens}
          pending={list.pending}
        />
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
      <Rows {...props} {...changes} filters={filters} />
      {state !== 'loading' && (
        <SelectedWallet
          // A hidden wallet cannot send by mistake.
          wallet={shown.find(({ id }) => id === props.chosen?.id)}
          loaded={known}
          onOpen={(wallet) => change('push', (before) => ({ ...before, wallet: wallet.id, detail: true }))}
          onSend={props.onSend}
        />
      )}
    </section>
  )
}

type RowsProps = Props & Pick<ReturnType<typeof usePlaceChanges>, 'setFilter' | 'sort' | 'onSort'>

/** The table in its four states; a list that failed is told above it. */
function Rows({ filters, ...props }: RowsProps & { filters: number }) {
  const { state, list, selection, place, setFilter } = props
  if (state === 'loading') return <LoadingList rows={props.former} />
  if (list.shown.length === 0)
    return (
      <EmptyList
        view={selection.view}
        filtered={selection.inside.length > 0}
        searched={filters === 0 && place.filter.search.trim() !== ''}
        failed={state === 'failed'}
        onGenerate={() => props.onDialog('generate')}
        onReset={() => setFilter(NO_FILTER)}
      />
    )
  return (
    <WalletTable
      wallets={list.shown}
      columns={props.columns}
      holdingOf={list.holdingOf}
      extraLines={extraLines}
      chosen={props.chosen?.id}
      ticked={selection.ticked}
      sort={props.sort}
      onSort={props.onSort}
      onPick={selection.pick}
      onAll={selection.tickAll}
      onDelete={props.onDelete}
      onVisible={list.onVisible}
    />
  )
}
