import { useCallback } from 'react'
import type { Holder } from '../holders.ts'
import type { Eligible, Selection } from '../selection.ts'
import type { TokenDesk } from './use-token-desk.ts'

/** A group's button selects nothing before the other side is chosen, and then only wallets that hold the token. */
export function useGroupRule({ heldOf }: TokenDesk, { chosen }: Selection): Eligible {
  return useCallback(
    (holder: Holder) => chosen !== undefined && (heldOf(holder) ?? 0n) > 0n,
    [heldOf, chosen],
  )
}
