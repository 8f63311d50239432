import type { Wallet, WalletGroup } from '@purser/contract/wallets/wallets.ts'
import { useCallback, useMemo, useState } from 'react'
import { inView, type View } from '#features/wallets/view.ts'
import { useTicks } from './use-ticks.ts'
import type { ChangePlace } from './use-wallets-place.ts'
import type { Place } from './wallets-place.ts'

type Props = {
  wallets: Wallet[]
  groups: WalletGroup[]
  /** The groups are not known yet. */
  pending: boolean
  place: Place
  change: ChangePlace
}

/** The open view of the page, the selected wallet, and the wallets ticked in it. */
export function useWalletSelection({ wallets, groups, pending, place, change }: Props) {
  const wanted = place.view
  // A group that was deleted while it was open falls back to all wallets.
  const missing = !pending && typeof wanted === 'number' && !groups.some((group) => group.id === wanted)
  const view = missing ? 'all' : wanted
  /** The first of the list, if none was picked. 'none' after the selected one was deleted. */
  const [first, setFirst] = useState<number | 'none'>()
  const inside = useMemo(() => inView(wallets, view), [wallets, view])
  const { tick, clear, ...ticks } = useTicks()
  const { selecting } = ticks
  const pick = useCallback(
    (wallet: Wallet, range: boolean) => {
      if (selecting) return tick(wallet, range)
      change('push', (before) => ({ ...before, wallet: wallet.id, detail: true }))
    },
    [selecting, tick, change],
  )
  const open = useCallback(
    (next: View) => {
      change('push', (before) => ({
        ...before,
        view: next,
        wallet: undefined,
        detail: false,
        // A panel that was closed may open itself for another group.
        bot: before.bot === 'open' ? 'open' : 'auto',
      }))
      clear()
    },
    [change, clear],
  )
  /** The picked wallet, else the first shown; it stays selected however the list is sorted afterwards. */
  const choose = (list: Wallet[]): Wallet | undefined => {
    const find = (id: number) => wallets.find((wallet) => wallet.id === id && inside.includes(wallet))
    const picked = place.wallet === undefined ? undefined : find(place.wallet)
    if (picked) return picked
    if (first === 'none') return undefined
    const chosen = (first === undefined ? undefined : find(first)) ?? list[0]
    if (chosen && first !== chosen.id) setFirst(chosen.id)
    return chosen
  }
  const unpick = useCallback(() => {
    setFirst('none')
    change('replace', (before) => ({ ...before, wallet: undefined, detail: false }))
  }, [change])
  return { view, wanted, missing, inside, open, pick, choose, unpick, ...ticks }
}
export type WalletSelection = ReturnType<typeof useWalletSelection>
