import type { Wallet } from '@purser/contract/wallets.ts'
import { startTransition, useEffect, useState } from 'react'
import { type Filter, filterSteps, filterWallets, needsHoldings } from './filter-wallets.ts'
import type { Holdings } from './use-balances.ts'

/** Up to so many are worked out at once: nobody sees a frame of it. */
const AT_ONCE = 500
/** The work of one frame, and how long a frame is. */
const SLICE_MS = 2
const FRAME_MS = 16

type Made = { wallets: Wallet[]; filter: Filter; holdings: Holdings | undefined; list: Wallet[] }

/**
 * The wallets that pass, in their order. Of many, another filter shows the list as it was until the new one is worked
 * out, a little in each frame; other wallets are there at once.
 */
export function useFiltered(wallets: Wallet[], filter: Filter, known: Holdings): Wallet[] {
  // By name and unfiltered the list does not change with balances: then they are no reason to work it out again.
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

/** Runs the steps a few milliseconds in each frame, then hands over their result in a frame of its own. */
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
