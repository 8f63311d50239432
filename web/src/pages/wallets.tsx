import { Stack, Tabs, Text, Title } from '@mantine/core'
import '@mantine/core/styles/Tabs.css'
import type { Wallet, WalletGroup } from '@purser/contract/wallets.ts'
import { useCallback, useDeferredValue, useMemo, useRef, useState } from 'react'
import { AdvancedFilters } from '#features/balances/advanced-filters.tsx'
import { drawSummary, extraLines } from '#features/balances/balance-summary.tsx'
import { BalanceView } from '#features/balances/balance-view.tsx'
import { activeFilters, NO_FILTER } from '#features/balances/filter-wallets.ts'
import { type HoldingState, holdingText, totalOf } from '#features/balances/holding.ts'
import { PortfolioPanel } from '#features/balances/portfolio-panel.tsx'
import { useBalances } from '#features/balances/use-balances.ts'
import { useFiltered } from '#features/balances/use-filtered.ts'
import { useTokenOptions } from '#features/balances/use-token-options.ts'
import { BulkBar } from '#features/wallets/bulk-bar.tsx'
import { DeleteWalletModal } from '#features/wallets/delete-wallet-modal.tsx'
import { ExportDialog } from '#features/wallets/export-dialog.tsx'
import { GenerateDialog } from '#features/wallets/generate-dialog.tsx'
import { GroupManager } from '#features/wallets/group-manager.tsx'
import { ImportDialog } from '#features/wallets/import-dialog.tsx'
import { useWallets } from '#features/wallets/use-wallets.ts'
import { inView, type View, viewTitle } from '#features/wallets/view.ts'
import { WalletDetail } from '#features/wallets/wallet-detail.tsx'
import { WalletList } from '#features/wallets/wallet-list.tsx'
import type { RowHolding } from '#features/wallets/wallet-row.tsx'
import { Card } from '#ui/card.tsx'
import { ErrorBox } from '#ui/error-box.tsx'
import { StaleNote } from '#ui/stale-note.tsx'
import { Toasts } from '#ui/toast.tsx'
import { useTitle } from '#ui/use-title.ts'
import { sentence } from '#wire/fault.ts'
import { EmptyList, LoadingList } from './wallets-empty.tsx'
import { type Dialog, ListHead } from './wallets-head.tsx'
import css from './wallets.module.css'

const NO_WALLETS: Wallet[] = []
const NO_GROUPS: WalletGroup[] = []

export function WalletsPage() {
  useTitle('Wallet Management')
  return (
    <>
      <Title order={1} size="h3" mb="sm">
        Wallet Management
      </Title>
      <Tabs defaultValue="wallets" keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value="wallets">Wallets</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="wallets">
          <WalletsTab />
        </Tabs.Panel>
      </Tabs>
      <Toasts />
    </>
  )
}

