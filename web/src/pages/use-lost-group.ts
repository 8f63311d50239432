import { useCallback, useEffect, useRef, useState } from 'react'
import type { View } from '#features/wallets/view.ts'
import type { WalletSelection } from './use-wallet-selection.ts'
import type { ChangePlace } from './use-wallets-place.ts'

const DELETED = 'This group was deleted. Its wallets are still here.'
const UNKNOWN = 'There is no such group. All wallets are shown.'

/**
 * What is said of a group that is open and not there: deleted while it was, or in an old link or another user's. The address
 * names it no longer, and the sentence stays until a view is opened: by what is returned with it, or by Back.
 */
export function useLostGroup(
  { wanted, missing, open }: WalletSelection,
  /** The groups are as the server has them now, not as they were last known: one that was just made is among them. */
  isFresh: boolean,
  change: ChangePlace,
): [lost: string | undefined, open: (view: View) => void] {
  const [lost, setLost] = useState<string>()
  const wasOpen = useRef<View>(undefined)
  const isLost = missing && isFresh
  // Another view may be opened by Back as well.
  if (lost !== undefined && wanted !== 'all') setLost(undefined)
  useEffect(() => {
    if (missing) return
    if (isFresh) wasOpen.current = wanted
  }, [isFresh, missing, wanted])
  useEffect(() => {
    if (!isLost) return
    setLost(wasOpen.current === wanted ? DELETED : UNKNOWN)
    change('replace', (before) => ({ ...before, view: 'all' }))
  }, [isLost, wanted, change])
  const show = useCallback(
    (next: View) => {
      setLost(undefined)
      open(next)
    },
    [open],
  )
  return [lost, show]
}
