import { Stack, Text } from '@mantine/core'
import type { Wallet, WalletGroup } from '@purser/contract/wallets.ts'
import { lazy, Suspense, useCallback, useDeferredValue, useMemo, useRef, useState } from 'react'
import { drawSummary, extraLines } from '#features/balances/balance-summary.tsx'
import { BalanceView } from '#features/balances/balance-view.tsx'
import { NO_FILTER } from '#features/balances/filter-wallets.ts'
import { type HoldingState, holdingText, totalOf } from '#features/balances/holding.ts'
import { PortfolioPanel } from '#features/balances/portfolio-panel.tsx'
import { useBalances } from '#features/balances/use-balances.ts'
import { useFiltered } from '#features/balances/use-filtered.ts'
import { useTokenOptions } from '#features/balances/use-token-options.ts'
import { isOutgoing, useProposed } from '#features/distributions/proposed.ts'
import { BotSkeleton } from '#features/trading-bots/bot-skeleton.tsx'
import { GroupManager } from '#features/wallets/group-manager.tsx'
import { useWallets } from '#features/wallets/use-wallets.ts'
import { viewTitle } from '#features/wallets/view.ts'
import { WalletDetail } from '#features/wallets/wallet-detail.tsx'
import type { RowHolding } from '#features/wallets/wallet-row.tsx'
import { QueryError } from '#ui/query-error.tsx'
import { StaleNote } from '#ui/stale-note.tsx'
import { useWalletSelection } from './use-wallet-selection.ts'
import { WalletsDialogs } from './wallets-dialogs.tsx'
import type { Dialog } from './wallets-head.tsx'
import { WalletsListCard } from './wallets-list-card.tsx'
import css from './wallets.module.css'

const TradingBotPanel = lazy(() =>
  import('#features/trading-bots/trading-bot-panel.tsx').then((m) => ({ default: m.TradingBotPanel })),
)

const NO_WALLETS: Wallet[] = []
const NO_GROUPS: WalletGroup[] = []

/** Groups, value, list and detail of the user's wallets. */
export function WalletsTab() {
  const query = useWallets()
  const wallets = query.data?.value.wallets ?? NO_WALLETS
  const groups = query.data?.value.groups ?? NO_GROUPS
  const detail = useRef<HTMLDivElement>(null)
  const selection = useWalletSelection(
    wallets,
    groups,
    useCallback(() => {
      // On a phone the detail is below the list.
      if (window.innerWidth <= 900) detail.current?.scrollIntoView({ block: 'start' })
    }, []),
  )
  const { view, inside, open } = selection
  const [filter, setFilter] = useState(NO_FILTER)
  const [dialog, setDialog] = useState<Dialog>()
  const [deleting, setDeleting] = useState<Wallet>()
  const [picked, setSending] = useState<Wallet>()
  const { proposed, drop } = useProposed(isOutgoing)
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
  const shown = useFiltered(inside, filter, known)
  const total = useMemo(() => totalOf(inside.map((wallet) => known.get(wallet.id))), [inside, known])
  const rowHolding = useMemo<RowHolding<HoldingState>>(
    () => ({ of: (wallet) => holdings.get(wallet.id), draw: drawSummary, extraLines }),
    [holdings],
  )
  const chosen = selection.choose(shown)
  const refreshAll = useCallback(() => refresh(), [refresh])
  const balance = useMemo(() => chosen && <BalanceView address={chosen.address} />, [chosen])
  return (
    <Stack gap="md">
      <QueryError query={query} fallback="Failed to load wallets. Please try again." />
      {query.data?.stale && <StaleNote at={query.data.at} />}
      {selection.missing && query.isSuccess && !query.isFetching && (
        <Text size="sm" c="var(--warn)" role="status">
          This group was deleted. Its wallets are still here.
        </Text>
      )}
      <GroupManager
        wallets={wallets}
        groups={groups}
        state={query.data ? 'known' : query.isError ? 'failed' : 'waiting'}
        view={view}
        onView={open}
      />
      {typeof view === 'number' && (
        <Suspense fallback={<BotSkeleton />}>
          <TradingBotPanel key={view} groupId={view} />
        </Suspense>
      )}
      {wallets.length > 0 && (
        <PortfolioPanel
          view={view}
          title={viewTitle(view, groups)}
          {...total}
          wallets={inside.length}
          onRefresh={refreshAll}
          refreshing={pending > 0}
        />
      )}
      <div className={css.split}>
        <WalletsListCard
          {...{ wallets, groups, selection, shown, chosen, filter, setFilter, tokens, pending, onVisible }}
          state={query.isPending ? 'loading' : query.isError ? 'failed' : 'loaded'}
          holding={rowHolding}
          onDialog={setDialog}
          onDelete={setDeleting}
        />
        <div ref={detail} className={css.detail}>
          <WalletDetail
            wallet={chosen}
            groups={groups}
            loading={query.isPending}
            balance={balance}
            onSend={setSending}
            onDelete={setDeleting}
          />
        </div>
      </div>
      <WalletsDialogs
        dialog={dialog}
        view={view}
        groups={groups}
        onClose={() => setDialog(undefined)}
        onGenerated={open}
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
