import type { Wallet, WalletGroup } from '@purser/contract/wallets/wallets.ts'
import { useMemo, useState } from 'react'
import { balanceColumns } from '#features/balances/balance-columns.tsx'
import { useGroupBots } from '#features/wallets/groups/use-group-bots.ts'
import { groupsColumn, nameColumn } from '#features/wallets/table/wallet-columns.tsx'
import { useWallets } from '#features/wallets/use-wallets.ts'
import { walletsCache } from '#wire/storage/caches.ts'
import { useBotPanel } from './use-bot-panel.ts'
import { useLostGroup } from './use-lost-group.ts'
import { useShownWallets } from './use-shown-wallets.ts'
import { useWalletSelection } from './use-wallet-selection.ts'
import { useWalletsPlace } from './use-wallets-place.ts'

/** The columns that give way to the panel of a bot: each wallet is in its group, and the strip has the change. */
const SPARE = ['groups', 'change']
const NO_WALLETS: Wallet[] = []
const NO_GROUPS: WalletGroup[] = []

/** Everything that the page of wallets shows: the wallets and their groups, the place on it, and the list as shown. */
export function useWalletsPage() {
  const query = useWallets()
  // The groups of the last visit keep their room until the answer comes.
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
  const list = useShownWallets({ wallets, inside, filter: place.filter })
  const bots = useGroupBots()
  const bot = useBotPanel({ view, bots, place, change })
  const columns = useMemo(
    () =>
      [nameColumn, groupsColumn, ...balanceColumns(list.dayAgo)].filter(
        ({ key }) => !bot.isTight || !SPARE.includes(key),
      ),
    [bot.isTight, list.dayAgo],
  )
  return {
    query,
    before,
    wallets,
    groups,
    place,
    change,
    selection,
    chosen: selection.choose(list.shown),
    lost,
    showView,
    list,
    bots,
    bot,
    columns,
  }
}
export type WalletsPageState = ReturnType<typeof useWalletsPage>
