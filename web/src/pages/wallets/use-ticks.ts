import type { Wallet } from '@purser/contract/wallets/wallets.ts'
import { useCallback, useRef, useState } from 'react'

/** The wallets ticked for an action on several of them; with Shift a range of the list as shown. */
export function useTicks() {
  const [ticked, setTicked] = useState<ReadonlySet<number>>()
  /** The list as shown, and the wallet ticked last, where a range begins. */
  const shown = useRef<Wallet[]>([])
  const anchor = useRef<number>(undefined)
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
  /** Ticks none, for another list. */
  const clear = useCallback(() => {
    anchor.current = undefined
    setTicked((before) => before && new Set())
  }, [])
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
  return { ticked, selecting: ticked !== undefined, tick, clear, setSelecting, tickAll, onShown }
}
