import { Text } from '@mantine/core'
import type { Wallet } from '@purser/contract/wallets/wallets.ts'
import { useCallback, useState } from 'react'
import { BalanceView } from '#features/balances/balance-view.tsx'
import { holdingText } from '#features/balances/holding.ts'
import { PortfolioPanel } from '#features/balances/portfolio/portfolio-panel.tsx'
import { isOutgoing, useProposedTransfer } from '#features/distributions/proposed-transfer.ts'
import { WalletDetail } from '#features/wallets/detail/wallet-detail.tsx'
import { GroupRail } from '#features/wallets/groups/group-rail.tsx'
import { QueryError } from '#ui/states/query-error.tsx'
import { StaleNote } from '#ui/states/stale-note.tsx'
import { BotSide } from './bot-side.tsx'
import { useWalletsPage, type WalletsPageState } from './use-wallets-page.ts'
import { WalletsDialogs } from './wallets-dialogs.tsx'
import type { Dialog } from './wallets-head.tsx'
import { WalletsListCard } from './wallets-list-card.tsx'
import css from './wallets.module.css'

/** The list of wallets, with groups, value and bot around it. */
export function WalletsTab() {
  const page = useWalletsPage()
  const { query, before, wallets, groups, bots, bot, selection } = page
  const [dialog, setDialog] = useState<Dialog>()
  const [deleting, setDeleting] = useState<Wallet>()
  const [sending, setSending] = useState<Wallet>()
  return (
    <div className={css.page} data-bot={bot.open !== undefined}>
      <div className={css.groups} inert={bot.covers}>
        <GroupRail
          wallets={wallets}
          groups={groups}
          state={query.data ? 'known' : query.isError ? 'failed' : 'waiting'}
          before={before?.groups}
          bots={bots}
          view={selection.view}
          onView={page.showView}
        />
      </div>
      <div className={css.work} inert={bot.covers}>
        <Notes {...page} />
        <Portfolio {...page} />
        <WalletsListCard
          {...page}
          groups={query.isPending ? (before?.groups ?? groups) : groups}
          former={before?.wallets.length}
          state={query.isPending ? 'loading' : query.isError ? 'failed' : 'loaded'}
          onDialog={setDialog}
          onSend={setSending}
          onDelete={setDeleting}
        />
      </div>
      {bot.open !== undefined && (
        <BotSide groupId={bot.open} isFloating={bot.isFloating} onClose={() => bot.toggle(false)} />
      )}
      <Overlays {...{ page, dialog, setDialog, deleting, setDeleting, sending, setSending }} />
    </div>
  )
}

function Notes({ query, lost, selection }: WalletsPageState) {
  return (
    <>
      <QueryError query={query} fallback="Failed to load wallets. Please try again." />
      {query.data?.stale && <StaleNote at={query.data.at} />}
      {lost !== undefined && selection.view === 'all' && (
        <Text size="sm" c="var(--warn)" role="status">
          {lost}
        </Text>
      )}
    </>
  )
}

function Portfolio({ query, wallets, selection, place, change, list }: WalletsPageState) {
  const onOpen = useCallback(
    (portfolio: boolean) => change('replace', (before) => ({ ...before, portfolio })),
    [change],
  )
  return (
    <PortfolioPanel
      view={selection.view}
      total={list.total}
      wallets={query.data && selection.inside.length}
      hasWallets={wallets.length > 0}
      failed={query.isError}
      isOpen={place.portfolio}
      onOpen={onOpen}
      onRefresh={list.refreshAll}
      refreshing={list.pending > 0}
    />
  )
}

type OverlaysProps = {
  page: WalletsPageState
  dialog: Dialog | undefined
  setDialog: (dialog: Dialog | undefined) => void
  deleting: Wallet | undefined
  setDeleting: (wallet: Wallet | undefined) => void
  sending: Wallet | undefined
  setSending: (wallet: Wallet | undefined) => void
}

/** The drawer of the selected wallet, and the dialogs. */
function Overlays({
  page,
  dialog,
  setDialog,
  deleting,
  setDeleting,
  sending: picked,
  setSending,
}: OverlaysProps) {
  const { wallets, groups, place, change, selection, chosen, list } = page
  const { proposed, drop } = useProposedTransfer(isOutgoing)
  const sending = proposed ? wallets.find(({ id }) => id === proposed.source) : picked
  return (
    <>
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
        view={selection.view}
        wallets={wallets}
        groups={groups}
        chosen={selection.ticked && [...selection.ticked]}
        onClose={() => setDialog(undefined)}
        onGenerated={page.showView}
        sending={sending}
        given={proposed}
        onSent={() => (setSending(undefined), drop())}
        deleting={deleting && { wallet: deleting, holds: holdingText(list.holdings.get(deleting.id)) }}
        onKeep={() => setDeleting(undefined)}
        onDeleted={(wallet) => {
          if (wallet.id === chosen?.id) selection.unpick()
          setDeleting(undefined)
        }}
      />
    </>
  )
}
