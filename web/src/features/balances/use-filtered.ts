import type { Wallet } from '@purser/contract/wallets.ts'
import { startTransition, useEffect, useState } from 'react'
import { type Filter, filterSteps, filterWallets, needsHoldings } from './filter-wallets.ts'
import type { Holdings } from './holding-store.ts'

/** Up to so many wallets are filtered synchronously. */
const AT_ONCE = 500
/** The time for filtering in a frame, and the length of a frame. */
const SLICE_MS = 2
const FRAME_MS = 16

type Made = { wallets: Wallet[]; filter: Filter; holdings: Holdings | undefined; list: Wallet[] }

/**
 * The wallets that pass the filter, sorted. With many wallets a changed filter shows the old list until the new one is
 * ready, computed in slices over several frames; changed wallets are shown at once.
 */
export function useFiltered(wallets: Wallet[], filter: Filter, known: Holdings): Wallet[] {
  // Sorted by name and unfiltered, the list does not depend on balances.
  const holdings = needsHoldings(filter) ? known : undefined
  const make = (): Made => ({
    wallets,
    filter,
    holdings,
    list: filterWallets(wallets, filter, (wallet) => holdings?.get(wallet.id)),
  })
  const [made, setMade] = useState(make)
  const old = made.filter !== filter || made.holdings !== holdings
  const atOnce = made.wallets !== wallets || (old && wallets.length <= AT_ONCE)
  const current = atOnce ? make() : made
  if (atOnce) setMade(current)
  const later = old && !atOnce
  useEffect(() => {
    if (!later) return
    return inSlices(
      filterSteps(wallets, filter, (wallet) => holdings?.get(wallet.id)),
      (list) => startTransition(() => setMade({ wallets, filter, holdings, list })),
    )
  }, [later, wallets, filter, holdings])
  return current.list
}

/** Runs the steps a few milliseconds per frame, then calls `done` in a frame of its own. */
function inSlices<T>(steps: Generator<void, T>, done: (result: T) => void): () => void {
  const slice = () => {
    const until = performance.now() + SLICE_MS
    let step = steps.next()
    while (!step.done && performance.now() < until) step = steps.next()
    const { value } = step
    timer = setTimeout(step.done ? () => done(value as T) : slice, FRAME_MS)
  }
  let timer = setTimeout(slice, FRAME_MS)
  return () => clearTimeout(timer)
}
