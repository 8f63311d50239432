import { useState } from 'react'
import { useAuth } from '#features/accounts/index.ts'
import type { Kind } from '../kinds.ts'
import { busyPlace, placeOf } from './run-store.ts'
import type { Running } from './running-operations.ts'

/**
 * The tab to open first: after a reload during an operation, that of the operation. `asked`: the user has picked none.
 */
export function useFirstTab<K extends Kind>(
  kinds: readonly K[],
  running: Running[],
  asked: boolean,
): K | undefined {
  const userId = useAuth()?.user?.id
  const [first, setFirst] = useState<K | undefined>(() => busyPlace(kinds, userId))
  const [newest] = running
  if (first === undefined && asked && newest)
    setFirst(placeOf(newest.id, kinds) ?? kinds.find((kind) => kind === newest.kind))
  return first
}
