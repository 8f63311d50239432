/**
 * Remembers which mints somebody has traded. The simulated market invents a price for every mint; only a traded one is
 * worth something. A mint stays traded, even if a fork drops its trade.
 */
import type { Db } from '../../../db/client.ts'
import { insertTraded, listTraded } from './traded.store.ts'

/** `isAlwaysTraded`: mints that need no trade, such as SOL. */
export function createTradedMints({ db, isAlwaysTraded }: { db: Db; isAlwaysTraded(mint: string): boolean }) {
  const known = new Set<string>()
  const unknownAmong = (mints: string[]) => mints.filter((mint) => !isAlwaysTraded(mint) && !known.has(mint))

  return {
    /** Writes the mints that this process does not know yet. Call the returned function after the commit. */
    async add(handle: Db, mints: string[]): Promise<() => void> {
      const added = unknownAmong(mints)
      if (added.length > 0) await insertTraded(handle, added)
      return () => {
        for (const mint of added) known.add(mint)
      }
    },

    async untraded(mints: string[]): Promise<ReadonlySet<string>> {
      const unknown = unknownAmong(mints)
      if (unknown.length === 0) return new Set()
      for (const mint of await listTraded(db, unknown)) known.add(mint)
      return new Set(unknownAmong(unknown))
    },
  }
}
