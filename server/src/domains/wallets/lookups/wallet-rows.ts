/**
 * Wallets by address, with their sealed keys: as they are, or as they were a moment ago. A trade asks for its wallet when it
 * is submitted and when it is signed, and so does the next one. Key, address and owner of a wallet never change, and none
 * is deleted that moves funds; a key that was sealed anew meanwhile is read again by who cannot open it.
 */
import { Fault } from '../../../kernel/fault.ts'
import type { Db } from '../../../db/client.ts'
import { createCache } from '../../../kernel/cache.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { findByAddresses, type WalletRow } from '../wallets.store.ts'

const FRESH_MS = 1_000
/** Twice the wallets of the largest operation. */
const MOST_ROWS = 20_000

export type WalletRows = {
  /** Returns them in order. Throws not_found for one that is not the user's. `recent`: as they were a second ago. */
  of(userId: number, addresses: string[], recent?: boolean): Promise<WalletRow[]>
  one(userId: number, address: string, recent?: boolean): Promise<WalletRow>
  /** Comes with each deletion. */
  forget(): void
}

export function createWalletRows(db: Db, clock: Clock): WalletRows {
  const known = createCache<string, WalletRow>({ clock, max: MOST_ROWS, ttlMs: FRESH_MS })
  /** Reads under way: a caller that asks for the same meanwhile waits for the same read. */
  const loading = new Map<string, Promise<Map<string, WalletRow>>>()
  let deletions = 0
  const toKey = (userId: number, address: string) => `${userId} ${address}`

  async function find(userId: number, addresses: string[], now: number): Promise<Map<string, WalletRow>> {
    const found = new Map<string, WalletRow>()
    const before = deletions
    for (const row of await findByAddresses(db, userId, addresses)) {
      found.set(row.address, row)
      // A row that was read before a deletion is used once, and not kept.
      if (before === deletions) known.set(toKey(userId, row.address), row, { at: now })
    }
    return found
  }

  function share(userId: number, addresses: string[], reading: Promise<Map<string, WalletRow>>): void {
    const keys = addresses.map((address) => toKey(userId, address))
    for (const key of keys) loading.set(key, reading)
    const drop = () => {
      for (const key of keys) if (loading.get(key) === reading) loading.delete(key)
    }
    reading.then(drop, drop)
  }

  async function of(userId: number, addresses: string[], recent = false): Promise<WalletRow[]> {
    const now = clock.monotonic()
    const found = new Map<string, WalletRow>()
    const under: Promise<Map<string, WalletRow>>[] = []
    const stale = addresses.filter((address) => {
      if (!recent) return true
      const key = toKey(userId, address)
      const row = known.get(key)
      if (row) return !found.set(address, row)
      const same = loading.get(key)
      if (same) under.push(same)
      return !same
    })
    if (stale.length > 0) {
      const reading = find(userId, stale, now)
      under.push(reading)
      if (recent) share(userId, stale, reading)
    }
    for (const read of await Promise.all(under)) for (const [address, row] of read) found.set(address, row)
    return addresses.map((address) => {
      const row = found.get(address)
      if (!row) throw new Fault('not_found', { what: 'Wallet' })
      return row
    })
  }

  return {
    of,
    async one(userId, address, recent = false) {
      const [row] = await of(userId, [address], recent)
      if (!row) throw new Error('a list of one wallet is empty')
      return row
    },
    forget() {
      deletions++
      known.clear()
      loading.clear()
    },
  }
}
