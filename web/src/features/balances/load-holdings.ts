/** Loads the holdings of many wallets into a store, in chunks one after another. */
import { type BalanceRecord, listBalances } from '@purser/contract/balances/balances.ts'
import type { Wallet } from '@purser/contract/wallets/wallets.ts'
import { call } from '#wire/api.ts'
import { balanceCache } from '#wire/storage/caches.ts'
import { chunked } from '#wire/chunked.ts'
import { isDown } from '#wire/fault.ts'
import { pause } from '#wire/retry.ts'
import { cacheable, holdingOf, holdingOfCache, type HoldingState, isHolding } from './holding.ts'
import type { HoldingStore } from './holding-store.ts'

/** Wallets per call: few enough that the page renders between two answers. */
const CHUNK = 250
/** The server is still searching tokens of incomplete holdings: they are requested again after these waits, */
const RETRY_MS = [4_000, 30_000]
/** in small chunks with a pause between, so that the page stays responsive. */
const RETRY_CHUNK = 100
const PAUSE_MS = 150
const FAILED = { error: 'Failed to load balances' }

/** Browser storage is small: with the tokens of more wallets than this the other caches would have no room. */
const CACHED = 500

/** Wallets by id, in the order of their list. */
export type Listed = ReadonlyMap<number, Wallet>

/** Fills the store with the balances of an earlier visit: those of the first chunk, which loads soonest. */
export function fillFromCache(store: HoldingStore, wallets: Wallet[]): void {
  const known = store.snapshot()
  store.restore(
    wallets.slice(0, CHUNK).flatMap(({ id, address }): [number, HoldingState][] => {
      if (known.get(id) !== undefined) return []
      const cached = balanceCache(address).read()
      return cached ? [[id, holdingOfCache(id, cached, false)]] : []
    }),
  )
}

function cacheAll(wallets: Listed, balances: BalanceRecord[]): void {
  const ids = new Set([...wallets.keys()].slice(0, CACHED))
  for (const record of balances) {
    const address = ids.has(record.walletId) ? wallets.get(record.walletId)?.address : undefined
    const value = cacheable(record)
    if (address !== undefined && value) balanceCache(address).write(value)
  }
}

/**
 * The server is unavailable: known holdings of these wallets are old, and unknown ones may be cached. They are
 * requested again once the server is back.
 */
export function fallBack(store: HoldingStore, wallets: Listed, ids: Iterable<number>): void {
  const known = store.snapshot()
  store.add(
    [...ids].map((id) => {
      store.requested.delete(id)
      const before = known.get(id)
      if (isHolding(before)) return [id, { ...before, stale: true, loading: false }]
      const address = wallets.get(id)?.address
      const cached = address === undefined ? undefined : balanceCache(address).read()
      return [id, cached ? holdingOfCache(id, cached, true) : FAILED]
    }),
  )
}

/** Returns the wallets whose holdings are incomplete. */
async function loadChunk(store: HoldingStore, wallets: Listed, walletIds: number[]): Promise<number[]> {
  try {
    const { balances } = await call(listBalances, { body: { walletIds } })
    store.add(balances.map((record) => [record.walletId, holdingOf(record)]))
    cacheAll(wallets, balances)
    return balances.filter((record) => !record.complete).map((record) => record.walletId)
  } catch (error) {
    if (isDown(error)) fallBack(store, wallets, walletIds)
    else {
      // Requested again with the next list.
      for (const id of walletIds) store.requested.delete(id)
      store.add(walletIds.map((id) => [id, FAILED]))
    }
    return []
  }
}

/** `onChunk` is called with the number of wallets of each answered chunk. */
export async function loadHoldings(
  { store, wallets }: { store: HoldingStore; wallets: Listed },
  ids: number[],
  signal: AbortSignal,
  onChunk: (wallets: number) => void,
): Promise<void> {
  let incomplete: number[] = []
  for (const chunk of chunked(ids, CHUNK)) {
    if (signal.aborted) return
    incomplete.push(...(await loadChunk(store, wallets, chunk)))
    onChunk(chunk.length)
  }
  for (const wait of RETRY_MS) {
    if (incomplete.length === 0) return
    await pause(wait, signal)
    const open = incomplete
    incomplete = []
    for (const chunk of chunked(open, RETRY_CHUNK)) {
      if (signal.aborted) return
      incomplete.push(...(await loadChunk(store, wallets, chunk)))
      await pause(PAUSE_MS, signal)
    }
  }
}
