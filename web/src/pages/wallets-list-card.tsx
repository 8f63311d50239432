import type { Wallet, WalletGroup } from '@purser/contract/wallets.ts'
import { type Dispatch, type SetStateAction, useState } from 'react'
import { AdvancedFilters } from '#features/balances/advanced-filters.tsx'
import { activeFilters, type Filter, NO_FILTER } from '#features/balances/filter-wallets.ts'
import type { HoldingState } from '#features/balances/holding.ts'
import type { TokenOption } from '#features/balances/use-token-options.ts'
import { BulkBar } from '#features/wallets/bulk-bar.tsx'
import { viewTitle } from '#features/wallets/view.ts'
import { WalletList } from '#features/wallets/wallet-list.tsx'
import type { RowHolding } from '#features/wallets/wallet-row.tsx'
import { Card } from '#ui/card.tsx'
import type { WalletSelection } from './use-wallet-selection.ts'
import { EmptyList, LoadingList } from './wallets-empty.tsx'
import { type Dialog, ListHead } from './wallets-head.tsx'

type Props = {
  wallets: Wallet[]
  groups: WalletGroup[]
  state: 'loading' | 'failed' | 'loaded'
  selection: WalletSelection
  /** The wallets that pass the filter. */
  shown: Wallet[]
  chosen: Wallet | undefined
  filter: Filter
  setFilter: Dispatch<SetStateAction<Filter>>
  tokens: TokenOption[]
  /** Wallets whose balances are still loading. */
  pending: number
  holding: RowHolding<HoldingState>
  onDialog: (dialog: Dialog) => void
  onDelete: (wallet: Wallet) => void
  onVisible: (ids: number[]) => void
}

/** The list of wallets with its head, filters and bulk actions. */
export function WalletsListCard(props: Props) {
  const { wallets, groups, state, selection, shown, filter, setFilter, onDialog } = props
  const { view, inside, ticked, setTicked } = selection
  const [filtering, setFiltering] = useState(false)
  return (
    <Card label="Wallet list">
      <ListHead
        title={viewTitle(view, groups)}
        shown={shown.length}
        all={inside.length}
        selecting={selection.selecting}
        filters={activeFilters(filter)}
        filtering={filtering}
        mayExport={wallets.length > 0}
        onDialog={onDialog}
        onSelecting={selection.setSelecting}
        onFiltering={setFiltering}
      />
      {filtering && (
        <AdvancedFilters filter={filter} onChange={setFilter} tokens={props.tokens} pending={props.pending} />
      )}
      {ticked && (
        <BulkBar
          view={view}
          groups={groups}
          ticked={wallets.filter((wallet) => ticked.has(wallet.id))}
          onAll={() => setTicked(new Set(shown.map((wallet) => wallet.id)))}
          onNone={() => setTicked(new Set())}
        />
      )}
      {state === 'loading' ? (
        <LoadingList />
      ) : shown.length === 0 ? (
        <EmptyList
          view={view}
          filtered={inside.length > 0}
          failed={state === 'failed'}
          onGenerate={() => onDialog('generate')}
          onReset={() => setFilter(NO_FILTER)}
        />
      ) : (
        <WalletList
          wallets={shown}
          chosen={props.chosen?.id}
          ticked={ticked}
          holding={props.holding}
          onPick={selection.pick}
          onDelete={props.onDelete}
          onVisible={props.onVisible}
        />
      )}
    </Card>
  )
}
