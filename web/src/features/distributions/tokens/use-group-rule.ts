import { useCallback, useMemo } from 'react'
import type { Holder } from '../selection/holders.ts'
import type { Eligible, IneligibleText, Selection } from '../selection/selection.ts'
import type { TokenDesk } from './use-token-desk.ts'

/** A group's button selects nothing before the other side is chosen, and then only wallets that hold the token. */
export function useGroupRule(
  { heldOf, token }: TokenDesk,
  { chosen }: Selection,
  role: 'source' | 'destination',
): { inGroup: Eligible; lacks: IneligibleText } {
  const symbol = token?.asset.symbol
  const inGroup = useCallback(
    (holder: Holder) => chosen !== undefined && (heldOf(holder) ?? 0n) > 0n,
    [heldOf, chosen],
  )
  const lacks = useCallback<IneligibleText>(
    (holders, who) => {
      if (symbol === undefined) return 'Choose a token first.'
      if (chosen === undefined) return `Choose the ${role} first.`
      const isUnknown = holders.some((holder) => heldOf(holder) === undefined)
      return isUnknown ? `What they hold of ${symbol} is not known yet.` : `None of ${who} holds ${symbol}.`
    },
    [symbol, chosen, role, heldOf],
  )
  return useMemo(() => ({ inGroup, lacks }), [inGroup, lacks])
}
