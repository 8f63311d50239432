import { BALANCE_POLL_MS } from '@purser/contract/limits.ts'
import type { Wallet } from '@purser/contract/wallets/wallets.ts'
import { useQuery } from '@tanstack/react-query'
import {
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { useConnection } from '#wire/use-connection.ts'
import { createHoldingStore, type Holdings } from './holding-store.ts'
import { fallBack, fillFromCache, loadHoldings } from './load-holdings.ts'
import { visibleKey } from './use-balance.ts'

type Balances = {
  holdings: Holdings
  /** Wallets whose balances are loading, except for automatic reloads. */
  pending: number
  /** Loads these again, or all. */
  refresh: (ids?: number[]) => void
}

/**
 * The holdings of the wallets: those of the last visit at once, all when the list loads, new ones when they appear, the
 * `visible` ones every 30 s. Holdings that cannot be loaded again stay as last known.
 */
export function useBalances(wallets: Wallet[], visible: () => number[]): Balances {
  const [store] = useState(() => {
    const filled = createHoldingStore()
    fillFromCache(filled, wallets)
    return filled
  })
  const holdings = useSyncExternalStore(store.subscribe, store.snapshot)
  const [pending, setPending] = useState(0)
  const mounted = useRef(new AbortController())
  useEffect(() => {
    mounted.current = new AbortController()
    return () => mounted.current.abort()
  }, [])

  const listed = useMemo(() => new Map(wallets.map((wallet) => [wallet.id, wallet])), [wallets])
  useLayoutEffect(() => fillFromCache(store, wallets), [store, wallets])
  const load = useCallback(
    (ids: number[], told = true) => {
      if (ids.length === 0) return
      const count = (more: number) => told && setPending((n) => n + more)
      count(ids.length)
      void loadHoldings({ store, wallets: listed }, ids, mounted.current.signal, (loaded) => count(-loaded))
    },
    [store, listed],
  )
  // Last known and failed holdings are loaded when the server is back.
  const connection = useConnection()
  useEffect(() => {
    if (connection === 'down') return fallBack(store, listed, listed.keys())
    // After the list has rendered.
    const timer = setTimeout(() => {
      const missing = wallets.map((wallet) => wallet.id).filter((id) => !store.requested.has(id))
      for (const id of missing) store.requested.add(id)
      load(missing)
    })
    return () => clearTimeout(timer)
  }, [wallets, listed, store, load, connection])

  const id = useId()
  useQuery({
    queryKey: [...visibleKey, id],
    queryFn: () => {
      // The user did not ask for it: nothing on screen waits.
      load(visible(), false)
      return null
    },
    refetchInterval: BALANCE_POLL_MS,
    gcTime: 0,
  })
  const refresh = useCallback((ids = wallets.map((wallet) => wallet.id)) => load(ids), [wallets, load])
  return { holdings, pending, refresh }
}
