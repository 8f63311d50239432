import type { Wallet } from '@purser/contract/wallets/wallets.ts'
import { startTransition, useEffect, useState } from 'react'
import { type Filter, filterSteps, filterWallets, needsHoldings } from './filter-wallets.ts'
import type { DayAgo } from '../day-change.ts'
import type { Holdings } from '../holding-store.ts'

/** Up to this many wallets are filtered synchronously. */
const AT_ONCE = 500
/** The time for filtering in a frame, and the length of a frame. */
const SLICE_MS = 2
const FRAME_MS = 16

type FilterResult = {
  wallets: Wallet[]
  filter: Filter
  holdings: Holdings | undefined
  dayAgo: DayAgo | undefined
  list: Wallet[]
}
const UNKNOWN: DayAgo = 'loading'

/**
 * The wallets that pass the filter, sorted. With many wallets a changed filter shows the old list until the new one is
 * ready, computed in slices over several frames; changed wallets are shown at once.
 */
export function useFilteredWallets(
  wallets: Wallet[],
  filter: Filter,
  known: Holdings,
  values: DayAgo,
): Wallet[] {
  // Sorted by name and unfiltered, the list does not depend on balances.
  const holdings = needsHoldings(filter) ? known : undefined
  const dayAgo = filter.sortBy === 'change' ? values : undefined
  const make = (): FilterResult => ({
    wallets,
    filter,
    holdings,
    dayAgo,
    list: filterWallets(wallets, filter, {
      holdingOf: (wallet) => holdings?.get(wallet.id),
      dayAgo: dayAgo ?? UNKNOWN,
    }),
  })
  const [result, setResult] = useState(make)
  const old = result.filter !== filter || result.holdings !== holdings || result.dayAgo !== dayAgo
  const atOnce = result.wallets !== wallets || (old && wallets.length <= AT_ONCE)
  const current = atOnce ? make() : result
  if (atOnce) setResult(current)
  const later = old && !atOnce
  useEffect(() => {
    if (!later) return
    return inSlices(
      filterSteps(wallets, filter, {
        holdingOf: (wallet) => holdings?.get(wallet.id),
        dayAgo: dayAgo ?? UNKNOWN,
      }),
      (list) => startTransition(() => setResult({ wallets, filter, holdings, dayAgo, list })),
    )
  }, [later, wallets, filter, holdings, dayAgo])
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
