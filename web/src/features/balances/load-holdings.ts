/** Loads the holdings of many wallets into a store, in chunks one after another. */
import { listBalances } from '@purser/contract/balances.ts'
import { call } from '#wire/api.ts'
import { chunked } from '#wire/chunked.ts'
import { pause } from '#wire/retry.ts'
import { holdingOf } from './holding.ts'
import type { HoldingStore } from './holding-store.ts'

/** Wallets per call: few enough that the page renders between two answers. */
const CHUNK = 250
/** The server is still looking for tokens of incomplete holdings: they are requested again after these waits, */
const RETRY_MS = [4_000, 30_000]
/** in small chunks with a pause between, so that the page stays responsive. */
const RETRY_CHUNK = 100
const PAUSE_MS = 150

/** Returns the wallets whose holdings are incomplete. */
async function loadChunk(store: HoldingStore, walletIds: number[]): Promise<number[]> {
  try {
    const { balances } = await call(listBalances, { body: { walletIds } })
    store.add(balances.map((record) => [record.walletId, holdingOf(record)]))
    return balances.filter((record) => !record.complete).map((record) => record.walletId)
  } catch {
    // Requested again with the next list, or when the server is available.
    for (const id of walletIds) store.requested.delete(id)
    store.add(walletIds.map((id) => [id, { error: 'Failed to load balances' }]))
    return []
  }
}

/** `onChunk` is called with the number of wallets of each answered chunk. */
export async function loadHoldings(
  store: HoldingStore,
  ids: number[],
  signal: AbortSignal,
  onChunk: (wallets: number) => void,
): Promise<void> {
  let incomplete: number[] = []
  for (const chunk of chunked(ids, CHUNK)) {
    if (signal.aborted) return
    incomplete.push(...(await loadChunk(store, chunk)))
    onChunk(chunk.length)
  }
  for (const wait of RETRY_MS) {
    if (incomplete.length === 0) return
    await pause(wait, signal)
    const open = incomplete
    incomplete = []
    for (const chunk of chunked(open, RETRY_CHUNK)) {
      if (signal.aborted) return
      incomplete.push(...(await loadChunk(store, chunk)))
      await pause(PAUSE_MS, signal)
    }
  }
}
