import { type BalanceRecord, listBalances } from '@purser/contract/balances.ts'
import { BALANCE_POLL_MS } from '@purser/contract/limits.ts'
import type { Wallet } from '@purser/contract/wallets.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { call } from '#wire/api.ts'
import { pause } from '#wire/retry.ts'
import { type HoldingState, holdingOf, isHolding, sameHolding } from './holding.ts'

/** Wallets in one call: small enough that drawing goes on between two answers. */
const CHUNK = 250
/** Tokens not yet known are looked for by the server meanwhile; asked again after these. */
const AGAIN_MS = [4_000, 12_000, 30_000]

export type Holdings = ReadonlyMap<number, HoldingState>
type Balances = {
  holdings: Holdings
  /** Wallets that are being asked for. */
  pending: number
  /** Asks again for these, or for all. */
  refresh: (ids?: number[]) => void
}

/**
 * What the wallets hold: all of them when the list loads, new ones when they appear, those that `inSight` names every
 * 30 s. What could not be asked again stays as it was last known.
 */
export function useBalances(wallets: Wallet[], inSight: () => number[]): Balances {
  const [holdings, setHoldings] = useState<Holdings>(new Map())
  const [pending, setPending] = useState(0)
  const asked = useRef(new Set<number>())
  const here = useRef(true)
  useEffect(() => {
    here.current = true
    return () => {
      here.current = false
    }
  }, [])

  const take = useCallback((states: [number, HoldingState][]) => {
    setHoldings((before) => {
      const news = states.filter(([id, state]) => {
        const known = before.get(id)
        // A balance that was known is not lost to one that failed.
        return isHolding(state) ? !sameHolding(known, state) : !isHolding(known)
      })
      if (news.length === 0) return before
      const after = new Map(before)
      for (const [id, state] of news) after.set(id, state)
      return after
    })
  }, [])

  const load = useCallback(
    async function load(ids: number[], attempt = 0): Promise<void> {
      const unfinished: number[] = []
      setPending((n) => n + ids.length)
      for (let from = 0; from < ids.length && here.current; from += CHUNK) {
        const walletIds = ids.slice(from, from + CHUNK)
        try {
          const { balances } = await call(listBalances, { body: { walletIds } })
          take(balances.map((record: BalanceRecord) => [record.walletId, holdingOf(record)]))
          for (const record of balances) if (!record.complete) unfinished.push(record.walletId)
        } catch {
          take(walletIds.map((id) => [id, { error: 'Failed to load balances' }]))
          // Asked again with the next list.
          for (const id of walletIds) asked.current.delete(id)
        }
        setPending((n) => n - walletIds.length)
      }
      const wait = AGAIN_MS[attempt]
      if (unfinished.length === 0 || wait === undefined) return
      await pause(wait)
      if (here.current) await load(unfinished, attempt + 1)
    },
    [take],
  )

  useEffect(() => {
    const fresh = wallets.map((wallet) => wallet.id).filter((id) => !asked.current.has(id))
    if (fresh.length === 0) return
    for (const id of fresh) asked.current.add(id)
    void load(fresh)
  }, [wallets, load])

  const refresh = useCallback(
    (ids?: number[]) => {
      const wanted = ids ?? wallets.map((wallet) => wallet.id)
      if (wanted.length > 0) void load(wanted)
    },
    [wallets, load],
  )
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState !== 'hidden') refresh(inSight())
    }, BALANCE_POLL_MS)
    return () => clearInterval(timer)
  }, [refresh, inSight])
  return { holdings, pending, refresh }
}
