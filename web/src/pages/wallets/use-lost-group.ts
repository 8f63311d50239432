import { useCallback, useEffect, useRef, useState } from 'react'
import type { View } from '#features/wallets/view.ts'
import type { WalletSelection } from './use-wallet-selection.ts'
import type { ChangePlace } from './use-wallets-place.ts'

const DELETED = 'This group was deleted. Its wallets are still here.'
const UNKNOWN = 'There is no such group. All wallets are shown.'

/**
 * Shows a sentence for an open group that does not exist: one deleted while open, or one of an old link or another
 * user. The URL stops naming it, and the sentence stays until a view is opened: by the returned function, or by Back.
 */
export function useLostGroup(
  { wanted, missing, open }: WalletSelection,
  /** The groups are the server's present ones, not the last known: a group that was just created is among them. */
  isFresh: boolean,
  change: ChangePlace,
): [lost: string | undefined, open: (view: View) => void] {
  const [lost, setLost] = useState<string>()
  const wasOpen = useRef<View>(undefined)
  const isLost = missing && isFresh
  // Back may open another view as well.
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
