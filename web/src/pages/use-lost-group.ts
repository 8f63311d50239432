import { useCallback, useEffect, useRef, useState } from 'react'
import type { View } from '#features/wallets/view.ts'
import type { WalletSelection } from './use-wallet-selection.ts'
import type { ChangePlace } from './use-wallets-place.ts'

const DELETED = 'This group was deleted. Its wallets are still here.'
const UNKNOWN = 'There is no such group. All wallets are shown.'

/**
 * What is said of a group that is open and not there: deleted while it was, or in an old link or another user's. The address
 * names it no longer, and the sentence stays until another view is opened by what is returned with it.
 */
export function useLostGroup(
  { view, missing, open }: WalletSelection,
  /** The groups are as the server has them now: one that was just made is among them. */
  isFresh: boolean,
  change: ChangePlace,
): [lost: string | undefined, open: (view: View) => void] {
  const [lost, setLost] = useState<string>()
  const wasOpen = useRef(false)
  const isLost = missing && isFresh
  useEffect(() => {
    if (isFresh && !missing) wasOpen.current = typeof view === 'number'
  }, [isFresh, missing, view])
  useEffect(() => {
    if (!isLost) return
    setLost(wasOpen.current ? DELETED : UNKNOWN)
    change('replace', (before) => ({ ...before, view: 'all' }))
  }, [isLost, change])
  const show = useCallback(
    (next: View) => {
      setLost(undefined)
      open(next)
    },
    [open],
  )
  return [lost, show]
}
