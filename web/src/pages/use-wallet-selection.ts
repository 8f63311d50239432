import type { Wallet, WalletGroup } from '@purser/contract/wallets.ts'
import { useCallback, useMemo, useState } from 'react'
import { inView, type View } from '#features/wallets/view.ts'

/** The open view of the page, the wallet in its detail, and the wallets ticked in it. `onPick` must be stable. */
export function useWalletSelection(wallets: Wallet[], groups: WalletGroup[], onPick: () => void) {
  const [wanted, setView] = useState<View>('all')
  // A group that was deleted while it was open falls back to all wallets.
  const missing = typeof wanted === 'number' && !groups.some((group) => group.id === wanted)
  const view = missing ? 'all' : wanted
  /** Undefined: the first of the list. 'none' after the chosen one was deleted. */
  const [picked, setPicked] = useState<number | 'none'>()
  const [ticked, setTicked] = useState<ReadonlySet<number>>()
  const inside = useMemo(() => inView(wallets, view), [wallets, view])

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
      onPick()
    },
    [selecting, onPick],
  )
  const open = useCallback((next: View) => {
    setView(next)
    setTicked((before) => before && new Set())
  }, [])
  const setSelecting = useCallback((on: boolean) => setTicked(on ? new Set() : undefined), [])
  /** The picked wallet, else the first of those shown; it stays chosen however the list is sorted afterwards. */
  const choose = (shown: Wallet[]): Wallet | undefined => {
    if (picked === 'none') return undefined
    const chosen = wallets.find((wallet) => wallet.id === picked && inside.includes(wallet)) ?? shown[0]
    if (chosen && picked !== chosen.id) setPicked(chosen.id)
    return chosen
  }
  return {
    view,
    missing,
    inside,
    ticked,
    selecting,
    open,
    pick,
    choose,
    setTicked,
    setSelecting,
    unpick: () => setPicked('none'),
  }
}
export type WalletSelection = ReturnType<typeof useWalletSelection>
