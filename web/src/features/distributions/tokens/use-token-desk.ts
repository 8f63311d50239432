import type { TokenDetail } from '@purser/contract/tokens/tokens.ts'
import { formatCompact, formatUnits } from '@purser/contract/money.ts'
import { type UseQueryResult } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { tokenAsset } from '../amounts/asset.ts'
import { type Holder, NO_HOLDERS } from '../selection/holders.ts'
import type { TokenCells } from '../selection/row-tokens.tsx'
import { useHolders } from '../selection/use-holders.ts'
import { type HeldTokens, totalsOf, type TokenTotal, withToken } from './held-tokens.ts'
import type { MovedToken } from './token-rules.ts'
import { useHeldTokens, useTokenUnits } from './use-held-tokens.ts'
import { useTokenDetail, useTokenNames } from './use-token-names.ts'

const NOTHING: HeldTokens = new Map()
const NO_UNITS: ReadonlyMap<number, bigint> = new Map()

/** Everything that both tabs of the token page need: the wallets, their tokens, and the chosen token. */
export type TokenDesk = {
  holders: ReturnType<typeof useHolders>
  /** The tokens of the wallets; an error leaves the known ones. */
  held: ReturnType<typeof useHeldTokens>
  totals: TokenTotal[]
  detail: UseQueryResult<TokenDetail>
  token: MovedToken | undefined
  /** A wallet's amount of the chosen token, in base units; undefined while unknown. */
  heldOf: (holder: Holder) => bigint | undefined
  cells: TokenCells
}

/** Tells whether the wallets, this token, and their amounts of it are loaded. */
export const isKnown = ({ holders, token, heldOf }: TokenDesk, mint: string | null): boolean =>
  token !== undefined &&
  token.mint === mint &&
  [...(holders.data?.byId.values() ?? [])].some((one) => heldOf(one) !== undefined)

/** True until the tokens of the wallets are first known: their row above the forms has no height yet. */
export const isWaiting = ({ held }: TokenDesk): boolean => held.data === undefined && !held.isError

export function useTokenDesk(mint: string | undefined, onToken: (mint: string) => void): TokenDesk {
  const holders = useHolders()
  const { byId } = holders.data ?? NO_HOLDERS
  const wallets = useMemo(() => [...byId.values()].map(({ id, address }) => ({ id, address })), [byId])
  const held = useHeldTokens(useMemo(() => wallets.map(({ id }) => id), [wallets]))
  const detail = useTokenDetail(mint)
  const known = detail.data?.mint === mint ? detail.data : undefined
  const token = useMemo(
    () => known && { mint: known.mint, asset: tokenAsset(known), refusal: known.refusal },
    [known],
  )
  const own = useTokenUnits(token?.mint, wallets)
  const units = own.data ?? NO_UNITS
  const all = held.data?.held
  const shown = useMemo(
    () =>
      token && own.data
        ? withToken(all ?? NOTHING, { mint: token.mint, decimals: token.asset.decimals }, own.data)
        : all,
    [all, token, own.data],
  )
  const totals = useMemo(() => totalsOf(shown ?? NOTHING), [shown])
  const nameOf = useTokenNames(useMemo(() => totals.map((one) => one.mint).toSorted(), [totals]))
  const symbolOf = useCallback(
    (one: string) => (one === known?.mint ? known.symbol : nameOf(one)),
    [known, nameOf],
  )
  const heldOf = useCallback((holder: Holder) => units.get(holder.id), [units])
  const cells = useMemo<TokenCells>(
    () => ({
      // A wallet whose tokens could not be read shows none.
      of: (id) => shown?.get(id) ?? (all || held.isError ? [] : undefined),
      symbolOf,
      mint: token?.mint,
      chosenText(id) {
        const has = units.get(id)
        if (!token || has === undefined) return undefined
        const { decimals, symbol } = token.asset
        return `${has < 10n ** BigInt(decimals + 3) ? formatUnits(has, decimals) : formatCompact(has, decimals)} ${symbol}`
      },
      onToken,
    }),
    [shown, all, held.isError, symbolOf, token, units, onToken],
  )
  return { holders, held, totals, detail, token, heldOf, cells }
}
