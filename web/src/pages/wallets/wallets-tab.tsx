import { Stack, Text } from '@mantine/core'
import type { Wallet, WalletGroup } from '@purser/contract/wallets/wallets.ts'
import { Suspense, useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { BalanceView } from '#features/balances/balance-view.tsx'
import { useDayAgo } from '#features/balances/use-day-ago.ts'
import { holdingText, totalOf } from '#features/balances/holding.ts'
import { PortfolioPanel } from '#features/balances/portfolio/portfolio-panel.tsx'
import { PortfolioSkeleton } from '#features/balances/portfolio/portfolio-skeleton.tsx'
import { useBalances } from '#features/balances/use-balances.ts'
import { useFilteredWallets } from '#features/balances/filter/use-filtered-wallets.ts'
import { useTokenOptions } from '#features/balances/filter/use-token-options.ts'
import { balanceColumns } from '#features/balances/balance-columns.tsx'
import { isOutgoing, useProposedTransfer } from '#features/distributions/proposed-transfer.ts'
import { BotSkeleton } from '#features/trading-bots/bot-skeleton.tsx'
import { groupsColumn, nameColumn } from '#features/wallets/table/wallet-columns.tsx'
import { GroupManager } from '#features/wallets/groups/group-manager.tsx'
import { useWallets } from '#features/wallets/use-wallets.ts'
import { type View, viewTitle } from '#features/wallets/view.ts'
import { WalletDetail } from '#features/wallets/detail/wallet-detail.tsx'
import { onDemand } from '#ui/on-demand.tsx'
import { QueryError } from '#ui/states/query-error.tsx'
import { StaleNote } from '#ui/states/stale-note.tsx'
import { walletsCache } from '#wire/storage/caches.ts'
import { useLostGroup } from './use-lost-group.ts'
import { useWalletSelection } from './use-wallet-selection.ts'
import { useWalletsPlace } from './use-wallets-place.ts'
import { WalletsDialogs } from './wallets-dialogs.tsx'
import type { Dialog } from './wallets-head.tsx'
import { WalletsListCard } from './wallets-list-card.tsx'

const TradingBotPanel = onDemand(() =>
  import('#features/trading-bots/trading-bot-panel.tsx').then((m) => m.TradingBotPanel),
)

/** The longest that the wallets of a group wait for the panel of its bot, which may not come at all. */
const PLACED_WITHIN_MS = 3_000
const NO_WALLETS: Wallet[] = []
const NO_GROUPS: WalletGroup[] = []

/** Groups, value, list and detail of the user's wallets. */
export function WalletsTab() {
  const query = useWallets()
  // The contents of the last visit keep their room until the answer comes.
  const [before] = useState(() => (query.isPending ? walletsCache.read()?.value : undefined))
  const wallets = query.data?.value.wallets ?? NO_WALLETS
  const groups = query.data?.value.groups ?? NO_GROUPS
  const [place, change] = useWalletsPlace()
  const selection = useWalletSelection({ wallets, groups, pending: query.isPending, place, change })
  const { view, inside } = selection
  const [lost, showView] = useLostGroup(
    selection,
    query.isSuccess && !query.isFetching && !query.data.stale,
    change,
  )
  // The height of a bot's panel varies: the content below it is shown once it is known.
  const [readyView, setReadyView] = useState<View>()
  const isReady = typeof view !== 'number' || readyView === view
  const markReady = useCallback(() => setReadyView(view), [view])
  useEffect(() => {
    if (isReady) return
    const timer = setTimeout(markReady, PLACED_WITHIN_MS)
    return () => clearTimeout(timer)
  }, [isReady, markReady])
  const [dialog, setDialog] = useState<Dialog>()
  const [deleting, setDeleting] = useState<Wallet>()
  const [picked, setSending] = useState<Wallet>()
  const { proposed, drop } = useProposedTransfer(isOutgoing)
  const sending = proposed ? wallets.find(({ id }) => id === proposed.source) : picked
  const visible = useRef<number[]>([])
  const onVisible = useCallback((ids: number[]) => {
    visible.current = ids
  }, [])
  const { holdings, pending, refresh } = useBalances(
    wallets,
    useCallback(() => visible.current, []),
  )
  // Balances arrive in many parts: sorting again may wait for user input.
  const known = useDeferredValue(holdings)
  const tokens = useTokenOptions(known)
  const dayAgo = useDayAgo()
  const shown = useFilteredWallets(inside, place.filter, known, dayAgo)
  const total = useMemo(() => totalOf(inside.map((wallet) => known.get(wallet.id))), [inside, known])
  const columns = useMemo(() => [nameColumn, groupsColumn, ...balanceColumns(dayAgo)], [dayAgo])
  const holdingOf = useCallback((wallet: Wallet) => holdings.get(wallet.id), [holdings])
  const chosen = selection.choose(shown)
  const refreshAll = useCallback(() => refresh(), [refresh])
  return (
    <Stack gap="md">
      <QueryError query={query} fallback="Failed to load wallets. Please try again." />
      {query.data?.stale && <StaleNote at={query.data.at} />}
      {lost !== undefined && view === 'all' && (
        <Text size="sm" c="var(--warn)" role="status">
          {lost}
        </Text>
      )}
      <GroupManager
        wallets={wallets}
        groups={groups}
        state={query.data ? 'known' : query.isError ? 'failed' : 'waiting'}
        before={before?.groups}
        view={view}
        onView={showView}
      />
      {typeof view === 'number' && (
        <Suspense fallback={<BotSkeleton />}>
          <TradingBotPanel key={view} groupId={view} onReady={markReady} />
        </Suspense>
      )}
      {(query.isPending ? before?.wallets.length !== 0 : !isReady && wallets.length > 0) && (
        <PortfolioSkeleton view={view} />
      )}
      {wallets.length > 0 && isReady && (
        <PortfolioPanel
          view={view}
          title={viewTitle(view, groups)}
          total={total}
          wallets={inside.length}
          onRefresh={refreshAll}
          refreshing={pending > 0}
        />
      )}
      <WalletsListCard
        groups={query.isPending ? (before?.groups ?? NO_GROUPS) : groups}
        {...{ wallets, selection, place, change, shown, chosen, tokens, pending, columns, onVisible }}
        state={
          !isReady || (query.isPending && !before)
            ? 'unknown'
            : query.isPending
              ? 'loading'
              : query.isError
                ? 'failed'
                : 'loaded'
        }
        holdingOf={holdingOf}
        onDialog={setDialog}
        onSend={setSending}
        onDelete={setDeleting}
      />
      {place.detail && chosen && (
        <WalletDetail
          wallet={chosen}
          groups={groups}
          balance={<BalanceView address={chosen.address} />}
          covered={sending !== undefined || deleting !== undefined}
          onSend={setSending}
          onDelete={setDeleting}
          onClose={() => change('replace', (before) => ({ ...before, detail: false }))}
        />
      )}
      <WalletsDialogs
        dialog={dialog}
        view={view}
        wallets={wallets}
        groups={groups}
        chosen={selection.ticked && [...selection.ticked]}
        onClose={() => setDialog(undefined)}
        onGenerated={showView}
        sending={sending}
        given={proposed}
        onSent={() => (setSending(undefined), drop())}
        deleting={deleting && { wallet: deleting, holds: holdingText(holdings.get(deleting.id)) }}
        onKeep={() => setDeleting(undefined)}
        onDeleted={(wallet) => {
          if (wallet.id === chosen?.id) selection.unpick()
          setDeleting(undefined)
        }}
      />
    </Stack>
  )
}
