import type { Wallet, WalletGroup } from '@purser/contract/wallets/wallets.ts'
import { useCallback, useMemo, useRef, useState } from 'react'
import { inView, type View } from '#features/wallets/view.ts'
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
  const [ticked, setTicked] = useState<ReadonlySet<number>>()
  const inside = useMemo(() => inView(wallets, view), [wallets, view])
  /** The list as shown, and the wallet ticked last, where a range begins. */
  const shown = useRef<Wallet[]>([])
  const anchor = useRef<number>(undefined)

  const selecting = ticked !== undefined
  const tick = useCallback((wallet: Wallet, range: boolean) => {
    const list = shown.current
    const from = range ? list.findIndex((one) => one.id === anchor.current) : -1
    const to = list.indexOf(wallet)
    anchor.current = wallet.id
    setTicked((before) => {
      const after = new Set(before)
      const on = !after.has(wallet.id)
      const several = from < 0 ? [wallet] : list.slice(Math.min(from, to), Math.max(from, to) + 1)
      // A range selects; it never removes earlier selections.
      for (const { id } of several) if (on || from >= 0) after.add(id)
      if (!on && from < 0) after.delete(wallet.id)
      return after
    })
  }, [])
  const pick = useCallback(
    (wallet: Wallet, range: boolean) => {
      if (selecting) return tick(wallet, range)
      change('push', (before) => ({ ...before, wallet: wallet.id, detail: true }))
    },
    [selecting, tick, change],
  )
  const open = useCallback(
    (next: View) => {
      anchor.current = undefined
      change('push', (before) => ({ ...before, view: next, wallet: undefined, detail: false }))
      setTicked((before) => before && new Set())
    },
    [change],
  )
  const setSelecting = useCallback((on: boolean) => {
    anchor.current = undefined
    setTicked(on ? new Set() : undefined)
  }, [])
  const tickAll = useCallback((on: boolean) => {
    setTicked(new Set(on ? shown.current.map((wallet) => wallet.id) : []))
  }, [])
  const onShown = useCallback((list: Wallet[]) => {
    shown.current = list
  }, [])
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
  return {
    view,
    wanted,
    missing,
    inside,
    ticked,
    selecting,
    open,
    pick,
    choose,
    tickAll,
    setSelecting,
    onShown,
    unpick,
  }
}
export type WalletSelection = ReturnType<typeof useWalletSelection>
