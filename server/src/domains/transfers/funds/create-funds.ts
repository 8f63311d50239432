/** Composes the reads of what can be spent, and what a transaction costs. */
import { priceFrom } from '../../../kernel/solana/budget.ts'
import type { Engine } from '../engine.ts'
import { listReserved } from '../records/reservations.store.ts'
import type { Funds } from '../transfers.ts'
import { readFormat } from './format.ts'
import { readFree, readFreeTokens, requireIdle } from './read-free.ts'
import { simulateChunks } from './simulate-transfers.ts'

export function createFunds(engine: Engine): Funds {
  const { db, chain, leastPrice = 0n } = engine
  return {
    free: (addresses) => readFree(engine, addresses),
    freeTokens: (mint, holders) => readFreeTokens(engine, mint, holders),
    listReserved: (userId) => listReserved(db, userId),
    requireIdle: (addresses, besides) => requireIdle(engine, addresses, besides),
    price: async (addresses, units) => priceFrom(await chain.recentPrices(addresses), units, leastPrice),
    format: () => readFormat(chain),
    simulate: (packing, rows) => simulateChunks(chain, packing, rows),
  }
}
