/**
 * Wallets by address, with their sealed keys: as they are, or as they were a moment ago. A trade asks for its wallet when it
 * is submitted and when it is signed, and so does the next one. Key, address and owner of a wallet never change, and none
 * is deleted that moves funds.
 */
import { Fault } from '../../kernel/fault.ts'
import type { Db } from '../../db/client.ts'
import type { Clock } from '../../kernel/clock.ts'
import { findByAddresses, type WalletRow } from './wallets.store.ts'

const FRESH_MS = 1_000
/** Beyond this many, all are forgotten. */
const MANY = 10_000

export function createWalletRows(db: Db, clock: Clock) {
  const known = new Map<string, { row: WalletRow; at: number }>()
  let deletions = 0
  const keyOf = (userId: number, address: string) => `${userId} ${address}`

  async function find(userId: number, addresses: string[], now: number): Promise<Map<string, WalletRow>> {
    const found = new Map<string, WalletRow>()
    if (addresses.length === 0) return found
    if (known.size > MANY) known.clear()
    const before = deletions
    for (const row of await findByAddresses(db, userId, addresses)) {
      found.set(row.address, row)
      // What was read before a deletion is used once, and not kept.
      if (before === deletions) known.set(keyOf(userId, row.address), { row, at: now })
    }
    return found
  }

  /** In order. Throws not_found where one is not the user's. `recent`: as they were a second ago. */
  async function of(userId: number, addresses: string[], recent = false): Promise<WalletRow[]> {
    const now = clock.monotonic()
    const fresh = new Map<string, WalletRow>()
    for (const address of recent ? addresses : []) {
      const one = known.get(keyOf(userId, address))
      if (one && now - one.at < FRESH_MS) fresh.set(address, one.row)
    }
    const stale = addresses.filter((address) => !fresh.has(address))
    const read = await find(userId, stale, now)
    return addresses.map((address) => {
      const row = fresh.get(address) ?? read.get(address)
      if (!row) throw new Fault('not_found', { what: 'Wallet' })
      return row
    })
  }

  return {
    of,
    async one(userId: number, address: string, recent = false): Promise<WalletRow> {
      const [row] = await of(userId, [address], recent)
      if (!row) throw new Error('a list of one wallet is empty')
      return row
    },
    /** When one is deleted. */
    forget(): void {
      deletions++
      known.clear()
    },
  }
}
