import { listBalances } from '@purser/contract/balances.ts'
import { BALANCE_POLL_MS } from '@purser/contract/limits.ts'
import type { Wallet } from '@purser/contract/wallets.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { call } from '#wire/api.ts'
import { pause } from '#wire/retry.ts'
import { useConnection } from '#wire/use-connection.ts'
import { type HoldingState, holdingOf, isHolding, sameHolding } from './holding.ts'

/** Wallets in one call: few enough that drawing goes on between two answers. */
const CHUNK = 250
/** Tokens not yet known are looked for by the server meanwhile: asked again after these, in small parts with a rest between, so that nobody feels it. */
const AGAIN_MS = [4_000, 30_000]
const AGAIN_CHUNK = 100
const REST_MS = 150

/** Another object whenever something in it has changed. */
export type Holdings = Pick<ReadonlyMap<number, HoldingState>, 'get' | 'values'>
/** What arrives is shown at most this often: drawing costs more than receiving. */
const SHOW_MS = 400
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
  const known = useRef(new Map<number, HoldingState>())
  const [holdings, setHoldings] = useState<Holdings>(() => new Map())
  const showing = useRef(false)
  const [pending, setPending] = useState(0)
  // What failed while the server was away is asked for when it is back.
  const connection = useConnection()
  const asked = useRef(new Set<number>())
  const here = useRef(true)
  useEffect(() => {
    here.current = true
    return () => {
      here.current = false
    }
  }, [])

  const take = useCallback((states: [number, HoldingState][]) => {
    const map = known.current
    let news = false
    for (const [id, state] of states) {
      const before = map.get(id)
      // A balance that was known is not lost to one that failed.
      if (isHolding(state) ? sameHolding(before, state) : isHolding(before)) continue
      map.set(id, state)
      news = true
    }
    if (!news || showing.current) return
    showing.current = true
    setTimeout(
      () => {
        showing.current = false
        setHoldings({ get: (id) => map.get(id), values: () => map.values() })
      },
      map.size === states.length ? 0 : SHOW_MS,
    )
  }, [])

  const ask = useCallback(async (walletIds: number[], unfinished: number[]) => {
    try {
      const { balances } = await call(listBalances, { body: { walletIds } })
      for (const record of balances) if (!record.complete) unfinished.push(record.walletId)
      return balances.map((record): [number, HoldingState] => [record.walletId, holdingOf(record)])
    } catch {
      // Asked again with the next list, or when the server is back.
      for (const id of walletIds) asked.current.delete(id)
      return walletIds.map((id): [number, HoldingState] => [id, { error: 'Failed to load balances' }])
    }
  }, [])

  const complete = useCallback(
    async (ids: number[]) => {
      let open = ids
      for (const wait of AGAIN_MS) {
        if (open.length === 0) return
        await pause(wait)
        const unfinished: number[] = []
        for (let from = 0; from < open.length && here.current; from += AGAIN_CHUNK) {
          take(await ask(open.slice(from, from + AGAIN_CHUNK), unfinished))
          await pause(REST_MS)
        }
        if (!here.current) return
        open = unfinished
      }
    },
    [ask, take],
  )

  const load = useCallback(
    async (ids: number[]) => {
      const unfinished: number[] = []
      setPending((n) => n + ids.length)
      for (let from = 0; from < ids.length && here.current; from += CHUNK) {
        const part = ids.slice(from, from + CHUNK)
        take(await ask(part, unfinished))
        setPending((n) => n - part.length)
      }
      await complete(unfinished)
    },
    [ask, take, complete],
  )

  useEffect(() => {
    if (connection === 'down') return
    const fresh = wallets.map((wallet) => wallet.id).filter((id) => !asked.current.has(id))
    if (fresh.length === 0) return
    for (const id of fresh) asked.current.add(id)
    void load(fresh)
  }, [wallets, load, connection])

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
