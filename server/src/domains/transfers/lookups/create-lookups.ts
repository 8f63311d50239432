/** Composes the reads of operations and their transfers. */
import { UUID } from '@purser/contract/values.ts'
import type { Engine } from '../engine.ts'
import { findByOrigin, findOperation } from '../records/operations.store.ts'
import { isUnderWay, listFailed, listTokenMovements, listTransfers } from '../records/transfers.store.ts'
import { readTotals } from '../records/totals.store.ts'
import { listOpen } from '../submit/halts.store.ts'
import { findSubmitted } from '../submit/reserve.ts'
import type { Lookups } from '../transfers.ts'
import { countOpen } from './open-counts.store.ts'
import { listOutcomes } from './outcomes.store.ts'
import { waitForEnd } from './wait-for-end.ts'

export function createLookups(engine: Pick<Engine, 'db' | 'bus' | 'clock' | 'waiters'>): Lookups {
  const { db } = engine
  return {
    find: async (id) => (UUID.test(id) ? findOperation(db, id) : undefined),
    findByOrigin: (originKey) => findByOrigin(db, originKey),
    findSubmitted: (originKey) => findSubmitted(db, originKey),
    waitForEnd: (id, ms, signal, enough) => waitForEnd(engine, { id, ms, signal, enough }),
    totals: (id) => readTotals(db, id),
    listMovements: (id, handle = db) => listTransfers(handle, id),
    listFailed: (id) => listFailed(db, id),
    listTokenMovements: (ids) => listTokenMovements(db, ids),
    listOutcomes: (originKeys) => listOutcomes(db, originKeys),
    isUnderWay: (address, handle = db) => isUnderWay(handle, address),
    listOpen: (userId, except) => listOpen(db, userId, except),
    countOpen: () => countOpen(db),
  }
}