function WalletsTab() {
  const query = useWallets()
  const wallets = query.data?.value.wallets ?? NO_WALLETS
  const groups = query.data?.value.groups ?? NO_GROUPS
  const [wanted, setView] = useState<View>('all')
  // A group that was deleted while it was open leaves all wallets.
  const missing = typeof wanted === 'number' && !groups.some((group) => group.id === wanted)
  const view = missing ? 'all' : wanted
  /** Undefined: the first of the list. None after the chosen one was deleted. */
  const [picked, setPicked] = useState<number | 'none'>()
  const [ticked, setTicked] = useState<ReadonlySet<number>>()
  const [filter, setFilter] = useState(NO_FILTER)
  const [filtering, setFiltering] = useState(false)
  const [dialog, setDialog] = useState<Dialog>()
  const [deleting, setDeleting] = useState<Wallet>()
  const detail = useRef<HTMLDivElement>(null)
  const sight = useRef<number[]>([])
  const onVisible = useCallback((ids: number[]) => {
    sight.current = ids
  }, [])
  const { holdings, pending, refresh } = useBalances(
    wallets,
    useCallback(() => sight.current, []),
  )

  const inside = useMemo(() => inView(wallets, view), [wallets, view])
  // Balances arrive in many parts: sorting anew may wait for what the user does.
  const known = useDeferredValue(holdings)
  const tokens = useTokenOptions(known)
  const shown = useFiltered(inside, filter, known)
  const total = useMemo(() => totalOf(inside.map((wallet) => known.get(wallet.id))), [inside, known])
  const rowHolding = useMemo<RowHolding<HoldingState>>(
    () => ({ of: (wallet) => holdings.get(wallet.id), draw: drawSummary, extraLines }),
    [holdings],
  )
  const chosen =
    picked === 'none'
      ? undefined
      : (wallets.find((wallet) => wallet.id === picked && inside.includes(wallet)) ?? shown[0])
  // What was chosen first stays chosen, however the list is sorted afterwards.
  if (chosen && picked !== chosen.id) setPicked(chosen.id)

  const selecting = ticked !== undefined
  const pick = useCallback(
    (wallet: Wallet) => {
      if (selecting)
        return setTicked((before) => {
          const after = new Set(before)
          if (!after.delete(wallet.id)) after.add(wallet.id)
          return after
        })
      setPicked(wallet.id)
      // On a phone the detail lies below the list.
      if (window.innerWidth <= 900) detail.current?.scrollIntoView({ block: 'start' })
    },
    [selecting],
  )
  const open = useCallback((next: View) => {
    setView(next)
    setTicked((before) => before && new Set())
  }, [])
  const refreshAll = useCallback(() => refresh(), [refresh])
  const balance = useMemo(() => chosen && <BalanceView address={chosen.address} />, [chosen])
  const filters = activeFilters(filter)
  const setSelecting = useCallback((on: boolean) => setTicked(on ? new Set() : undefined), [])
  return (
    <Stack gap="md">
      {query.isError && (
        <ErrorBox
          message={sentence(query.error, 'Failed to load wallets. Please try again.')}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      )}
      {query.data?.stale && <StaleNote at={query.data.at} />}
      {missing && query.isSuccess && !query.isFetching && (
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
        <Card label="Wallet list">
          <ListHead
            title={viewTitle(view, groups)}
            shown={shown.length}
            all={inside.length}
            selecting={selecting}
            filters={filters}
            filtering={filtering}
            mayExport={wallets.length > 0}
            onDialog={setDialog}
            onSelecting={setSelecting}
            onFiltering={setFiltering}
          />
          {filtering && (
            <AdvancedFilters filter={filter} onChange={setFilter} tokens={tokens} pending={pending} />
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
          {query.isPending ? (
            <LoadingList />
          ) : shown.length === 0 ? (
            <EmptyList
              view={view}
              filtered={inside.length > 0}
              failed={query.isError}
              onGenerate={() => setDialog('generate')}
              onReset={() => setFilter(NO_FILTER)}
            />
          ) : (
            <WalletList
              wallets={shown}
              chosen={chosen?.id}
              ticked={ticked}
              holding={rowHolding}
              onPick={pick}
              onDelete={setDeleting}
              onVisible={onVisible}
            />
          )}
        </Card>
        <div ref={detail} className={css.detail}>
          <WalletDetail
            wallet={chosen}
            groups={groups}
            loading={query.isPending}
            balance={balance}
            onDelete={setDeleting}
          />
        </div>
      </div>
      {dialog === 'generate' && (
        <GenerateDialog
          view={view}
          groups={groups}
          onClose={() => setDialog(undefined)}
          onDone={(groupId) => {
            if (groupId !== null) open(groupId)
          }}
        />
      )}
      {dialog === 'import' && (
        <ImportDialog view={view} groups={groups} onClose={() => setDialog(undefined)} />
      )}
      {dialog === 'export' && (
        <ExportDialog view={view} groups={groups} onClose={() => setDialog(undefined)} />
      )}
      {deleting && (
        <DeleteWalletModal
          wallet={deleting}
          holds={holdingText(holdings.get(deleting.id))}
          onClose={() => setDeleting(undefined)}
          onDeleted={() => {
            if (deleting.id === chosen?.id) setPicked('none')
            setDeleting(undefined)
          }}
        />
      )}
    </Stack>
  )
}
