import type { Wallet } from '@purser/contract/wallets/wallets.ts'
import { useCallback, useDeferredValue, useMemo, useRef } from 'react'
import type { Filter } from '#features/balances/filter/filter-wallets.ts'
import { useFilteredWallets } from '#features/balances/filter/use-filtered-wallets.ts'
import { useTokenOptions } from '#features/balances/filter/use-token-options.ts'
import { totalOf } from '#features/balances/holding.ts'
import { useBalances } from '#features/balances/use-balances.ts'
import { useDayAgo } from '#features/balances/use-day-ago.ts'

type Props = {
  wallets: Wallet[]
  /** Those of the open view. */
  inside: Wallet[]
  filter: Filter
}

/** The balances of the wallets, the sum of the open view, and the wallets of it that pass the filter. */
export function useShownWallets({ wallets, inside, filter }: Props) {
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
  const shown = useFilteredWallets(inside, filter, known, dayAgo)
  const total = useMemo(() => totalOf(inside.map((wallet) => known.get(wallet.id))), [inside, known])
  const findHolding = useCallback((wallet: Wallet) => holdings.get(wallet.id), [holdings])
  const refreshAll = useCallback(() => refresh(), [refresh])
  return { shown, total, tokens, dayAgo, pending, holdings, holdingOf: findHolding, onVisible, refreshAll }
}
export type ShownWallets = ReturnType<typeof useShownWallets>
